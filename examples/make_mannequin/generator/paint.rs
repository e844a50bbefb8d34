//! The mannequin's colours, as one small texture looked up by distance to the seams between its panels.
//!
//! The body is cut into panels by seams: at the neck, shoulders, elbows, waist and so on. `u` is the signed distance to
//! the nearest seam, positive on every second panel, and `v` says how that seam is drawn. Distances vary linearly over a
//! triangle, so the texture draws bands of an exact width with sharp edges whatever the mesh beneath, and no vertex is
//! doubled.

use glam::Vec3;
use image::{ExtendedColorType, ImageEncoder, codecs::png::PngEncoder};
use surefoot::humanoid::Role;

use super::body::Body;
use super::field::{smooth_intersection, smoothstep};
use super::mesh::BodyMesh;
use super::skeleton::{
    HEAD, HandFrame, LEFT_ANKLE, LEFT_ELBOW, LEFT_KNEE, LEFT_SHOULDER, LEFT_UPPER_LEG, LEFT_WRIST, NECK, left_fingers,
};

const WIDTH: u32 = 256;
const HEIGHT: u32 = 32;
/// Metres of signed distance from the middle of the texture to its edge.
const REACH: f32 = 0.064;

/// How a seam is drawn. Between two seams of one panel the lookup passes through the styles in between: the order keeps it
/// away from those that fill that panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// The positive side is dark glass.
    Visor,
    Band,
    Line,
    WideBand,
    /// The negative side is the sole.
    Sole,
}

const STYLES: [Style; 5] = [Style::Visor, Style::Band, Style::Line, Style::WideBand, Style::Sole];

const SHELL: [f32; 3] = [232.0, 225.0, 213.0];
const JOINT: [f32; 3] = [62.0, 66.0, 72.0];
const GLASS: [f32; 3] = [36.0, 40.0, 46.0];
const SOLE: [f32; 3] = [84.0, 82.0, 80.0];

/// A seam near a point: signed distance along the surface and how it is drawn.
#[derive(Clone, Copy)]
struct Seam {
    distance: f32,
    style: Style,
}

/// Texture coordinates of every vertex, in 65535ths.
pub fn texture_coordinates(mesh: &BodyMesh, body: &Body) -> Vec<[u16; 2]> {
    mesh.positions
        .iter()
        .zip(&mesh.normals)
        .map(|(&point, &normal)| {
            let side = if point.x < 0.0 { Vec3::new(-1.0, 1.0, 1.0) } else { Vec3::ONE };
            let (u, v) = look_up(&Spot { point: point * side, normal: normal * side, body });
            [u, v].map(|unit| (unit.clamp(0.0, 1.0) * 65535.0).round() as u16)
        })
        .collect()
}

/// The texture as a PNG.
pub fn texture_png() -> Vec<u8> {
    let mut pixels = Vec::with_capacity((WIDTH * HEIGHT * 3) as usize);
    for row in 0..HEIGHT as usize {
        let style = STYLES[(2 * row + 1) * STYLES.len() / (2 * HEIGHT as usize)];
        for column in 0..WIDTH {
            let distance = ((column as f32 + 0.5) / WIDTH as f32 * 2.0 - 1.0) * REACH;
            pixels.extend(color(style, distance).map(|channel| channel.round() as u8));
        }
    }
    let mut png = Vec::new();
    PngEncoder::new(&mut png)
        .write_image(&pixels, WIDTH, HEIGHT, ExtendedColorType::Rgb8)
        .expect("a Vec takes all that is written and the pixels fill the image");
    png
}

fn color(style: Style, distance: f32) -> [f32; 3] {
    // Signed distance to the edge of what is not shell, positive in the shell, and what lies beyond that edge.
    let (past, fill) = match style {
        Style::Visor => (-distance, GLASS),
        Style::Line => (distance.abs() - 0.0012, JOINT),
        Style::Band => (distance.abs() - 0.0050, JOINT),
        Style::WideBand => (distance.abs() - 0.0090, JOINT),
        Style::Sole => (distance, SOLE),
    };
    // A groove of shade where the shell meets what is beyond it gives the panel an edge.
    let shell_shade = 1.0 - 0.20 * (1.0 - (past / 0.0035).clamp(0.0, 1.0)).powi(2);
    let fill_shade = 1.0 - 0.40 * (1.0 - (-past / 0.0030).clamp(0.0, 1.0)).powi(2);
    let [shell, fill] = [SHELL.map(|channel| channel * shell_shade), fill.map(|channel| channel * fill_shade)];
    mix(fill, shell, smoothstep(-0.0004, 0.0004, past))
}

fn mix(from: [f32; 3], to: [f32; 3], t: f32) -> [f32; 3] {
    std::array::from_fn(|channel| from[channel] + (to[channel] - from[channel]) * t)
}

fn look_up(spot: &Spot) -> (f32, f32) {
    let (positive, seams) = spot.panel();
    let nearest = seams.iter().map(|seam| seam.distance.abs()).fold(REACH, f32::min);
    let (mut weight, mut row) = (0.0, 0.0);
    for seam in &seams {
        let closeness = 1.0 / (seam.distance.abs() + 0.002).powi(4);
        weight += closeness;
        row += closeness * (seam.style as u32 as f32 + 0.5);
    }
    let u = 0.5 + 0.5 * if positive { nearest } else { -nearest } / REACH;
    (u, row / weight / STYLES.len() as f32)
}

/// A point of the surface on the left half.
struct Spot<'a> {
    point: Vec3,
    normal: Vec3,
    body: &'a Body,
}

impl Spot<'_> {
    /// The seam where `field` is zero; distances run along the surface, so that a band is as wide where it runs aslant.
    fn seam(&self, style: Style, field: impl Fn(Vec3) -> f32) -> Seam {
        const STEP: f32 = 0.002;
        let value = field(self.point);
        if value.abs() >= 2.0 * REACH {
            return Seam { distance: value, style };
        }
        let across = self.normal.any_orthonormal_vector();
        let slope = [across, self.normal.cross(across)]
            .map(|tangent| (field(self.point + tangent * STEP) - field(self.point - tangent * STEP)) / (2.0 * STEP));
        let steepness = (slope[0] * slope[0] + slope[1] * slope[1]).sqrt().clamp(0.25, 1.2);
        Seam { distance: value / steepness, style }
    }

    /// The seam in the plane through `joint` that halves the angle of the bones on either side, `lift` metres past it.
    fn hinge(&self, style: Style, [before, joint, after]: [Vec3; 3], lift: f32) -> Seam {
        let direction = (joint - before).normalize_or(Vec3::Y) + (after - joint).normalize_or(Vec3::Y);
        let direction = direction.normalize_or(Vec3::Y);
        self.seam(style, |p| (p - joint).dot(direction) - lift)
    }

    /// Whether the panel here is a positive one, and the seams around it.
    fn panel(&self) -> (bool, Vec<Seam>) {
        let shoulder = self.seam(Style::Band, |p| shoulder_field(p, self.body));
        if shoulder.distance > 0.0 {
            return self.arm_panel(shoulder);
        }
        let hip = self.seam(Style::Band, hip_field);
        if hip.distance > 0.0 {
            return self.leg_panel(hip);
        }
        let waist = self.seam(Style::WideBand, waist_field);
        if waist.distance < 0.0 {
            return (false, vec![waist, hip]);
        }
        let neck = self.seam(Style::WideBand, |p| (p - NECK.lerp(HEAD, 0.36)).dot(Vec3::new(0.0, 0.94, 0.34)));
        if neck.distance < 0.0 {
            return (true, vec![waist, neck, shoulder]);
        }
        let visor = self.seam(Style::Visor, visor_field);
        if visor.distance < 0.0 { (false, vec![neck, visor]) } else { (true, vec![visor]) }
    }

    fn arm_panel(&self, shoulder: Seam) -> (bool, Vec<Seam>) {
        let elbow = self.hinge(Style::WideBand, [LEFT_SHOULDER, LEFT_ELBOW, LEFT_WRIST], 0.0);
        if elbow.distance < 0.0 {
            return (false, vec![shoulder, elbow]);
        }
        let hand = HandFrame::left();
        let wrist = self.seam(Style::Band, |p| (p - LEFT_WRIST).dot(hand.along) - 0.002);
        if wrist.distance < 0.0 {
            return (true, vec![elbow, wrist]);
        }
        let finger = left_fingers()[self.body.nearest_finger(self.point).0];
        let thumb = finger.roles[0] == Role::LeftThumbMetacarpal;
        let mut positive = false;
        let mut around = vec![wrist];
        // The thumb's first joint lies inside the palm and has no seam; a knuckle's lies past the web.
        for joint in if thumb { 1..3 } else { 0..3 } {
            let before = if joint == 0 { LEFT_WRIST } else { finger.points[joint - 1] };
            let lift = if joint == 0 {
                0.011
            } else if thumb && joint == 1 {
                0.007
            } else {
                0.0
            };
            let seam = self.hinge(Style::Line, [before, finger.points[joint], finger.points[joint + 1]], lift);
            if seam.distance < 0.0 {
                around.push(seam);
                break;
            }
            positive = !positive;
            around = vec![seam];
        }
        (positive, around)
    }

    fn leg_panel(&self, hip: Seam) -> (bool, Vec<Seam>) {
        let knee = self.hinge(Style::WideBand, [LEFT_UPPER_LEG, LEFT_KNEE, LEFT_ANKLE], 0.0);
        if knee.distance < 0.0 {
            return (true, vec![hip, knee]);
        }
        let ankle = self.seam(Style::Band, |p| (p - LEFT_ANKLE).dot(Vec3::new(0.0, -0.985, 0.17)) + 0.012);
        if ankle.distance < 0.0 {
            return (false, vec![knee, ankle]);
        }
        let sole = self.seam(Style::Sole, sole_field);
        if sole.distance > 0.0 { (true, vec![ankle, sole]) } else { (false, vec![sole]) }
    }
}

// Each field is zero along its seam and positive on the side away from the hips; metres.

fn shoulder_field(p: Vec3, body: &Body) -> f32 {
    if p.x < 0.06 {
        return -4.0 * REACH;
    }
    let parts = body.parts(p);
    let arm = parts.arm.min(parts.hand);
    // A plane through the armpit, wherever the arm is nearer than the trunk.
    let outwards = (p - Vec3::new(0.183, 1.36, 0.0)).dot(Vec3::new(0.978, -0.208, 0.0));
    if arm > 0.3 { -4.0 * REACH } else { outwards.min(parts.trunk - arm + 0.025) }
}

/// A V from the crotch up to the outer hips.
fn hip_field(p: Vec3) -> f32 {
    if p.x > 0.30 { -4.0 * REACH } else { (p - Vec3::new(0.0, 0.816, 0.0)).dot(Vec3::new(0.52, -0.854, 0.0)) }
}

/// A belt that dips a little in front.
fn waist_field(p: Vec3) -> f32 {
    p.y - 1.098 + 0.16 * p.z
}

fn sole_field(p: Vec3) -> f32 {
    p.y - 0.017 - 0.06 * (p.z - 0.13).max(0.0)
}

/// A band across the eyes that narrows towards the temples.
fn visor_field(p: Vec3) -> f32 {
    let half_height = 0.023 - 1.3 * p.x * p.x;
    let band = half_height - (p.y - 1.648 - 0.6 * p.x * p.x).abs();
    -smooth_intersection(-band, 0.020 - p.z, 0.016)
}
