//! The tree of joints that matter: controls and ends taken out, each subtree measured.

use glam::Vec3;

use super::body::{Body, Bone};
use super::reading::Nature;
use crate::math::reject;
use crate::skeleton::JointId;

/// Joints in a row that a limb may have; what lies deeper below a joint is not measured from it.
const LONGEST_LIMB: usize = 128;

/// A joint and what hangs on it.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// None for the one node above all roots.
    pub joint: Option<JointId>,
    pub position: Vec3,
    pub parent: Option<usize>,
    pub children: Vec<usize>,
    /// Joints in the subtree, this one included.
    pub count: usize,
    /// Mean position of the subtree.
    pub centroid: Vec3,
    /// Lowest and highest point of the subtree.
    pub low: f32,
    pub high: f32,
    /// The farthest joint of the subtree from this one.
    pub reach: f32,
}

/// Node 0 stands above all roots; parents come before children.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    pub nodes: Vec<Node>,
}

fn is_usable(bone: &Bone) -> bool {
    matches!(bone.reading.nature, Nature::Plain | Nature::Deform) && !bone.extra
}

/// In a larger skeleton, which no rig for games made from an IK rig is, feet are not looked for beside their legs.
const MOST_JOINTS: usize = 4096;
/// Joints nearer than this, by the body's size, are at the same place.
const SAME_PLACE: f32 = 0.01;

/// Joints that hang beside the limb that they end, each with the bone above it: exporters keep the end of that bone, and the
/// joint lies there. Rigs for games made from IK rigs leave their feet so.
fn loose_feet(body: &Body) -> Vec<(JointId, JointId)> {
    let near = SAME_PLACE * body.size;
    let mut loose: Vec<(JointId, JointId)> = Vec::new();
    for &end in body.ids() {
        let Some(shin) = body[end].parent.filter(|&shin| body[end].children.is_empty() && !body[shin].hidden) else {
            continue;
        };
        if body[end].moves && !body[end].hidden || !body[shin].alive || !is_usable(&body[shin]) {
            continue;
        }
        let may_be_foot = |&foot: &JointId| {
            body.distance(foot, end) < near
                && is_usable(&body[foot])
                && !body.is_within(foot, shin)
                && !body.is_within(shin, foot)
                && loose.iter().all(|&(taken, _)| taken != foot)
        };
        // Of a foot and its control the one that moves the mesh.
        let rank = |foot: JointId| (!body[foot].moves, body[foot].depth, foot);
        if let Some(foot) = body.visible().filter(may_be_foot).min_by_key(|&foot| rank(foot)) {
            loose.push((foot, shin));
        }
    }
    loose
}

/// Feet that stand by themselves, nothing above them in the tree and in space, each with the last bone of a leg that ends in
/// the air over it.
fn standing_feet(body: &Body) -> Vec<(JointId, JointId)> {
    let at = |joint: JointId| body.position(joint);
    let counts = |joint: JointId| !body[joint].hidden && body[joint].moves && is_usable(&body[joint]);
    let stands = |&foot: &JointId| {
        let height = at(foot).y;
        height < body.low + 0.15 * (body.high - body.low)
            && body.ancestors(foot).all(|up| at(up).y < height + SAME_PLACE * body.size)
    };
    let is_last = |&shin: &JointId| !body.subtree(shin).into_iter().any(|below| below != shin && body[below].moves);
    let feet: Vec<JointId> = body.visible().filter(|&joint| counts(joint)).filter(stands).collect();
    let shins: Vec<JointId> = if feet.is_empty() {
        Vec::new()
    } else {
        body.visible().filter(|&joint| counts(joint)).filter(is_last).collect()
    };
    let below = |foot: JointId, shin: JointId| {
        let knee = body[shin].parent?;
        let (thigh, down) = (at(knee) - at(shin), at(shin) - at(foot));
        let length = thigh.length();
        let is_leg = thigh.y > 0.5 * length && (0.4 * length..2.5 * length).contains(&down.y);
        (is_leg && reject(down, Vec3::Y).length() < 0.35 * down.y && !body.is_within(foot, shin)).then(|| down.length())
    };
    let nearest = |shin: JointId| {
        let found = feet.iter().filter_map(|&foot| Some((foot, below(foot, shin)?)));
        found.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(foot, _)| foot)
    };
    let mut loose: Vec<(JointId, JointId)> = Vec::new();
    for (shin, foot) in shins.into_iter().filter_map(|shin| Some((shin, nearest(shin)?))) {
        if loose.iter().all(|&(taken, _)| taken != foot) {
            loose.push((foot, shin));
        }
    }
    loose
}

/// All joints, parents first, where the parent of a loose foot is its shin.
fn with_feet_last(body: &Body, loose: &[(JointId, JointId)]) -> Vec<JointId> {
    let is_late = |joint: JointId| loose.iter().any(|&(foot, _)| body.is_within(joint, foot));
    let (late, early): (Vec<JointId>, Vec<JointId>) = body.ids().iter().partition(|&&joint| is_late(joint));
    early.into_iter().chain(late).collect()
}

impl Tree {
    pub(super) fn new(body: &Body) -> Self {
        let node = |joint, position, parent| Node {
            joint,
            position,
            parent,
            children: Vec::new(),
            count: 1,
            centroid: position,
            low: position.y,
            high: position.y,
            reach: 0.0,
        };
        let mut nodes = vec![node(None, Vec3::ZERO, None)];
        // The node of each joint, or of the nearest ancestor that has one.
        let mut node_of = vec![0; body.ids().len()];
        let loose = match body.ids().len() {
            0..=MOST_JOINTS => {
                Some(loose_feet(body)).filter(|loose| !loose.is_empty()).unwrap_or_else(|| standing_feet(body))
            }
            _ => Vec::new(),
        };
        for joint in with_feet_last(body, &loose) {
            let foot = loose.iter().find(|(foot, _)| *foot == joint);
            let parent = foot.map(|&(_, shin)| shin).or(body[joint].parent);
            let above = parent.map_or(0, |parent| node_of[parent.index()]);
            let bone = &body[joint];
            let matters = !bone.hidden && (bone.alive || foot.is_some()) && is_usable(bone);
            node_of[joint.index()] = above;
            if matters {
                node_of[joint.index()] = nodes.len();
                nodes.push(node(Some(joint), bone.position, Some(above)));
            }
        }
        let mut tree = Self { nodes };
        tree.measure();
        tree
    }

    fn measure(&mut self) {
        for index in (1..self.nodes.len()).rev() {
            let child = self.nodes[index].clone();
            let Some(parent) = child.parent else { continue };
            let above = &mut self.nodes[parent];
            above.children.insert(0, index);
            let total = (above.count + child.count) as f32;
            above.centroid = (above.centroid * above.count as f32 + child.centroid * child.count as f32) / total;
            above.count += child.count;
            above.low = above.low.min(child.low);
            above.high = above.high.max(child.high);
        }
        for index in 1..self.nodes.len() {
            let mut up = self.nodes[index].parent;
            for _ in 0..LONGEST_LIMB {
                let Some(above) = up else { break };
                let reach = self.nodes[above].position.distance(self.nodes[index].position);
                self.nodes[above].reach = self.nodes[above].reach.max(reach);
                up = self.nodes[above].parent;
            }
        }
    }

    /// Nodes from just below `top` down to `bottom`, which is included; empty where `bottom` is not below `top`.
    pub(super) fn path_below(&self, top: usize, bottom: usize) -> Vec<usize> {
        let mut path = Vec::new();
        let mut at = bottom;
        while at != top {
            path.push(at);
            match self.nodes[at].parent {
                Some(parent) => at = parent,
                None => return Vec::new(),
            }
        }
        path.reverse();
        path
    }

    /// Follows from `start`, included, the child that `measure` rates highest, while `go_on` holds for the node that is left.
    pub(super) fn follow(
        &self,
        start: usize,
        measure: impl Fn(&Node) -> f32,
        go_on: impl Fn(&Node) -> bool,
    ) -> Vec<usize> {
        let mut path = vec![start];
        let mut at = start;
        while go_on(&self.nodes[at]) {
            let best = self.nodes[at]
                .children
                .iter()
                .copied()
                .max_by(|&a, &b| measure(&self.nodes[a]).total_cmp(&measure(&self.nodes[b])).then(b.cmp(&a)));
            let Some(next) = best else { break };
            path.push(next);
            at = next;
        }
        path
    }
}
