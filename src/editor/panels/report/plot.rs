//! A small graph over the time of a recording.

use eframe::egui::{Align2, Color32, CursorIcon, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2};

use crate::editor::theme::{self, Meaning, STEP, Theme};

/// Room for the figures at the left.
const GUTTER: f32 = 36.0;
const TITLE: f32 = 18.0;

/// One value a frame.
pub struct Line {
    /// None where there is nothing to draw.
    pub values: Vec<Option<f32>>,
    /// As the clip has it, and not as it was solved.
    pub is_source: bool,
}

pub struct Plot<'a> {
    pub title: &'a str,
    pub unit: &'a str,
    pub decimals: usize,
    pub lines: Vec<Line>,
    /// Seconds, one a frame, rising.
    pub times: &'a [f32],
    /// While the foot is down, seconds.
    pub stances: &'a [(f32, f32)],
    /// At least so much is shown from the lowest to the highest.
    pub least_span: f32,
    /// Where the playing stands, seconds.
    pub cursor: Option<f32>,
}

impl Plot<'_> {
    /// The time that was pointed at with the button down.
    pub fn show(&self, ui: &mut Ui, height: f32) -> Option<f32> {
        let theme = Theme::of(ui);
        let (_, rect) = ui.allocate_space(vec2(ui.available_width(), TITLE + height));
        let area = Rect::from_min_max(pos2(rect.left() + GUTTER, rect.top() + TITLE), rect.max);
        let response = ui.interact(area, ui.make_persistent_id(("graph", self.title)), Sense::click_and_drag());
        let now = self.at_cursor();
        response.widget_info(|| WidgetInfo {
            current_text_value: now.clone(),
            ..WidgetInfo::labeled(Role::Image, true, format!("{} graph", self.title))
        });
        let middle = rect.top() + TITLE / 2.0 - 1.0;
        ui.painter().text(pos2(area.left(), middle), Align2::LEFT_CENTER, self.title, theme::small(), theme.text2);
        if let Some(now) = now {
            ui.painter().text(pos2(area.right(), middle), Align2::RIGHT_CENTER, now, theme::small(), theme.text1);
        }
        self.paint(ui, area);
        let response = response.on_hover_cursor(CursorIcon::ResizeHorizontal);
        let at = response.interact_pointer_pos().filter(|_| response.dragged() || response.clicked())?;
        let end = *self.times.last()?;
        Some(((at.x - area.left()) / area.width().max(1.0)).clamp(0.0, 1.0) * end)
    }

    /// The solved value where the playing stands.
    fn at_cursor(&self) -> Option<String> {
        let cursor = self.cursor?;
        let frame = self.times.partition_point(|&time| time < cursor - 1e-3).min(self.times.len().checked_sub(1)?);
        let line = self.lines.iter().find(|line| !line.is_source)?;
        let value = line.values.get(frame).copied().flatten()?;
        Some(format!("{}{}", plain(value, self.decimals), self.unit))
    }

    /// The least and the most that is shown; none where there is nothing.
    fn range(&self) -> Option<(f32, f32)> {
        let values = || self.lines.iter().flat_map(|line| &line.values).flatten().copied().filter(|v| v.is_finite());
        let (least, most) = (values().fold(f32::INFINITY, f32::min), values().fold(f32::NEG_INFINITY, f32::max));
        (least <= most).then(|| {
            let room = 0.5 * (self.least_span - (most - least)).max(0.0) + 0.08 * (most - least).max(self.least_span);
            // What is never below nought has no room there.
            let low = if least >= 0.0 { (least - room).max(0.0) } else { least - room };
            (low, most + room)
        })
    }

    fn paint(&self, ui: &Ui, area: Rect) {
        let theme = Theme::of(ui);
        let painter = ui.painter_at(area.expand2(vec2(0.5, 0.5)));
        painter.rect_filled(area, 3.0, theme.bg0);
        let Some((end, (least, most))) = self.times.last().copied().filter(|&end| end > 0.0).zip(self.range()) else {
            ui.painter().text(area.center(), Align2::CENTER_CENTER, "nothing to show", theme::small(), theme.text3);
            return;
        };
        let x = |time: f32| area.left() + area.width() * time / end;
        let (high, room) = (area.top() + 3.0, area.height() - 6.0);
        let y = |value: f32| high + room * (most - value) / (most - least);
        let shade = theme.bg0.lerp_to_gamma(theme.color(Meaning::Leg), 0.16);
        for &(from, to) in self.stances {
            painter.rect_filled(Rect::from_x_y_ranges(x(from)..=x(to), area.y_range()), 0.0, shade);
        }
        if least < 0.0 && most > 0.0 {
            painter.hline(area.x_range(), y(0.0), theme.rule());
        }
        for (value, align) in [(most, Align2::RIGHT_TOP), (least, Align2::RIGHT_BOTTOM)] {
            let place = pos2(area.left() - STEP, if value == most { area.top() } else { area.bottom() });
            let text = plain(value, if most - least < 4.0 { 1 } else { 0 });
            ui.painter().text(place, align, text, theme::small(), theme.text3);
        }
        for line in self.lines.iter().filter(|line| line.is_source) {
            self.draw(line, theme.text3, 1.2, &x, &y, |points, stroke| {
                painter.extend(Shape::dashed_line(&points, stroke, 4.0, 3.0));
            });
        }
        for line in self.lines.iter().filter(|line| !line.is_source) {
            self.draw(line, theme.color(Meaning::Leg), 1.6, &x, &y, |points, stroke| {
                painter.add(Shape::line(points, stroke));
            });
        }
        if let Some(cursor) = self.cursor {
            painter.vline(x(cursor.clamp(0.0, end)), area.y_range(), Stroke::new(1.5, theme.selection));
        }
    }

    /// Stretch by stretch, and no more than the least and the most of a column of pixels.
    fn draw(
        &self,
        line: &Line,
        color: Color32,
        width: f32,
        x: &impl Fn(f32) -> f32,
        y: &impl Fn(f32) -> f32,
        add: impl Fn(Vec<Pos2>, Stroke),
    ) {
        let stroke = Stroke::new(width, color);
        let mut points: Vec<Pos2> = Vec::new();
        for (&time, value) in self.times.iter().zip(&line.values) {
            match value.filter(|value| value.is_finite()) {
                Some(value) => thin(&mut points, pos2(x(time), y(value))),
                None if points.is_empty() => {}
                None => add(std::mem::take(&mut points), stroke),
            }
        }
        if !points.is_empty() {
            add(points, stroke);
        }
    }
}

/// The seconds under the graphs, as wide as those are.
pub fn seconds(ui: &mut Ui, end: f32, cursor: Option<f32>) {
    let theme = Theme::of(ui);
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), 14.0));
    let (left, y) = (rect.left() + GUTTER, rect.center().y);
    let text = |x: f32, align: Align2, text: String, color: Color32| {
        ui.painter().text(pos2(x, y), align, text, theme::small(), color)
    };
    let first = text(left, Align2::LEFT_CENTER, "0 s".into(), theme.text3);
    let last = text(rect.right(), Align2::RIGHT_CENTER, format!("{end:.2} s"), theme.text3);
    let Some(cursor) = cursor.filter(|_| end > 0.0) else { return };
    let x = left + (rect.right() - left) * (cursor / end).clamp(0.0, 1.0);
    // Not over the ends.
    if x > first.right() + 20.0 && x < last.left() - 20.0 {
        text(x, Align2::CENTER_CENTER, format!("{cursor:.2} s"), theme.selection);
    }
}

/// Without the sign of a nought.
fn plain(value: f32, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    if text.contains(|letter: char| ('1'..='9').contains(&letter)) { text } else { text.replace('-', "") }
}

/// Adds a point, where three in one column of pixels leave the outer two.
fn thin(points: &mut Vec<Pos2>, point: Pos2) {
    if let [.., a, b, c] = points[..]
        && a.x.floor() == point.x.floor()
        && (b.y - a.y) * (c.y - b.y) >= 0.0
        && (c.y - b.y) * (point.y - c.y) >= 0.0
    {
        points.pop();
    }
    points.push(point);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hardly_changes_is_not_blown_up() {
        let line = Line { values: vec![Some(1.0), None, Some(1.5)], is_source: false };
        let plot = Plot {
            title: "gap",
            unit: " mm",
            decimals: 1,
            lines: vec![line],
            times: &[0.0, 0.5, 1.0],
            stances: &[],
            least_span: 10.0,
            cursor: Some(1.0),
        };
        let (least, most) = plot.range().unwrap();
        assert!(least == 0.0 && most - least >= 5.0, "{least} to {most}");
        assert_eq!(plot.at_cursor().as_deref(), Some("1.5 mm"));
        let silent = Plot { cursor: Some(0.5), ..plot };
        assert_eq!(silent.at_cursor(), None, "nothing is said where there is nothing");
    }

    #[test]
    fn a_column_of_pixels_keeps_its_extremes() {
        let mut points = Vec::new();
        for step in 0..1000 {
            thin(&mut points, pos2(0.5 + step as f32 * 1e-4, if step == 500 { 40.0 } else { step as f32 * 1e-3 }));
        }
        assert!(points.len() < 20, "{}", points.len());
        assert!(points.iter().any(|point| point.y == 40.0));
    }
}
