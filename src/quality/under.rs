use glam::Vec3;

use crate::ground::{Ground, LayerMask};
use crate::math::{direction_or, reject};

/// The ground at a point of a sole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Under {
    /// How far the point is over the ground, along its normal; below 0 it is as deep inside. Metres.
    pub height: f32,
    /// Of the ground straight below, or above; unit.
    pub normal: Vec3,
    /// Height of the ground straight below, or above; world space, metres.
    pub ground: f32,
}

/// Shallower points are not asked whether a way aside is shorter, metres.
const SHALLOW: f32 = 1e-3;
const SIDES: u32 = 16;
/// As a share of the depth.
const NEXT_TO_NOTHING: f32 = 0.1;

/// The ground at a point, wherever that is. A point inside a step is as deep as its shortest way out: up along the normal, or aside
/// through the riser.
pub(super) fn beneath(ground: &dyn Ground, point: Vec3, leg_length: f32) -> Option<Under> {
    if !point.is_finite() {
        return None;
    }
    let cast = |at: Vec3| {
        [0.5, 5.0, 50.0].into_iter().find_map(|rise| {
            let reach = (2.0 * rise + 2.0) * leg_length;
            ground.cast(at + Vec3::Y * (rise * leg_length), Vec3::NEG_Y, reach, LayerMask::ALL)
        })
    };
    let hit = cast(point)?;
    let height = (point - hit.point).dot(hit.normal);
    let under = Under { height, normal: hit.normal, ground: hit.point.y };
    let depth = -height;
    if depth <= SHALLOW {
        return Some(under);
    }
    // What is still above the point after a way aside; with a way up, that must be next to nothing to count as out.
    let above = |way: Vec3| cast(point + way).map_or(0.0, |hit| (hit.point.y - point.y).max(0.0));
    let is_out = |way: Vec3| above(way) <= NEXT_TO_NOTHING * depth;
    let mut shortest = depth;
    for side in 0..SIDES {
        let (sine, cosine) = (std::f32::consts::TAU * side as f32 / SIDES as f32).sin_cos();
        let aside = Vec3::new(sine, 0.0, cosine);
        if !is_out(aside * shortest) {
            continue;
        }
        let (mut inside, mut outside) = (0.0, shortest);
        for _ in 0..12 {
            let middle = 0.5 * (inside + outside);
            if is_out(aside * middle) { outside = middle } else { inside = middle }
        }
        shortest = shortest.min(outside.hypot(above(aside * outside)));
    }
    Some(Under { height: -shortest, ..under })
}

/// Of the plane through the ground under two points, which is rolled as that is on either side; unit, none where both are one place.
pub(super) fn normal_through([(from, below), (to, before)]: [(Vec3, Under); 2]) -> Option<Vec3> {
    let mean = direction_or(below.normal + before.normal, before.normal);
    let along = to.with_y(before.ground) - from.with_y(below.ground);
    reject(mean, along.try_normalize()?).try_normalize()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::GroundScene;

    fn height(spec: &str, point: Vec3) -> f32 {
        let ground = spec.parse::<GroundScene>().unwrap().placed(Vec3::Z);
        beneath(&ground, point, 0.9).unwrap().height
    }

    #[test]
    fn height_over_a_slope_is_along_its_normal() {
        let (sine, cosine) = 30.0_f32.to_radians().sin_cos();
        let normal = Vec3::new(0.0, cosine, -sine);
        for way in [0.3, 0.02, 0.0, -0.004, -0.2] {
            let point = Vec3::new(0.4, 0.5 * sine, 0.5 * cosine) + normal * way;
            assert!((height("slope:30", point) - way).abs() < 1e-4, "{way}");
        }
    }

    #[test]
    fn a_toe_in_a_riser_is_as_deep_as_its_way_out() {
        // The riser stands at 0.15 m and is 0.15 m high.
        for (ahead, up, wanted) in [
            (0.158, 0.02, -0.008),
            // A hair under the lower tread as well.
            (0.158, -0.0002, -0.008),
            (0.2, 0.13, -0.02),
            (0.158, 0.2, 0.05),
            (0.14, 0.02, 0.02),
        ] {
            let found = height("stairs:0.15x0.3", Vec3::new(0.0, up, ahead));
            assert!((found - wanted).abs() < 2e-4, "{ahead} {up}: {found} for {wanted}");
        }
    }

    #[test]
    fn where_there_is_no_ground_there_is_no_height() {
        assert_eq!(beneath(&crate::ground::NoGround, Vec3::ZERO, 0.9), None);
        assert_eq!(beneath(&GroundScene::default().placed(Vec3::Z), Vec3::NAN, 0.9), None);
    }
}
