//! The part of a skeleton that is looked at, measured.

use glam::Vec3;

use super::reading::{Nature, Reading};
use crate::humanoid::DetectInput;
use crate::skeleton::{JointId, Skeleton};

/// A joint of the skeleton as detection sees it.
#[derive(Clone, Debug)]
pub(super) struct Bone<'a> {
    /// Model space.
    pub position: Vec3,
    pub parent: Option<JointId>,
    pub children: Vec<JointId>,
    pub reading: &'a Reading,
    /// Joints above it.
    pub depth: usize,
    /// What hangs on the body and is no limb of it, or lies below such a joint.
    pub extra: bool,
    /// A later piece of a bone that the file splits in several: `upperarm02` below `upperarm01`.
    pub later_piece: bool,
    /// It, or a joint below it, moves vertices or carries a mesh. True for all where that is not known of any.
    pub alive: bool,
    /// It moves vertices or carries a mesh itself. True for all where that is not known of any.
    pub moves: bool,
    /// The sum of the weights with which it moves vertices.
    pub influence: f32,
    /// Left out: of another character, or outside the skin of a skinned one.
    pub hidden: bool,
}

/// A skeleton, or the part of it under one joint.
#[derive(Clone, Debug)]
pub(super) struct Body<'a> {
    pub bones: Vec<Bone<'a>>,
    ids: Vec<JointId>,
    /// Per joint: its number and one past the last number below it, counted down the tree branch by branch.
    spans: Vec<(usize, usize)>,
    /// Height of the lowest and of the highest joint that is alive, model space.
    pub low: f32,
    pub high: f32,
    /// The longest edge of the box round all joints that are alive; never 0.
    pub size: f32,
}

impl<'a> Body<'a> {
    /// The joints under `root`, or all.
    pub(super) fn new(input: &DetectInput, readings: &'a [Reading], root: Option<JointId>) -> Self {
        let skeleton = input.skeleton;
        let rest = skeleton.rest_globals();
        let hint = |joint: JointId| input.joints.get(joint.index()).copied().unwrap_or_default();
        let any_influence = input.joints.iter().any(|hint| hint.influence > 0.0);
        // A skin of a few joints is a cape or a tail on a body of rigid parts.
        let any_skin = input.joints.iter().filter(|hint| hint.in_skin).count() > 4;
        // A body of rigid parts carries meshes on its joints; a prop or two beside a bare skeleton is none.
        let any_mesh = ids_with_mesh(input) * 3 >= skeleton.len();
        let ids: Vec<JointId> = skeleton.ids().collect();
        // A rigid part hangs on its joint as a node of its own.
        let mut carries = vec![false; skeleton.len()];
        for &joint in ids.iter().filter(|&&joint| hint(joint).has_mesh && !hint(joint).in_skin) {
            if let Some(parent) = skeleton.parent(joint) {
                carries[parent.index()] = true;
            }
        }
        let mut bones: Vec<Bone<'a>> = ids
            .iter()
            .map(|&joint| {
                let hint = hint(joint);
                let moves = if any_influence {
                    hint.influence > 0.0 || (hint.has_mesh && hint.in_skin) || (hint.in_skin && carries[joint.index()])
                } else if any_skin || !any_mesh {
                    true
                } else {
                    hint.has_mesh
                };
                Bone {
                    position: rest.position(joint),
                    parent: skeleton.parent(joint),
                    children: Vec::new(),
                    reading: &readings[joint.index()],
                    depth: 0,
                    extra: false,
                    later_piece: false,
                    alive: moves,
                    moves,
                    influence: hint.influence,
                    hidden: any_skin && !hint.in_skin,
                }
            })
            .collect();
        for index in (0..bones.len()).rev() {
            if let Some(parent) = bones[index].parent {
                let Bone { hidden, alive, .. } = bones[index];
                // Not every exporter lists a joint that moves nothing itself, though bones hang on it.
                bones[parent.index()].hidden &= hidden;
                bones[parent.index()].alive |= alive && !hidden;
            }
        }
        let spans = spans(skeleton);
        let inside = |joint: JointId, root: JointId| {
            let ((start, end), (at, _)) = (spans[root.index()], spans[joint.index()]);
            (start..end).contains(&at)
        };
        for &joint in &ids {
            bones[joint.index()].hidden |=
                root.is_some_and(|root| !inside(joint, root)) || !rest.position(joint).is_finite();
        }
        for &joint in &ids {
            if let Some(parent) = bones[joint.index()].parent {
                bones[parent.index()].children.push(joint);
                let above = &bones[parent.index()];
                let (depth, extra) = (above.depth + 1, above.extra);
                let later_piece = is_later_piece(&bones, joint);
                let bone = &mut bones[joint.index()];
                bone.depth = depth;
                bone.extra = bone.reading.extra || (extra && bone.reading.parts.is_empty());
                bone.later_piece = later_piece;
            }
        }
        let mut body = Self { bones, ids, spans, low: 0.0, high: 0.0, size: 1.0 };
        body.measure();
        body
    }

    fn measure(&mut self) {
        let mut low = Vec3::splat(f32::INFINITY);
        let mut high = Vec3::splat(f32::NEG_INFINITY);
        // What stands above the body, an armature at the scene's origin, is no part of it.
        let measured = |bone: &&Bone| {
            !bone.hidden && bone.moves && bone.parent.is_some() && bone.reading.nature != Nature::Control
        };
        for bone in self.bones.iter().filter(measured) {
            low = low.min(bone.position);
            high = high.max(bone.position);
        }
        if low.is_finite() && high.is_finite() {
            self.low = low.y;
            self.high = high.y;
            self.size = (high - low).max_element().max(1e-6);
        }
    }

    pub(super) fn ids(&self) -> &[JointId] {
        &self.ids
    }

    /// Joints that may get a role.
    pub(super) fn visible(&self) -> impl DoubleEndedIterator<Item = JointId> {
        self.ids.iter().copied().filter(|joint| !self[*joint].hidden)
    }

    pub(super) fn position(&self, joint: JointId) -> Vec3 {
        self[joint].position
    }

    pub(super) fn distance(&self, a: JointId, b: JointId) -> f32 {
        self.position(a).distance(self.position(b))
    }

    pub(super) fn reading(&self, joint: JointId) -> &'a Reading {
        self[joint].reading
    }

    pub(super) fn ancestors(&self, joint: JointId) -> impl Iterator<Item = JointId> {
        std::iter::successors(self[joint].parent, |&up| self[up].parent)
    }

    pub(super) fn is_within(&self, joint: JointId, ancestor: JointId) -> bool {
        let ((start, end), (at, _)) = (self.spans[ancestor.index()], self.spans[joint.index()]);
        (start..end).contains(&at)
    }

    /// The deepest joint that has all of `joints` within it.
    pub(super) fn common_ancestor(&self, joints: &[JointId]) -> Option<JointId> {
        let (&first, rest) = joints.split_first()?;
        std::iter::once(first)
            .chain(self.ancestors(first))
            .find(|&up| rest.iter().all(|&joint| self.is_within(joint, up)))
    }

    /// `joint` and everything under it that is not hidden, parents first.
    pub(super) fn subtree(&self, joint: JointId) -> Vec<JointId> {
        let mut found = vec![joint];
        let mut at = 0;
        while at < found.len() {
            let here = found[at];
            found.extend(self[here].children.iter().copied());
            at += 1;
        }
        found.retain(|&joint| !self[joint].hidden);
        found
    }

    /// Joints from `top` down to `bottom`, both included; none where `bottom` is not within `top`.
    pub(super) fn path(&self, top: JointId, bottom: JointId) -> Option<Vec<JointId>> {
        let mut path = vec![bottom];
        while path.last() != Some(&top) {
            path.push(self[*path.last()?].parent?);
        }
        path.reverse();
        Some(path)
    }
}

/// Joints numbered down the tree, so that a subtree is a range.
fn spans(skeleton: &Skeleton) -> Vec<(usize, usize)> {
    let mut sizes = vec![1_usize; skeleton.len()];
    for joint in skeleton.ids().rev() {
        if let Some(parent) = skeleton.parent(joint) {
            sizes[parent.index()] += sizes[joint.index()];
        }
    }
    let mut next = vec![0; skeleton.len()];
    let mut next_root = 0;
    let mut spans = Vec::with_capacity(skeleton.len());
    for joint in skeleton.ids() {
        let free = skeleton.parent(joint).map_or(&mut next_root, |parent| &mut next[parent.index()]);
        let start = *free;
        *free += sizes[joint.index()];
        next[joint.index()] = start + 1;
        spans.push((start, start + sizes[joint.index()]));
    }
    spans
}

/// Whether one of the joints right above is of the same limb, side and word: what follows the first is a piece of it.
fn is_later_piece(bones: &[Bone], joint: JointId) -> bool {
    const FAR: usize = 3;
    let reading = bones[joint.index()].reading;
    let Some(part) = reading.certain().filter(|part| part.is_limb()) else { return false };
    std::iter::successors(bones[joint.index()].parent, |up| bones[up.index()].parent).take(FAR).any(|up| {
        let other = bones[up.index()].reading;
        other.certain() == Some(part)
            && other.side == reading.side
            && other.key == reading.key
            && other.nature == reading.nature
    })
}

fn ids_with_mesh(input: &DetectInput) -> usize {
    let skeleton = input.skeleton;
    let carries = |joint: JointId| input.joints.get(joint.index()).is_some_and(|hint| hint.has_mesh);
    skeleton.ids().filter(|&joint| carries(joint) && skeleton.parent(joint).is_some()).count()
}

impl<'a> std::ops::Index<JointId> for Body<'a> {
    type Output = Bone<'a>;

    fn index(&self, joint: JointId) -> &Bone<'a> {
        &self.bones[joint.index()]
    }
}
