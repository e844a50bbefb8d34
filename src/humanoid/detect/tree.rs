//! The tree of joints that matter: controls and ends taken out, each subtree measured.

use glam::Vec3;

use super::body::Body;
use super::reading::Nature;
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
        for &joint in body.ids() {
            let above = body[joint].parent.map_or(0, |parent| node_of[parent.index()]);
            let bone = &body[joint];
            let usable = matches!(bone.reading.nature, Nature::Plain | Nature::Deform) && !bone.extra;
            let matters = !bone.hidden && bone.alive && usable;
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
