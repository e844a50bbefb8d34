//! Where the head looks this frame, and how far it may, as the solver sees it.

use glam::Vec3;
use surefoot::rig::{EyeMaps, LookAt, LookRange};
use surefoot::skeleton::JointId;
use surefoot::solve::look_at::{Frame, Gaze, Range};

use super::Stage;

/// A look-at on stage. World space.
#[derive(Clone, Debug, PartialEq)]
pub struct LookState {
    /// The head's joint, from where ranges are drawn.
    pub head: Vec3,
    /// The axes that the head's range is counted from: those of the chest.
    pub frame: Frame,
    /// Of the head, narrowed by the clamp.
    pub range: Range,
    /// Where the head faces, in `frame`.
    pub gaze: Gaze,
    pub eyes: Vec<Eye>,
    /// Of the eyes in the head, whose axes these are.
    pub eye_frame: Frame,
    pub eye_range: Range,
    /// A range keeps it from the target.
    pub is_held: bool,
}

/// An eye and where it looks; unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Eye {
    pub position: Vec3,
    pub direction: Vec3,
}

impl LookState {
    /// None where the rig's look-at is off or does not fit.
    pub fn of(stage: &Stage, look_at: &LookAt) -> Option<Self> {
        let bound = stage.bound()?.head_look()?;
        let (rest, solved, body) = (stage.rest_globals(), stage.solved_globals(), stage.body_frame());
        let frame_of = |joint: JointId| {
            let turn = solved.rotation(joint) * rest.rotation(joint).inverse();
            Frame { forward: turn * body.forward, up: turn * body.up }
        };
        let report = stage.report().look.as_ref();
        let upright = Frame { forward: body.forward, up: body.up };
        let frame = report.map(|report| report.frame).or(bound.chest.map(frame_of)).unwrap_or(upright);
        let head_frame = frame_of(bound.head);
        let eyes = look_at.eye_bones.iter().filter_map(|bone| stage.joint(bone));
        let state = Self {
            head: solved.position(bound.head),
            frame,
            range: bound.range,
            gaze: frame.gaze(head_frame.forward),
            eyes: eyes.map(|eye| Eye { position: solved.position(eye), direction: frame_of(eye).forward }).collect(),
            eye_frame: head_frame,
            eye_range: look_at.eye_maps.as_ref().map_or_else(|| range(look_at.eye_range), mapped_range),
            is_held: report.is_some_and(|report| report.clamped),
        };
        (state.head.is_finite() && frame.forward.is_finite()).then_some(state)
    }

    /// In sentences: where the head faces.
    pub fn explain(&self) -> String {
        let degrees = |angle: f32| angle.to_degrees().abs().round();
        let side = |angle: f32, [positive, negative]: [&str; 2]| match degrees(angle) {
            0.0 => None,
            shown => Some(format!("{shown:.0}° {}", if angle > 0.0 { positive } else { negative })),
        };
        let parts = [side(self.gaze.yaw, ["to the left", "to the right"]), side(self.gaze.pitch, ["up", "down"])];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        match &parts[..] {
            [] => "The head faces straight ahead.".into(),
            parts => format!("The head faces {}.", parts.join(" and ")),
        }
    }
}

/// How far either eye turns by its maps.
fn mapped_range(maps: &EyeMaps) -> Range {
    let aside = maps.inner.output_max_deg.max(maps.outer.output_max_deg).to_radians();
    let [up, down] = [maps.up, maps.down].map(|map| map.output_max_deg.to_radians());
    Range { left: aside, right: aside, up, down }
}

fn range(range: LookRange) -> Range {
    let LookRange { left_deg, right_deg, up_deg, down_deg } = range;
    let [left, right, up, down] = [left_deg, right_deg, up_deg, down_deg].map(f32::to_radians);
    Range { left, right, up, down }
}
