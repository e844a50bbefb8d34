//! How far head and eyes may turn and where they look, drawn over the picture. The ranges are sampled through the solver's own hold.

use std::f32::consts::{FRAC_PI_2, PI};

use eframe::egui::{Shape, Stroke, lerp};
use glam::Vec3;
use surefoot::math::angle_between;
use surefoot::solve::look_at::{Frame, Gaze, Range};

use super::overlay::Overlay;
use crate::editor::core::{Item, LookState};

/// Steps along each of the four edges of a range.
const STEPS: u32 = 40;

impl Overlay<'_> {
    /// While the look-at or its target is selected or under the pointer.
    pub fn look(&self) {
        let rig = self.session.document().rig();
        let Some(look_at) = rig.look_at.as_ref().filter(|look_at| look_at.enabled) else { return };
        if !(self.is_lit(Item::LookAt) || self.is_lit(Item::LookTarget)) {
            return;
        }
        let Some(state) = LookState::of(self.stage, look_at) else { return };
        let reach = self.stage.leg_length() * 0.6;
        self.head_range(&state, reach);
        self.eyes(&state, reach);
    }

    fn head_range(&self, state: &LookState, reach: f32) {
        let color = self.theme.look;
        let at = |direction: Vec3| state.head + direction * reach;
        let rim: Vec<Vec3> = rim(&state.frame, &state.range).into_iter().map(at).collect();
        self.fan(state.head, &rim, color.gamma_multiply(0.03), color.gamma_multiply(0.15));
        for arc in cross(&state.frame, &state.range) {
            let arc: Vec<Vec3> = arc.into_iter().map(at).collect();
            self.fan(state.head, &arc, color.gamma_multiply(0.04), color.gamma_multiply(0.10));
            self.path(&arc, 1.0, |_| color.gamma_multiply(0.4));
        }
        let now = at(state.frame.direction(state.gaze));
        let viewer = self.lens.towards_viewer(state.head);
        self.path(&rim, if state.is_held { 2.2 } else { 1.6 }, |point| {
            let off = (point - state.head) / reach.max(1e-6);
            let near = lerp(0.35..=1.0, (off.dot(viewer) * 0.5 + 0.5).clamp(0.0, 1.0));
            let close = angle_between(off, now - state.head) / 0.4;
            let red = if state.is_held { (-close * close).exp() } else { 0.0 };
            color.lerp_to_gamma(self.theme.bad, red).gamma_multiply(near)
        });
        let gaze = if state.is_held { self.theme.bad } else { color };
        self.path(&[state.head, now], 2.2, |_| gaze);
        if let Some(at) = self.lens.project(now) {
            self.painter.circle(at, 4.0, gaze, Stroke::new(1.5, self.theme.ink));
        }
    }

    /// The line of sight of each eye, and how far the eyes may turn in the head.
    fn eyes(&self, state: &LookState, reach: f32) {
        let color = self.theme.look;
        for eye in &state.eyes {
            if let Some(segment) = self.lens.segment(eye.position, eye.position + eye.direction * reach) {
                self.painter.extend(Shape::dashed_line(
                    &segment,
                    Stroke::new(1.0, color.gamma_multiply(0.9)),
                    3.0,
                    3.0,
                ));
            }
            let rim: Vec<Vec3> = rim(&state.eye_frame, &state.eye_range)
                .into_iter()
                .map(|direction| eye.position + direction * (reach * 0.3))
                .collect();
            self.fan(eye.position, &rim, color.gamma_multiply(0.05), color.gamma_multiply(0.12));
            self.path(&rim, 1.0, |_| color.gamma_multiply(0.45));
        }
    }
}

/// Once round the edge of a range: unit directions.
fn rim(frame: &Frame, range: &Range) -> Vec<Vec3> {
    let along = |step: u32| step as f32 / STEPS as f32 * 2.0 - 1.0;
    let edges: [fn(f32) -> Gaze; 4] = [
        |t| Gaze { yaw: -t * PI, pitch: FRAC_PI_2 },
        |t| Gaze { yaw: -PI, pitch: -t * FRAC_PI_2 },
        |t| Gaze { yaw: t * PI, pitch: -FRAC_PI_2 },
        |t| Gaze { yaw: PI, pitch: t * FRAC_PI_2 },
    ];
    let beyond = edges.into_iter().flat_map(|edge| (0..=STEPS).map(move |step| edge(along(step))));
    beyond.map(|gaze| frame.direction(range.hold(gaze).gaze)).collect()
}

/// From side to side and from down to up through straight ahead: unit directions.
fn cross(frame: &Frame, range: &Range) -> [Vec<Vec3>; 2] {
    let held = |gaze: Gaze| frame.direction(range.hold(gaze).gaze);
    let steps = || (0..=STEPS * 2).map(|step| step as f32 / STEPS as f32 - 1.0);
    [
        steps().map(|t| held(Gaze { yaw: t * PI, pitch: 0.0 })).collect(),
        steps().map(|t| held(Gaze { yaw: 0.0, pitch: t * FRAC_PI_2 })).collect(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rim_is_where_the_solver_begins_to_hold() {
        let frame = Frame { forward: Vec3::Z, up: Vec3::Y };
        let range = Range { left: 1.2, right: 0.7, up: 0.6, down: 0.9 };
        for direction in rim(&frame, &range) {
            let gaze = frame.gaze(direction);
            let inside = Gaze { yaw: gaze.yaw * 0.99, pitch: gaze.pitch * 0.99 };
            assert!(!range.hold(inside).clamped, "{gaze:?} is outside");
            let outside = Gaze { yaw: gaze.yaw * 1.01, pitch: gaze.pitch * 1.01 };
            assert!(range.hold(outside).clamped, "nothing holds beyond {gaze:?}");
        }
    }

    #[test]
    fn the_rim_goes_through_the_four_corners() {
        let frame = Frame { forward: Vec3::Z, up: Vec3::Y };
        let range = Range { left: 1.2, right: 0.7, up: 0.6, down: 0.9 };
        let rim = rim(&frame, &range);
        for (yaw, pitch) in [(1.2, 0.6), (-0.7, 0.6), (-0.7, -0.9), (1.2, -0.9)] {
            let corner = frame.direction(Gaze { yaw, pitch });
            assert!(rim.iter().any(|direction| direction.distance(corner) < 1e-5));
        }
        assert!(rim[0].distance(rim[rim.len() - 1]) < 1e-5, "it closes");
    }
}
