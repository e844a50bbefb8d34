//! What is unusual or wrong with a mapped character, and what to do about it.

use glam::Vec3;

use crate::humanoid::frame::{bend, is_named_from_in_front};
use crate::humanoid::{BodyFrame, HumanoidMap, Role, body_frame, detect};
use crate::math::direction_or;
use crate::skeleton::{JointId, Skeleton};

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Good to know; nothing needs doing.
    Note,
    /// It will work, perhaps not as wished.
    Warning,
    /// A humanoid rig cannot do its work.
    Error,
}

impl Severity {
    /// `note`, `warning` or `error`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// One thing that is unusual or wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Stable, for scripts: `unit-scale`.
    pub code: &'static str,
    pub severity: Severity,
    /// A sentence without its full stop.
    pub message: String,
    /// Where, when it is one joint.
    pub place: Option<JointId>,
    /// What a person can do, when there is something to do.
    pub fix: Option<String>,
}

/// The pose of the arms at rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestPose {
    /// Arms level, within 25°.
    T,
    /// Arms down at 25° to 70°.
    A,
    /// Neither, or the arms differ.
    Other,
}

impl RestPose {
    /// `T-pose`, `A-pose` or `other`.
    pub fn name(self) -> &'static str {
        match self {
            Self::T => "T-pose",
            Self::A => "A-pose",
            Self::Other => "other",
        }
    }
}

/// Legs of people, children to giants, metres; outside it the file is likely in other units.
const LEG_LENGTH: std::ops::RangeInclusive<f32> = 0.4..=1.3;
/// Offset of knee or elbow by its limb's length, below which the limb counts as straight: about half a degree.
const STRAIGHT: f32 = 0.002;

/// Everything unusual about a character with these roles, the gravest first.
pub fn diagnose(skeleton: &Skeleton, map: &HumanoidMap) -> Vec<Finding> {
    let frame = body_frame(skeleton, map);
    let mut findings = Vec::new();
    missing_bones(map, &mut findings);
    duplicate_names(skeleton, &mut findings);
    if !map.is_empty() {
        unit_scale(skeleton, map, &mut findings);
        facing(skeleton, map, &frame, &mut findings);
        limbs(skeleton, map, &frame, &mut findings);
        loose_feet(skeleton, map, &mut findings);
        twist_bones(skeleton, map, &mut findings);
        uneven_scale(skeleton, map, &mut findings);
        if rest_pose(skeleton, map) == RestPose::Other && map.get(Role::LeftUpperArm).is_some() {
            findings.push(note("rest-pose", "the arms rest in neither a T-pose nor an A-pose".into()));
        }
    }
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    findings
}

/// The pose of the arms at rest, from shoulder to hand.
pub fn rest_pose(skeleton: &Skeleton, map: &HumanoidMap) -> RestPose {
    let arm = |mirror: fn(Role) -> Role| {
        let start = at(skeleton, map, mirror(Role::LeftUpperArm))?;
        let end = [Role::LeftHand, Role::LeftLowerArm].into_iter().find_map(|role| at(skeleton, map, mirror(role)))?;
        let direction = (end - start).try_normalize()?;
        Some(match (-direction.y).asin().to_degrees() {
            down if down.abs() <= 25.0 => RestPose::T,
            down if (25.0..=70.0).contains(&down) => RestPose::A,
            _ => RestPose::Other,
        })
    };
    match (arm(|role| role), arm(Role::mirrored)) {
        (Some(left), Some(right)) if left == right => left,
        (Some(one), None) | (None, Some(one)) => one,
        _ => RestPose::Other,
    }
}

fn at(skeleton: &Skeleton, map: &HumanoidMap, role: Role) -> Option<Vec3> {
    map.get(role).map(|joint| skeleton.rest_globals().position(joint))
}

fn note(code: &'static str, message: String) -> Finding {
    Finding { code, severity: Severity::Note, message, place: None, fix: None }
}

fn label(skeleton: &Skeleton, joint: JointId) -> String {
    match skeleton.name(joint) {
        "" => format!("joint {}", joint.index()),
        name => format!("{name:?}"),
    }
}

fn missing_bones(map: &HumanoidMap, findings: &mut Vec<Finding>) {
    if map.is_empty() {
        findings.push(Finding {
            severity: Severity::Error,
            fix: Some("give roles by hand where this is a humanoid all the same".into()),
            ..note("no-humanoid", "no humanoid was found".into())
        });
        return;
    }
    let missing: Vec<&str> =
        Role::ALL.into_iter().filter(|&role| role.is_required() && map.get(role).is_none()).map(Role::name).collect();
    if !missing.is_empty() {
        findings.push(Finding {
            severity: Severity::Warning,
            fix: Some(
                "give them by hand where the character has such bones; chains that need them are left out".into(),
            ),
            ..note("missing-bones", format!("no bone was found for {}", missing.join(", ")))
        });
    }
}

fn duplicate_names(skeleton: &Skeleton, findings: &mut Vec<Finding>) {
    let mut named: Vec<JointId> = skeleton.ids().filter(|&joint| !skeleton.name(joint).is_empty()).collect();
    named.sort_by_key(|&joint| (skeleton.name(joint), joint));
    let repeated: Vec<JointId> =
        named.windows(2).filter(|pair| skeleton.name(pair[0]) == skeleton.name(pair[1])).map(|pair| pair[1]).collect();
    if let Some(&first) = repeated.first() {
        findings.push(Finding {
            place: Some(first),
            ..note(
                "duplicate-name",
                format!("{} names occur more than once, as {}", repeated.len(), label(skeleton, first)),
            )
        });
    }
}

fn unit_scale(skeleton: &Skeleton, map: &HumanoidMap, findings: &mut Vec<Finding>) {
    let leg = |mirror: fn(Role) -> Role| {
        let [hip, knee, ankle] =
            [Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot].map(|role| at(skeleton, map, mirror(role)));
        let (hip, knee, ankle) = (hip?, knee?, ankle?);
        Some(hip.distance(knee) + knee.distance(ankle))
    };
    let Some(length) = leg(|role| role).or_else(|| leg(Role::mirrored)) else { return };
    if LEG_LENGTH.contains(&length) {
        return;
    }
    let guess = match length {
        far if far < 0.05 => " and looks like a hundredth of its size",
        far if far > 20.0 => " and looks like centimetres",
        _ => "",
    };
    findings.push(Finding {
        severity: if guess.is_empty() { Severity::Note } else { Severity::Warning },
        fix: Some("lengths in a rig are scaled by the leg, so it works as it is; scale the character where the game needs metres".into()),
        ..note("unit-scale", format!("a leg is {length:.3} m long, which people's are not{guess}"))
    });
}

fn facing(skeleton: &Skeleton, map: &HumanoidMap, frame: &BodyFrame, findings: &mut Vec<Finding>) {
    if is_named_from_in_front(skeleton, map) {
        findings.push(Finding {
            severity: Severity::Warning,
            fix: Some("the sides stay as the file names them, and knees bend as the body is made; swap left and right in the map to correct the names".into()),
            ..note("sides-swapped", "toes or knees point backward if left is where the names say: the sides are named as seen from in front".into())
        });
    }
    let degrees = frame.forward.x.atan2(frame.forward.z).to_degrees();
    if degrees.abs() > 1.0 {
        let message = format!("it faces {degrees:.0}° away from +Z, where glTF has characters face");
        findings
            .push(Finding { fix: Some("nothing: solving follows the character".into()), ..note("facing", message) });
    }
}

/// Straight and backward knees and elbows: the way a limb bends cannot be read from them.
fn limbs(skeleton: &Skeleton, map: &HumanoidMap, frame: &BodyFrame, findings: &mut Vec<Finding>) {
    let limbs = [
        ([Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot], "knee", 1.0),
        ([Role::LeftUpperArm, Role::LeftLowerArm, Role::LeftHand], "elbow", -1.0),
    ];
    for (roles, what, sign) in limbs {
        for (mirror, side) in [((|role| role) as fn(Role) -> Role, "left"), (Role::mirrored, "right")] {
            let [top, middle, end] = roles.map(|role| at(skeleton, map, mirror(role)));
            let (Some(top), Some(middle), Some(end)) = (top, middle, end) else { continue };
            let off = bend(top, middle, end);
            let place = map.get(mirror(roles[1]));
            let way = if sign > 0.0 { "forward" } else { "backward" };
            let fix = Some(format!("it bends {way}; set the chain's hint where that is wrong"));
            if off.length() < STRAIGHT {
                let message =
                    format!("the {side} {what} is straight, so the way it bends cannot be read from the rest pose");
                findings.push(Finding { place, fix, ..note("straight-limb", message) });
            } else if off.dot(frame.forward) * sign < -STRAIGHT {
                let severity = if off.length() > 0.02 { Severity::Warning } else { Severity::Note };
                let message = format!("the {side} {what} rests bent the wrong way");
                findings.push(Finding { severity, place, fix, ..note("backward-limb", message) });
            }
        }
    }
}

fn loose_feet(skeleton: &Skeleton, map: &HumanoidMap, findings: &mut Vec<Finding>) {
    for role in [Role::LeftFoot, Role::RightFoot] {
        let shin = if role == Role::LeftFoot { Role::LeftLowerLeg } else { Role::RightLowerLeg };
        let (Some(foot), Some(shin)) = (map.get(role), map.get(shin)) else { continue };
        if !skeleton.is_within(foot, shin) {
            findings.push(Finding {
                severity: Severity::Warning,
                place: Some(foot),
                fix: Some(
                    "parent the foot to the lower leg in the modelling program where it comes apart from the leg"
                        .into(),
                ),
                ..note(
                    "loose-foot",
                    format!("{} does not hang on the lower leg {}", label(skeleton, foot), label(skeleton, shin)),
                )
            });
        }
    }
}

fn twist_bones(skeleton: &Skeleton, map: &HumanoidMap, findings: &mut Vec<Finding>) {
    let limbs = map.iter().filter(|(role, _)| {
        matches!(role, Role::LeftLowerArm | Role::LeftHand | Role::LeftLowerLeg | Role::LeftFoot)
            || matches!(role, Role::RightLowerArm | Role::RightHand | Role::RightLowerLeg | Role::RightFoot)
    });
    let between: Vec<JointId> = limbs
        .filter_map(|(role, joint)| Some((map.get(role.parent()?)?, joint)))
        .filter(|&(above, joint)| skeleton.is_within(joint, above))
        .flat_map(|(above, joint)| skeleton.ancestors(joint).take_while(move |&up| up != above))
        .collect();
    let beside = skeleton.ids().filter(|&joint| detect::is_twist(skeleton.name(joint))).count();
    if let Some(&first) = between.first() {
        let message = format!(
            "{} joints lie between the joints of limbs, as {}; they keep their rotation",
            between.len(),
            label(skeleton, first)
        );
        findings.push(Finding { place: Some(first), ..note("split-limb", message) });
    } else if beside > 0 {
        findings.push(note("twist-bones", format!("{beside} twist joints follow their bones and are not solved")));
    }
}

fn uneven_scale(skeleton: &Skeleton, map: &HumanoidMap, findings: &mut Vec<Finding>) {
    let uneven = map.iter().map(|(_, joint)| joint).find(|&joint| {
        let axes = skeleton.rest_globals().model_from_joint(joint).matrix3;
        let lengths = Vec3::new(axes.x_axis.length(), axes.y_axis.length(), axes.z_axis.length());
        let right_angled = [(axes.x_axis, axes.y_axis), (axes.y_axis, axes.z_axis), (axes.z_axis, axes.x_axis)]
            .into_iter()
            .all(|(a, b)| direction_or(a.into(), Vec3::ZERO).dot(direction_or(b.into(), Vec3::ZERO)).abs() < 0.02);
        lengths.max_element() > 1.02 * lengths.min_element() || !right_angled
    });
    if let Some(joint) = uneven {
        findings.push(Finding {
            severity: Severity::Warning,
            place: Some(joint),
            fix: Some("apply the scale in the modelling program; lengths may change as the limb turns".into()),
            ..note("uneven-scale", format!("{} is scaled unevenly or sheared", label(skeleton, joint)))
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Transform;
    use crate::skeleton::Joint;

    /// Two legs and two arms whose joints are at `places`: hip, knee, ankle, shoulder, elbow, hand; the left is at +X.
    fn person(places: [Vec3; 6], scale: f32) -> (Skeleton, HumanoidMap) {
        let roles = [
            Role::LeftUpperLeg,
            Role::LeftLowerLeg,
            Role::LeftFoot,
            Role::LeftUpperArm,
            Role::LeftLowerArm,
            Role::LeftHand,
        ];
        let mut joints = vec![Joint { name: "hips".into(), parent: None, rest: Transform::IDENTITY, source: None }];
        let mut pairs = Vec::new();
        for mirror in [1.0, -1.0] {
            for (at, (&place, role)) in places.iter().zip(roles).enumerate() {
                let above = if at % 3 == 0 { Vec3::ZERO } else { places[at - 1] };
                let parent = if at % 3 == 0 { 0 } else { joints.len() as u16 - 1 };
                let offset = (place - above) * Vec3::new(mirror, 1.0, 1.0) * scale;
                let role = if mirror > 0.0 { role } else { role.mirrored() };
                pairs.push((role, joints.len()));
                joints.push(Joint {
                    name: role.name().into(),
                    parent: Some(parent),
                    rest: Transform::from_translation(offset),
                    source: None,
                });
            }
        }
        let skeleton = Skeleton::new(joints).unwrap();
        let map = pairs.into_iter().map(|(role, index)| (role, skeleton.id(index).unwrap())).collect();
        (skeleton, map)
    }

    const USUAL: [Vec3; 6] = [
        Vec3::new(0.1, 0.9, 0.0),
        Vec3::new(0.1, 0.5, 0.02),
        Vec3::new(0.1, 0.1, 0.0),
        Vec3::new(0.2, 1.4, 0.0),
        Vec3::new(0.45, 1.4, -0.02),
        Vec3::new(0.7, 1.4, 0.0),
    ];

    fn codes(places: [Vec3; 6], scale: f32) -> Vec<&'static str> {
        let (skeleton, map) = person(places, scale);
        diagnose(&skeleton, &map).iter().map(|finding| finding.code).filter(|&code| code != "missing-bones").collect()
    }

    #[test]
    fn a_usual_body_has_no_findings_and_a_scaled_one_has_its_scale() {
        assert_eq!(codes(USUAL, 1.0), [""; 0]);
        assert_eq!(codes(USUAL, 100.0), ["unit-scale"]);
        assert_eq!(codes(USUAL, 0.01), ["unit-scale"]);
        let (skeleton, map) = person(USUAL, 1.0);
        assert_eq!(rest_pose(&skeleton, &map), RestPose::T);
        assert_eq!(diagnose(&skeleton, &HumanoidMap::default())[0].code, "no-humanoid");
    }

    #[test]
    fn straight_and_backward_limbs_are_told_apart() {
        let mut straight = USUAL;
        straight[4].z = 0.0;
        assert_eq!(codes(straight, 1.0), ["straight-limb"; 2]);
        let mut backward = USUAL;
        backward[4].z = 0.04;
        assert_eq!(codes(backward, 1.0), ["backward-limb"; 2]);
    }

    #[test]
    fn knees_that_bend_back_mean_that_sides_are_named_from_in_front() {
        let turned = USUAL.map(|place| place * Vec3::new(-1.0, 1.0, 1.0));
        let (skeleton, map) = person(turned, 1.0);
        assert_eq!(codes(turned, 1.0), ["sides-swapped"]);
        assert_eq!(body_frame(&skeleton, &map).forward, Vec3::Z);
    }
}
