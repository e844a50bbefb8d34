//! The one set of icons, drawn as lines of one weight on a square of 16.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use eframe::egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, pos2};

use crate::editor::theme::{ICON_STROKE, Meaning, square};

/// A sign with a fixed meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    ChevronRight,
    ChevronDown,
    Search,
    Close,
    Plus,
    Check,
    Reset,
    Play,
    Pause,
    First,
    Last,
    StepBack,
    StepForward,
    Loop,
    Once,
    PingPong,
    Warning,
    Error,
    Leg,
    Arm,
    Spine,
    Look,
    Ground,
    Flat,
    Slope,
    Stairs,
    Bumps,
    Ledge,
    Ramp,
}

impl Icon {
    /// The shape that goes with a meaning's colour, so that colour never says something alone.
    pub fn of(meaning: Meaning) -> Option<Self> {
        match meaning {
            Meaning::Leg => Some(Self::Leg),
            Meaning::Arm => Some(Self::Arm),
            Meaning::Spine => Some(Self::Spine),
            Meaning::Look => Some(Self::Look),
            Meaning::Ground => Some(Self::Ground),
            Meaning::Bad => Some(Self::Error),
            Meaning::Warn => Some(Self::Warning),
            Meaning::Selection | Meaning::Plain => None,
        }
    }

    /// Paints the icon into the middle of `rect`, as large as fits.
    pub fn paint(self, painter: &Painter, rect: Rect, color: Color32) {
        let pen = Pen {
            painter,
            rect: Rect::from_center_size(rect.center(), square(rect.width().min(rect.height()))),
            color,
        };
        match self {
            Self::ChevronRight => pen.line(&[(6.0, 4.0), (10.0, 8.0), (6.0, 12.0)]),
            Self::ChevronDown => pen.line(&[(4.0, 6.0), (8.0, 10.0), (12.0, 6.0)]),
            Self::Search => {
                pen.circle((7.0, 7.0), 4.2);
                pen.line(&[(10.2, 10.2), (13.5, 13.5)]);
            }
            Self::Close => {
                pen.line(&[(4.0, 4.0), (12.0, 12.0)]);
                pen.line(&[(12.0, 4.0), (4.0, 12.0)]);
            }
            Self::Plus => {
                pen.line(&[(8.0, 3.0), (8.0, 13.0)]);
                pen.line(&[(3.0, 8.0), (13.0, 8.0)]);
            }
            Self::Check => pen.line(&[(3.5, 8.5), (6.5, 11.5), (12.5, 4.5)]),
            Self::Reset => {
                pen.arc((8.0, 8.5), 4.8, -0.8 * PI, 0.75 * PI);
                pen.line(&[(3.4, 2.8), (4.0, 6.0), (7.2, 5.6)]);
            }
            Self::Play => pen.solid(&[(5.0, 3.0), (13.0, 8.0), (5.0, 13.0)]),
            Self::Pause => {
                pen.solid(&[(4.0, 3.0), (6.8, 3.0), (6.8, 13.0), (4.0, 13.0)]);
                pen.solid(&[(9.2, 3.0), (12.0, 3.0), (12.0, 13.0), (9.2, 13.0)]);
            }
            Self::First => {
                pen.line(&[(3.5, 3.5), (3.5, 12.5)]);
                pen.solid(&[(12.5, 3.5), (5.5, 8.0), (12.5, 12.5)]);
            }
            Self::Last => {
                pen.line(&[(12.5, 3.5), (12.5, 12.5)]);
                pen.solid(&[(3.5, 3.5), (10.5, 8.0), (3.5, 12.5)]);
            }
            Self::StepBack => {
                pen.solid(&[(9.5, 3.5), (3.0, 8.0), (9.5, 12.5)]);
                pen.line(&[(12.5, 3.5), (12.5, 12.5)]);
            }
            Self::StepForward => {
                pen.solid(&[(6.5, 3.5), (13.0, 8.0), (6.5, 12.5)]);
                pen.line(&[(3.5, 3.5), (3.5, 12.5)]);
            }
            Self::Loop => {
                pen.line(&[(12.0, 11.5), (4.5, 11.5), (2.5, 9.5), (2.5, 6.5), (4.5, 4.5), (13.0, 4.5)]);
                pen.line(&[(10.8, 2.0), (13.3, 4.5), (10.8, 7.0)]);
            }
            Self::Once => {
                pen.line(&[(2.5, 8.0), (11.0, 8.0)]);
                pen.line(&[(8.0, 5.0), (11.0, 8.0), (8.0, 11.0)]);
                pen.line(&[(13.5, 4.0), (13.5, 12.0)]);
            }
            Self::PingPong => {
                pen.line(&[(2.0, 8.0), (14.0, 8.0)]);
                pen.line(&[(5.0, 5.0), (2.0, 8.0), (5.0, 11.0)]);
                pen.line(&[(11.0, 5.0), (14.0, 8.0), (11.0, 11.0)]);
            }
            Self::Warning => {
                pen.closed(&[(8.0, 2.2), (14.2, 13.4), (1.8, 13.4)]);
                pen.line(&[(8.0, 6.2), (8.0, 9.6)]);
                pen.dot((8.0, 11.6), 0.9);
            }
            Self::Error => {
                pen.circle((8.0, 8.0), 6.0);
                pen.line(&[(5.8, 5.8), (10.2, 10.2)]);
                pen.line(&[(10.2, 5.8), (5.8, 10.2)]);
            }
            Self::Leg => pen.line(&[(6.0, 2.0), (8.5, 7.0), (6.5, 12.5), (11.5, 13.5)]),
            Self::Arm => {
                pen.line(&[(3.5, 3.0), (5.5, 9.5), (10.5, 7.5)]);
                pen.circle((12.2, 6.9), 1.7);
            }
            Self::Spine => {
                for (y, half) in [(3.0, 2.6), (6.3, 3.2), (9.6, 3.6), (12.9, 4.0)] {
                    pen.line(&[(8.0 - half, y), (8.0 + half, y)]);
                }
                pen.line(&[(8.0, 3.0), (8.0, 12.9)]);
            }
            Self::Look => {
                let lid = |sign: f32| -> Vec<(f32, f32)> {
                    (0..=12)
                        .map(|step| {
                            let t = step as f32 / 12.0;
                            (1.5 + 13.0 * t, 8.0 - sign * 4.2 * (PI * t).sin())
                        })
                        .collect()
                };
                pen.line(&lid(1.0));
                pen.line(&lid(-1.0));
                pen.dot((8.0, 8.0), 2.0);
            }
            Self::Ground => {
                pen.line(&[(1.5, 13.5), (14.5, 9.5)]);
                pen.line(&[(5.0, 4.0), (7.0, 8.4), (11.0, 7.6)]);
            }
            Self::Flat => pen.line(&[(2.0, 11.5), (14.0, 11.5)]),
            Self::Slope => pen.closed(&[(2.0, 12.5), (14.0, 12.5), (14.0, 5.0)]),
            Self::Stairs => pen.line(&[(2.0, 12.5), (6.0, 12.5), (6.0, 9.0), (10.0, 9.0), (10.0, 5.5), (14.0, 5.5)]),
            Self::Bumps => {
                let wave: Vec<(f32, f32)> = (0..=24)
                    .map(|step| {
                        let t = step as f32 / 24.0;
                        (2.0 + 12.0 * t, 9.0 - 2.6 * (2.0 * TAU * t).sin())
                    })
                    .collect();
                pen.line(&wave);
            }
            Self::Ledge => pen.line(&[(2.0, 5.5), (9.0, 5.5), (9.0, 12.5), (14.0, 12.5)]),
            Self::Ramp => {
                pen.line(&[(2.0, 12.5), (14.0, 12.5), (14.0, 6.0), (5.0, 12.5)]);
                pen.line(&[(14.0, 6.0), (14.0, 3.0)]);
            }
        }
    }
}

/// Draws on a square of 16 by 16, y down.
struct Pen<'a> {
    painter: &'a Painter,
    rect: Rect,
    color: Color32,
}

impl Pen<'_> {
    fn at(&self, (x, y): (f32, f32)) -> Pos2 {
        let unit = self.rect.width() / 16.0;
        pos2(self.rect.left() + x * unit, self.rect.top() + y * unit)
    }

    fn stroke(&self) -> Stroke {
        Stroke::new(ICON_STROKE * (self.rect.width() / 16.0).clamp(0.8, 1.5), self.color)
    }

    fn points(&self, points: &[(f32, f32)]) -> Vec<Pos2> {
        points.iter().map(|&point| self.at(point)).collect()
    }

    fn line(&self, points: &[(f32, f32)]) {
        self.painter.add(Shape::line(self.points(points), self.stroke()));
    }

    fn closed(&self, points: &[(f32, f32)]) {
        self.painter.add(Shape::closed_line(self.points(points), self.stroke()));
    }

    fn solid(&self, points: &[(f32, f32)]) {
        self.painter.add(Shape::convex_polygon(self.points(points), self.color, Stroke::NONE));
    }

    fn circle(&self, center: (f32, f32), radius: f32) {
        self.painter.circle_stroke(self.at(center), radius * self.rect.width() / 16.0, self.stroke());
    }

    fn dot(&self, center: (f32, f32), radius: f32) {
        self.painter.circle_filled(self.at(center), radius * self.rect.width() / 16.0, self.color);
    }

    /// Angles from the right, clockwise.
    fn arc(&self, center: (f32, f32), radius: f32, from: f32, to: f32) {
        let steps = ((to - from).abs() / FRAC_PI_2 * 8.0).ceil().max(2.0) as usize;
        let points: Vec<(f32, f32)> = (0..=steps)
            .map(|step| {
                let angle = from + (to - from) * step as f32 / steps as f32;
                (center.0 + radius * angle.cos(), center.1 + radius * angle.sin())
            })
            .collect();
        self.line(&points);
    }
}
