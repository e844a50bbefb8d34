//! Chooses hips, spine, neck and head, once the limbs are known.

use glam::Vec3;

use super::body::Body;
use super::chain;
use super::limbs::{Choice, own_score};
use super::part::Part;
use super::reading::Nature;
use super::sides::Sides;
use crate::humanoid::{HumanoidMap, Role};
use crate::skeleton::JointId;

/// What the limbs say of the torso.
pub(super) struct Torso<'a> {
    body: &'a Body<'a>,
    sides: &'a Sides,
    /// What the shape of the tree says.
    shape: &'a HumanoidMap,
    /// First joints of the legs, as many as there are.
    legs: Vec<JointId>,
    /// First joints of the arms, clavicles where there are any.
    arms: Vec<JointId>,
    leg_length: f32,
}

impl<'a> Torso<'a> {
    pub(super) fn new(body: &'a Body<'a>, sides: &'a Sides, shape: &'a HumanoidMap, limbs: &HumanoidMap) -> Self {
        let both = |role: Role| [role, role.mirrored()];
        let first = |roles: &[Role]| roles.iter().find_map(|&role| limbs.get(role));
        let legs = both(Role::LeftUpperLeg).into_iter().filter_map(|role| limbs.get(role)).collect();
        let arms = [false, true]
            .into_iter()
            .filter_map(|mirror| {
                first(
                    &[Role::LeftShoulder, Role::LeftUpperArm, Role::LeftLowerArm, Role::LeftHand]
                        .map(|role| if mirror { role.mirrored() } else { role }),
                )
            })
            .collect();
        let leg_length = both(Role::LeftUpperLeg)
            .into_iter()
            .zip(both(Role::LeftLowerLeg))
            .zip(both(Role::LeftFoot))
            .filter_map(|((upper, lower), foot)| {
                let [upper, lower, foot] = [limbs.get(upper)?, limbs.get(lower)?, limbs.get(foot)?];
                Some(body.distance(upper, lower) + body.distance(lower, foot))
            })
            .fold(0.0, f32::max);
        let leg_length = if leg_length > 0.0 { leg_length } else { 0.4 * body.size };
        Self { body, sides, shape, legs, arms, leg_length }
    }

    pub(super) fn choose(&self) -> Vec<Choice> {
        let mut chosen = Vec::new();
        let head = self.head();
        let hips = self.hips(head.map(|head| head.joint));
        let taken = |joint: JointId| [hips, head].into_iter().flatten().any(|choice| choice.joint == joint);
        let (spine, neck) = self.spine(hips.map(|hips| hips.joint), head.map(|head| head.joint));
        let mut map = HumanoidMap::default();
        let spine: Vec<JointId> = spine.into_iter().filter(|&joint| !taken(joint)).collect();
        self.label_spine(&spine, &mut map);
        map.set(Role::Neck, neck.into_iter().find(|&joint| !taken(joint)));
        let parts = [
            (Role::Spine, Part::Spine),
            (Role::Chest, Part::Chest),
            (Role::UpperChest, Part::UpperChest),
            (Role::Neck, Part::Neck),
        ];
        chosen.extend(hips);
        for (role, part) in parts {
            if let Some(joint) = map.get(role) {
                // Where it stands between hips and head speaks for it as much as a name would.
                let score = 0.55 + 0.45 * self.body.reading(joint).score(part);
                chosen.push(Choice { role, joint, score });
            }
        }
        chosen.extend(head);
        chosen
    }

    fn hips(&self, head: Option<JointId>) -> Option<Choice> {
        let body = self.body;
        let middle = self.middle_of(&self.legs);
        let named = body.visible().any(|joint| body.reading(joint).score(Part::Hips) > 0.6);
        let divides = (self.legs.len() == 2).then(|| body.common_ancestor(&self.legs)).flatten();
        let below = divides.and_then(|divides| self.hips_below(divides, head?));
        let divides = below.or(divides);
        let limbs: Vec<JointId> = self.legs.iter().copied().chain(head).collect();
        let holds_all = (limbs.len() == 3).then(|| body.common_ancestor(&limbs)).flatten();
        let lowest_spine = self.lowest_spine();
        self.best(Role::Hips, 0.2, |joint| {
            let distance = middle.map_or(0.0, |middle| body.position(joint).distance(middle) / self.leg_length);
            let mut score = body.reading(joint).score(Part::Hips) + self.weight(joint);
            // What the shape says, and where the legs part, are guesses that a plain name overrules.
            let is_called = body.reading(joint).score(Part::Hips) > 0.6;
            if below.is_none() && (!named || is_called) && self.shape.get(Role::Hips) == Some(joint) {
                score += 0.3;
            }
            if divides == Some(joint) && distance < 0.7 {
                score += if named { 0.15 } else { 0.45 };
            }
            if !named && lowest_spine == Some(joint) && distance < 0.7 {
                score += 0.4;
            }
            if !self.legs.is_empty() && self.legs.iter().all(|&leg| leg != joint && body.is_within(leg, joint)) {
                score += 0.15;
            }
            if head.is_some_and(|head| head != joint && body.is_within(head, joint)) {
                score += 0.25;
            }
            // Of `hip` and `pelvis` the one that carries both the legs and the spine.
            if holds_all == Some(joint) && body.reading(joint).score(Part::Hips) > 0.3 {
                score += 0.3;
            }
            score - 0.5 * distance.min(2.0)
        })
    }

    /// What carries the whole body may stand above its hips: the first joint towards the head that hangs down from it, or beside
    /// it, is no spine. Names settle it where there are any.
    fn hips_below(&self, divides: JointId, head: JointId) -> Option<JointId> {
        let body = self.body;
        let first = body.path(divides, head).filter(|path| path.len() > 3)?[1];
        if [divides, first].into_iter().any(|joint| body.reading(joint).score(Part::Hips) > 0.0) {
            return None;
        }
        let apart = body.distance(first, divides);
        let rise = body.position(first).y - body.position(divides).y;
        let hangs = apart > 0.02 * body.size && rise < 0.5 * apart;
        (hangs && !body[first].hidden && self.is_usable(first)).then_some(first)
    }

    /// The lowest joint that is called spine; Rigify's hips.
    fn lowest_spine(&self) -> Option<JointId> {
        let body = self.body;
        body.visible()
            .filter(|&joint| {
                self.is_usable(joint)
                    && body.reading(joint).side.is_none()
                    && body.reading(joint).certain() == Some(Part::Spine)
            })
            .min_by(|&a, &b| {
                // Above one another in the tree settles it; height alone would take a child that hangs down.
                let [depth_a, depth_b] = [a, b].map(|joint| body[joint].depth);
                if body.is_within(a, b) || body.is_within(b, a) {
                    depth_a.cmp(&depth_b)
                } else {
                    body.position(a).y.total_cmp(&body.position(b).y)
                }
            })
    }

    fn head(&self) -> Option<Choice> {
        let body = self.body;
        let shoulders = self.middle_of(&self.arms);
        let chest = body.common_ancestor(&self.arms);
        let named = self.best(Role::Head, 0.3, |joint| {
            let mut score = own_score(body, joint, Part::Head, self.shape.get(Role::Head) == Some(joint));
            if score > 0.0 {
                if chest.is_some_and(|chest| body.is_within(joint, chest)) {
                    score += 0.15;
                }
                let below = |shoulders: Vec3| body.position(joint).y < shoulders.y - 0.05 * body.size;
                if body.reading(joint).certain() != Some(Part::Head) && shoulders.is_some_and(below) {
                    score -= 1.0;
                }
            }
            score
        });
        let called = |head: Choice| body.reading(head.joint).score(Part::Head) > 0.3;
        if named.is_some_and(called) {
            return named.filter(|head| head.score > 0.6).or_else(|| self.numbered_head()).or(named);
        }
        self.numbered_head().or(named)
    }

    /// A spine or neck that is numbered through ends in the head.
    fn numbered_head(&self) -> Option<Choice> {
        let body = self.body;
        let shoulders = self.middle_of(&self.arms);
        let chest = body.common_ancestor(&self.arms);
        let top = body
            .visible()
            .filter(|&joint| {
                self.is_usable(joint)
                    && matches!(body.reading(joint).certain(), Some(Part::Spine | Part::Neck))
                    && (shoulders.is_none_or(|shoulders| body.position(joint).y > shoulders.y)
                        || chest.is_some_and(|chest| body.is_within(joint, chest)))
                    && chest != Some(joint)
                    && !self.goes_on(joint)
            })
            .max_by_key(|&joint| (body[joint].depth, std::cmp::Reverse(joint)));
        let parent_alike = |joint: JointId| {
            body[joint].parent.is_some_and(|up| {
                body.reading(up).certain().is_some() && body.reading(up).certain() == body.reading(joint).certain()
            })
        };
        top.filter(|&joint| parent_alike(joint)).map(|joint| Choice { role: Role::Head, joint, score: 0.7 })
    }

    /// Whether a bone of the middle that may be the head follows.
    fn goes_on(&self, joint: JointId) -> bool {
        let body = self.body;
        body[joint].children.iter().any(|&child| {
            !body[child].hidden
                && !body[child].extra
                && self.is_usable(child)
                && !body[child].children.is_empty()
                && body.reading(child).side.is_none()
                && body.position(child).y > body.position(joint).y
        })
    }

    /// Joints between hips and head: those of the spine from below, and those of the neck.
    fn spine(&self, hips: Option<JointId>, head: Option<JointId>) -> (Vec<JointId>, Vec<JointId>) {
        let body = self.body;
        let chest = body.common_ancestor(&self.arms);
        let shoulders = self.middle_of(&self.arms);
        let Some(hips) = hips else { return (Vec::new(), self.named_neck(head)) };
        let ends = [head, chest];
        let path = ends
            .into_iter()
            .flatten()
            .find_map(|end| body.path(hips, end))
            .filter(|path| path.len() > 1)
            .unwrap_or_else(|| self.side_branch(hips));
        let divides = chest.and_then(|chest| path.iter().position(|&joint| joint == chest));
        let mut spine = Vec::new();
        let mut neck = Vec::new();
        for (at, &joint) in path.iter().enumerate().skip(1) {
            let reading = body.reading(joint);
            let other = matches!(reading.certain(), Some(Part::Hips | Part::Head));
            if Some(joint) == head || other || !self.is_usable(joint) || reading.side.is_some() {
                continue;
            }
            let is_neck = match (reading.certain(), divides) {
                (Some(Part::Neck), _) => true,

                _ if head.is_none() => false,
                (_, Some(divides)) => at > divides,
                (_, None) => shoulders.is_some_and(|shoulders| body.position(joint).y > shoulders.y),
            };
            if is_neck { neck.push(joint) } else { spine.push(joint) }
        }
        if neck.is_empty() {
            neck = self.named_neck(head);
        }
        (spine, neck)
    }

    /// The spine where the head does not hang on the hips: named joints below the hips, from the top of the tree down.
    fn side_branch(&self, hips: JointId) -> Vec<JointId> {
        let body = self.body;
        let tip = body
            .subtree(hips)
            .into_iter()
            .filter(|&joint| {
                self.is_usable(joint)
                    && body.reading(joint).side.is_none()
                    && matches!(body.reading(joint).certain(), Some(Part::Spine | Part::Chest | Part::UpperChest))
            })
            .max_by_key(|&joint| (body[joint].depth, std::cmp::Reverse(joint)));
        tip.and_then(|tip| body.path(hips, tip)).or_else(|| self.upward(hips)).unwrap_or_default()
    }

    /// The child of the hips that stands up from them in the middle; for bodies whose limbs hang on the hips alone.
    fn upward(&self, hips: JointId) -> Option<Vec<JointId>> {
        let body = self.body;
        let rise = |joint: JointId| body.position(joint).y - body.position(hips).y;
        let up = body[hips]
            .children
            .iter()
            .copied()
            .filter(|&joint| !body[joint].hidden && body[joint].moves && self.is_usable(joint))
            .filter(|&joint| body.reading(joint).side.is_none() && self.sides.offset(joint).abs() < 0.05 * body.size)
            .filter(|&joint| rise(joint) > 0.05 * body.size)
            .max_by(|&a, &b| rise(a).total_cmp(&rise(b)).then(b.cmp(&a)))?;
        Some(vec![hips, up])
    }

    fn named_neck(&self, head: Option<JointId>) -> Vec<JointId> {
        let body = self.body;
        let above_head: Vec<JointId> = head.map(|head| body.ancestors(head).collect()).unwrap_or_default();
        let is_neck = |joint: &JointId| self.is_usable(*joint) && body.reading(*joint).certain() == Some(Part::Neck);
        above_head.into_iter().rfind(is_neck).into_iter().collect()
    }

    fn label_spine(&self, spine: &[JointId], map: &mut HumanoidMap) {
        let part = |joint: JointId| self.body.reading(joint).certain();
        // What has no name for a part does not go before what is called the spine.
        let called = spine.iter().position(|&joint| part(joint) == Some(Part::Spine)).unwrap_or(0);
        let unnamed = |&joint: &JointId| self.body.reading(joint).parts.is_empty();
        let skip = if spine[..called].iter().all(unnamed) { called } else { 0 };
        let spine = &spine[skip..];
        chain::label_spine(spine, map);
        let above = spine.get(1..).unwrap_or(&[]);
        let Some(chest) = above.iter().position(|&joint| part(joint) == Some(Part::Chest)) else { return };
        map.set(Role::Chest, Some(above[chest]));
        let upper = above[chest + 1..]
            .iter()
            .copied()
            .find(|&joint| part(joint) == Some(Part::UpperChest))
            .or_else(|| above[chest + 1..].last().copied());
        map.set(Role::UpperChest, upper);
    }

    /// The joint of the middle that `rate` likes best, if it rates at least `least`.
    fn best(&self, role: Role, least: f32, rate: impl Fn(JointId) -> f32) -> Option<Choice> {
        self.body
            .visible()
            .filter(|&joint| {
                self.body.reading(joint).side.is_none() && self.body.reading(joint).nature != Nature::Helper
            })
            .filter(|&joint| {
                // In an odd pose the middle is anywhere; the name then says enough.
                let called = self.body.reading(joint).certain().and_then(|part| part.role(None)) == Some(role);
                called || self.sides.offset(joint).abs() < 0.12 * self.body.size
            })
            .map(|joint| Choice { role, joint, score: rate(joint) })
            .filter(|choice| choice.score >= least)
            .max_by(|a, b| a.score.total_cmp(&b.score).then(b.joint.cmp(&a.joint)))
    }

    fn weight(&self, joint: JointId) -> f32 {
        let bone = &self.body[joint];
        let control = if bone.reading.nature == Nature::Control { -0.3 } else { 0.0 };
        control + 0.06 * f32::from(u8::from(bone.alive)) + 0.12 * f32::from(u8::from(bone.moves))
    }

    fn is_usable(&self, joint: JointId) -> bool {
        matches!(self.body.reading(joint).nature, Nature::Plain | Nature::Deform)
    }

    fn middle_of(&self, joints: &[JointId]) -> Option<Vec3> {
        (!joints.is_empty())
            .then(|| joints.iter().map(|&joint| self.body.position(joint)).sum::<Vec3>() / joints.len() as f32)
    }
}
