//! Feet that walk by formula: when they stand, and how fast the ground passes, is known.

use std::f32::consts::PI;

use surefoot::glam::Vec3;
use surefoot::runtime::LegMoment;
use surefoot::stance::{Contacts, Track, Twist};

/// A leg of which nothing matters but its foot.
pub fn on_leg(contacts: Contacts) -> LegMoment {
    LegMoment { contacts, ..LegMoment::default() }
}

/// Feet lie flat in the stance. Metres, seconds.
#[derive(Clone, Copy)]
pub struct Walker {
    pub twist: Twist,
    pub period: f32,
    /// Share of the period for which a foot stands; the first from 0, the second from half of the period.
    pub stance: f32,
    pub lift: f32,
    /// How high over the ground feet stand: the clip's fault.
    pub hover: f32,
    /// How fast feet slide to and fro while they stand: likewise.
    pub slide: f32,
    pub leg_length: f32,
}

impl Walker {
    pub const HUMAN: Self = Self {
        twist: Twist { velocity: Vec3::new(0.0, 0.0, 1.3), yaw_rate: 0.0 },
        period: 1.1,
        stance: 0.6,
        lift: 0.12,
        hover: 0.0,
        slide: 0.0,
        leg_length: 0.9,
    };

    pub fn track(&self) -> Track {
        let count = (self.period * 120.0).round() as usize;
        let leg = |foot: usize| {
            let contacts = (0..count).map(|at| self.contacts(foot, self.period * at as f32 / count as f32));
            contacts.map(on_leg).collect()
        };
        Track {
            duration_s: self.period,
            leg_length: self.leg_length,
            legs: vec![leg(0), leg(1)],
            heel_corners: Vec::new(),
            carried: None,
        }
    }

    fn contacts(&self, foot: usize, time: f32) -> Contacts {
        let unit = self.leg_length / 0.9;
        let home = Vec3::new(if foot == 0 { 0.1 } else { -0.1 }, self.hover, 0.0) * unit;
        let half = 0.5 * self.stance * self.period;
        let within = (time + 0.5 * self.period * foot as f32).rem_euclid(self.period);
        let at = |since_middle: f32, point: Vec3| {
            // Where a point that the root passes in the middle of the stance is, seen from the root.
            self.twist.after(since_middle).inverse().point(point)
        };
        let swing = self.period - 2.0 * half;
        [-0.06, 0.14, 0.2].map(|ahead| {
            let point = home + Vec3::Z * (ahead * unit);
            if within < 2.0 * half {
                let since = within - half;
                let slid = Vec3::Z * (self.slide * half / PI * (PI * since / half).sin());
                return at(since, point + slid);
            }
            let gone = (within - 2.0 * half) / swing;
            // The foot keeps the ground's speed at both ends of the swing, and lifts at once.
            at(half, point).lerp(at(-half, point), gone) + Vec3::Y * (self.lift * unit * (PI * gone).sin())
        })
    }
}
