//! Which way the body stands and faces.

use glam::Vec3;

use super::{Check, Finding};
use crate::humanoid::body_frame_along;
use crate::humanoid::frame::is_named_from_in_front;
use crate::humanoid::{BodyFrame, Role};
use crate::rig::{Axis, Fix};

/// Torso and legs this near to an axis stand along it, radians: a walking pose leans less, and no axis is as near to two.
const STANDS: f32 = 35.0 * std::f32::consts::PI / 180.0;
/// A body that faces an axis does so within this, radians.
const FACES: f32 = 8.0 * std::f32::consts::PI / 180.0;

impl Check<'_> {
    pub(super) fn up(&self, findings: &mut Vec<Finding>) {
        let [torso, legs] = self.upright();
        let set = self.rig.character.up;
        let read = |part: Option<Vec3>| part.and_then(|part| Axis::along(part, STANDS));
        let hips = self.joint(Role::Hips);
        match (read(torso), read(legs)) {
            (Some(up), Some(same)) if up == same => {
                if up != set {
                    let stance = if up.is_parallel(set) { "stands on its head" } else { "lies down" };
                    let message = format!(
                        "the character {stance}: its file has {} up, and the rig takes {}",
                        up.name(),
                        set.name()
                    );
                    let fix = Fix::Up { axis: up };
                    findings.push(Finding::warning("up-axis", message).at(hips).fix(fix).certain(true));
                } else if set != Axis::Y {
                    let message = format!("the file has {} up and is turned upright: kept in the rig", set.name());
                    findings.push(Finding::note("up-axis", message).at(hips));
                }
            }
            (read_torso, read_legs) => {
                let lies = |part: Option<Vec3>| part.is_some_and(|part| part.dot(set.direction()) < 0.5);
                let both = [torso, legs].into_iter().flatten().count() == 2;
                if lies(torso) && (lies(legs) || !both) || lies(legs) && !both {
                    let fix = read_torso.or(read_legs).map(|axis| Fix::Up { axis });
                    findings.push(
                        Finding::warning("up-axis", format!("the body does not stand along {}", set.name()))
                            .at(hips)
                            .advice("export the character standing")
                            .fix(fix),
                    );
                }
            }
        }
    }

    /// From hips to head and from feet to hips at rest, unit, model space.
    fn upright(&self) -> [Option<Vec3>; 2] {
        let low = self.middle(Role::LeftUpperLeg).or_else(|| self.at(Role::Hips));
        let high = self.at(Role::Head).or_else(|| self.at(Role::Neck)).or_else(|| self.middle(Role::LeftUpperArm));
        let foot = self.middle(Role::LeftFoot).or_else(|| self.middle(Role::LeftLowerLeg));
        let from_to = |from: Option<Vec3>, to: Option<Vec3>| (to? - from?).try_normalize();
        [from_to(low, high), from_to(foot, low)]
    }

    pub(super) fn facing(&self, findings: &mut Vec<Finding>) {
        let hips = self.joint(Role::Hips);
        if is_named_from_in_front(self.skeleton(), self.subject.map, self.frame.up) {
            let message = "toes or knees point backward if left is where the names say: the sides are named as seen from \
                           in front";
            findings.push(
                Finding::warning("sides-swapped", message)
                    .at(self.joint(Role::LeftFoot))
                    .advice("the sides stay as the file names them, and knees bend as the body is made")
                    .fix(Fix::SwapSides),
            );
        }
        let seen = body_frame_along(self.skeleton(), self.subject.map, self.frame.up);
        let Some(kept) = self.rig.character.forward_in_model() else {
            self.away_from_front(&seen, findings);
            return;
        };
        if kept.dot(seen.forward) < 0.5 {
            let message =
                format!("the rig has {} in front, and the limbs say {}", axis_name(kept), axis_name(seen.forward));
            let fix = Axis::along(seen.forward, FACES).map(|axis| Fix::Forward { axis });
            findings.push(Finding::warning("facing", message).at(hips).fix(fix));
        } else if kept != Vec3::Z {
            let message = format!("the file has {} in front, turned to +Z: kept in the rig", axis_name(kept));
            findings.push(Finding::note("facing", message).at(hips));
        }
    }

    fn away_from_front(&self, seen: &BodyFrame, findings: &mut Vec<Finding>) {
        let in_world = self.rig.character.world_from_model() * seen.forward;
        if in_world.x.atan2(in_world.z).to_degrees().abs() > 1.0 {
            let message = format!("it faces {}, and glTF has characters face +Z", axis_name(seen.forward));
            let fix = Axis::along(seen.forward, FACES).map(|axis| Fix::Forward { axis });
            // A file that is turned anyway is turned the whole way.
            let is_turned = self.rig.character.up != Axis::Y;
            findings.push(
                Finding::note("facing", message)
                    .at(self.joint(Role::Hips))
                    .advice("solving follows the character, whichever way it faces")
                    .certain(is_turned && fix.is_some())
                    .fix(fix),
            );
        }
    }
}

fn axis_name(direction: Vec3) -> String {
    match Axis::along(direction, FACES) {
        Some(axis) => axis.name().into(),
        None => format!("({:.2}, {:.2}, {:.2})", direction.x, direction.y, direction.z),
    }
}
