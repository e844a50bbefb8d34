//! The character from its side in the frame where its feet stand worst.

use std::fmt::Write;

use surefoot::glam::Vec3;
use surefoot::ground::{Ground, LayerMask};
use surefoot::quality::{FootFrame, Frame, Recording, Subject};

const WIDTH: f32 = 420.0;
const HEIGHT: f32 = 380.0;

/// Seen along the character's left, the way it faces to the right.
pub fn write(page: &mut String, recording: &Recording, subject: Subject, ground: &dyn Ground) {
    let Some(frame) = worst(&recording.frames) else { return };
    let bound = subject.bound;
    let ahead = bound.world_from_model().rotation * bound.frame().forward;
    let leg = recording.leg_length;
    // Two and a half leg lengths are to be seen, from a little below the feet.
    let unit = HEIGHT / (2.6 * leg);
    let lowest =
        frame.feet.iter().flat_map(|foot| foot.solved.all()).map(|point| point.y).fold(f32::INFINITY, f32::min);
    let base = if lowest.is_finite() { lowest } else { frame.root.y } - 0.25 * leg;
    let at = |point: Vec3| {
        let along = (point - frame.root).dot(ahead);
        (0.5 * WIDTH + along * unit, HEIGHT - (point.y - base) * unit)
    };
    let _ = write!(
        page,
        "<figure style=\"margin:0\"><svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\" \
         aria-label=\"the character from its side at {:.2} s\">",
        frame.time_s
    );
    for (foot, class) in frame.feet.iter().zip(["a", "b"]) {
        let mut path = String::new();
        let aside = foot.solved.ball - frame.root;
        let aside = aside - ahead * aside.dot(ahead);
        let reach = WIDTH / unit * 0.5;
        let mut is_drawing = false;
        for step in 0..=120 {
            let along = (step as f32 / 60.0 - 1.0) * reach;
            let over = frame.root + Vec3::new(aside.x, 0.0, aside.z) + ahead * along + Vec3::Y * (2.5 * leg);
            match ground.cast(over, Vec3::NEG_Y, 8.0 * leg, LayerMask::ALL) {
                Some(hit) => {
                    let (x, y) = at(hit.point);
                    let _ = write!(path, "{}{x:.1} {y:.1}", if is_drawing { 'L' } else { 'M' });
                    is_drawing = true;
                }
                None => is_drawing = false,
            }
        }
        let _ = write!(page, "<path class=\"ground {class}\" d=\"{path}\"/>");
    }
    let skeleton = bound.skeleton();
    for joint in skeleton.ids() {
        let Some(parent) = skeleton.parent(joint) else { continue };
        let (Some(&from), Some(&to)) = (frame.joints.get(parent.index()), frame.joints.get(joint.index())) else {
            continue;
        };
        // What leads from the root of the file to the body is no bone.
        if skeleton.parent(parent).is_none() || from.distance(to) > 1.2 * leg {
            continue;
        }
        let ((x, y), (to_x, to_y)) = (at(from), at(to));
        let _ = write!(page, "<path class=\"bone\" d=\"M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}\"/>");
    }
    for (foot, class) in frame.feet.iter().zip(["a", "b"]) {
        let [heel, ball, toe] = foot.solved.contacts().map(at);
        let _ = write!(
            page,
            "<path class=\"sole {class}\" d=\"M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}\"/>",
            heel.0, heel.1, ball.0, ball.1, toe.0, toe.1
        );
    }
    let _ = writeln!(
        page,
        "</svg><figcaption>At {:.2} s, from its left; ground under each foot in the foot's colour.</figcaption></figure>",
        frame.time_s
    );
}

/// Where a planted foot is farthest from its ground, into it or over it.
fn worst(frames: &[Frame]) -> Option<&Frame> {
    let off = |foot: &FootFrame| {
        let heights = foot.under.iter().flatten().map(|under| under.height);
        let lowest = heights.fold(f32::INFINITY, f32::min);
        if foot.down && lowest.is_finite() { lowest.abs() } else { 0.0 }
    };
    let worst = |frame: &Frame| frame.feet.iter().map(off).fold(0.0, f32::max);
    // The first of those that are as bad.
    frames.iter().reduce(|held, frame| if worst(frame) > worst(held) { frame } else { held })
}
