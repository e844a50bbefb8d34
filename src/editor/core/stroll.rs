//! A walk without a clip, as the rig's gait takes its steps: how fast, and where over the ground it has come to.

use glam::Vec3;
use surefoot::ground::SceneGround;
use surefoot::math::{Transform, arc_between};
use surefoot::quality::path_height;
use surefoot::rig::{Gait, Rig};
use surefoot::runtime::GaitInput;
use surefoot::stance::{Planar, Twist};

/// What is asked of it.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Pace {
    /// Metres a second.
    pub speed: f32,
    /// To the left, degrees a second.
    pub turn_deg: f32,
}

impl Pace {
    pub const SPEEDS: std::ops::RangeInclusive<f32> = 0.0..=4.0;
    pub const TURNS: std::ops::RangeInclusive<f32> = -180.0..=180.0;

    /// An easy walk for someone with legs of so many metres.
    pub(super) fn for_leg(leg_length: f32) -> Self {
        let speed = (leg_length * 1.4 * 20.0).round() / 20.0;
        Self { speed, turn_deg: 0.0 }.clamped()
    }

    /// As one who goes along +Z.
    fn twist(self) -> Twist {
        Twist { velocity: Vec3::Z * self.speed, yaw_rate: self.turn_deg.to_radians() }
    }

    pub(super) fn clamped(self) -> Self {
        let within = |value: f32, range: std::ops::RangeInclusive<f32>, usual: f32| {
            if value.is_finite() { value.clamp(*range.start(), *range.end()) } else { usual }
        };
        Self { speed: within(self.speed, Self::SPEEDS, 0.0), turn_deg: within(self.turn_deg, Self::TURNS, 0.0) }
    }
}

/// A walk under way.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Stroll {
    pub pace: Pace,
    /// Since it began, as of one who went along +Z then.
    place: Planar,
}

/// Where a stroll has the character.
pub(super) struct Strolled {
    /// Over the ground scene, metres.
    pub gone: Vec3,
    /// Where the root is, with the scene as much behind.
    pub root: Transform,
    pub input: GaitInput,
}

impl Stroll {
    pub(super) fn advance(&mut self, dt: f32) {
        self.place = self.place.after(self.pace.twist().after(dt));
    }

    /// `forward` is how the character stands, level; `gone` is where it was before. One that is not under way stands.
    pub(super) fn place(
        &self,
        is_under_way: bool,
        forward: Vec3,
        world_from_model: Transform,
        ground: &SceneGround,
        leg_length: f32,
        gone: Vec3,
    ) -> Strolled {
        let ahead = arc_between(Vec3::Z, forward);
        let at = ahead * self.place.translation;
        let turn = self.place.rotation();
        let pace = if is_under_way { self.pace } else { Pace { speed: 0.0, turn_deg: 0.0 } };
        let velocity = turn * forward * pace.speed;
        let along = (velocity != Vec3::ZERO).then_some(velocity);
        let height = path_height(ground, at, along, leg_length, Some(gone.y));
        Strolled {
            gone: at + Vec3::Y * height.unwrap_or(gone.y),
            root: Transform::from_rotation(turn).carry(world_from_model),
            input: GaitInput { velocity_in_world: Some(velocity), turn_rate: Some(pace.turn_deg.to_radians()) },
        }
    }
}

/// A gait for the feet that the rig puts on the ground, where it has none: they step by turns, in pairs, each pair the other way round than the one before it, as
/// in a trot. None for fewer than two feet.
pub(super) fn propose_gait(rig: &Rig) -> Option<Gait> {
    let feet: Vec<String> =
        rig.grounding.iter().flat_map(|grounding| &grounding.feet).map(|foot| foot.chain.clone()).collect();
    let groups: Vec<Vec<String>> = feet
        .chunks(2)
        .enumerate()
        .map(|(pair, feet)| if pair % 2 == 0 { feet.to_vec() } else { feet.iter().rev().cloned().collect() })
        .collect();
    (feet.len() >= 2).then(|| Gait { groups, ..Gait::default() })
}

#[cfg(test)]
mod tests {
    use surefoot::rig::preset;

    use super::*;

    #[test]
    fn a_stroll_goes_as_it_is_told_and_comes_round() {
        let mut stroll = Stroll { pace: Pace { speed: 1.0, turn_deg: 0.0 }, ..Stroll::default() };
        (0..120).for_each(|_| stroll.advance(1.0 / 60.0));
        assert!(stroll.place.translation.distance(Vec3::Z * 2.0) < 1e-4);
        stroll.pace = Pace { speed: 1.0, turn_deg: 90.0 };
        (0..240).for_each(|_| stroll.advance(1.0 / 60.0));
        assert!(stroll.place.translation.distance(Vec3::Z * 2.0) < 1e-2, "{:?}", stroll.place);
        let wild = Pace { speed: f32::NAN, turn_deg: 1e9 }.clamped();
        assert_eq!(wild, Pace { speed: 0.0, turn_deg: 180.0 });
    }

    #[test]
    fn feet_step_by_turns() {
        let mut rig = preset("biped").unwrap();
        let gait = propose_gait(&rig).unwrap();
        assert_eq!(gait.groups, [["left_leg", "right_leg"]]);
        let grounding = rig.grounding.as_mut().unwrap();
        for name in ["left_hind", "right_hind"] {
            grounding.feet.push(surefoot::rig::Foot { chain: name.into(), ..grounding.feet[0].clone() });
        }
        assert_eq!(propose_gait(&rig).unwrap().groups, [["left_leg", "right_leg"], ["right_hind", "left_hind"]]);
        rig.grounding = None;
        assert_eq!(propose_gait(&rig), None);
    }
}
