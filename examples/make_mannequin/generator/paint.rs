//! The mannequin's colours, as one small texture looked up by distance to the seams between its panels.
//!
//! The body is cut into panels by seams: at the neck, shoulders, elbows, waist and so on. `u` is the signed distance to
//! the nearest seam, positive on every second panel, and `v` says how that seam is drawn. Distances vary linearly over a
//! triangle, so the texture draws bands of an exact width with sharp edges whatever the mesh beneath, and no vertex is
//! doubled.

use glam::Vec3;
use image::{ExtendedColorType, ImageEncoder, codecs::png::PngEncoder};

use super::body::Body;
use super::mesh::BodyMesh;
use super::skeleton::{
    HEAD, HandFrame, LEFT_ANKLE, LEFT_ELBOW, LEFT_KNEE, LEFT_SHOULDER, LEFT_UPPER_LEG, LEFT_WRIST, NECK, left_fingers,
};

const WIDTH: u32 = 256;
const HEIGHT: u32 = 32;
/// Metres of signed distance from the middle of the texture to its edge.
const REACH: f32 = 0.064;

/// How a seam is drawn; the order keeps filled styles at the ends, where blends between styles do not pass through them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// The positive side is dark glass.
    Visor,
    Line,
    Band,
    WideBand,
    /// The negative side is the sole.
    Sole,
}

const STYLES: [Style; 5] = [Style::Visor, Style::Line, Style::Band, Style::WideBand, Style::Sole];

const SHELL: [f32; 3] = [232.0, 225.0, 213.0];
const JOINT: [f32; 3] = [58.0, 62.0, 68.0];
const JOINT_CORE: [f32; 3] = [70.0, 75.0, 82.0];
const GLASS: [f32; 3] = [34.0, 38.0, 44.0];
const SOLE: [f32; 3] = [88.0, 84.0, 80.0];

/// A seam near a point: signed distance, positive on the side away from the hips, and how it is drawn.
#[derive(Clone, Copy)]
struct Seam {
    distance: f32,
    style: Style,
}

/// Texture coordinates of every vertex, in 65535ths.
pub fn texture_coordinates(mesh: &BodyMesh, body: &Body) -> Vec<[u16; 2]> {
    mesh.positions
        .iter()
        .map(|&point| {
            let (u, v) = look_up(Vec3::new(point.x.abs(), point.y, point.z), body);
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
        Style::Line => (distance.abs() - 0.0011, JOINT),
        Style::Band => (distance.abs() - 0.0045, JOINT),
        Style::WideBand => (distance.abs() - 0.0085, JOINT),
        Style::Sole => (distance, SOLE),
    };
    let core = if style == Style::WideBand {
        mix(JOINT, JOINT_CORE, super::field::smoothstep(0.003, 0.006, -past))
    } else {
        fill
    };
    // A soft shade where the shell meets the joint gives the panel an edge.
    let shade = 1.0 - 0.16 * (1.0 - (past / 0.004).clamp(0.0, 1.0)).powi(2);
    mix(core, SHELL.map(|channel| channel * shade), super::field::smoothstep(-0.0004, 0.0004, past))
}

fn mix(from: [f32; 3], to: [f32; 3], t: f32) -> [f32; 3] {
    std::array::from_fn(|channel| from[channel] + (to[channel] - from[channel]) * t)
}

fn look_up(p: Vec3, body: &Body) -> (f32, f32) {
    let (positive, seams) = panel(p, body);
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

/// Whether the panel at `p` is a positive one, and the seams around it.
fn panel(p: Vec3, body: &Body) -> (bool, Vec<Seam>) {
    let seam = |distance: f32, style: Style| Seam { distance, style };
    let across = |joint: Vec3, before: Vec3, after: Vec3| {
        let direction = (joint - before).normalize_or(Vec3::Y) + (after - joint).normalize_or(Vec3::Y);
        (p - joint).dot(direction.normalize_or(Vec3::Y))
    };
    let parts = body.parts(p);
    let shoulder = seam(shoulder_seam(p, parts.trunk, parts.arm), Style::Band);
    let hip = seam(hip_seam(p), Style::Band);
    let waist = seam((p.y - 1.098) * 0.995 + p.z * 0.10, Style::WideBand);
    let neck = seam((p - NECK.lerp(HEAD, 0.30)).dot(Vec3::new(0.0, 0.94, 0.34)), Style::WideBand);

    if shoulder.distance > 0.0 {
        let elbow = seam(across(LEFT_ELBOW, LEFT_SHOULDER, LEFT_WRIST), Style::WideBand);
        let hand = HandFrame::left();
        let wrist = seam((p - hand.point(0.002, 0.0, 0.0)).dot(hand.along), Style::Band);
        return if elbow.distance < 0.0 {
            (false, vec![shoulder, elbow])
        } else if wrist.distance < 0.0 {
            (true, vec![elbow, wrist])
        } else {
            hand_panel(p, body, wrist)
        };
    }
    if hip.distance > 0.0 {
        let knee = seam(across(LEFT_KNEE, LEFT_UPPER_LEG, LEFT_ANKLE), Style::WideBand);
        let ankle = seam((p - LEFT_ANKLE - Vec3::new(0.0, 0.014, 0.0)).dot(Vec3::new(0.0, -0.985, 0.17)), Style::Band);
        let sole = seam(p.y - 0.017 - 0.05 * (p.z - 0.13).max(0.0), Style::Sole);
        return if knee.distance < 0.0 {
            (true, vec![hip, knee])
        } else if ankle.distance < 0.0 {
            (false, vec![knee, ankle])
        } else if sole.distance > 0.0 {
            (true, vec![ankle, sole])
        } else {
            (false, vec![sole])
        };
    }
    if waist.distance < 0.0 {
        return (false, vec![waist, hip]);
    }
    if neck.distance < 0.0 {
        return (true, vec![waist, neck, shoulder]);
    }
    let visor = seam(visor_seam(p), Style::Visor);
    if visor.distance > 0.0 { (true, vec![visor]) } else { (false, vec![neck, visor]) }
}

fn hand_panel(p: Vec3, body: &Body, wrist: Seam) -> (bool, Vec<Seam>) {
    let finger = left_fingers()[body.nearest_finger(p).0];
    let thumb = finger.roles[0] == left_fingers()[0].roles[0];
    // The thumb's first joint lies inside the palm and has no seam.
    let joints = if thumb { 1..3 } else { 0..3 };
    let mut positive = false;
    let mut around = vec![wrist];
    for joint in joints {
        let before = if joint == 0 { LEFT_WRIST } else { finger.points[joint - 1] };
        let direction = (finger.points[joint] - before).normalize_or(Vec3::Y)
            + (finger.points[joint + 1] - finger.points[joint]).normalize_or(Vec3::Y);
        let lift = if joint == 0 { 0.010 } else { 0.0 };
        let distance = (p - finger.points[joint]).dot(direction.normalize_or(Vec3::Y)) - lift;
        let seam = Seam { distance, style: Style::Line };
        if distance < 0.0 {
            around.push(seam);
            break;
        }
        positive = !positive;
        around = vec![seam];
    }
    (positive, around)
}

fn shoulder_seam(p: Vec3, trunk: f32, arm: f32) -> f32 {
    if p.x < 0.06 || p.y < 0.6 { -REACH } else { 0.5 * (trunk - arm) - 0.008 }
}

fn hip_seam(p: Vec3) -> f32 {
    // A V from the crotch up to the outer hips.
    if p.x > 0.30 { -REACH } else { (p - Vec3::new(0.0, 0.826, 0.0)).dot(Vec3::new(0.66, -0.751, 0.0)) }
}

fn visor_seam(p: Vec3) -> f32 {
    let brow = 0.021 - (p.y - 1.650).abs();
    brow.min(p.z - 0.022)
}
