//! Finds a humanoid by the shape of the tree alone: two legs that reach the ground, two arms above them, a head between.

use glam::{Mat2, Vec2, Vec3};

use super::body::Body;
use super::chain;
use super::reading::Nature;
use super::tree::{Node, Tree};
use crate::humanoid::{HumanoidMap, Role, Side};
use crate::math::reject;
use crate::skeleton::JointId;

/// What the shape of the tree says.
#[derive(Clone, Debug, Default)]
pub(super) struct Shape {
    pub map: HumanoidMap,
    /// Unit, horizontal, from the body's right to its left.
    pub left: Vec3,
    /// Pairs of limbs that stand on the ground.
    pub standing_pairs: usize,
}

/// Two subtrees that mirror one another.
#[derive(Clone, Copy, Debug)]
struct Pair {
    parent: usize,
    a: usize,
    b: usize,
    /// From b's middle to a's, horizontal.
    across: Vec3,
}

/// `left` is where names put the left side, when they do.
pub(super) fn find(body: &Body, left: Option<Vec3>) -> Shape {
    let tree = Tree::new(body);
    let pairs = mirrored_pairs(&tree, body);
    let Some(lateral) = left.or_else(|| lateral_axis(&pairs, &tree)) else { return Shape::default() };
    let pairs: Vec<Pair> = pairs
        .into_iter()
        .filter(|pair| pair.across.dot(lateral).abs() > 0.75 * pair.across.length())
        .map(|pair| match pair.across.dot(lateral) > 0.0 {
            true => pair,
            false => Pair { a: pair.b, b: pair.a, across: -pair.across, ..pair },
        })
        .collect();
    // Where limbs begin is symmetric even where their ends are not.
    let mut middles: Vec<(f32, f32)> = pairs
        .iter()
        .map(|pair| {
            let [a, b] = [pair.a, pair.b].map(|node| &tree.nodes[node]);
            (0.5 * (a.position + b.position).dot(lateral), pair.across.length() * (a.reach + b.reach))
        })
        .collect();
    let middle = weighted_median(&mut middles);
    // Two fingers of one hand are apart too, but on one side.
    let pairs: Vec<Pair> = pairs
        .into_iter()
        .filter(|pair| {
            let [a, b] = [pair.a, pair.b].map(|node| tree.nodes[node].centroid.dot(lateral) - middle);
            a > 0.0 && b < 0.0
        })
        .collect();
    let finder = Finder { tree: &tree, body, lateral, middle, height: (body.high - body.low).max(1e-6) };
    let mut shape = finder.find(&pairs);
    if left.is_none() {
        let forward = chain::facing(body, &shape.map, lateral);
        shape.left = Vec3::Y.cross(forward);
        if shape.left.dot(lateral) < 0.0 {
            shape.map = shape.map.iter().map(|(role, joint)| (role.mirrored(), joint)).collect();
        }
    }
    shape
}

fn mirrored_pairs(tree: &Tree, body: &Body) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for (parent, node) in tree.nodes.iter().enumerate() {
        let children = largest(tree, &node.children);
        for (at, &a) in children.iter().enumerate() {
            for &b in &children[at + 1..] {
                let [left, right] = [a, b].map(|child| &tree.nodes[child]);
                let across = reject(left.centroid - right.centroid, Vec3::Y);
                let same_make = left.count.min(right.count) * 10 >= left.count.max(right.count) * 3
                    && left.reach.min(right.reach) >= 0.5 * left.reach.max(right.reach);
                // One hand may be a tool: twins by where they begin.
                let [from_left, from_right] = [left, right].map(|child| child.position.distance(node.position));
                // Clavicles are near each other, and only one hand may have fingers.
                let alike =
                    left.reach.min(right.reach) >= 0.7 * left.reach.max(right.reach) && left.count.min(right.count) > 2;
                let same_start = node.joint.is_some()
                    && (from_left - from_right).abs() < 0.02 * body.size
                    && (left.position.y - right.position.y).abs() < 0.02 * body.size
                    && left.position.distance(right.position) > if alike { 0.02 } else { 0.1 } * body.size;
                let level = (left.centroid.y - right.centroid.y).abs() < 0.15 * body.size;
                if level && (same_make || same_start) && across.length() > 0.03 * body.size {
                    pairs.push(Pair { parent, a, b, across });
                }
            }
        }
    }
    pairs
}

/// The children that may be limbs, in order: of a heap of hundreds only the largest.
fn largest(tree: &Tree, children: &[usize]) -> Vec<usize> {
    const MOST: usize = 64;
    let mut largest = children.to_vec();
    if largest.len() > MOST {
        largest.sort_by(|&a, &b| tree.nodes[b].reach.total_cmp(&tree.nodes[a].reach).then(a.cmp(&b)));
        largest.truncate(MOST);
        largest.sort_unstable();
    }
    largest
}

/// The value with half of the weight on either side; 0 of none. Values and weights are (value, weight).
fn weighted_median(values: &mut [(f32, f32)]) -> f32 {
    values.sort_by(|a, b| a.0.total_cmp(&b.0));
    let half: f32 = 0.5 * values.iter().map(|&(_, weight)| weight).sum::<f32>();
    let mut before = 0.0;
    for &(value, weight) in values.iter() {
        before += weight;
        if before >= half {
            return value;
        }
    }
    0.0
}

/// The horizontal direction in which most pairs are apart; its sign means nothing.
fn lateral_axis(pairs: &[Pair], tree: &Tree) -> Option<Vec3> {
    let mut spread = Mat2::ZERO;
    for pair in pairs {
        let [a, b] = [pair.a, pair.b].map(|node| &tree.nodes[node]);
        let direction = Vec2::new(pair.across.x, pair.across.z).normalize_or_zero();
        // Twins in size and height are mirror images; front and hind legs are less so.
        let alike = a.reach.min(b.reach) / a.reach.max(b.reach).max(1e-9)
            * (a.count.min(b.count) as f32 / a.count.max(b.count) as f32)
            * (1.0 - ((a.centroid.y - b.centroid.y).abs() / pair.across.length()).min(1.0));
        let weight = (a.reach + b.reach + pair.across.length()) * alike.powi(3);
        spread += Mat2::from_cols(direction * direction.x * weight, direction * direction.y * weight);
    }
    if pairs.is_empty() || spread == Mat2::ZERO {
        return None;
    }
    let angle = 0.5 * (2.0 * spread.x_axis.y).atan2(spread.x_axis.x - spread.y_axis.y);
    let axis = Vec3::new(angle.cos(), 0.0, angle.sin());
    Some([Vec3::X, Vec3::Z].into_iter().find(|straight| straight.dot(axis).abs() > 0.985).unwrap_or(axis))
}

struct Finder<'a> {
    tree: &'a Tree,
    body: &'a Body<'a>,
    /// Taken for the left until the facing is known.
    lateral: Vec3,
    /// Where the plane of symmetry lies along `lateral`.
    middle: f32,
    height: f32,
}

impl Finder<'_> {
    fn find(&self, pairs: &[Pair]) -> Shape {
        let standing: Vec<&Pair> = pairs.iter().filter(|pair| self.stands(pair)).collect();
        let legs = standing.iter().copied().max_by(|a, b| self.drop(a).total_cmp(&self.drop(b)));
        let hip_height = legs.map_or(self.body.low, |legs| {
            0.5 * (self.tree.nodes[legs.a].position.y + self.tree.nodes[legs.b].position.y)
        });
        let arms = self.arms(pairs, legs, hip_height);
        let mut shape = Shape { left: self.lateral, standing_pairs: self.distinct(&standing), ..Shape::default() };
        if let Some(legs) = legs {
            for (side, start) in [(Side::Left, legs.a), (Side::Right, legs.b)] {
                let lowest = |node: &Node| -node.low + 0.02 * self.height * node.count.min(3) as f32;
                let path = self.tree.follow(start, lowest, |_| true);
                chain::label_leg(self.body, &self.extended(&path), side, &mut shape.map);
            }
        }
        if let Some(arms) = arms {
            for (side, start) in [(Side::Left, arms.a), (Side::Right, arms.b)] {
                let origin = self.tree.nodes[start].position;
                let farthest = |node: &Node| node.reach + node.position.distance(origin);
                let path = self.tree.follow(start, farthest, |node| !self.fans_out(node, origin));
                chain::label_arm(self.body, &self.extended(&path), side, &mut shape.map);
            }
        }
        self.label_middle(legs, arms, &mut shape.map);
        shape
    }

    fn stands(&self, pair: &Pair) -> bool {
        [pair.a, pair.b].into_iter().all(|start| {
            let node = &self.tree.nodes[start];
            node.low < self.body.low + 0.15 * self.height && node.position.y - node.low > 0.1 * self.height
        })
    }

    fn drop(&self, pair: &Pair) -> f32 {
        [pair.a, pair.b]
            .into_iter()
            .map(|start| self.tree.nodes[start].position.y - self.tree.nodes[start].low)
            .fold(f32::INFINITY, f32::min)
    }

    /// Pairs that share no limb.
    fn distinct(&self, standing: &[&Pair]) -> usize {
        let mut used = Vec::new();
        for pair in standing {
            if !used.contains(&pair.a) && !used.contains(&pair.b) {
                used.extend([pair.a, pair.b]);
            }
        }
        used.len() / 2
    }

    /// The lowest pair above the hips that is nearly as long as any, so that ears and pigtails are no arms.
    fn arms<'p>(&self, pairs: &'p [Pair], legs: Option<&Pair>, hip_height: f32) -> Option<&'p Pair> {
        let reach = |pair: &Pair| {
            [pair.a, pair.b]
                .into_iter()
                .map(|start| {
                    let node = &self.tree.nodes[start];
                    node.reach * (1.0 + 0.05 * node.count.min(20) as f32)
                })
                .fold(f32::INFINITY, f32::min)
        };
        let fit: Vec<&Pair> = pairs
            .iter()
            .filter(|pair| {
                legs.is_none_or(|legs| ![legs.a, legs.b].contains(&pair.a) && ![legs.a, legs.b].contains(&pair.b))
            })
            .filter(|pair| {
                [pair.a, pair.b].into_iter().all(|start| {
                    let node = &self.tree.nodes[start];
                    node.count >= 2
                        && node.position.y > hip_height + 0.08 * self.height
                        && node.reach > 0.1 * self.height
                })
            })
            .collect();
        let longest = fit.iter().map(|pair| reach(pair)).fold(0.0, f32::max);
        fit.into_iter().filter(|pair| reach(pair) > 0.5 * longest).min_by(|a, b| {
            let height = |pair: &Pair| self.tree.nodes[pair.a].position.y + self.tree.nodes[pair.b].position.y;
            height(a).total_cmp(&height(b)).then(reach(b).total_cmp(&reach(a)))
        })
    }

    fn label_middle(&self, legs: Option<&Pair>, arms: Option<&Pair>, map: &mut HumanoidMap) {
        let nodes = &self.tree.nodes;
        let Some(chest) = arms.map(|arms| arms.parent).filter(|&chest| nodes[chest].joint.is_some()) else { return };
        if let Some(neck) = nodes[chest]
            .children
            .iter()
            .copied()
            .filter(|&child| arms.is_none_or(|arms| child != arms.a && child != arms.b))
            .filter(|&child| {
                nodes[child].centroid.y >= nodes[chest].position.y && self.is_middle(nodes[child].position)
            })
            .max_by(|&a, &b| nodes[a].high.total_cmp(&nodes[b].high).then(b.cmp(&a)))
        {
            let path = self.tree.follow(
                neck,
                |node| node.high - 10.0 * self.off_middle(node.position),
                |node| {
                    node.children.iter().filter(|&&child| self.is_middle(nodes[child].position)).count() == 1
                        && node.children.len() <= 2
                },
            );
            let mut joints = self.joints(&path);
            // What follows neck and head is an end, unless most of the weight is on it.
            if let [.., before, last] = joints[..]
                && joints.len() >= 3
                && path.last().is_some_and(|&last| nodes[last].children.is_empty())
                && self.body[last].influence <= 3.0 * self.body[before].influence
            {
                joints.pop();
            }
            map.set(Role::Head, joints.last().copied());
            if joints.len() > 1 {
                map.set(Role::Neck, Some(joints[0]));
            }
        }
        let Some(legs) = legs else { return };
        let path = self.tree.path_below(legs.parent, chest);
        let mut spine = self.joints(&path);
        let leg_length = self.drop(legs).max(1e-6);
        let middle = 0.5 * (nodes[legs.a].position + nodes[legs.b].position);
        let near = |joint: JointId| self.body.position(joint).distance(middle) < 0.6 * leg_length;
        match nodes[legs.parent].joint.filter(|&joint| near(joint)) {
            Some(hips) => map.set(Role::Hips, Some(hips)),
            None if spine.len() > 1 && near(spine[0]) => map.set(Role::Hips, Some(spine.remove(0))),
            None => {}
        }
        chain::label_spine(&spine, map);
    }

    fn is_middle(&self, position: Vec3) -> bool {
        self.off_middle(position) < 0.04 * self.body.size
    }

    fn off_middle(&self, position: Vec3) -> f32 {
        (position.dot(self.lateral) - self.middle).abs()
    }

    /// Whether fingers begin here, on an arm that begins at `start`: a twist joint beside the next bone is no finger, and where
    /// all that follows is a bone's length away, this is the elbow of a hand that hangs in pieces.
    fn fans_out(&self, node: &Node, start: Vec3) -> bool {
        let nodes = &self.tree.nodes;
        let long = node.children.iter().filter(|&&child| nodes[child].reach > 0.0).count();
        let nearest = node.children.iter().map(|&child| nodes[child].position.distance(node.position));
        let is_elbow = nearest.fold(f32::INFINITY, f32::min) > 0.4 * start.distance(node.position);
        (node.children.len() > 2 || long > 1) && !is_elbow
    }

    /// The joints of a path and on to the end of the limb, through joints that move nothing.
    fn extended(&self, path: &[usize]) -> Vec<JointId> {
        let mut joints = self.joints(path);
        while let Some(&last) = joints.last() {
            let mut next = self.body[last].children.iter().copied().filter(|&child| {
                let bone = &self.body[child];
                !bone.hidden && !bone.alive && matches!(bone.reading.nature, Nature::Plain | Nature::Deform)
            });
            match (next.next(), next.next()) {
                (Some(only), None) if joints.len() < 10 => joints.push(only),
                _ => break,
            }
        }
        joints
    }

    fn joints(&self, path: &[usize]) -> Vec<JointId> {
        path.iter().filter_map(|&node| self.tree.nodes[node].joint).collect()
    }
}
