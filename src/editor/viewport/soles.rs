//! The soles of the feet as they are drawn over the picture: where the rig has heel, ball, toe tip and edges, and what is under them.

use eframe::egui::{Pos2, Shape, Stroke, vec2};
use glam::Vec3;
use surefoot::runtime::{FootReport, SolePoints};

use super::overlay::Overlay;
use crate::editor::core::Item;

/// A gap or a depth from which on it is marked, metres.
const TOLD: f32 = 0.004;

impl Overlay<'_> {
    /// Soles on the ground: a print round each foot that is as long and as broad as the rig has it, a dot a contact, a line where there is a gap.
    pub fn contacts(&self) {
        let Some(bound) = self.stage.shown_bound() else { return };
        if !self.session.view_options().contacts || !self.session.ik_on() {
            return;
        }
        let rig = self.session.document().rig();
        for foot in &self.stage.report().feet {
            let Some(name) = rig.chains.get(foot.chain).map(|chain| chain.name.as_str()) else { continue };
            let Some(rigged) = bound.feet().find(|rigged| rigged.chain_name() == name) else { continue };
            let mut feet = rig.grounding.iter().flat_map(|grounding| &grounding.feet);
            let place = feet.position(|of_rig| of_rig.chain == name);
            self.foot(foot, &rigged.sole(self.stage.solved_globals(), foot.contacts[0].normal), place);
        }
    }

    /// Feet that step without a clip: where each stands, or would, and its home, to which it is led.
    pub fn steps(&self) {
        if !self.session.view_options().contacts {
            return;
        }
        for foot in &self.stage.report().gait {
            let color = if foot.is_up { self.theme.ground.gamma_multiply(0.45) } else { self.theme.ground };
            let [stands, home] = [foot.position, foot.home].map(|point| self.lens.project(point));
            if let Some(at) = stands {
                self.painter.circle(at, 4.0, self.theme.ink, Stroke::new(1.8, color));
            }
            if let Some(at) = home {
                self.painter.circle_stroke(at, 7.0, Stroke::new(1.0, color));
            }
            self.line(foot.position, foot.home, Stroke::new(1.0, color));
        }
    }

    /// Whether a foot is what is selected or pointed at, itself and by one of its contacts in the clip.
    fn is_foot_lit(&self, place: usize) -> [bool; 2] {
        let in_clip = |item: Item| matches!(item, Item::Contact { foot, .. } if foot == place);
        let mut items = self.session.selection().items().iter().copied().chain(self.session.hover());
        [self.is_lit(Item::Sole(place)), items.any(in_clip)]
    }

    fn foot(&self, foot: &FootReport, sole: &SolePoints, place: Option<usize>) {
        let [_, ball, _] = foot.contacts;
        if foot.contacts.iter().all(|contact| contact.ground.is_none()) {
            return;
        }
        let [is_lit, is_in_clip] = place.map_or([false; 2], |place| self.is_foot_lit(place));
        let own = if is_lit || is_in_clip { self.theme.selection } else { self.theme.ground };
        let color = if foot.planted || is_lit { own } else { own.gamma_multiply(0.45) };
        // Flat on the ground under the ball.
        let up = ball.normal;
        let on_ground = |point: Vec3| point - up * ((point - ball.position).dot(up) + ball.gap);
        let print: Vec<Pos2> = print(sole).filter_map(|point| self.lens.project(on_ground(point))).collect();
        self.painter.add(Shape::line(print, Stroke::new(if is_lit { 2.2 } else { 1.6 }, color)));
        for contact in foot.contacts {
            let Some(ground) = contact.ground else { continue };
            if let Some(at) = self.lens.project(contact.position) {
                self.painter.circle_filled(at, 3.2, color);
            }
            if contact.gap.abs() > TOLD {
                self.line(contact.position, ground, Stroke::new(1.4, self.theme.warn));
            }
        }
        for edge in sole.edges {
            if let Some(at) = self.lens.project(edge) {
                self.painter.circle(at, 2.4, self.theme.ink, Stroke::new(1.3, color));
            }
        }
        if is_lit {
            self.name_points(sole);
        }
    }

    /// What each point of the sole is, beside it and away from the foot's middle.
    fn name_points(&self, sole: &SolePoints) {
        let [left, right] = sole.edges;
        let (heel, ball, toe) = (sole.heel, sole.ball, sole.toe);
        for (point, from, name) in [
            (heel, ball, "heel"),
            (toe, ball, "toe tip"),
            (left, ball, "edge"),
            (right, ball, "edge"),
            // Above all others.
            (ball, ball, "ball"),
        ] {
            let Some((at, from)) = self.lens.project(point).zip(self.lens.project(from)) else { continue };
            let away = at - from;
            let away = if away.length() > 1.0 { away.normalized() * 22.0 } else { vec2(0.0, -38.0) };
            self.tag(at + away, name, self.theme.text1);
        }
    }
}

/// Round the sole, through its heel, both edges and its toe tip: half an ellipse behind the ball, and half of one before it.
fn print(sole: &SolePoints) -> impl Iterator<Item = Vec3> {
    const STEPS: u32 = 48;
    let [back, front, side] = [sole.heel, sole.toe, sole.edges[0]].map(|point| point - sole.ball);
    let ball = sole.ball;
    (0..=STEPS).map(move |step| {
        let (sine, cosine) = (std::f32::consts::TAU * step as f32 / STEPS as f32).sin_cos();
        let along = if cosine < 0.0 { back } else { front };
        ball + along * cosine.abs() + side * sine
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_print_goes_through_heel_edges_and_toe() {
        let sole = SolePoints {
            heel: Vec3::new(0.01, 0.0, -0.08),
            ball: Vec3::new(0.0, 0.0, 0.1),
            toe: Vec3::new(0.0, 0.0, 0.18),
            edges: [Vec3::new(0.045, 0.0, 0.1), Vec3::new(-0.045, 0.0, 0.1)],
        };
        for point in [sole.heel, sole.toe, sole.edges[0], sole.edges[1]] {
            assert!(print(&sole).any(|at| at.distance(point) < 1e-6), "{point}");
        }
        assert!(print(&sole).all(|at| at.x.abs() < 0.047 && (-0.0801..=0.1801).contains(&at.z)));
    }
}
