//! The mannequin's shape: muscle masses along the bones, joined by fillets. Modelled on the left; the right mirrors it.

use glam::Vec3;

use super::field::{Ellipsoid, Loft, RoundCone, Station, smooth_intersection, smooth_union};
use super::hand::Hand;
use super::skeleton::{HEAD, LEFT_ANKLE, LEFT_ELBOW, LEFT_KNEE, LEFT_SHOULDER, LEFT_UPPER_LEG, LEFT_WRIST, NECK};

/// The sole's flat part on the left: it ends at the heel and at the toes, where the shoe curves up so that it can roll.
pub const HEEL_CONTACT_Z: f32 = -0.050;
pub const TOE_CONTACT_Z: f32 = 0.172;

/// Distances from one point to the parts of the left half, each as if it stood alone.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    pub trunk: f32,
    pub head: f32,
    pub arm: f32,
    pub hand: f32,
    pub thigh: f32,
    pub shin: f32,
    pub foot: f32,
}

/// The whole body as distance fields.
pub struct Body {
    trunk: Loft,
    trapezius: RoundCone,
    chest: Ellipsoid,
    shoulder_blade: Ellipsoid,
    seat: Ellipsoid,
    neck: Loft,
    cranium: Ellipsoid,
    face: RoundCone,
    cheek: Ellipsoid,
    nose: RoundCone,
    ear: Ellipsoid,
    upper_arm: Loft,
    forearm: Loft,
    hand: Hand,
    thigh: Loft,
    kneecap: Ellipsoid,
    shin: Loft,
    foot: Loft,
}

impl Body {
    pub fn new() -> Self {
        Self {
            trunk: trunk(),
            trapezius: RoundCone {
                from: Vec3::new(0.028, 1.478, -0.036),
                to: Vec3::new(0.172, 1.424, -0.026),
                from_radius: 0.041,
                to_radius: 0.037,
            },
            chest: Ellipsoid { center: Vec3::new(0.078, 1.352, 0.046), radii: Vec3::new(0.086, 0.062, 0.041) },
            shoulder_blade: Ellipsoid {
                center: Vec3::new(0.085, 1.345, -0.090),
                radii: Vec3::new(0.060, 0.075, 0.030),
            },
            seat: Ellipsoid { center: Vec3::new(0.074, 0.912, -0.058), radii: Vec3::new(0.070, 0.080, 0.064) },
            neck: Loft::between(
                NECK - (HEAD - NECK) * 0.7,
                HEAD + Vec3::new(0.0, 0.04, 0.006),
                Vec3::Z,
                [0.03, 0.03],
                &[
                    (0.0, [0.066, 0.066, 0.054, 0.058]),
                    (0.40, [0.059, 0.059, 0.052, 0.054]),
                    (0.70, [0.056, 0.056, 0.052, 0.052]),
                    (1.0, [0.057, 0.057, 0.054, 0.054]),
                ],
            ),
            cranium: Ellipsoid { center: Vec3::new(0.0, 1.660, -0.006), radii: Vec3::new(0.0775, 0.0902, 0.0970) },
            face: RoundCone {
                from: Vec3::new(0.0, 1.625, 0.026),
                to: Vec3::new(0.0, 1.553, 0.054),
                from_radius: 0.061,
                to_radius: 0.0300,
            },
            cheek: Ellipsoid { center: Vec3::new(0.030, 1.586, 0.022), radii: Vec3::new(0.033, 0.050, 0.050) },
            nose: RoundCone {
                from: Vec3::new(0.0, 1.655, 0.081),
                to: Vec3::new(0.0, 1.613, 0.0865),
                from_radius: 0.006,
                to_radius: 0.0085,
            },
            ear: Ellipsoid { center: Vec3::new(0.073, 1.632, -0.006), radii: Vec3::new(0.0085, 0.027, 0.018) },
            upper_arm: Loft::between(
                LEFT_SHOULDER,
                LEFT_ELBOW,
                Vec3::Z,
                [0.052, 0.034],
                &[
                    (0.0, [0.046, 0.054, 0.053, 0.055]),
                    (0.16, [0.046, 0.054, 0.054, 0.055]),
                    (0.38, [0.043, 0.047, 0.048, 0.048]),
                    (0.60, [0.040, 0.041, 0.045, 0.043]),
                    (0.84, [0.037, 0.037, 0.038, 0.038]),
                    (1.0, [0.036, 0.036, 0.035, 0.037]),
                ],
            ),
            forearm: Loft::between(
                LEFT_ELBOW,
                LEFT_WRIST,
                Vec3::Z,
                [0.034, 0.016],
                &[
                    (0.0, [0.036, 0.036, 0.035, 0.037]),
                    (0.20, [0.039, 0.040, 0.042, 0.038]),
                    (0.45, [0.035, 0.036, 0.038, 0.035]),
                    (0.72, [0.027, 0.028, 0.031, 0.029]),
                    (0.92, [0.0225, 0.0225, 0.028, 0.027]),
                    (1.0, [0.0215, 0.0215, 0.028, 0.027]),
                ],
            ),
            hand: Hand::left(),
            thigh: Loft::between(
                LEFT_UPPER_LEG,
                LEFT_KNEE,
                Vec3::Z,
                [0.075, 0.046],
                &[
                    (0.0, [0.070, 0.074, 0.080, 0.080]),
                    (0.14, [0.072, 0.076, 0.082, 0.082]),
                    (0.38, [0.068, 0.072, 0.079, 0.075]),
                    (0.65, [0.057, 0.058, 0.065, 0.060]),
                    (0.86, [0.048, 0.048, 0.051, 0.049]),
                    (1.0, [0.0455, 0.0455, 0.048, 0.044]),
                ],
            ),
            kneecap: Ellipsoid {
                center: LEFT_KNEE + Vec3::new(0.0, 0.004, 0.036),
                radii: Vec3::new(0.029, 0.038, 0.020),
            },
            shin: Loft::between(
                LEFT_KNEE,
                LEFT_ANKLE,
                Vec3::Z,
                [0.046, 0.020],
                &[
                    (0.0, [0.0455, 0.0455, 0.048, 0.044]),
                    (0.10, [0.0440, 0.0445, 0.045, 0.047]),
                    (0.28, [0.0455, 0.049, 0.042, 0.059]),
                    (0.48, [0.042, 0.044, 0.039, 0.054]),
                    (0.72, [0.033, 0.033, 0.035, 0.040]),
                    (0.90, [0.030, 0.030, 0.033, 0.035]),
                    (1.0, [0.031, 0.031, 0.034, 0.036]),
                ],
            ),
            foot: foot(),
        }
    }

    /// The left half's distance to the surface; `point.x` may be of either sign.
    pub fn distance(&self, point: Vec3) -> f32 {
        let parts = self.parts(point);
        let trunk = smooth_union(parts.trunk, parts.head, 0.045);
        let arm = smooth_union(parts.arm, parts.hand, 0.020);
        let leg = smooth_union(smooth_union(parts.thigh, parts.shin, 0.030), parts.foot, 0.045);
        smooth_union(smooth_union(trunk, arm, 0.040), leg, 0.050)
    }

    /// Unit and outwards.
    pub fn normal(&self, point: Vec3) -> Vec3 {
        self.gradient(point).normalize_or(Vec3::Y)
    }

    /// The slope of the distance; about unit length.
    fn gradient(&self, point: Vec3) -> Vec3 {
        // Four samples at the corners of a tetrahedron are the fewest that give a slope.
        const REACH: f32 = 0.0014;
        const CORNERS: [Vec3; 4] =
            [Vec3::new(1.0, -1.0, -1.0), Vec3::new(-1.0, -1.0, 1.0), Vec3::new(-1.0, 1.0, -1.0), Vec3::ONE];
        CORNERS.into_iter().map(|corner| corner * self.distance(point + corner * REACH)).sum::<Vec3>() / (4.0 * REACH)
    }

    /// Moves a point near the surface onto it.
    pub fn project(&self, mut point: Vec3) -> Vec3 {
        for _ in 0..3 {
            let distance = self.distance(point);
            let gradient = self.gradient(point);
            let steepness = gradient.length_squared();
            if distance.abs() < 2e-6 || steepness < 1e-4 {
                break;
            }
            point -= gradient * (distance / steepness).clamp(-0.01, 0.01);
        }
        point
    }

    pub fn parts(&self, point: Vec3) -> Parts {
        let p = folded(point);
        // Parts far away cannot shape the surface here: measuring them would cost ten times the rest.
        let far = 0.5;
        let upper = p.y > 1.05;
        let lower = p.y < 1.12 && p.x < 0.32;
        Parts {
            trunk: if p.y > 0.70 { self.trunk_distance(p) } else { far },
            head: if p.y > 1.36 { self.head_distance(p) } else { far },
            arm: if p.x > 0.06 && p.y > 0.95 { self.arm_distance(p) } else { far },
            hand: if p.x > 0.45 { self.hand.distance(p) } else { far },
            thigh: if lower { smooth_union(self.thigh.distance(p), self.kneecap.distance(p), 0.020) } else { far },
            shin: if !upper && p.y < 0.66 { self.shin.distance(p) } else { far },
            foot: if p.y < 0.24 { self.foot_distance(p) } else { far },
        }
    }

    /// Which finger of the left hand is nearest, thumb first, and how much nearer it is than the next.
    pub fn nearest_finger(&self, point: Vec3) -> (usize, f32) {
        self.hand.nearest_finger(folded(point))
    }

    fn trunk_distance(&self, p: Vec3) -> f32 {
        let mut d = smooth_union(self.trunk.distance(p), self.trapezius.distance(p), 0.045);
        d = smooth_union(d, self.chest.distance(p), 0.060);
        d = smooth_union(d, self.shoulder_blade.distance(p), 0.060);
        smooth_union(d, self.seat.distance(p), 0.045)
    }

    fn head_distance(&self, p: Vec3) -> f32 {
        let mut skull = smooth_union(self.cranium.distance(p), self.face.distance(p), 0.040);
        skull = smooth_union(skull, self.cheek.distance(p), 0.035);
        skull = smooth_union(skull, self.nose.distance(p), 0.026);
        skull = smooth_union(skull, self.ear.distance(p), 0.008);
        smooth_union(skull, self.neck.distance(p), 0.024)
    }

    fn arm_distance(&self, p: Vec3) -> f32 {
        smooth_union(self.upper_arm.distance(p), self.forearm.distance(p), 0.020)
    }

    fn foot_distance(&self, p: Vec3) -> f32 {
        let shoe = self.foot.distance(p);
        let ground = -p.y;
        // The heel and the toe cap rise at about 20°.
        let heel = (HEEL_CONTACT_Z - p.z) * 0.36 - p.y * 0.933;
        let toes = (p.z - TOE_CONTACT_Z) * 0.30 - p.y * 0.954;
        let sole = smooth_intersection(smooth_intersection(ground, heel, 0.004), toes, 0.004);
        smooth_intersection(shoe, sole, 0.009)
    }
}

/// The point on the left half, with the fold at the middle rounded off so that no crease runs down the body.
fn folded(point: Vec3) -> Vec3 {
    const ROUNDING: f32 = 0.006;
    Vec3::new((point.x * point.x + ROUNDING * ROUNDING).sqrt(), point.y, point.z)
}

fn trunk() -> Loft {
    // Height, half width, front, back, shift of the centre forwards.
    let sections: [[f32; 5]; 10] = [
        [0.900, 0.130, 0.084, 0.086, -0.004],
        [0.945, 0.147, 0.092, 0.096, -0.004],
        [0.990, 0.147, 0.094, 0.090, -0.004],
        [1.045, 0.138, 0.092, 0.080, -0.004],
        [1.105, 0.131, 0.089, 0.075, -0.004],
        [1.165, 0.135, 0.093, 0.079, -0.006],
        [1.235, 0.147, 0.101, 0.087, -0.008],
        [1.300, 0.158, 0.107, 0.093, -0.011],
        [1.345, 0.160, 0.104, 0.093, -0.015],
        [1.380, 0.156, 0.098, 0.091, -0.018],
    ];
    let start = sections[0][0];
    Loft {
        start: Vec3::new(0.0, start, 0.0),
        axis: Vec3::Y,
        side: Vec3::X,
        front: Vec3::Z,
        stations: sections
            .iter()
            .map(|&[height, half, front, back, shift]| Station {
                at: height - start,
                radii: [half, half, front, back],
                shift,
            })
            .collect(),
        caps: [0.084, 0.078],
    }
}

fn foot() -> Loft {
    // Turned out by 4°, heel to toe: inner, outer, up and down from a line 30 mm above the sole.
    Loft::between(
        Vec3::new(0.0975, 0.030, -0.050),
        Vec3::new(0.1120, 0.030, 0.172),
        Vec3::Y,
        [0.030, 0.066],
        &[
            (0.0, [0.034, 0.034, 0.046, 0.05]),
            (0.18, [0.035, 0.035, 0.056, 0.05]),
            (0.36, [0.036, 0.038, 0.056, 0.05]),
            (0.56, [0.040, 0.044, 0.044, 0.05]),
            (0.74, [0.043, 0.048, 0.033, 0.05]),
            (0.88, [0.041, 0.046, 0.028, 0.05]),
        ],
    )
}
