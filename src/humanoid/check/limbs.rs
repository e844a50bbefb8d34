//! Straight and backward knees and elbows: the way a limb bends cannot be read from them.

use super::{Check, Finding};
use crate::humanoid::Role;
use crate::humanoid::frame::bend;
use crate::rig::{Chain, Fix, Solver};
use crate::skeleton::JointId;

/// Offset of knee or elbow by its limb's length, below which the limb counts as straight: about half a degree.
const STRAIGHT: f32 = 0.002;
/// Bent the wrong way by more than this, it is to be seen.
const PLAINLY: f32 = 0.02;

impl Check<'_> {
    pub(super) fn limbs(&self, findings: &mut Vec<Finding>) {
        let limbs = [
            ([Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot], "knee", 1.0),
            ([Role::LeftUpperArm, Role::LeftLowerArm, Role::LeftHand], "elbow", -1.0),
        ];
        for (roles, what, sign) in limbs {
            for (mirror, side) in [((|role| role) as fn(Role) -> Role, "left"), (Role::mirrored, "right")] {
                let [top, middle, end] = roles.map(|role| self.at(mirror(role)));
                let (Some(top), Some(middle), Some(end)) = (top, middle, end) else { continue };
                let Some(joint) = self.joint(mirror(roles[1])) else { continue };
                let off = bend(top, middle, end);
                let against = -off.dot(self.frame.forward) * sign;
                let (code, says) = if off.length() < STRAIGHT {
                    ("straight-limb", "straight, which shows no side to bend to")
                } else if against > STRAIGHT {
                    ("backward-limb", "bent the wrong way")
                } else {
                    continue;
                };
                let way = if sign > 0.0 { "forward" } else { "backward" };
                let chain = self.chain_over(joint);
                if chain.is_some_and(|chain| hint_offset(chain) != [0.0; 3]) {
                    // Both sides as one, for nothing is asked.
                    let both = format!("the {what}s rest {says}; they bend to their hints, kept in the rig");
                    let one = |finding: &&mut Finding| finding.code == code && finding.message.contains(what);
                    match findings.iter_mut().find(one) {
                        Some(other) if other.fix.is_none() => other.message = both,
                        _ => {
                            let message =
                                format!("the {side} {what} rests {says}; it bends to its hint, kept in the rig");
                            findings.push(Finding::note(code, message).at(joint));
                        }
                    }
                    continue;
                }
                let message = format!("the {side} {what} rests {says}; it bends {way}, as people's do");
                let is_plain = code == "backward-limb" && off.length() > PLAINLY;
                let finding = if is_plain { Finding::warning(code, message) } else { Finding::note(code, message) };
                let reach = (self.rig.reference_leg_length * 500.0).round() / 1000.0;
                let fix = |chain: &Chain| Fix::Bend { chain: chain.name.clone(), offset: [0.0, 0.0, sign * reach] };
                findings.push(
                    finding.at(joint).advice("move the hint of its chain where that is wrong").fix(chain.map(fix)),
                );
            }
        }
    }

    /// The chain of two bones whose middle this is.
    fn chain_over(&self, middle: JointId) -> Option<&Chain> {
        self.rig.chains.iter().find(|chain| match &chain.solver {
            Solver::TwoBone(limb) => limb.mid.resolve(self.skeleton(), self.subject.map) == Ok(middle),
            Solver::Fabrik(_) => false,
        })
    }
}

fn hint_offset(chain: &Chain) -> [f32; 3] {
    match &chain.solver {
        Solver::TwoBone(limb) => limb.hint.offset,
        Solver::Fabrik(fabrik) => fabrik.hint.offset,
    }
}
