//! Which half of the body each joint is in.

use glam::Vec3;

use super::body::Body;
use crate::humanoid::Side;
use crate::math::reject;
use crate::skeleton::JointId;

/// The side of every joint: its name's, or where it lies.
#[derive(Clone, Debug)]
pub(super) struct Sides {
    sides: Vec<Option<Side>>,
    /// Along the left axis from the middle, metres.
    offsets: Vec<f32>,
}

/// Unit, horizontal, from the joints named right to those named left; none without such a pair.
pub(super) fn named_left(body: &Body) -> Option<Vec3> {
    named_pairs(body)
        .iter()
        .map(|&(left, right)| reject(body.position(left) - body.position(right), Vec3::Y).normalize_or_zero())
        .sum::<Vec3>()
        .try_normalize()
}

/// Joints whose names differ by their side alone.
fn named_pairs(body: &Body) -> Vec<(JointId, JointId)> {
    let mut named: Vec<JointId> = body
        .visible()
        .filter(|&joint| {
            let reading = body.reading(joint);
            reading.side.is_some()
                && reading.parts.first().is_some_and(|best| best.part.is_paired() && best.score > 0.3)
        })
        .collect();
    // Neighbours in this order share all but the side.
    named.sort_by(|&a, &b| {
        let [a, b] = [body.reading(a), body.reading(b)];
        (&a.key, &a.numbers, a.side).cmp(&(&b.key, &b.numbers, b.side))
    });
    named
        .windows(2)
        .filter(|pair| {
            let [a, b] = [body.reading(pair[0]), body.reading(pair[1])];
            a.key == b.key && a.numbers == b.numbers && a.side == Some(Side::Left) && b.side == Some(Side::Right)
        })
        .map(|pair| (pair[0], pair[1]))
        .collect()
}

impl Sides {
    /// `left` is the body's left, unit and horizontal.
    pub(super) fn new(body: &Body, left: Vec3, shape_pairs: &[(JointId, JointId)]) -> Self {
        let named = named_pairs(body);
        let pairs = if named.is_empty() { shape_pairs } else { &named };
        let mut middles: Vec<f32> =
            pairs.iter().map(|&(a, b)| 0.5 * (body.position(a) + body.position(b)).dot(left)).collect();
        middles.sort_by(f32::total_cmp);
        let middle = middles.get(middles.len() / 2).copied().unwrap_or(0.0);
        let offsets: Vec<f32> = body.ids().iter().map(|&joint| body.position(joint).dot(left) - middle).collect();
        let sides = body
            .ids()
            .iter()
            .map(|&joint| {
                let offset = offsets[joint.index()];
                body.reading(joint).side.or(match offset {
                    far if far > 0.01 * body.size => Some(Side::Left),
                    far if far < -0.01 * body.size => Some(Side::Right),
                    _ => None,
                })
            })
            .collect();
        Self { sides, offsets }
    }

    pub(super) fn of(&self, joint: JointId) -> Option<Side> {
        self.sides[joint.index()]
    }

    pub(super) fn offset(&self, joint: JointId) -> f32 {
        self.offsets[joint.index()]
    }
}
