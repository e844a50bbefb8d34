use std::f32::consts::PI;

use glam::{Quat, Vec3};
use surefoot::math::swing_twist;
use surefoot::rig::{Chain, Solver, TwoBone};
use surefoot::runtime::{ChainReport, Decision, LookReport, SolveReport};
use surefoot::skeleton::JointId;

use super::{JointLimitState, RangeState, Stage};

/// What decided where a chain ended this frame, in sentences, most important first.
pub fn explain_chain(report: &SolveReport, chain: usize) -> Vec<String> {
    let Some(chain) = report.chains.iter().find(|other| other.chain == chain) else {
        return vec!["Switched off; the incoming pose passes through.".into()];
    };
    let mut sentences = vec![how_it_ended(chain)];
    sentences.extend(chain.decided_by.iter().map(|decision| why(decision, chain).to_owned()));
    if let Some(foot) = report.feet.iter().find(|foot| foot.chain == chain.chain) {
        let state = if foot.planted { "stands on" } else { "swings over" };
        sentences.push(format!("The foot {state} ground at {:.0}°.", foot.slope.to_degrees()));
        let pelvis = report.pelvis_offset.y;
        if pelvis <= -0.0005 {
            sentences.push(format!("Pelvis lowered by {} so that no leg over-extends.", length(-pelvis)));
        } else if pelvis >= 0.0005 {
            sentences.push(format!("Pelvis raised by {}.", length(pelvis)));
        }
    }
    sentences
}

/// The same for the look.
pub fn explain_look(look: &LookReport) -> Vec<String> {
    let degrees = look.error.to_degrees();
    let mut sentences = vec![if degrees < 0.5 {
        "Looks at the target.".to_owned()
    } else {
        format!("{degrees:.0}° short of the target.")
    }];
    if look.clamped {
        sentences.push("A limit of the look holds it back.".into());
    }
    sentences
}

/// Where a limited joint stands, and whether anything holds it there.
pub fn explain_limit(state: &JointLimitState) -> Vec<String> {
    // Adding 0 makes a negative zero positive.
    let degrees = |radians: f32| format!("{:.0}°", radians.to_degrees().round() + 0.0);
    let mut sentences = match state.range {
        RangeState::Hinge { least, greatest, bend, .. } => {
            vec![format!("Bent {}, between {} and {}.", degrees(bend), degrees(least), degrees(greatest))]
        }
        RangeState::Cone { cone, from_rest, .. } => {
            let parts = swing_twist(from_rest, cone.bone);
            let swing = Quat::IDENTITY.angle_between(parts.swing);
            let roll = parts.twist;
            let roll = 2.0 * (Vec3::new(roll.x, roll.y, roll.z).dot(cone.bone)).atan2(roll.w);
            let roll = (roll + PI).rem_euclid(2.0 * PI) - PI;
            vec![format!("Swung {}, rolled {} from rest.", degrees(swing), degrees(roll))]
        }
    };
    let held = match state.range {
        RangeState::Hinge { held: true, .. } => Some("The limit holds its bend here."),
        RangeState::Cone { swing_held: true, twist_held: true, .. } => {
            Some("The limit holds its swing and its roll here.")
        }
        RangeState::Cone { swing_held: true, .. } => Some("The limit holds its swing here."),
        RangeState::Cone { twist_held: true, .. } => Some("The limit holds its roll here."),
        _ => None,
    };
    sentences.extend(held.map(str::to_owned));
    if state.chain.is_none() {
        let why = match state.range {
            RangeState::Hinge { .. } => {
                "Nothing heeds it: a hinge holds the middle of a two-bone chain. Use a cone here."
            }
            RangeState::Cone { .. } => "Nothing heeds it: no chain turns this joint.",
        };
        sentences.push(why.into());
    }
    sentences
}

/// How far the shoulder of a limb has turned from the incoming pose to help it reach, and how far it may, radians; none where it has
/// none or left it alone.
pub fn shoulder_turn(stage: &Stage, index: usize, chain: &Chain) -> Option<ShoulderTurn> {
    let Solver::TwoBone(TwoBone { shoulder: Some(shoulder), .. }) = &chain.solver else { return None };
    let helped = |report: &ChainReport| report.chain == index && report.decided_by.contains(Decision::Shoulder);
    stage.report().chains.iter().find(|report| helped(report))?;
    let joint = stage.joint(&shoulder.bone)?;
    let [now, incoming] = [stage.solved(), stage.incoming()].map(|pose| pose.get(joint).rotation);
    Some(ShoulderTurn { joint, turn: incoming.angle_between(now), most: shoulder.max_turn_deg.to_radians() })
}

/// What [`shoulder_turn`] found; radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShoulderTurn {
    pub joint: JointId,
    pub turn: f32,
    pub most: f32,
}

impl ShoulderTurn {
    /// Half a degree and more: less is nothing to look at.
    pub fn is_seen(&self) -> bool {
        self.turn.to_degrees() >= 0.5
    }

    pub fn explain(&self) -> String {
        format!("It has turned {:.0}° of at most {:.0}°.", self.turn.to_degrees(), self.most.to_degrees())
    }
}

fn how_it_ended(chain: &ChainReport) -> String {
    match (chain.target, chain.reached) {
        (None, _) => "No goal; the incoming pose passes through.".into(),
        (Some(_), true) => format!("Reached, {} left.", length(chain.error)),
        (Some(_), false) => format!("{} short of the goal.", length(chain.error)),
    }
}

fn why(decision: Decision, chain: &ChainReport) -> &'static str {
    match decision {
        Decision::OutOfReach => "The goal is farther away than the chain is long.",
        Decision::TooNear => "The goal is nearer than the chain can fold.",
        Decision::Limit => "A joint limit holds it back.",
        Decision::Weight => "A weight below 1 keeps part of the incoming pose.",
        Decision::Softened if chain.reached => "The limb is eased near its full length.",
        Decision::Softened => "The limb is eased near its full length, so it stays a little short.",
        Decision::Stretched => "The bones were stretched to reach.",
        Decision::Shoulder => "The shoulder turned to help it reach.",
        Decision::HintOnLine => "The hint lies on the limb's own line and was ignored.",
        Decision::IterationsSpent => "The sweeps ended before the tolerance was met.",
        Decision::GoalNotFinite => "The goal was not a number and was ignored.",
        Decision::NearSingular => {
            "Here a small step of the goal swings the bend far round; another hint or goal keeps it calm."
        }
    }
}

/// Metres as a person reads them: 61 mm, 0.02 mm, 1.30 m.
fn length(metres: f32) -> String {
    let millimetres = metres.abs() * 1000.0;
    if millimetres >= 1000.0 {
        format!("{:.2} m", metres.abs())
    } else if millimetres >= 10.0 {
        format!("{millimetres:.0} mm")
    } else if millimetres >= 1.0 {
        format!("{millimetres:.1} mm")
    } else {
        format!("{millimetres:.2} mm")
    }
}

#[cfg(test)]
mod tests {
    use surefoot::math::Transform;
    use surefoot::runtime::{ContactReport, Decisions, FootReport};
    use surefoot::skeleton::{Joint, Skeleton};
    use surefoot::solve::limits::Cone;
    use surefoot::solve::look_at::Frame;

    use super::*;

    fn report(error: f32, reached: bool, decisions: &[Decision]) -> SolveReport {
        let mut decided_by = Decisions::default();
        decisions.iter().for_each(|&decision| decided_by.insert(decision));
        let chain = ChainReport {
            chain: 3,
            target: Some(Vec3::ZERO),
            position: Vec3::ZERO,
            error,
            reached,
            iterations: 0,
            decided_by,
        };
        SolveReport { chains: vec![chain], ..SolveReport::default() }
    }

    #[test]
    fn a_leg_on_a_slope_says_what_the_pelvis_did() {
        let mut report = report(0.00002, true, &[]);
        let contact = ContactReport { name: "heel", position: Vec3::ZERO, ground: None, normal: Vec3::Y, gap: 0.0 };
        report.feet = vec![FootReport {
            chain: 3,
            planted: true,
            let_go: false,
            slope: 20_f32.to_radians(),
            sole_angle_error: 0.0,
            contacts: [contact; 3],
        }];
        report.pelvis_offset = Vec3::new(0.0, -0.061, 0.0);
        assert_eq!(
            explain_chain(&report, 3),
            [
                "Reached, 0.02 mm left.",
                "The foot stands on ground at 20°.",
                "Pelvis lowered by 61 mm so that no leg over-extends."
            ]
        );
    }

    #[test]
    fn a_miss_says_how_far_and_why() {
        let report = report(0.1234, false, &[Decision::OutOfReach, Decision::Limit]);
        assert_eq!(
            explain_chain(&report, 3),
            [
                "123 mm short of the goal.",
                "The goal is farther away than the chain is long.",
                "A joint limit holds it back."
            ]
        );
    }

    #[test]
    fn every_decision_has_a_sentence_of_its_own() {
        let mut said: Vec<String> = Vec::new();
        for decision in Decision::ALL {
            let sentences = explain_chain(&report(0.01, false, &[decision]), 3);
            let [how, why] = &sentences[..] else { panic!("{decision:?} says {sentences:?}") };
            assert!(how.contains("10 mm") && why.ends_with('.') && !said.contains(why), "{decision:?}: {why}");
            said.push(why.clone());
        }
    }

    fn some_joint() -> JointId {
        let joint = Joint { name: "knee".into(), parent: None, rest: Transform::IDENTITY, source: None };
        Skeleton::new(vec![joint]).unwrap().ids().next().unwrap()
    }

    fn hinge(bend_deg: f32, held: bool, chain: Option<usize>) -> JointLimitState {
        let [least, greatest, bend] = [0.0, 150.0, bend_deg].map(f32::to_radians);
        JointLimitState {
            limit: 0,
            joint: some_joint(),
            chain,
            position: Vec3::ZERO,
            bone_length: 0.4,
            range: RangeState::Hinge { straight: Vec3::NEG_Y, axis: Vec3::X, least, greatest, bend, held },
        }
    }

    #[test]
    fn a_limit_says_where_the_joint_is_and_who_heeds_it() {
        assert_eq!(explain_limit(&hinge(34.0, false, Some(0))), ["Bent 34°, between 0° and 150°."]);
        let held = explain_limit(&hinge(150.0, true, Some(0)));
        assert_eq!(held[1], "The limit holds its bend here.");
        assert!(explain_limit(&hinge(0.0, false, None))[1].starts_with("Nothing heeds it"));
        let cone = Cone { bone: Vec3::Y, side: Vec3::X, swing: [0.5, 0.5], twist: [-0.5, 0.5] };
        let from_rest = Quat::from_rotation_x(20_f32.to_radians()) * Quat::from_rotation_y(-10_f32.to_radians());
        let range =
            RangeState::Cone { cone, world_from_rest: Quat::IDENTITY, from_rest, swing_held: false, twist_held: true };
        let said = explain_limit(&JointLimitState { range, ..hinge(0.0, false, Some(1)) });
        assert_eq!(said, ["Swung 20°, rolled -10° from rest.", "The limit holds its roll here."]);
    }

    #[test]
    fn a_chain_without_a_report_is_off() {
        assert_eq!(explain_chain(&SolveReport::default(), 0).len(), 1);
    }

    #[test]
    fn looks_say_how_far_off_they_are() {
        let frame = Frame { forward: Vec3::Z, up: Vec3::Y };
        let look = LookReport { target: Vec3::ZERO, error: 0.2, clamped: true, frame };
        assert_eq!(explain_look(&look), ["11° short of the target.", "A limit of the look holds it back."]);
    }
}
