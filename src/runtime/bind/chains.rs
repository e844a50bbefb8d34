use glam::Vec3;

use super::{BindCause, Binder};
use crate::humanoid::Role;
use crate::math::{any_orthogonal, direction_or, reject};
use crate::rig::{Chain, FabrikMethod, LimitShape, Solver, TwoBone};
use crate::runtime::bound::{BoundChain, BoundHint, BoundLimit, BoundShoulder, BoundSolver, CarriedTip, ChainKind};
use crate::runtime::joint_range::{JointRange, RangeShape};
use crate::skeleton::JointId;
use crate::solve::fabrik::Method;
use crate::solve::limits::Cone;

/// The joints of a chain and where they rest.
struct Joints {
    path: Vec<JointId>,
    /// Index into the path; for two-bone chains alone.
    mid: Option<usize>,
    tip: JointId,
    carried: Option<CarriedTip>,
    /// Where the path rests and, for a carried tip, where that does; model space.
    points: Vec<Vec3>,
}

impl Binder<'_> {
    pub fn bind_chains(&mut self) -> Vec<BoundChain> {
        let chains = &self.rig.chains;
        let mut bound: Vec<BoundChain> = Vec::new();
        for (index, chain) in chains.iter().enumerate() {
            let at = format!("chains[{index}]");
            if chains[..index].iter().any(|other| other.name == chain.name) {
                self.issue(format!("{at}.name"), BindCause::NameTaken(chain.name.clone()));
            }
            bound.extend(self.bind_chain(index, &at, chain));
        }
        bound
    }

    fn bind_chain(&mut self, index: usize, at: &str, chain: &Chain) -> Option<BoundChain> {
        self.share(format!("{at}.position_weight"), chain.position_weight);
        self.share(format!("{at}.rotation_weight"), chain.rotation_weight);
        self.in_range(format!("{at}.fade_half_life"), chain.fade_half_life, 0.0, 5.0, "0..=5");
        let hint = match &chain.solver {
            Solver::TwoBone(two_bone) => {
                self.in_range(format!("{at}.solver.soften_from"), two_bone.soften_from, 0.5, 1.0, "0.5..=1");
                self.share(format!("{at}.solver.max_stretch"), two_bone.max_stretch);
                &two_bone.hint
            }
            Solver::Fabrik(fabrik) => {
                self.in_range(format!("{at}.solver.tolerance"), fabrik.tolerance, 1e-6, 0.1, "1e-6..=0.1");
                let sweeps = fabrik.max_iterations as f32;
                self.in_range(format!("{at}.solver.max_iterations"), sweeps, 1.0, 100.0, "1..=100");
                for (bone, &stiffness) in fabrik.stiffness.iter().enumerate() {
                    self.share(format!("{at}.solver.stiffness[{bone}]"), stiffness);
                }
                &fabrik.hint
            }
        };
        self.share(format!("{at}.solver.hint.weight"), hint.weight);
        if !Vec3::from(hint.offset).is_finite() {
            self.issue(
                format!("{at}.solver.hint.offset"),
                BindCause::OutOfRange { value: f32::NAN, expected: "finite metres" },
            );
        }

        let joints = self.chain_joints(at, chain)?;
        let kind = self.kind(joints.path[0], joints.tip);
        let [first, .., last] = joints.points[..] else { return None };
        let length: f32 = joints.points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        if !(length > self.leg_length * 1e-6) {
            let (upper, lower) = (self.name(joints.path[0]), self.name(joints.tip));
            self.issue(at, BindCause::NoLength { upper, lower });
            return None;
        }
        let rest_line = direction_or(last - first, direction_or(joints.points[1] - first, Vec3::NEG_Y));
        let (middle, rest_bend) = self.rest_bend(&joints, kind, rest_line, length);
        let offset = Vec3::from(hint.offset);
        let from_root = middle - first
            + if offset == Vec3::ZERO {
                rest_bend * length
            } else {
                self.frame.model_from_body() * offset * self.scale
            };
        let root = joints.path[0];
        let in_above = |vector: Vec3| self.skeleton.parent(root).map_or(vector, |above| self.in_joint(above, vector));
        let hint = BoundHint {
            mode: hint.mode,
            from_root,
            side_in_above: in_above(direction_or(from_root, rest_bend)),
            line_in_above: in_above(rest_line),
            weight: hint.weight,
        };
        let solver = match &chain.solver {
            Solver::TwoBone(two_bone) => BoundSolver::TwoBone {
                mid: joints.mid?,
                soften_from: two_bone.soften_from,
                max_stretch: two_bone.max_stretch,
                bend_range: self.hinge(joints.path[joints.mid?]),
            },
            Solver::Fabrik(fabrik) => BoundSolver::Fabrik {
                tolerance: fabrik.tolerance * length,
                max_iterations: fabrik.max_iterations,
                stiffness: fabrik.stiffness.iter().copied().take(joints.points.len() - 1).collect(),
                method: match fabrik.method {
                    FabrikMethod::Sweeps => Method::Extrapolated,
                    FabrikMethod::Descent => Method::Descent,
                },
            },
        };
        Some(BoundChain {
            index,
            name: chain.name.clone(),
            tip_role: self.role_of(joints.tip),
            kind,
            enabled: chain.enabled,
            shoulder: self.shoulder(at, chain, joints.path[0]),
            lineage: self.above(joints.path[0]).iter().chain(&joints.path).copied().collect(),
            tip: joints.tip,
            carried: joints.carried,
            solver,
            limits: self.cones(&joints.path),
            hint,
            rest_line,
            rest_bend,
            bend_in_root: self.in_joint(root, rest_bend),
            length,
            position_weight: chain.position_weight,
            rotation_weight: chain.rotation_weight,
            fade_half_life: chain.fade_half_life,
            path: joints.path.into(),
        })
    }

    fn shoulder(&mut self, at: &str, chain: &Chain, root: JointId) -> Option<BoundShoulder> {
        let Solver::TwoBone(TwoBone { shoulder: Some(shoulder), .. }) = &chain.solver else { return None };
        let at = format!("{at}.solver.shoulder");
        self.in_range(format!("{at}.weight"), shoulder.weight, 0.0, 4.0, "0..=4");
        self.share(format!("{at}.offset"), shoulder.offset);
        self.in_range(format!("{at}.max_turn_deg"), shoulder.max_turn_deg, 0.0, 90.0, "0..=90");
        let joint = self.joint(format!("{at}.bone"), &shoulder.bone)?;
        let Some(path) = self.path(joint, root).filter(|path| path.len() > 1) else {
            self.not_connected(format!("{at}.bone"), joint, root);
            return None;
        };
        Some(BoundShoulder {
            joint,
            below: path[1..path.len() - 1].into(),
            weight: shoulder.weight,
            offset: shoulder.offset,
            max_turn: shoulder.max_turn_deg.to_radians(),
        })
    }

    fn chain_joints(&mut self, at: &str, chain: &Chain) -> Option<Joints> {
        let root = self.joint(format!("{at}.root"), &chain.root);
        let mid = match &chain.solver {
            Solver::TwoBone(two_bone) => Some(self.joint(format!("{at}.solver.mid"), &two_bone.mid)),
            Solver::Fabrik(_) => None,
        };
        let tip = self.joint(format!("{at}.tip"), &chain.tip);
        let (root, tip) = (root?, tip?);
        let mid = match mid {
            Some(mid) => Some(mid?),
            None => None,
        };
        if root == tip || mid == Some(root) || mid == Some(tip) {
            let twice = if mid == Some(root) { root } else { tip };
            let name = self.name(twice);
            self.issue(at, BindCause::SameJoint(name));
            return None;
        }
        let rest = self.skeleton.rest_globals();
        let Some(mid) = mid else {
            let Some(path) = self.path(root, tip) else {
                self.not_connected(format!("{at}.tip"), root, tip);
                return None;
            };
            let points = path.iter().map(|&joint| rest.position(joint)).collect();
            return Some(Joints { path, mid: None, tip, carried: None, points });
        };
        let Some(upper) = self.path(root, mid) else {
            self.not_connected(format!("{at}.solver.mid"), root, mid);
            return None;
        };
        let mid_at = upper.len() - 1;
        let positions = [root, mid, tip].map(|joint| rest.position(joint));
        if let Some(lower) = self.path(mid, tip) {
            let path = upper.into_iter().chain(lower.into_iter().skip(1)).collect();
            return Some(Joints { path, mid: Some(mid_at), tip, carried: None, points: positions.to_vec() });
        }
        if !self.may_be_carried(root, mid, tip) {
            self.not_connected(format!("{at}.tip"), mid, tip);
            return None;
        }
        let carried = CarriedTip { above: self.above(tip) };
        Some(Joints { path: upper, mid: Some(mid_at), tip, carried: Some(carried), points: positions.to_vec() })
    }

    /// Notes that two bones are no chain: a fault of the rig, or, where a whole body has one below the other by their roles
    /// and this one does not, a character that the chain cannot be fitted to.
    pub(super) fn not_connected(&mut self, path: String, upper: JointId, lower: JointId) {
        let cause = BindCause::NotConnected { upper: self.name(upper), lower: self.name(lower) };
        let roles = self.role_of(upper).zip(self.role_of(lower));
        let as_in_a_body = roles.is_some_and(|(upper, lower)| {
            std::iter::successors(Some(lower), |role| role.parent()).any(|role| role == upper)
        });
        if as_in_a_body {
            self.warn(path, cause);
        } else {
            self.issue(path, cause);
        }
    }

    /// Whether a tip that is not below the limb is still its end: it hangs from something above the limb with nothing but
    /// controls between, as the feet of many animators' rigs do, it is on the limb's side, and about as far off as a limb's
    /// end is.
    fn may_be_carried(&self, root: JointId, mid: JointId, tip: JointId) -> bool {
        let mut between = self.skeleton.ancestors(tip).take_while(|&joint| !self.skeleton.is_within(root, joint));
        let hangs_above = between.all(|joint| self.role_of(joint).is_none() && joint != mid);
        let side = |joint| self.role_of(joint).and_then(Role::side);
        let same_side = match (side(root).or(side(mid)), side(tip)) {
            (Some(limb), Some(tip)) => limb == tip,
            _ => true,
        };
        let rest = self.skeleton.rest_globals();
        let upper = rest.position(root).distance(rest.position(mid));
        let lower = rest.position(mid).distance(rest.position(tip));
        hangs_above && same_side && !self.skeleton.is_within(root, tip) && (upper * 0.2..=upper * 4.0).contains(&lower)
    }

    fn kind(&self, root: JointId, tip: JointId) -> ChainKind {
        match (self.role_of(root), self.role_of(tip)) {
            (_, Some(Role::LeftFoot | Role::RightFoot | Role::LeftToes | Role::RightToes))
            | (Some(Role::LeftUpperLeg | Role::RightUpperLeg), _) => ChainKind::Leg,
            (_, Some(Role::LeftHand | Role::RightHand))
            | (Some(Role::LeftUpperArm | Role::RightUpperArm | Role::LeftShoulder | Role::RightShoulder), _) => {
                ChainKind::Arm
            }
            (_, Some(Role::Hips | Role::Spine | Role::Chest | Role::UpperChest | Role::Neck | Role::Head)) => {
                ChainKind::Spine
            }
            _ => ChainKind::Other,
        }
    }

    /// Where the middle of a chain rests and to which side of the line from root to tip it bends by nature.
    ///
    /// Knees bend forward and elbows backward, whatever the rest pose says; a rest pose that is straight or bent the wrong
    /// way says nothing of the side. Chains that are no limb bend as they rest; straight ones forward, or up when they lie forward.
    fn rest_bend(&self, joints: &Joints, kind: ChainKind, line: Vec3, length: f32) -> (Vec3, Vec3) {
        let root = joints.points[0];
        let off = |point: Vec3| reject(point - root, line);
        let between = &joints.points[1..joints.points.len() - 1];
        let middle = between
            .iter()
            .copied()
            .max_by(|a, b| off(*a).length_squared().total_cmp(&off(*b).length_squared()))
            .unwrap_or(root);
        let anatomical = match kind {
            ChainKind::Leg => [self.frame.forward, self.frame.up],
            ChainKind::Arm => [-self.frame.forward, -self.frame.up],
            ChainKind::Spine | ChainKind::Other => [self.frame.forward, self.frame.up],
        };
        let is_limb = matches!(kind, ChainKind::Leg | ChainKind::Arm);
        let natural = anatomical
            .into_iter()
            .map(|axis| reject(axis, line))
            .find(|side| side.length() > 0.2)
            .and_then(Vec3::try_normalize)
            .unwrap_or_else(|| any_orthogonal(line));
        let actual = off(middle);
        let tells = actual.length() > length * if is_limb { 0.02 } else { 1e-3 };
        let bend = match actual.try_normalize() {
            Some(actual) if tells && (!is_limb || actual.dot(natural) > 0.0) => actual,
            _ => natural,
        };
        (middle, bend)
    }

    fn hinge(&self, mid: JointId) -> Option<[f32; 2]> {
        self.rig.limits.iter().find_map(|limit| match limit.shape {
            LimitShape::Hinge { min_deg, max_deg } if limit.bone.resolve(self.skeleton, self.map) == Ok(mid) => {
                Some([min_deg.to_radians(), max_deg.to_radians()])
            }
            _ => None,
        })
    }

    /// The cones of the joints on `path`, in each joint's own frame: its bone goes to the next joint of the path, and the first
    /// half-angle is about the body's left as far as that is across the bone.
    fn cones(&self, path: &[JointId]) -> Box<[BoundLimit]> {
        let mut cones = Vec::new();
        for limit in &self.rig.limits {
            let LimitShape::Cone { swing_deg, twist_min_deg, twist_max_deg } = limit.shape else { continue };
            let Ok(joint) = limit.bone.resolve(self.skeleton, self.map) else { continue };
            let Some(at) = path.iter().position(|&other| other == joint) else { continue };
            let [from, to] = match path.get(at + 1) {
                Some(&next) => [joint, next],
                None => [path[at.saturating_sub(1)], joint],
            };
            let Some(cone) = self.cone(joint, [from, to], swing_deg, [twist_min_deg, twist_max_deg]) else { continue };
            cones.push(BoundLimit { at, cone });
        }
        cones.sort_by_key(|limit| limit.at);
        cones.into()
    }

    /// A cone of `joint` round the bone between two joints at rest, in the joint's own frame. Where the bone lies along the body's
    /// left, as in a T-pose, the first half-angle is about its up.
    fn cone(&self, joint: JointId, [from, to]: [JointId; 2], swing_deg: [f32; 2], twist_deg: [f32; 2]) -> Option<Cone> {
        let rest = self.skeleton.rest_globals();
        let joint_from_model = rest.model_from_joint(joint).inverse();
        let in_joint = |vector: Vec3| joint_from_model.transform_vector3(vector).try_normalize();
        let bone = in_joint(rest.position(to) - rest.position(from))?;
        let across = |axis: Vec3| in_joint(axis).map_or(Vec3::ZERO, |axis| reject(axis, bone));
        let side = [self.frame.left, self.frame.up].map(across).into_iter().find(|side| side.length() > 0.05);
        let side = side.map_or_else(|| any_orthogonal(bone), |side| direction_or(side, bone));
        Some(Cone { bone, side, swing: swing_deg.map(f32::to_radians), twist: twist_deg.map(f32::to_radians) })
    }

    /// What each limit of the rig holds, for tools; those on no chain are worked out alike.
    pub fn joint_ranges(&self, chains: &[BoundChain]) -> Box<[JointRange]> {
        let ranges = self.rig.limits.iter().enumerate().filter_map(|(limit, of)| {
            let joint = of.bone.resolve(self.skeleton, self.map).ok()?;
            let (chain, shape) = match of.shape {
                LimitShape::Cone { swing_deg, twist_min_deg, twist_max_deg } => {
                    let held = chains.iter().find_map(|chain| {
                        let on_path = chain.limits.iter().find(|bound| chain.path[bound.at] == joint)?;
                        Some((Some(chain.index), on_path.cone))
                    });
                    let (chain, cone) = match held {
                        Some(held) => held,
                        None => {
                            (None, self.cone(joint, self.bone_of(joint)?, swing_deg, [twist_min_deg, twist_max_deg])?)
                        }
                    };
                    (chain, RangeShape::Cone(cone))
                }
                LimitShape::Hinge { min_deg, max_deg } => {
                    let bend = [min_deg, max_deg].map(f32::to_radians);
                    let limb = chains.iter().find_map(|chain| match chain.solver {
                        BoundSolver::TwoBone { mid, .. } if chain.path[mid] == joint => Some((chain, chain.path[0])),
                        _ => None,
                    });
                    match limb {
                        Some((chain, upper)) => {
                            let to_side = chain.rest_bend;
                            (Some(chain.index), RangeShape::Hinge { upper, lower: chain.tip, bend, to_side })
                        }
                        None => {
                            let (upper, [_, lower]) = (self.skeleton.parent(joint)?, self.bone_of(joint)?);
                            (None, RangeShape::Hinge { upper, lower, bend, to_side: self.frame.forward })
                        }
                    }
                }
            };
            Some(JointRange { limit, joint, chain, shape })
        });
        ranges.collect()
    }

    /// From a joint to the child that carries most, or to it from its parent where it ends.
    fn bone_of(&self, joint: JointId) -> Option<[JointId; 2]> {
        let below = |child: JointId| self.skeleton.ids().filter(|&other| self.skeleton.is_within(other, child)).count();
        match self.skeleton.children(joint).max_by_key(|&child| (below(child), std::cmp::Reverse(child))) {
            Some(child) => Some([joint, child]),
            None => Some([self.skeleton.parent(joint)?, joint]),
        }
    }

    pub fn check_limits(&mut self) {
        for (index, limit) in self.rig.limits.iter().enumerate() {
            let at = format!("limits[{index}]");
            self.joint(format!("{at}.bone"), &limit.bone);
            match limit.shape {
                LimitShape::Hinge { min_deg, max_deg } => {
                    self.in_range(format!("{at}.shape.min_deg"), min_deg, -180.0, 180.0, "-180..=180");
                    self.in_range(format!("{at}.shape.max_deg"), max_deg, min_deg, 180.0, "min_deg..=180");
                }
                LimitShape::Cone { swing_deg, twist_min_deg, twist_max_deg } => {
                    for (axis, swing) in swing_deg.into_iter().enumerate() {
                        self.in_range(format!("{at}.shape.swing_deg[{axis}]"), swing, 0.0, 180.0, "0..=180");
                    }
                    self.in_range(format!("{at}.shape.twist_min_deg"), twist_min_deg, -180.0, 180.0, "-180..=180");
                    self.in_range(
                        format!("{at}.shape.twist_max_deg"),
                        twist_max_deg,
                        twist_min_deg,
                        180.0,
                        "twist_min_deg..=180",
                    );
                }
            }
        }
    }
}

impl BoundChain {
    /// Whether a goal for `name` is meant for this chain.
    pub(in crate::runtime) fn answers_to(&self, name: &str) -> bool {
        // Most names tell themselves apart by their last letters.
        let is = |own: &str| own.len() == name.len() && own.as_bytes().last() == name.as_bytes().last() && own == name;
        is(&self.name) || self.tip_role.is_some_and(|role| is(role.name()))
    }
}
