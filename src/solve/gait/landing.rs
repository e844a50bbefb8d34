use glam::{Quat, Vec3};

use super::print::{Print, Standing};
use super::{Foot, Params, UP, eased};
use crate::ground::{Ground, Hit, LayerMask};
use crate::math::{direction_or, reject};
use crate::solve::grounding::{self, Plane, accept};

/// No foot is put down on ground steeper than 60°.
const LEAST_UP: f32 = 0.5;
/// Places are tried this share of the foot's length apart, and so many of them.
const APART: f32 = 0.1;
const MOST_PLACES: u32 = 24;
/// A foot is set aside along itself by at most this share of its length where home is no nearer.
const ASIDE: f32 = 0.7;
/// And lands within this share of its reach.
const REACHED: f32 = 0.9;
/// Points along a step at which the ground is looked at, and the part of the swing that they are spread over: a foot that takes off or
/// comes down beside a riser brushes it, for it would have to go straight up.
const SAMPLES: u32 = 13;
const LOOKED_AT: [f32; 2] = [0.2, 0.8];
/// A step goes over what lies between by at least this share of its lift.
const CLEAR: f32 = 0.3;
/// And is at most so many times as high as it would be on level ground, for what cannot be stepped over.
const HIGHEST: f32 = 6.0;

/// Looks for places to stand.
pub struct Seeker<'a> {
    pub params: &'a Params,
    pub ground: &'a dyn Ground,
    /// The height from which steps up and down are counted.
    pub level: f32,
}

/// How well a foot stands, best first.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Footing {
    Whole,
    /// An end hangs over an edge.
    Over,
    /// An end is inside of something higher.
    Inside,
}

impl Seeker<'_> {
    fn under(&self, point: Vec3) -> Option<Hit> {
        let Params { step_up, step_down, .. } = *self.params;
        let least = (step_up + step_down) * 0.01;
        let origin = point.with_y(self.level + step_up + least);
        let reach = step_up + step_down + 2.0 * least;
        if !(origin.is_finite() && reach.is_finite()) {
            return None;
        }
        let hit = self.ground.cast(origin, -UP, reach, LayerMask(self.params.layers))?;
        accept(hit, hit.point.dot(UP) - self.level, UP, step_up + least, step_down + least)
    }

    /// The landing at `wanted`, or the nearest place where the foot stands with its whole sole: toward where `home` will be, or, as far as the foot is
    /// long, along itself. Where there is none, the nearest from which it hangs over least badly; none over nothing.
    pub fn land(&self, foot: &Foot, wanted: Vec3, home: Vec3, turned: Quat) -> Option<Print> {
        let length = foot.toe.distance(foot.heel);
        let back = reject(home - wanted, UP);
        let along = direction_or(turned * reject(foot.toe - foot.heel, UP), Vec3::ZERO);
        let usual = if length > 0.0 { length } else { self.params.step_distance } * APART;
        let apart = usual.max(back.length() / MOST_PLACES as f32);
        let ways = [(direction_or(back, Vec3::ZERO), back.length()), (along, length * ASIDE), (-along, length * ASIDE)];
        let mut best: Option<(Footing, Print)> = None;
        let reached = |at: Vec3| reject(at - home, UP).length() <= foot.reach * REACHED;
        let wanted =
            if reached(wanted) { wanted } else { home - direction_or(back, Vec3::ZERO) * foot.reach * REACHED };
        for place in 0..=MOST_PLACES {
            let by = apart * place as f32;
            for (way, most) in ways {
                if place > 0 && (by > most || way == Vec3::ZERO) {
                    continue;
                }
                if place > 0 && !reached(wanted + way * by) {
                    continue;
                }
                let found = self.stand(foot, wanted + way * by, turned);
                if let Some((footing, print)) = found
                    && best.is_none_or(|(other, _)| footing < other)
                {
                    best = Some((footing, print));
                    if footing == Footing::Whole {
                        return Some(print);
                    }
                }
                if place == 0 {
                    break;
                }
            }
        }
        best.map(|(_, print)| print)
    }

    fn stand(&self, foot: &Foot, at: Vec3, turned: Quat) -> Option<(Footing, Print)> {
        let ball = self.under(at).filter(|hit| hit.normal.dot(UP) >= LEAST_UP)?;
        let ahead = turned * Vec3::Z;
        let print = |normal: Vec3, point: Vec3| Print::on(ball.surface, Standing { point, normal, ahead }, self.ground);
        if foot.heel == foot.toe {
            return Some((Footing::Whole, print(ball.normal, ball.point)));
        }
        let [heel, toe] = [foot.heel, foot.toe].map(|end| self.under(at + turned * end));
        if grounding::is_even([heel, Some(ball), toe]) {
            let support = grounding::support([heel, Some(ball), toe], true, UP)?;
            return Some((Footing::Whole, print(support.plane.normal, support.plane.under(ball.point, UP))));
        }
        let bears = [heel, toe].into_iter().flatten().all(|end| grounding::bears_over(ball, end, UP));
        Some((if bears { Footing::Over } else { Footing::Inside }, print(ball.normal, ball.point)))
    }

    /// How high a step must be to go over what lies between.
    pub fn lift_over(&self, foot: &Foot, from: &Standing, to: &Standing) -> f32 {
        let params = self.params;
        let way = reject(to.point - from.point, UP).length();
        let own = params.lift * (way / params.step_distance.max(1e-9)).clamp(0.4, 1.0);
        let mut lift = own;
        let [first, last] = LOOKED_AT;
        for sample in 0..SAMPLES {
            let progress = first + (last - first) * sample as f32 / (SAMPLES - 1) as f32;
            let on_way = from.towards(to, eased(progress));
            let turned = Quat::from_rotation_y(super::turn_between(Vec3::Z, on_way.ahead));
            let sine = (std::f32::consts::PI * progress).sin();
            for end in [foot.heel, Vec3::ZERO, foot.toe] {
                if let Some(hit) = self.under(on_way.point + turned * end) {
                    let tilted = Plane { point: on_way.point, normal: on_way.normal };
                    let in_the_way = tilted.height(hit.point, UP);
                    lift = lift.max(in_the_way / sine + own * CLEAR);
                }
            }
        }
        lift.min(params.lift * HIGHEST)
    }
}
