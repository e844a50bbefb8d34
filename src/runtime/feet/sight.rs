use glam::Vec3;

use super::{UP, level};
use crate::ground::{Hit, LayerMask, Surface};
use crate::math::{Transform, decay_factor, direction_or, rotated, unit_or};
use crate::runtime::Inputs;
use crate::runtime::bound::{BoundGrounding, BoundRig};
use crate::runtime::memory::Travel;
use crate::runtime::place::Place;
use crate::solve::grounding::{self, Plane, Sole, accept};

/// A foot stands back from a riser by at most this share of its length.
const STAND_BACK: f32 = 0.4;
/// Of the mean of how fast the character goes, seconds: a root that follows the ground does not go up it evenly.
const VELOCITY_HALF_LIFE: f32 = 0.05;
/// How steep a way is counts for one that goes faster than this, leg lengths a second.
const SLOW: f32 = 0.2;
/// As a grade.
const STEEPEST_WAY: f32 = 1.0;

/// The ground of one call: the game's, in the character's measures.
pub(super) struct Sight<'a> {
    pub inputs: &'a Inputs<'a>,
    pub grounding: &'a BoundGrounding,
    pub place: Place,
    /// The level the character itself stands on; from its origin, world axes.
    pub own: Plane,
    /// Ground that the character goes over, were it as steep all the way as where it goes now: how far a foot steps up and down counts from it.
    way: Plane,
    /// How much heights over the two change with a place: see [`Plane::slope`].
    own_slope: Vec3,
    way_slope: Vec3,
    /// At the size of the world.
    pub step_up: f32,
    pub step_down: f32,
    ray_up: f32,
    ray_down: f32,
}

impl<'a> Sight<'a> {
    pub fn new(bound: &BoundRig, grounding: &'a BoundGrounding, place: Place, inputs: &'a Inputs<'a>) -> Self {
        let own = Plane {
            point: place.around(bound.frame.up * bound.ground_in_model),
            normal: unit_or(rotated(place.rotation, bound.frame.up), UP),
        };
        let [step_up, step_down, ray_up, ray_down] =
            [grounding.step_up, grounding.step_down, grounding.ray_up, grounding.ray_down]
                .map(|in_model| in_model * place.scale);
        let slope = own.slope(UP);
        Self {
            inputs,
            grounding,
            place,
            own,
            way: own,
            own_slope: slope,
            way_slope: slope,
            step_up,
            step_down,
            ray_up,
            ray_down,
        }
    }

    /// How high `point` is over the character's own ground, along up.
    pub fn height(&self, point: Vec3) -> f32 {
        (point - self.own.point).dot(self.own_slope)
    }

    /// How high the lowest contact is over that.
    pub fn lowest(&self, sole: &Sole) -> f32 {
        sole.points().map(|point| self.height(point)).into_iter().fold(f32::INFINITY, f32::min)
    }

    fn height_over_way(&self, point: Vec3) -> f32 {
        (point - self.way.point).dot(self.way_slope)
    }

    pub fn length(&self, in_model: f32) -> f32 {
        in_model * self.place.scale
    }

    /// World, counted from the character's origin, from the axes of `surface`.
    pub fn frame(&self, surface: Surface) -> Transform {
        if surface == Surface::WORLD {
            return Transform::from_translation(-self.place.origin);
        }
        let frame = self.inputs.ground.world_from_surface(surface).unscaled();
        let sound = frame.is_finite() && frame.rotation.is_normalized();
        let frame = if sound { frame } else { Transform::IDENTITY };
        Transform { translation: frame.translation - self.place.origin, ..frame }
    }

    /// The ground under `contact`, from the character's origin.
    ///
    /// The cast starts above the contact by no more than it needs to meet the highest ground that may be stepped on, so
    /// that a low ceiling is not taken for ground.
    pub fn cast(&self, contact: Vec3) -> Option<Hit> {
        let over_way = self.height_over_way(contact);
        let least = self.step_up * 0.02 + over_way.abs() * 1e-5;
        // Where the way rises the ground may be as much farther above the foot.
        let risen = larger(self.height(contact) - over_way, 0.0);
        let most = risen + larger(self.ray_up, least);
        let rise = smaller(larger(self.step_up - over_way + least, least), most);
        let reach = rise + larger(over_way, 0.0) + self.ray_down;
        let near = self.meet(contact, rise, -UP, reach)?;
        accept(near, self.height_over_way(near.point), UP, self.step_up, self.step_down)
    }

    /// What a ray from `over` above a point meets first, ground or not; from the character's origin. `direction` is unit.
    pub fn meet(&self, point: Vec3, over: f32, direction: Vec3, reach: f32) -> Option<Hit> {
        let mut origin = self.place.origin + point;
        origin.y += over;
        // As finite as their sum, but for numbers that no ground has.
        if !(origin.x + origin.y + origin.z + reach).is_finite() {
            return None;
        }
        let hit = self.inputs.ground.cast(origin, direction, reach, LayerMask(self.grounding.layers))?;
        Some(Hit { point: hit.point - self.place.origin, ..hit })
    }

    pub fn under(&self, sole: &Sole) -> [Option<Hit>; 3] {
        // Each into its place: what is mapped is moved there.
        [self.cast(sole.heel), self.cast(sole.ball), self.cast(sole.toe)]
    }

    /// How far back a standing foot must go for its toes to be clear of a riser: as little as does it, and at most
    /// [`STAND_BACK`] of its length. 0 where there is no riser, and where standing back does not help.
    /// `under` are the hits under the sole where it is.
    pub fn way_back(&self, sole: &Sole, under: [Option<Hit>; 3], back: Vec3) -> f32 {
        if !grounding::meets_riser(under, UP) {
            return 0.0;
        }
        let hits = |way: f32| sole.points().map(|contact| self.cast(contact + back * way));
        let most = level(sole.toe - sole.heel).length() * STAND_BACK;
        let steps = (1..=8).map(|step| most * step as f32 / 8.0);
        let Some(mut clear) = steps.into_iter().find(|&way| grounding::is_even(hits(way))) else { return 0.0 };
        let mut stuck = clear - most / 8.0;
        for _ in 0..6 {
            let middle = 0.5 * (clear + stuck);
            if grounding::is_even(hits(middle)) { clear = middle } else { stuck = middle }
        }
        clear
    }

    /// As the ground will be looked at when the character is higher by `rise`.
    pub fn risen(&self, rise: f32) -> Self {
        let own = Plane { point: self.own.point + UP * rise, ..self.own };
        Self { own, ..*self }
    }

    /// As the ground is looked at from a foot that `stands` at a point: what carried it as it came down carries it while the character goes on, up or
    /// down, by as much again as it could step.
    pub fn about(&self, stands: Vec3) -> Self {
        let by = UP * self.height_over_way(stands).clamp(-self.step_down, self.step_up);
        let moved = |plane: Plane| Plane { point: plane.point + by, ..plane };
        Self { own: moved(self.own), way: moved(self.way), ..*self }
    }

    /// How steep the way of a character is that goes like this: level, towards where it rises, as long as it rises a metre; little for one that hardly goes.
    pub fn grade(&self, velocity: Vec3) -> Vec3 {
        let level = level(velocity);
        let slow = SLOW * self.length(self.grounding.leg_length);
        let grade = level * (velocity.dot(UP) / (level.length_squared() + slow * slow).max(f32::MIN_POSITIVE));
        grade.clamp_length_max(STEEPEST_WAY)
    }

    /// As the ground is looked at by a character that goes like this.
    pub fn on_its_way(&self, velocity: Vec3) -> Self {
        let grade = self.grade(velocity);
        let normal = direction_or(self.own.normal - grade * self.own.normal.dot(UP), self.own.normal);
        let way = Plane { normal, ..self.own };
        Self { way, way_slope: way.slope(UP), ..*self }
    }

    /// How fast the character goes over what carries it, world axes, and the place to remember for the next frame. None on the first.
    pub fn velocity(&self, travel: &mut Travel, surface: Surface) -> Option<Vec3> {
        let dt = self.inputs.dt;
        let frame = self.frame(surface);
        let now = frame.rotation.conjugate() * -frame.translation;
        let before = travel.origin_on.replace((surface, now)).filter(|(on, _)| *on == surface);
        let (_, before) = before.filter(|_| dt > 0.0)?;
        let now = (frame.rotation * (now - before)) / dt;
        Some(travel.velocity.map_or(now, |before| now.lerp(before, decay_factor(VELOCITY_HALF_LIFE, dt))))
    }
}

/// The larger of two numbers, and `other` where either is none; one step of the machine's.
#[inline]
fn larger(number: f32, other: f32) -> f32 {
    if number > other { number } else { other }
}

/// The smaller, likewise.
#[inline]
fn smaller(number: f32, other: f32) -> f32 {
    if number < other { number } else { other }
}
