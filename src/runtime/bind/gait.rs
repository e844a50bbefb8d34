use glam::Vec3;

use super::{BindCause, Binder};
use crate::math::reject;
use crate::rig::{Foot, Gait};
use crate::runtime::bound::{BoundChain, BoundGait, BoundGaitFoot};
use crate::skeleton::JointId;
use crate::solve::gait;

/// As many feet as a group has turns for.
const MOST_TURNS: usize = 16;
/// Of its length a leg reaches so far: it never locks.
pub(in crate::runtime) const LONGEST: f32 = 0.985;
/// The body goes down by so much of a leg on a stride.
const DIP: f32 = 0.1;
/// Whatever the rest pose, a foot may be so far from home, in leg lengths.
const LEAST_REACH: f32 = 0.25;
/// A stride goes no farther than this share of the reach.
const STRIDE: f32 = 0.85;

impl Binder<'_> {
    pub fn bind_gait(&mut self, chains: &[BoundChain]) -> Option<BoundGait> {
        let gait = self.rig.gait.as_ref()?;
        self.check_gait(gait);
        let mut feet = Vec::new();
        let mut places = Vec::new();
        let mut lengths = 0.0;
        for (group_index, group) in gait.groups.iter().enumerate() {
            if group.len() > MOST_TURNS {
                let value = group.len() as f32;
                self.issue(format!("gait.groups[{group_index}]"), BindCause::OutOfRange { value, expected: "16 feet" });
            }
            for (turn, name) in group.iter().enumerate() {
                let at = format!("gait.groups[{group_index}][{turn}]");
                if gait.groups.iter().flatten().filter(|other| *other == name).count() > 1 {
                    self.issue(at, BindCause::NameTaken(name.clone()));
                    continue;
                }
                if let Some((foot, place)) = self.gait_foot(&at, name, turn as u32, gait.crouch * self.scale, chains) {
                    lengths += chains[foot.chain].length;
                    feet.push(foot);
                    places.push(place);
                }
            }
        }
        if !gait.enabled || feet.is_empty() {
            return None;
        }
        let scale = self.scale;
        let middle = places.iter().map(|place| place.home).sum::<Vec3>() / places.len() as f32;
        let shortest = places.iter().map(|place| place.reach).fold(f32::MAX, f32::min);
        let legs: Vec<&BoundChain> = feet.iter().map(|foot| &chains[foot.chain]).collect();
        let pelvis = self.carrier(&legs);
        if pelvis.is_none() {
            self.warn("gait", BindCause::NoPelvis);
        }
        Some(BoundGait {
            params: gait::Params {
                step_distance: (gait.step_distance * scale).min(shortest * STRIDE),
                stand_distance: gait.stand_distance * scale,
                step_angle: gait.step_angle_deg.to_radians(),
                stand_angle: gait.stand_angle_deg.to_radians(),
                step_duration: gait.step_duration,
                air_share: gait.air_share,
                lift: gait.lift * scale,
                overshoot: gait.overshoot,
                step_up: gait.step_up * scale,
                step_down: gait.step_down * scale,
                layers: gait.layers,
                body_half_life: gait.body_half_life,
                tilt_half_life: gait.tilt_half_life,
                tilt_weight: gait.tilt_weight,
                max_tilt: gait.max_tilt_deg.to_radians(),
            },
            leg_length: lengths / feet.len() as f32,
            feet: feet.into(),
            places: places.into(),
            pelvis: pelvis.map(|pelvis| (pelvis, self.above(pelvis))),
            middle,
            crouch: gait.crouch * scale,
            heel_lift: gait.heel_lift_deg.to_radians(),
        })
    }

    fn check_gait(&mut self, gait: &Gait) {
        let ranges = [
            ("step_distance", gait.step_distance, 0.01, 5.0, "0.01..=5"),
            ("stand_distance", gait.stand_distance, 0.001, 1.0, "0.001..=1"),
            ("step_angle_deg", gait.step_angle_deg, 5.0, 90.0, "5..=90"),
            ("stand_angle_deg", gait.stand_angle_deg, 1.0, 90.0, "1..=90"),
            ("step_duration", gait.step_duration, 0.02, 5.0, "0.02..=5"),
            ("air_share", gait.air_share, 0.05, 0.9, "0.05..=0.9"),
            ("lift", gait.lift, 0.0, 1.0, "0..=1"),
            ("overshoot", gait.overshoot, 0.0, 1.0, "0..=1"),
            ("step_up", gait.step_up, 0.0, 5.0, "0..=5"),
            ("step_down", gait.step_down, 0.0, 5.0, "0..=5"),
            ("crouch", gait.crouch, 0.0, 1.0, "0..=1"),
            ("body_half_life", gait.body_half_life, 0.0, 5.0, "0..=5"),
            ("tilt_weight", gait.tilt_weight, 0.0, 1.0, "0..=1"),
            ("max_tilt_deg", gait.max_tilt_deg, 0.0, 60.0, "0..=60"),
            ("tilt_half_life", gait.tilt_half_life, 0.0, 5.0, "0..=5"),
            ("heel_lift_deg", gait.heel_lift_deg, 0.0, 60.0, "0..=60"),
        ];
        for (field, value, least, most, expected) in ranges {
            self.in_range(format!("gait.{field}"), value, least, most, expected);
        }
    }

    /// A foot with the sole that grounding gives it, or, where grounding does not name it, a point under its joint.
    fn gait_foot(
        &mut self,
        at: &str,
        name: &str,
        turn: u32,
        crouch: f32,
        chains: &[BoundChain],
    ) -> Option<(BoundGaitFoot, gait::Foot)> {
        let Some(rig_chain) = self.rig.chains.iter().position(|chain| chain.name == *name) else {
            let names = self.rig.chains.iter().map(|chain| chain.name.as_str());
            let nearest = crate::rig::nearest_spelling(name, names).map(str::to_owned);
            self.issue(at, BindCause::NoSuchChain { name: name.to_owned(), nearest });
            return None;
        };
        let index = chains.iter().position(|chain| chain.index == rig_chain)?;
        let chain = &chains[index];
        let grounding = self.rig.grounding.as_ref();
        let sole = grounding.and_then(|grounding| grounding.feet.iter().find(|foot| foot.chain == *name)).cloned();
        let sole = sole.and_then(|foot| self.quiet_sole(at, &foot, chains));
        let (up, rest) = (self.frame.up, self.skeleton.rest_globals());
        let level = |point: Vec3| point - up * (point.dot(up) - self.ground_in_model);
        let ankle = rest.position(chain.tip);
        let [stand, heel, toe] = sole.as_ref().map_or([ankle; 3], |sole| sole.points).map(level);
        let body_from_model = self.frame.model_from_body().conjugate();
        let in_body = |point: Vec3| (body_from_model * point).with_y(0.0);

        // With the body a little lower than it stands, as a stride takes it.
        let hip = rest.position(chain.path[0]);
        let height = ((hip - ankle).dot(up) - crouch - DIP * chain.length).max(0.0);
        let longest = chain.length * LONGEST;
        let aside = reject(hip - ankle, up).length();
        let reach = (longest * longest - height * height).max(0.0).sqrt() - aside;
        let (pivot, toes) = sole.map_or((None, None), |sole| (Some(sole.pivot - stand), sole.toes));
        Some((
            BoundGaitFoot { chain: index, toes, ankle: ankle - stand, pivot },
            gait::Foot {
                turn,
                home: in_body(stand),
                heel: in_body(heel - stand),
                toe: in_body(toe - stand),
                reach: reach.max(chain.length * LEAST_REACH),
            },
        ))
    }

    /// The sole as grounding has it; what is wrong with that foot is told where grounding is bound.
    fn quiet_sole(&mut self, at: &str, foot: &Foot, chains: &[BoundChain]) -> Option<GaitSole> {
        let told = (self.issues.len(), self.warnings.len());
        let bound = self.bind_foot(at, foot, chains);
        self.issues.truncate(told.0);
        self.warnings.truncate(told.1);
        let bound = bound?;
        let rest = self.skeleton.rest_globals();
        let ankle = rest.position(bound.foot);
        let bends = bound.toes.as_ref().map_or(ankle, |&(toes, _)| rest.position(toes));
        let (ball, toe) = (bends + bound.ball, bends + bound.toe);
        let pivot = if bound.toes.is_some() { bends } else { toe };
        Some(GaitSole { points: [ball, ankle + bound.heel, toe], pivot, toes: bound.toes })
    }
}

/// A foot's sole at rest, model space.
struct GaitSole {
    /// Ball, heel and toe tip.
    points: [Vec3; 3],
    /// About which the heel is raised.
    pivot: Vec3,
    toes: Option<(JointId, Box<[JointId]>)>,
}
