//! Lays the clips of one character over another that has the same roles.
//!
//! Files often hold nothing but motion, made for a skeleton that is nobody's in particular. What carries over is what a body
//! does: how each bone turns from its rest pose in the body's own axes, where limbs point, and how the hips travel in leg
//! lengths. Working in model space from rest makes joint axes, scales and joints in between fall out of the result; the same
//! idea stands behind the humanoid retargeting of most engines.
//!
//! - Rest poses may differ, a T-pose here and an A-pose there: the other's limbs and fingers are first laid along the source's.
//! - Arms and legs point where the source's point, also where the source moves joints without turning them.
//! - The torso, the head and flat feet keep to their own rest pose, so that no body takes on another's posture.
//! - Hips move as the source's hips do in model space, by the ratio of leg lengths. A joint above the hips that both call by
//!   the same name, a `root`, moves likewise; travel that only the source keeps in such a joint arrives at the target's hips.
//! - Joints without a role in common (twist bones, hair, controls) stay at rest, relative to their parents.

mod align;
mod keys;
mod perform;

use glam::{Quat, Vec3};

use crate::clip::Clip;
use crate::humanoid::{HumanoidMap, Role, ground_in_model, leg_length};
use crate::pose::Pose;
use crate::skeleton::{JointId, Skeleton};

/// A character as retargeting sees it.
#[derive(Clone, Copy, Debug)]
pub struct Performer<'a> {
    pub skeleton: &'a Skeleton,
    pub map: &'a HumanoidMap,
    /// What its clips are sampled into: `Character::pose_under_clips`. The rest pose is taken for one of another size.
    pub under_clips: &'a Pose,
}

/// Why no clip can be carried over.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RetargetError {
    #[error(
        "the two have no role in common: the character of the clip has {}, the other {}",
        listed(.clip_has),
        listed(.target_has)
    )]
    NoCommonRoles { clip_has: Vec<Role>, target_has: Vec<Role> },
}

fn listed(roles: &[Role]) -> String {
    if roles.is_empty() {
        return "none".into();
    }
    roles.iter().map(|role| role.name()).collect::<Vec<_>>().join(", ")
}

/// Carries clips from one character to another; made once for a pair, used for any number of clips.
///
/// ```
/// use surefoot::clip::Clip;
/// use surefoot::humanoid::{HumanoidMap, Role};
/// use surefoot::retarget::{Performer, Retarget, RetargetError};
/// use surefoot::skeleton::Skeleton;
///
/// let (skeleton, map) = (Skeleton::new(Vec::new())?, HumanoidMap::default());
/// let nobody = Performer { skeleton: &skeleton, map: &map, under_clips: skeleton.rest() };
/// assert!(matches!(Retarget::new(nobody, nobody), Err(RetargetError::NoCommonRoles { .. })));
/// # Ok::<(), surefoot::skeleton::SkeletonError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Retarget<'a> {
    source: Performer<'a>,
    target: Performer<'a>,
    /// From the source's model space to the target's: both bodies upright, facing the same way.
    target_from_source: Quat,
    /// In [`Role::ALL`]'s order.
    parts: Vec<Part>,
    /// Joints above the hips of the same name, outermost of the target first.
    roots: Vec<Root>,
    hips: Option<Hips>,
}

/// A joint above the hips of each.
#[derive(Clone, Copy, Debug)]
struct Root {
    from: JointId,
    to: JointId,
}

/// A bone that both have.
#[derive(Clone, Debug)]
struct Part {
    role: Role,
    from: JointId,
    to: JointId,
    /// Turns the target's bone from its own rest pose into the source's; target's model space.
    rest_turn: Quat,
    /// Where the source's limb ends, for one whose direction is to be met.
    from_end: Option<JointId>,
    /// The target's bone that this one hangs from in a body but not in the target's tree.
    carrier: Option<JointId>,
}

/// How the target travels.
#[derive(Clone, Copy, Debug)]
struct Hips {
    from: JointId,
    to: JointId,
    /// The joint to move so that the hips get where they should: the hips or, where that is mapped too, what they hang from.
    moved: JointId,
    /// Target's leg by source's leg.
    scale: f32,
    /// Where the source's hips are when it stands on its ground, and the target's; each in its model space.
    source_standing: Vec3,
    target_standing: Vec3,
    /// Added to `source_standing` for clips whose ground is at height 0 while that of the rest pose is not.
    source_lift: Vec3,
}

impl<'a> Retarget<'a> {
    /// Compares two characters at rest.
    ///
    /// # Errors
    /// When no role has a joint in both.
    pub fn new(source: Performer<'a>, target: Performer<'a>) -> Result<Self, RetargetError> {
        let (source, target) = (source.sound(), target.sound());
        let pairs = align::pairs(&source, &target);
        if pairs.is_empty() {
            let has = |performer: &Performer| performer.map.iter().map(|(role, _)| role).collect();
            return Err(RetargetError::NoCommonRoles { clip_has: has(&source), target_has: has(&target) });
        }
        let target_from_source = align::target_from_source(&source, &target);
        let parts = align::parts(&source, &target, target_from_source, &pairs);
        let roots = align::roots(&source, &target, &parts);
        let hips = Hips::new(&source, &target, &parts);
        Ok(Self { source, target, target_from_source, parts, roots, hips })
    }

    /// The source's clip for the target; sample it into the target's pose under clips.
    ///
    /// It lasts as long and has the same name. Its keys stand where the source has keys for the bones in common, and at
    /// least every 1/30 s where values blend between them; a clip of more than 65,536 such keys is sampled evenly at
    /// that many. Values that are not finite leave their bone at rest.
    pub fn clip(&self, clip: &Clip) -> Clip {
        perform::perform(self, clip)
    }

    /// The roles that are carried, in [`Role::ALL`]'s order.
    pub fn roles(&self) -> impl Iterator<Item = Role> {
        self.parts.iter().map(|part| part.role)
    }
}

impl Performer<'_> {
    fn sound(mut self) -> Self {
        if self.under_clips.local().len() != self.skeleton.len() {
            self.under_clips = self.skeleton.rest();
        }
        self
    }

    /// The joint of a role, where it is one of this skeleton.
    fn joint(&self, role: Role) -> Option<JointId> {
        self.map.get(role).filter(|joint| self.skeleton.id(joint.index()).is_some())
    }

    fn rest_position(&self, joint: JointId) -> Vec3 {
        self.skeleton.rest_globals().position(joint)
    }
}

impl Hips {
    fn new(source: &Performer, target: &Performer, parts: &[Part]) -> Option<Self> {
        let hips = parts.iter().find(|part| part.role == Role::Hips)?;
        let above = parts.iter().map(|part| part.to).filter(|&to| target.skeleton.is_within(hips.to, to));
        let scale = leg_length(target.skeleton, target.map) / leg_length(source.skeleton, source.map);
        Some(Self {
            from: hips.from,
            to: hips.to,
            moved: above.min().unwrap_or(hips.to),
            scale: if scale.is_finite() && scale > 0.0 { scale } else { 1.0 },
            source_standing: source.rest_position(hips.from),
            target_standing: target.rest_position(hips.to),
            source_lift: Vec3::NEG_Y * ground_in_model(source.skeleton, source.map, Vec3::Y),
        })
    }
}
