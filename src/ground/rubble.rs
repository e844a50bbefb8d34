//! Stones grown from a number.

use std::f32::consts::TAU;

use glam::{Quat, Vec3};

use super::SurfaceMesh;
use super::solid::Solid;
use crate::math::Transform;

/// Stones are tilted at most so far, radians.
const MOST_TILT: f32 = 0.16;

/// Stones over a level area about the origin, in a net of cells so that a cast from above looks at few of them.
#[derive(Clone, Debug)]
pub struct Rubble {
    stones: Vec<Stone>,
    /// The corner of the net with the least x and z, and the edge of a cell; metres.
    corner: Vec3,
    cell: f32,
    cells: [usize; 2],
    /// Where each cell's stones begin in `within`, and one more for the end.
    starts: Vec<u32>,
    within: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Stone {
    solid: Solid,
    rubble_from_stone: Transform,
}

impl Stone {
    fn cast(&self, origin: Vec3, direction: Vec3, most: f32) -> Option<(f32, Vec3)> {
        let Transform { rotation, translation, .. } = self.rubble_from_stone;
        let back = rotation.conjugate();
        let (way, normal) = self.solid.cast(back * (origin - translation), back * direction, most)?;
        Some((way, rotation * normal))
    }

    fn ball(&self) -> (Vec3, f32) {
        let (center, radius) = self.solid.ball();
        (self.rubble_from_stone.translation + self.rubble_from_stone.rotation * center, radius)
    }
}

impl Rubble {
    /// `size` is the longest edge of the smallest and the largest stone, `area` its edges along x and z; metres.
    pub fn grow(seed: u32, count: u32, size: [f32; 2], area: [f32; 2]) -> Self {
        let [least, most] = size.map(|edge| if edge.is_finite() { edge.clamp(0.02, 5.0) } else { 0.02 });
        let [width, depth] = area.map(|edge| if edge.is_finite() { edge.clamp(0.1, 200.0) } else { 0.1 });
        let mut dice = Dice(u64::from(seed));
        let stones = (0..count.min(1000)).map(|_| {
            // Most stones are small.
            let length = least + (most - least).max(0.0) * dice.share() * dice.share();
            let edges = Vec3::new(
                length * dice.between(0.6, 1.0),
                length * dice.between(0.25, 0.55),
                length * dice.between(0.7, 1.0),
            );
            let at = Vec3::new(width * (dice.share() - 0.5), 0.0, depth * (dice.share() - 0.5));
            let heading = dice.between(0.0, TAU);
            let slant = dice.between(0.0, TAU);
            let tilt = Quat::from_axis_angle(Vec3::new(slant.cos(), 0.0, slant.sin()), dice.between(0.0, MOST_TILT));
            let sunk = edges.y * dice.between(0.2, 0.6);
            let rotation = tilt * Quat::from_rotation_y(heading);
            let translation = at - Vec3::Y * sunk;
            Stone {
                solid: Solid::block(edges),
                rubble_from_stone: Transform { rotation, ..Transform::from_translation(translation) },
            }
        });
        Self::new(stones.collect(), most, [width, depth])
    }

    fn new(stones: Vec<Stone>, most: f32, area: [f32; 2]) -> Self {
        // Stones of the rim reach over it.
        let [width, depth] = area.map(|edge| edge + 2.0 * most);
        let cell = most.max(width.max(depth) / 256.0);
        let cells = [width, depth].map(|edge| (edge / cell).ceil().max(1.0) as usize);
        let corner = Vec3::new(-0.5 * width, 0.0, -0.5 * depth);
        let mut rubble = Self { stones, corner, cell, cells, starts: vec![0], within: Vec::new() };
        let mut lists = vec![Vec::new(); cells[0] * cells[1]];
        for (index, stone) in rubble.stones.iter().enumerate() {
            let (center, radius) = stone.ball();
            let [low, high] = [-radius, radius].map(|by| rubble.cell_of(center + Vec3::new(by, 0.0, by)));
            for row in low[1]..=high[1] {
                for column in low[0]..=high[0] {
                    lists[row * cells[0] + column].push(index as u32);
                }
            }
        }
        for list in lists {
            rubble.within.extend(list);
            rubble.starts.push(rubble.within.len() as u32);
        }
        rubble
    }

    /// The cell a point is over, or the nearest one.
    fn cell_of(&self, point: Vec3) -> [usize; 2] {
        let at = (point - self.corner) / self.cell;
        // As a cast to an integer, what is below 0 becomes 0.
        [(at.x as usize).min(self.cells[0] - 1), (at.z as usize).min(self.cells[1] - 1)]
    }

    /// How far along a ray the first stone is met, and the normal there.
    pub fn cast(&self, origin: Vec3, direction: Vec3, most: f32) -> Option<(f32, Vec3)> {
        let nearest = |best: Option<(f32, Vec3)>, stone: &Stone| {
            let hit = stone.cast(origin, direction, best.map_or(most, |(way, _)| way));
            hit.filter(|(way, _)| best.is_none_or(|(before, _)| *way < before)).or(best)
        };
        if direction.x == 0.0 && direction.z == 0.0 {
            let [column, row] = self.cell_of(origin);
            let cell = row * self.cells[0] + column;
            let [from, to] = [self.starts[cell], self.starts[cell + 1]].map(|at| at as usize);
            return self.within[from..to].iter().map(|&index| &self.stones[index as usize]).fold(None, nearest);
        }
        self.stones.iter().fold(None, nearest)
    }

    /// Under all stones however it is tilted: as far down as the farthest is away.
    pub fn lowest(&self) -> f32 {
        let reach = |stone: &Stone| {
            let (center, radius) = stone.ball();
            center.length() + radius
        };
        -self.stones.iter().map(reach).fold(0.0, f32::max)
    }

    pub fn surface(&self) -> SurfaceMesh {
        let mut mesh = SurfaceMesh::default();
        for stone in &self.stones {
            let Transform { rotation, translation, .. } = stone.rubble_from_stone;
            stone.solid.surface_into(|point| translation + rotation * point, &mut mesh);
        }
        mesh
    }
}

/// Random numbers that are the same everywhere and for ever: SplitMix64 (Steele, Lea and Flood, 2014).
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// 0..1, in steps that a single holds exactly.
    fn share(&mut self) -> f32 {
        (self.roll() >> 40) as f32 / (1_u32 << 24) as f32
    }

    fn between(&mut self, least: f32, most: f32) -> f32 {
        least + (most - least) * self.share()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dice_are_those_of_the_published_generator() {
        // The first outputs for the seed 1234567, as its authors' reference code gives them.
        let mut dice = Dice(1_234_567);
        let wanted = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423_u64];
        assert_eq!(wanted.map(|_| dice.roll()), wanted);
    }

    #[test]
    fn the_same_seed_gives_the_same_stones_and_another_gives_others() {
        let grow = |seed| Rubble::grow(seed, 200, [0.1, 0.4], [6.0, 4.0]).stones;
        assert_eq!(grow(7), grow(7));
        assert_ne!(grow(7), grow(8));
        assert_eq!(grow(7)[..50], Rubble::grow(7, 50, [0.1, 0.4], [6.0, 4.0]).stones, "more stones leave the first be");
    }

    #[test]
    fn the_net_hides_no_stone_from_a_cast_from_above() {
        let rubble = Rubble::grow(3, 300, [0.05, 0.5], [5.0, 3.0]);
        let mut dice = Dice(99);
        let mut met = 0;
        for _ in 0..2000 {
            let origin = Vec3::new(dice.between(-3.2, 3.2), 2.0, dice.between(-2.2, 2.2));
            let every = rubble.stones.iter().filter_map(|stone| stone.cast(origin, Vec3::NEG_Y, 5.0));
            let nearest = every.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(way, _)| way);
            assert_eq!(rubble.cast(origin, Vec3::NEG_Y, 5.0).map(|(way, _)| way), nearest, "{origin}");
            met += usize::from(nearest.is_some());
        }
        assert!(met > 400, "{met}");
    }
}
