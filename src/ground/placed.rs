use glam::Vec3;

use crate::ground::{Ground, GroundScene, GroundShape, Hit, LayerMask};
use crate::math::{direction_or, reject};

/// A scene laid into the world under a character that faces a known way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedScene {
    shape: GroundShape,
    /// Unit and level: the scene's own axes in the world.
    ahead: Vec3,
    aside: Vec3,
}

impl GroundScene {
    /// Lays the scene at the world's origin so that heading 0 is `forward`, the way the character faces (its level part; +Z
    /// where it has none).
    pub fn placed(&self, forward: Vec3) -> PlacedScene {
        let forward = direction_or(reject(forward, Vec3::Y), Vec3::Z);
        let left = Vec3::Y.cross(forward);
        let (sine, cosine) = exact_sin_cos(self.heading_deg);
        let ahead = forward * cosine + left * sine;
        PlacedScene { shape: self.shape, ahead, aside: Vec3::Y.cross(ahead) }
    }
}

/// Sine and cosine that are exact at whole quarter turns, so that a slope straight ahead has no sideways part.
fn exact_sin_cos(degrees: f32) -> (f32, f32) {
    if !degrees.is_finite() {
        return (0.0, 1.0);
    }
    match degrees.rem_euclid(360.0) {
        0.0 => (0.0, 1.0),
        90.0 => (1.0, 0.0),
        180.0 => (0.0, -1.0),
        270.0 => (-1.0, 0.0),
        other => other.to_radians().sin_cos(),
    }
}

impl PlacedScene {
    pub fn shape(&self) -> GroundShape {
        self.shape
    }

    /// The scene's own axes in the world: the way it rises and its left; unit, level.
    pub fn axes(&self) -> [Vec3; 2] {
        [self.ahead, self.aside]
    }

    /// Height under a point of the world, metres, and the unit normal there.
    pub fn surface_at(&self, point: Vec3) -> (f32, Vec3) {
        let (height, [ahead, aside]) = self.shape.height_and_slope(point.dot(self.ahead), point.dot(self.aside));
        (height, direction_or(Vec3::Y - self.ahead * ahead - self.aside * aside, Vec3::Y))
    }

    fn clearance(&self, point: Vec3) -> f32 {
        point.y - self.surface_at(point).0
    }

    /// Walks along the ray and halves the step in which it goes under; walls of stairs are met too.
    fn march(&self, origin: Vec3, direction: Vec3, max_distance: f32) -> Option<Hit> {
        const STEP: f32 = 0.01;
        const MOST_STEPS: u32 = 4096;
        let step = (max_distance / MOST_STEPS as f32).max(STEP);
        let (mut above, mut below) = (0.0, 0.0);
        while self.clearance(origin + direction * below) >= 0.0 {
            if below >= max_distance {
                return None;
            }
            above = below;
            below = (below + step).min(max_distance);
        }
        for _ in 0..24 {
            let middle = 0.5 * (above + below);
            if self.clearance(origin + direction * middle) >= 0.0 { above = middle } else { below = middle }
        }
        let point = origin + direction * above;
        let (height, normal) = self.surface_at(origin + direction * below);
        let on_a_wall = height > point.y + 1e-3;
        Some(Hit::still(point, if on_a_wall { direction_or(-reject(direction, Vec3::Y), normal) } else { normal }))
    }
}

impl Ground for PlacedScene {
    fn cast(&self, origin: Vec3, direction: Vec3, max_distance: f32, _layers: LayerMask) -> Option<Hit> {
        if !(origin.is_finite() && direction.is_finite() && max_distance >= 0.0) || self.clearance(origin) < 0.0 {
            return None;
        }
        if direction != Vec3::NEG_Y {
            return self.march(origin, direction, max_distance.min(1e4));
        }
        let (height, normal) = self.surface_at(origin);
        (origin.y - height <= max_distance).then(|| Hit::still(Vec3::new(origin.x, height, origin.z), normal))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn down(scene: &PlacedScene, x: f32, z: f32) -> Option<Hit> {
        scene.cast(Vec3::new(x, 2.0, z), Vec3::NEG_Y, 10.0, LayerMask::ALL)
    }

    fn slope(angle_deg: f32, heading_deg: f32, forward: Vec3) -> PlacedScene {
        GroundScene { shape: GroundShape::Slope { angle_deg }, heading_deg }.placed(forward)
    }

    #[test]
    fn a_slope_rises_towards_its_heading() {
        let rise = 20.0_f32.to_radians().tan();
        for (heading, forward, uphill) in [
            (0.0, Vec3::Z, Vec3::Z),
            (90.0, Vec3::Z, Vec3::X),
            (0.0, Vec3::NEG_Z, Vec3::NEG_Z),
            (90.0, Vec3::NEG_Z, Vec3::NEG_X),
        ] {
            let hit = down(&slope(20.0, heading, forward), uphill.x, uphill.z).unwrap();
            assert!((hit.point.y - rise).abs() < 1e-6, "{heading} {forward}: {hit:?}");
            let normal = Vec3::Y * 20.0_f32.to_radians().cos() - uphill * 20.0_f32.to_radians().sin();
            assert!(hit.normal.distance(normal) < 1e-6);
        }
        // Twenty degrees down towards +Z: the sole's normal is (0, 0.940, 0.342).
        let hit = down(&slope(-20.0, 0.0, Vec3::Z), 0.0, 0.0).unwrap();
        assert!(hit.normal.distance(Vec3::new(0.0, 0.940, 0.342)) < 1e-3);
    }

    #[test]
    fn stairs_have_treads_and_walls() {
        let stairs =
            GroundScene { shape: GroundShape::Stairs { rise: 0.15, run: 0.3 }, heading_deg: 0.0 }.placed(Vec3::Z);
        for (z, height) in [(0.0, 0.0), (0.149, 0.0), (0.151, 0.15), (0.5, 0.3), (-0.2, -0.15)] {
            let hit = down(&stairs, 0.0, z).unwrap();
            assert!((hit.point.y - height).abs() < 1e-6 && hit.normal == Vec3::Y, "{z}: {hit:?}");
        }
        let wall = stairs.cast(Vec3::new(0.0, 0.05, 0.0), Vec3::Z, 1.0, LayerMask::ALL).unwrap();
        assert!((wall.point.z - 0.15).abs() < 1e-3 && wall.normal == Vec3::NEG_Z, "{wall:?}");
    }

    #[test]
    fn casts_from_below_and_too_far_miss() {
        let flat = GroundScene::default().placed(Vec3::Z);
        assert_eq!(flat.cast(Vec3::NEG_Y, Vec3::NEG_Y, 10.0, LayerMask::ALL), None);
        assert_eq!(flat.cast(Vec3::Y * 2.0, Vec3::NEG_Y, 1.0, LayerMask::ALL), None);
        assert_eq!(flat.cast(Vec3::NAN, Vec3::NEG_Y, 1.0, LayerMask::ALL), None);
    }

    #[test]
    fn a_slanting_cast_meets_the_slope() {
        let direction = Vec3::new(0.0, -1.0, 1.0).try_normalize().unwrap();
        let hit = slope(30.0, 0.0, Vec3::Z).cast(Vec3::new(0.3, 1.0, 0.0), direction, 5.0, LayerMask::ALL).unwrap();
        // y = 1 − z meets y = tan 30° · z.
        let z = 1.0 / (1.0 + 30.0_f32.to_radians().tan());
        assert!(hit.point.distance(Vec3::new(0.3, 1.0 - z, z)) < 1e-3, "{hit:?}");
    }
}
