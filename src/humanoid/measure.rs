use glam::Vec3;

use crate::humanoid::{HumanoidMap, Role};
use crate::skeleton::Skeleton;

/// Hip joint to ankle over the knee at rest, the mean of both legs, model space.
///
/// Without legs it is estimated by a body's proportions: an arm to the wrist is about two thirds of a leg, hips to head three
/// quarters; without those, half of the skeleton's extent. Above 0 always.
pub fn leg_length(skeleton: &Skeleton, map: &HumanoidMap) -> f32 {
    let rest = skeleton.rest_globals();
    let along = |roles: &[Role]| -> Option<f32> {
        let mut points = Vec::new();
        for &role in roles {
            points.push(rest.position(map.get(role)?));
        }
        let length: f32 = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        (length > 0.0 && length.is_finite()).then_some(length)
    };
    let both = |roles: [Role; 3]| {
        let sides = [along(&roles), along(&roles.map(Role::mirrored))];
        let found = sides.iter().flatten().count();
        (found > 0).then(|| sides.iter().flatten().sum::<f32>() / found as f32)
    };
    both([Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot])
        .or_else(|| both([Role::LeftUpperArm, Role::LeftLowerArm, Role::LeftHand]).map(|arm| arm * 1.5))
        .or_else(|| along(&[Role::Hips, Role::Head]).map(|torso| torso / 0.75))
        .or_else(|| {
            let points = || skeleton.ids().map(|joint| rest.position(joint)).filter(|point| point.is_finite());
            let least = points().fold(Vec3::INFINITY, Vec3::min);
            let most = points().fold(Vec3::NEG_INFINITY, Vec3::max);
            Some((most - least).max_element() / 2.0).filter(|&half| half > 0.0 && half.is_finite())
        })
        .unwrap_or(1.0)
}

/// Height of the soles at rest along `up`, model space.
///
/// Characters stand on height 0 unless their lowest foot or toe joint says otherwise: below 0, or higher than an ankle
/// can be over its sole.
pub fn ground_in_model(skeleton: &Skeleton, map: &HumanoidMap, up: Vec3) -> f32 {
    let rest = skeleton.rest_globals();
    let lowest = [Role::LeftFoot, Role::RightFoot, Role::LeftToes, Role::RightToes]
        .into_iter()
        .filter_map(|role| map.get(role))
        .map(|joint| rest.position(joint).dot(up))
        .fold(f32::INFINITY, f32::min);
    if !lowest.is_finite() {
        return 0.0;
    }
    let leg = leg_length(skeleton, map);
    if (-0.02 * leg..=0.4 * leg).contains(&lowest) { 0.0 } else { lowest - 0.03 * leg }
}
