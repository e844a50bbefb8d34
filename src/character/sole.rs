//! The soles of a character's feet, measured on its meshes.

use glam::{Vec2, Vec3};

use super::Character;
use crate::humanoid::{BodyFrame, HumanoidMap};
use crate::math::{direction_or, reject};
use crate::pose::Globals;
use crate::rig::{Foot, Rig};
use crate::skeleton::{JointId, Skeleton};
use crate::skin::{Binding, Palette};

/// What lies this far over the lowest point of a foot still is its sole, in leg lengths; a toe cap that curls up is not.
const SOLE: f32 = 0.015;
/// A heel bulges and may stand a little higher; what lies lower than this belongs to it.
const HEEL: f32 = 0.04;
/// A sole this near to the ground that the skeleton rests on, in leg lengths, lies on it; meshes rarely meet it exactly.
const ON_GROUND: f32 = 0.035;
/// Where the ball is, from heel to toe tip, in a foot without a toe joint.
const BALL: f32 = 0.7;
/// Half of a sole's breadth in lengths of the foot; what a mesh shows outside of this is no breadth.
const HALF_BREADTH: std::ops::RangeInclusive<f32> = 0.1..=0.4;

/// How far toe up, radians, feet come down on their heels: where heels are measured, in so many places.
const STRIKE: [f32; 2] = [0.05, 0.35];
const STRIKES: u32 = 12;
/// A round of less than this, in lengths of the foot, is a corner; no heel is rounder than the second.
const HEEL_RADIUS: std::ops::RangeInclusive<f32> = 0.02..=0.4;

impl Character {
    /// Gives the feet of `rig` the heel, ball, toe tip, breadth and round heel of this character's meshes, where the rig has none of its own yet
    /// and the meshes have a sole.
    pub fn fit_soles(&self, rig: &mut Rig, map: &HumanoidMap) {
        let has_own = |foot: &Foot| foot.heel.is_some() || foot.ball.is_some() || foot.toe.is_some();
        if rig.grounding.iter().flat_map(|grounding| &grounding.feet).all(has_own) {
            return;
        }
        let measured = self.feet_on_mesh(rig, map);
        let feet = rig.grounding.iter_mut().flat_map(|grounding| &mut grounding.feet);
        for (foot, measured) in feet.zip(measured) {
            if let Some(measured) = measured.filter(|_| !has_own(foot)) {
                let half_breadth = foot.half_breadth.or(measured.half_breadth);
                let heel_radius = foot.heel_radius.or(measured.heel_radius);
                *foot = Foot { half_breadth, heel_radius, ..measured };
            }
        }
    }

    /// The feet of `rig`, in its order, with heel, ball, toe tip, breadth and round heel as this character's meshes have them, whatever the rig has; no breadth
    /// where the mesh does not show one, no radius for a heel that is a corner, and none for a foot without a sole. None at all for a rig that does not fit.
    pub fn feet_on_mesh(&self, rig: &Rig, map: &HumanoidMap) -> Vec<Option<Foot>> {
        let skeleton = &*self.skeleton_at(rig.character.rest);
        let (Ok(bound), Some(grounding)) = (rig.bind_with(skeleton, map), &rig.grounding) else { return Vec::new() };
        let scale = bound.leg_length() / rig.reference_leg_length;
        let vertices = self.weighted_vertices(skeleton.rest_globals());
        let (leg, ground) = (bound.leg_length(), bound.ground_in_model());
        let measure = Measure { skeleton, frame: bound.frame(), leg, ground };
        let on_mesh = |foot: &Foot| {
            let chain = rig.chains.iter().find(|chain| chain.name == foot.chain)?;
            let joint = chain.tip.resolve(skeleton, map).ok()?;
            let toes = foot.toes.as_ref().and_then(|toes| toes.resolve(skeleton, map).ok());
            let sole = measure.sole(&vertices, joint, toes)?;
            Some(measured(foot, &sole, bound.frame().model_from_body().conjugate(), scale))
        };
        grounding.feet.iter().map(on_mesh).collect()
    }

    /// Every vertex at a pose, in the pose's space, with the joint that moves it most.
    pub(super) fn weighted_vertices(&self, pose: &Globals) -> Vec<(Vec3, JointId)> {
        let palette = Palette::new(&self.skins, pose);
        let mut all = Vec::new();
        let mut posed = Vec::new();
        for mesh in &self.meshes {
            mesh.binding.posed_positions(&mesh.positions, pose, &palette, &mut posed);
            match &mesh.binding {
                Binding::Rigid(joint) => all.extend(posed.iter().map(|&point| (point, *joint))),
                Binding::Skinned { skin, influences } => {
                    let Some(skin) = self.skins.get(*skin) else { continue };
                    all.extend(posed.iter().zip(influences).filter_map(|(&point, influence)| {
                        let most = (0..4).max_by(|&a, &b| influence.weights[a].total_cmp(&influence.weights[b]))?;
                        Some((point, *skin.joints.get(usize::from(influence.joints[most]))?))
                    }));
                }
            }
        }
        all.retain(|(point, _)| point.is_finite());
        all
    }
}

struct Measure<'a> {
    skeleton: &'a Skeleton,
    frame: BodyFrame,
    /// Model space, as all lengths here.
    leg: f32,
    /// Along the body's up.
    ground: f32,
}

/// Model space.
struct Sole {
    /// Heel, ball and toe tip from the foot joint.
    points: [Vec3; 3],
    /// At the ball, where the mesh shows it.
    half_breadth: Option<f32>,
    /// Of a heel that is no corner.
    heel_radius: Option<f32>,
}

impl Measure<'_> {
    fn sole(&self, vertices: &[(Vec3, JointId)], foot: JointId, toes: Option<JointId>) -> Option<Sole> {
        let Self { skeleton, frame, .. } = *self;
        let rest = skeleton.rest_globals();
        let ankle = rest.position(foot);
        let own = || vertices.iter().filter(|(_, joint)| skeleton.is_within(*joint, foot)).map(|&(point, _)| point);
        let lowest = own().map(|point| point.dot(frame.up)).fold(f32::INFINITY, f32::min);
        let below = |height: f32| -> Vec<Vec3> {
            own().filter(|point| point.dot(frame.up) < lowest + self.leg * height).map(|point| point - ankle).collect()
        };
        let (sole, with_heel) = (below(SOLE), below(HEEL));
        if sole.len() < 3 {
            return None;
        }
        let toward = |joint| reject(rest.position(joint) - ankle, frame.up);
        let direction = direction_or(toes.map_or(Vec3::ZERO, toward), frame.forward);
        let side = frame.up.cross(direction);
        let range = |points: &[Vec3], axis: Vec3| {
            let along = points.iter().map(|point| point.dot(axis));
            along.fold((f32::INFINITY, f32::NEG_INFINITY), |(least, most), at| (least.min(at), most.max(at)))
        };
        let (heel, _) = range(&with_heel, direction);
        let (_, toe) = range(&sole, direction);
        let (inner, outer) = range(&sole, side);
        // A few stray vertices are no foot, and a foot that lies behind its ankle is none either.
        if !((0.05..1.5).contains(&((toe - heel) / self.leg)) && toe > 0.0) {
            return None;
        }
        // A ground of 0 is known; another is guessed from the joints, and the mesh knows better.
        let is_on_ground = self.ground == 0.0 && lowest.abs() < ON_GROUND * self.leg;
        let height = if is_on_ground { 0.0 } else { lowest } - ankle.dot(frame.up);
        let ball = toes.map_or(heel + (toe - heel) * BALL, |toes| toward(toes).dot(direction));
        let ball = if (heel..toe).contains(&ball) { ball } else { heel + (toe - heel) * BALL };
        let middle = side * ((inner + outer) / 2.0) + frame.up * height;
        let points = [heel, ball, toe].map(|along| middle + direction * along);
        let print = sole.iter().map(|point| Vec2::new(point.dot(direction), point.dot(side))).collect();
        let half_breadth = breadth(print, ball).map(|breadth| breadth / 2.0);
        let half_breadth = half_breadth.filter(|half| HALF_BREADTH.contains(&(half / (toe - heel))));
        let side_on: Vec<Vec2> =
            own().map(|point| Vec2::new((point - ankle).dot(direction) - heel, point.dot(frame.up) - lowest)).collect();
        let heel_radius = Some(radius(&side_on)).filter(|radius| HEEL_RADIUS.contains(&(radius / (toe - heel))));
        Some(Sole { points, half_breadth, heel_radius })
    }
}

/// The radius of the quarter of a circle that ends a foot like these points, which are ahead of its heel's corner and over that: the one whose foot
/// lies as high over the ground while it comes down on its heel, by the least of squares.
fn radius(side_on: &[Vec2]) -> f32 {
    let (mut along, mut squares) = (0.0, 0.0);
    for strike in 0..STRIKES {
        let share = strike as f32 / (STRIKES - 1) as f32;
        let (sine, cosine) = (STRIKE[0] + (STRIKE[1] - STRIKE[0]) * share).sin_cos();
        // Over the corner of a foot that is pitched so far.
        let lowest = side_on.iter().map(|point| point.x * sine + point.y * cosine).fold(f32::INFINITY, f32::min);
        let of_radius = sine + cosine - 1.0;
        along += lowest * of_radius;
        squares += of_radius * of_radius;
    }
    along / squares
}

/// How broad the outline of `print` is at `x`, along Y; nothing before and behind it. The outline is the convex one, so that the arch
/// counts to the sole and a few vertices at its ends are enough.
fn breadth(mut print: Vec<Vec2>, x: f32) -> Option<f32> {
    let left = upper_edge(&mut print, x)?;
    print.iter_mut().for_each(|point| point.y = -point.y);
    Some(left + upper_edge(&mut print, x)?)
}

/// The height of the convex outline's upper side at `x`.
fn upper_edge(points: &mut [Vec2], x: f32) -> Option<f32> {
    points.sort_unstable_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let mut edge: Vec<Vec2> = Vec::new();
    for &point in &*points {
        while let [.., a, b] = edge[..]
            && (b - a).perp_dot(point - a) >= 0.0
        {
            edge.pop();
        }
        edge.push(point);
    }
    let [a, b] = edge.array_windows().find(|[a, b]| a.x < b.x && (a.x..=b.x).contains(&x))?;
    Some(a.lerp(*b, (x - a.x) / (b.x - a.x)).y)
}

/// In the document's axes and measure, to a tenth of a millimetre.
fn measured(foot: &Foot, sole: &Sole, body_from_model: glam::Quat, scale: f32) -> Foot {
    let rounded = |value: f32| (value / scale * 1e4).round() / 1e4;
    let [heel, ball, toe] = sole.points.map(|point| Some((body_from_model * point).to_array().map(rounded)));
    Foot {
        heel,
        ball,
        toe,
        half_breadth: sole.half_breadth.map(rounded),
        heel_radius: sole.heel_radius.map(rounded),
        ..foot.clone()
    }
}
