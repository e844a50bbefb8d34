//! The left hand: a palm, the two pads beside the thumb and the little finger, and five fingers kept apart.

use glam::Vec3;

use super::field::{Loft, RoundCone, smooth_union};
use super::skeleton::{HandFrame, left_fingers};

pub struct Hand {
    palm: Loft,
    thumb_pad: RoundCone,
    little_pad: RoundCone,
    /// Three a finger, thumb first.
    fingers: [[RoundCone; 3]; 5],
}

impl Hand {
    pub fn left() -> Self {
        let frame = HandFrame::left();
        let fingers = left_fingers();
        Self {
            palm: Loft::between(
                frame.point(-0.004, 0.000, 0.0),
                frame.point(0.088, -0.001, 0.0),
                frame.thumb,
                [0.014, 0.012],
                &[
                    (0.0, [0.0190, 0.0190, 0.0255, 0.0250]),
                    (0.30, [0.0170, 0.0150, 0.0310, 0.0315]),
                    (0.65, [0.0140, 0.0130, 0.0370, 0.0380]),
                    (1.0, [0.0100, 0.0105, 0.0380, 0.0370]),
                ],
            ),
            thumb_pad: RoundCone {
                from: frame.point(0.022, 0.014, -0.010),
                to: frame.point(0.056, 0.032, -0.018),
                from_radius: 0.0160,
                to_radius: 0.0120,
            },
            little_pad: RoundCone {
                from: frame.point(0.022, -0.018, -0.008),
                to: frame.point(0.068, -0.025, -0.006),
                from_radius: 0.0130,
                to_radius: 0.0115,
            },
            fingers: fingers.map(|finger| {
                [0, 1, 2].map(|segment| RoundCone {
                    from: finger.points[segment],
                    to: finger.points[segment + 1],
                    from_radius: finger.radii[segment],
                    to_radius: finger.radii[segment + 1],
                })
            }),
        }
    }

    pub fn distance(&self, point: Vec3) -> f32 {
        let mut palm = smooth_union(self.palm.distance(point), self.thumb_pad.distance(point), 0.014);
        palm = smooth_union(palm, self.little_pad.distance(point), 0.012);
        let fingers = self.finger_distances(point);
        // Fingers meet the palm softly but each other not at all, so that none grow together.
        fingers.into_iter().enumerate().fold(f32::INFINITY, |nearest, (index, finger)| {
            nearest.min(smooth_union(palm, finger, if index == 0 { 0.014 } else { 0.009 }))
        })
    }

    pub fn nearest_finger(&self, point: Vec3) -> (usize, f32) {
        let distances = self.finger_distances(point);
        let (mut best, mut next) = (0, f32::INFINITY);
        for index in 1..5 {
            if distances[index] < distances[best] {
                next = distances[best];
                best = index;
            } else {
                next = next.min(distances[index]);
            }
        }
        (best, next - distances[best])
    }

    fn finger_distances(&self, point: Vec3) -> [f32; 5] {
        self.fingers.map(|segments| {
            let [a, b, c] = segments.map(|segment| segment.distance(point));
            smooth_union(smooth_union(a, b, 0.003), c, 0.003)
        })
    }
}
