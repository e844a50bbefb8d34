//! The ground along a foot that reaches over edges: what of it carries the foot as it rolls.

use glam::Vec3;

use super::UP;
use super::print::Print;
use super::sight::Sight;
use crate::ground::Hit;
use crate::math::piecewise;
use crate::solve::grounding::{self, Plane, Sole};

/// Places along a foot at which the ground is looked at.
const SAMPLES: usize = 9;
/// Of the foot's length, how exactly edges are found: the spacing of those places halved so often.
const HALVINGS: u32 = 6;
/// Points of a relief at most: every place, and both sides of a step between any two.
const POINTS: usize = 3 * SAMPLES - 2;

/// The ground along a print, by how far it lies below the plane on which the foot stands.
#[derive(Clone, Copy)]
pub(super) struct Relief {
    print: Print,
    /// How far before the ball, and how deep; in the order of the way from heel to toe tip.
    points: [(f32, f32); POINTS],
    count: usize,
}

impl Relief {
    /// Along `sole`, which lies flat on `print`; where nothing is met it is deeper than any step.
    pub fn along(sight: &Sight, print: Print, sole: &Sole, plane: &Plane) -> Self {
        let [from, to] = [sole.heel, sole.toe].map(|end| (end - print.ball).dot(print.ahead));
        let at = |s: f32| {
            let (end, whole) = if s < 0.0 { (sole.heel, from) } else { (sole.toe, to) };
            sole.ball + (end - sole.ball) * if whole == 0.0 { 0.0 } else { (s / whole).clamp(0.0, 1.0) }
        };
        let nowhere = 2.0 * sight.step_down;
        let look = |s: f32| sight.cast(at(s));
        let depth = |hit: Option<Hit>| hit.map_or(nowhere, |hit| (-plane.height(hit.point, UP)).max(0.0));
        let mut relief = Self { print, points: [(from, 0.0); POINTS], count: 0 };
        let mut last = (from, look(from));
        relief.push(from, depth(last.1));
        for sample in 1..SAMPLES {
            let s = from + (to - from) * (sample as f32 / (SAMPLES - 1) as f32);
            let next = (s, look(s));
            if !is_one(last.1, next.1) {
                let (mut nearer, mut farther) = (last, next);
                for _ in 0..HALVINGS {
                    let middle = 0.5 * (nearer.0 + farther.0);
                    let met = (middle, look(middle));
                    if is_one(last.1, met.1) { nearer = met } else { farther = met }
                }
                relief.push(nearer.0, depth(nearer.1));
                relief.push(farther.0, depth(farther.1));
            }
            relief.push(s, depth(next.1));
            last = next;
        }
        relief
    }

    fn push(&mut self, s: f32, depth: f32) {
        if self.count < POINTS {
            self.points[self.count] = (s, depth);
            self.count += 1;
        }
    }

    /// How far a sole that is over the print can come down along up before heel, ball or toe tip touches, were the foot's plane at `ground`.
    /// What lies between them may graze an edge.
    pub fn room_under(&self, sole: &Sole, ground: &Plane) -> f32 {
        let depth = |s: f32| piecewise(&self.points[..self.count], s);
        let room = |point: Vec3| ground.height(point, UP) + depth((point - self.print.ball).dot(self.print.ahead));
        sole.points().map(room).into_iter().fold(f32::INFINITY, f32::min)
    }
}

fn is_one(a: Option<Hit>, b: Option<Hit>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => grounding::is_one_surface(a, b),
        (None, None) => true,
        _ => false,
    }
}
