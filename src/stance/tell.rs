use super::Motion;
use super::planar::Planar;
use crate::math::Transform;
use crate::runtime::{BoundRig, FootPhase, LegMoment, STANCE_MOMENTS};

impl Motion {
    /// What [`solve`](BoundRig::solve) is told of each foot at `time_s` into the looped clip, written over `phases`: when it stands, and
    /// where it comes down. `root` is [`Inputs::root`](crate::runtime::Inputs) of that frame, which goes on as the clip travels.
    ///
    /// Allocates only where `phases` is too short.
    pub fn tell<'a>(&self, bound: &'a BoundRig, time_s: f32, root: Transform, phases: &mut Vec<FootPhase<'a>>) {
        phases.clear();
        let own = bound.world_from_model();
        let rotation = (root.rotation * own.rotation.conjugate()).normalize();
        let scale = if own.scale.x > 0.0 { root.scale.x / own.scale.x } else { 1.0 };
        let origin = root.translation - rotation * (own.translation * scale);
        phases.extend(bound.feet().enumerate().filter_map(|(index, foot)| {
            let times = self.stances.times(index, time_s)?;
            let seen_from_now = |from_now: f32| {
                let from_now = if from_now.is_finite() { from_now } else { 0.0 };
                let leg = self.track.leg_at(index, time_s + from_now)?;
                let way: Planar = self.root_at(from_now);
                let turn = rotation * way.rotation();
                Some(leg.map(|point| origin + rotation * (way.point(point) * scale), |ahead| turn * ahead))
            };
            let start = if times.down { -times.since_s } else { times.until_s };
            let mut stance_in_world = [LegMoment::default(); STANCE_MOMENTS];
            for (moment, leg) in stance_in_world.iter_mut().enumerate() {
                let passed = moment as f32 / (STANCE_MOMENTS - 1) as f32 * times.stance_s;
                *leg = seen_from_now(start + passed)?;
            }
            Some(FootPhase {
                chain: foot.chain_name(),
                down: times.down,
                since_s: times.since_s,
                until_s: times.until_s,
                stance_in_world,
                stance_s: if times.until_s.is_finite() { times.stance_s } else { f32::INFINITY },
                stands_at: times.stands_at * scale,
            })
        }));
    }
}
