use std::collections::BTreeSet;

use glam::{Vec2, Vec3};

use super::{BindCause, Binder};
use crate::humanoid::Role;
use crate::math::{direction_or, reject};
use crate::rig::Foot;
use crate::runtime::bound::{BoundChain, BoundFoot, BoundGrounding, BoundLock, BoundTrunk};
use crate::runtime::{JointRange, RangeShape};
use crate::skeleton::JointId;

/// Proportions of a foot where the skeleton does not say, in leg lengths: ankle to ball, of an adult.
const ANKLE_TO_BALL: f32 = 0.14;
/// Heel behind the ankle, and tip of the toes before the ball, as shares of ankle to ball.
const HEEL_SHARE: f32 = 0.5;
const TOE_SHARE: f32 = 0.55;
/// From the middle of the ball to either edge of the sole, as a share of the foot's length: people's feet are two fifths as broad as long.
const HALF_BREADTH: f32 = 0.19;

/// The sole of a foot at rest, from the foot joint, model space.
struct Sole {
    heel: Vec3,
    ball: Vec3,
    toe: Vec3,
}

impl Binder<'_> {
    pub fn bind_grounding(&mut self, chains: &[BoundChain], ranges: &[JointRange]) -> Option<BoundGrounding> {
        let grounding = self.rig.grounding.as_ref()?;
        let lengths = [
            ("ray_up", grounding.ray_up),
            ("ray_down", grounding.ray_down),
            ("step_up", grounding.step_up),
            ("step_down", grounding.step_down),
            ("max_pelvis_drop", grounding.max_pelvis_drop),
            ("pelvis_half_life", grounding.pelvis_half_life),
            ("pelvis_rise_half_life", grounding.pelvis_rise_half_life),
            ("foot_half_life", grounding.foot_half_life),
        ];
        for (field, value) in lengths {
            self.in_range(format!("grounding.{field}"), value, 0.0, 5.0, "0..=5");
        }
        let shares = [
            ("weight", grounding.weight),
            ("pelvis_weight", grounding.pelvis_weight),
            ("flat_threshold", grounding.flat_threshold),
            ("set_back", grounding.set_back),
            ("lean", grounding.lean),
            ("swing_clearance", grounding.swing_clearance),
        ];
        for (field, value) in shares {
            self.share(format!("grounding.{field}"), value);
        }
        self.in_range("grounding.sole_offset", grounding.sole_offset, -0.5, 0.5, "-0.5..=0.5");
        self.in_range("grounding.max_tilt_deg", grounding.max_tilt_deg, 0.0, 90.0, "0..=90");
        self.in_range("grounding.heel_lift_deg", grounding.heel_lift_deg, 0.0, 60.0, "0..=60");
        if let Some(speed) = grounding.fades_above {
            self.in_range("grounding.fades_above", speed, 0.0, 100.0, "0..=100");
        }
        let lock = &grounding.lock;
        self.in_range("grounding.lock.lock_below", lock.lock_below, 0.0, 5.0, "0..=5");
        self.in_range("grounding.lock.release_above", lock.release_above, 0.0, 10.0, "0..=10");
        self.share("grounding.lock.release_distance".to_owned(), lock.release_distance);
        self.in_range("grounding.lock.release_angle_deg", lock.release_angle_deg, 0.0, 180.0, "0..=180");
        self.in_range("grounding.lock.release_half_life", lock.release_half_life, 0.0, 5.0, "0..=5");

        let mut feet = Vec::new();
        for (index, foot) in grounding.feet.iter().enumerate() {
            feet.extend(self.bind_foot(&format!("grounding.feet[{index}]"), foot, chains));
        }
        let contacts = self.bind_contacts(&feet, chains);
        if !grounding.enabled || feet.is_empty() {
            return None;
        }
        let legs: Vec<&BoundChain> = feet.iter().map(|foot| &chains[foot.chain]).collect();
        let pelvis = self.carrier(&legs);
        if pelvis.is_none() && grounding.pelvis_weight > 0.0 {
            self.warn("grounding.pelvis_weight", BindCause::NoPelvis);
        }
        let moved_with_pelvis = pelvis.map_or(Box::default(), |pelvis| self.joints_of_legs(&feet, chains, pelvis));
        let scale = self.scale;
        Some(BoundGrounding {
            method: grounding.method,
            leg_length: self.leg_length,
            weight: grounding.weight,
            feet,
            contacts,
            trunk: pelvis.and_then(|pelvis| self.trunk(pelvis, &legs, ranges)),
            pelvis: pelvis.map(|pelvis| (pelvis, self.above(pelvis))),
            moved_with_pelvis,
            ray_up: grounding.ray_up * scale,
            ray_down: grounding.ray_down * scale,
            sole_offset: grounding.sole_offset * scale,
            max_tilt: grounding.max_tilt_deg.to_radians(),
            step_up: grounding.step_up * scale,
            step_down: grounding.step_down * scale,
            flat_threshold: grounding.flat_threshold * scale,
            layers: grounding.layers,
            pelvis_weight: grounding.pelvis_weight,
            max_pelvis_drop: grounding.max_pelvis_drop * scale,
            pelvis_half_life: grounding.pelvis_half_life,
            pelvis_rise_half_life: grounding.pelvis_rise_half_life,
            set_back: grounding.set_back,
            lean: grounding.lean,
            foot_half_life: grounding.foot_half_life,
            fades_above: grounding.fades_above.map(|speed| speed * scale),
            swing_clearance: grounding.swing_clearance * scale,
            heel_lift: grounding.heel_lift_deg.to_radians(),
            lock: lock.enabled.then(|| BoundLock {
                lock_below: lock.lock_below * scale,
                release_above: lock.release_above * scale,
                release_distance: lock.release_distance * scale,
                release_angle: lock.release_angle_deg.to_radians(),
                release_half_life: lock.release_half_life,
            }),
        })
    }

    /// The joint that leans the trunk and none of the `legs`, and the path to it from below the pelvis.
    fn trunk(&self, pelvis: JointId, legs: &[&BoundChain], ranges: &[JointRange]) -> Option<BoundTrunk> {
        let joint = self.map.get(Role::Spine)?;
        let carries_a_leg = legs.iter().any(|leg| self.skeleton.is_within(leg.path[0], joint));
        let path = self.path(pelvis, joint)?;
        let limit = ranges.iter().filter(|range| range.joint == joint).find_map(|range| match range.shape {
            RangeShape::Cone(cone) => Some(cone),
            RangeShape::Hinge { .. } => None,
        });
        (joint != pelvis && !carries_a_leg).then(|| BoundTrunk { joint, path: path[1..].into(), limit })
    }

    pub(super) fn bind_foot(&mut self, at: &str, foot: &Foot, chains: &[BoundChain]) -> Option<BoundFoot> {
        let Some(rig_chain) = self.rig.chains.iter().position(|chain| chain.name == foot.chain) else {
            let names = self.rig.chains.iter().map(|chain| chain.name.as_str());
            let nearest = crate::rig::nearest_spelling(&foot.chain, names).map(str::to_owned);
            self.issue(format!("{at}.chain"), BindCause::NoSuchChain { name: foot.chain.clone(), nearest });
            return None;
        };
        let toes = foot.toes.as_ref().and_then(|toes| self.joint(format!("{at}.toes"), toes));
        // The chain itself was left out, and that has been told.
        let chain = chains.iter().position(|chain| chain.index == rig_chain)?;
        let joint = chains[chain].tip;
        let toes = toes.and_then(|toes| Some((toes, self.path(joint, toes)?[1..].into())));
        let toes = toes.filter(|(toes, _): &(JointId, Box<[JointId]>)| *toes != joint);
        let rest = self.skeleton.rest_globals();
        let sole = self.sole(joint, toes.as_ref().map(|&(toes, _)| toes));
        let given = |point: Option<[f32; 3]>, worked_out: Vec3| {
            point
                .map(Vec3::from)
                .filter(|point| point.is_finite())
                .map_or(worked_out, |point| self.frame.model_from_body() * point * self.scale)
        };
        let (heel, ball, toe) = (given(foot.heel, sole.heel), given(foot.ball, sole.ball), given(foot.toe, sole.toe));
        let up = self.frame.up;
        let ahead = direction_or(reject(toe - heel, up), self.frame.forward);
        let left = up.cross(ahead);
        let mut length = |field: &str, given: Option<f32>, left_out: f32| match given {
            Some(given) if self.in_range(format!("{at}.{field}"), given, 0.0, 1.0, "0..=1") => given * self.scale,
            _ => left_out,
        };
        let half_breadth = length("half_breadth", foot.half_breadth, (toe - heel).dot(ahead) * HALF_BREADTH);
        let heel_radius = length("heel_radius", foot.heel_radius, 0.0);
        let print = [heel, toe].map(|point| Vec2::new((point - ball).dot(ahead), (point - ball).dot(left)));
        let to_toes = toes.as_ref().map_or(Vec3::ZERO, |&(toes, _)| rest.position(toes) - rest.position(joint));
        let (ball, toe) = (ball - to_toes, toe - to_toes);
        let front = toes.as_ref().map_or(joint, |&(toes, _)| toes);
        let in_joints = [self.in_joint(joint, heel), self.in_joint(front, ball), self.in_joint(front, toe)];
        Some(BoundFoot {
            chain,
            foot: joint,
            toes,
            heel,
            ball,
            toe,
            in_joints,
            print,
            half_breadth,
            heel_radius,
            ahead_in_foot: self.in_joint(joint, ahead),
            left_in_foot: self.in_joint(joint, left),
            up_in_foot: self.in_joint(joint, self.frame.up),
        })
    }

    /// Works the sole out from the joints: it lies level, as far below the ankle as the lower of both ankles is above the ground.
    fn sole(&self, foot: JointId, toes: Option<JointId>) -> Sole {
        let rest = self.skeleton.rest_globals();
        let ankle = rest.position(foot);
        let up = self.frame.up;
        let other = self.role_of(foot).map(Role::mirrored).and_then(|role| self.map.get(role)).unwrap_or(foot);
        let (own, other) = (ankle.dot(up), rest.position(other).dot(up));
        // A foot that rests clearly higher than the other one does not stand.
        let standing = if own - other > self.leg_length * 0.03 { other } else { own };
        // Below 0 where the ankle's joint lies under the sole, as in some files it does.
        let height = standing - self.ground_in_model;
        let down = -up * height;

        let level = |joint| reject(rest.position(joint) - ankle, up);
        let most = self.leg_length * 0.6;
        let below: Vec<JointId> =
            self.skeleton.ids().filter(|&joint| joint != foot && self.skeleton.is_within(joint, foot)).collect();
        let usual = self.leg_length * ANKLE_TO_BALL;
        let toes_off = toes.map(level).filter(|off| (usual * 0.3..=most).contains(&off.length()));
        // Some joint below the foot that lies ahead of it shows where the foot points.
        let ahead = || {
            let far = below.iter().map(|&joint| level(joint)).filter(|off| off.dot(self.frame.forward) > usual * 0.3);
            far.filter(|off| off.length() <= most).max_by(|a, b| a.length_squared().total_cmp(&b.length_squared()))
        };
        let direction = direction_or(toes_off.or_else(ahead).unwrap_or(Vec3::ZERO), self.frame.forward);
        let ball_reach = toes_off.map_or(usual, Vec3::length);
        let end_reach = toes
            .into_iter()
            .flat_map(|toes| below.iter().copied().filter(move |&joint| self.skeleton.is_within(joint, toes)))
            .map(|joint| level(joint).dot(direction))
            .fold(0.0, f32::max);
        let toe_reach = (ball_reach * (1.0 + TOE_SHARE)).max(end_reach.min(ball_reach * 2.5));
        Sole {
            heel: down - direction * (ball_reach * HEEL_SHARE),
            ball: down + direction * ball_reach,
            toe: down + direction * toe_reach,
        }
    }

    /// Those joints of the legs of `feet` that hang below `pelvis`, down to the toes; parents first.
    fn joints_of_legs(&self, feet: &[BoundFoot], chains: &[BoundChain], pelvis: JointId) -> Box<[JointId]> {
        let of_foot = |foot: &BoundFoot| {
            let chain = &chains[foot.chain];
            let toes = foot.toes.iter().flat_map(|(_, path)| path.iter());
            chain.lineage.iter().chain(toes).copied().collect::<Vec<_>>()
        };
        let joints: BTreeSet<JointId> = feet.iter().flat_map(of_foot).collect();
        joints.into_iter().filter(|&joint| joint != pelvis && self.skeleton.is_within(joint, pelvis)).collect()
    }

    /// The joint that carries the limbs of all these chains: the hips where they do, else the lowest joint that does.
    pub(super) fn carrier(&self, limbs: &[&BoundChain]) -> Option<JointId> {
        let carries = |joint: JointId| {
            limbs.iter().all(|limb| {
                let root = limb.path[0];
                root != joint && self.skeleton.is_within(root, joint)
            })
        };
        let hips = self.map.get(Role::Hips).filter(|&hips| carries(hips));
        hips.or_else(|| self.skeleton.ids().rev().find(|&joint| carries(joint)))
    }
}
