//! Where the camera goes when it is asked to.

use glam::Vec3;
use surefoot::skin::Bounds;

use super::camera::{Lens, NamedView, OrbitCamera};
use super::sight::frame_in_sight;
use super::stage;
use crate::editor::core::{CameraRequest, Item, Session, Stage, Treadmill};
use crate::editor::meaning;

/// From a side of a character who looks this way.
pub fn look_from(camera: &mut OrbitCamera, view: NamedView, forward: Vec3) {
    camera.look_from(view);
    camera.orbit(forward.x.atan2(forward.z), 0.0);
}

/// Frames `part`, or the whole where there is none of it.
fn frame_part(camera: &mut OrbitCamera, part: Bounds, whole: Bounds, aspect: f32) {
    if part.is_empty() {
        camera.fit(whole, aspect);
        return;
    }
    let radius = camera.subject_radius;
    camera.fit(part, aspect);
    // How far away things are drawn goes by the whole character, not by the part that is framed.
    camera.subject_radius = radius;
}

/// Where the camera goes for a request.
pub fn asked_for(
    camera: OrbitCamera,
    request: CameraRequest,
    session: &Session,
    stage: &Stage,
    aspect: f32,
    first: bool,
) -> OrbitCamera {
    let forward = stage.body_frame().forward;
    let whole = stage::bounds_of(stage.character(), stage.solved_globals());
    let mut to = camera;
    match request {
        CameraRequest::FrameAll if first || camera == OrbitCamera::default() => {
            to = stage::framing(whole, forward, stage.ground(), aspect);
        }
        CameraRequest::FrameAll => to.fit(whole, aspect),
        CameraRequest::FrameInSight => {
            let ground = Treadmill { scene: stage.ground(), gone: stage.gone() };
            frame_in_sight(&mut to, whole, &ground, aspect);
        }
        CameraRequest::FrameCharacter => frame_part(&mut to, bounds_of_humanoid(stage), whole, aspect),
        CameraRequest::FrameSelected => frame_part(&mut to, selected_bounds(session, stage), whole, aspect),
        CameraRequest::Front => look_from(&mut to, NamedView::Front, forward),
        CameraRequest::Back => look_from(&mut to, NamedView::Back, forward),
        CameraRequest::Left => look_from(&mut to, NamedView::Left, forward),
        CameraRequest::Right => look_from(&mut to, NamedView::Right, forward),
        CameraRequest::Top => look_from(&mut to, NamedView::Top, forward),
        CameraRequest::Bottom => look_from(&mut to, NamedView::Bottom, forward),
        CameraRequest::ToggleProjection => {
            to.lens = match to.lens {
                Lens::Perspective => Lens::Orthographic,
                Lens::Orthographic => Lens::Perspective,
            };
        }
    }
    to
}

/// Round the character that is rigged; empty where the file has no other.
fn bounds_of_humanoid(stage: &Stage) -> Bounds {
    let Some(root) = stage.root_of_humanoid() else { return Bounds::EMPTY };
    let globals = stage.solved_globals();
    let meshes = stage.character().bounds_within(globals, root);
    if meshes.is_empty() {
        let within = stage.skeleton().ids().filter(|&joint| stage.skeleton().is_within(joint, root));
        return Bounds::around(within.map(|joint| globals.position(joint)));
    }
    meshes
}

/// Round what is selected, with room so that a single joint does not fill the picture.
fn selected_bounds(session: &Session, stage: &Stage) -> Bounds {
    let globals = stage.solved_globals();
    let mut points = Vec::new();
    for &item in session.selection().items() {
        match item {
            Item::Bone(joint) => {
                points.push(globals.position(joint));
                points.extend(stage.skeleton().children(joint).map(|child| globals.position(child)));
            }
            Item::Chain(index) => {
                let chain = session.document().rig().chains.get(index);
                let joints = chain.and_then(|chain| meaning::chain_joints(chain, stage)).unwrap_or_default();
                points.extend(joints.into_iter().map(|joint| globals.position(joint)));
            }
            Item::Sole(foot) | Item::Contact { foot, .. } => points.extend(sole_points(session, stage, foot)),
            item => points.extend(
                session.handles().iter().filter(|handle| handle.item == item).map(|handle| handle.position_in_world),
            ),
        }
    }
    let bounds = Bounds::around(points);
    if bounds.is_empty() {
        return bounds;
    }
    let room = Vec3::splat(stage.leg_length() * 0.25);
    Bounds { min: bounds.min - room, max: bounds.max + room }
}

/// The points of a foot's sole.
fn sole_points(session: &Session, stage: &Stage, foot: usize) -> Vec<Vec3> {
    let mut feet = session.document().rig().grounding.iter().flat_map(|grounding| &grounding.feet);
    let rigged = feet
        .nth(foot)
        .zip(stage.shown_bound())
        .and_then(|(foot, bound)| bound.feet().find(|rigged| rigged.chain_name() == foot.chain));
    rigged.map_or_else(Vec::new, |rigged| rigged.sole(stage.solved_globals(), Vec3::Y).all().to_vec())
}

/// A camera on its way; slow at both ends, the short way round.
pub fn between(from: &OrbitCamera, to: &OrbitCamera, along: f32) -> OrbitCamera {
    if along >= 1.0 {
        return *to;
    }
    let t = along.clamp(0.0, 1.0);
    let t = t * t * (3.0 - 2.0 * t);
    let mix = |a: f32, b: f32| a + (b - a) * t;
    let mut camera = OrbitCamera {
        target: from.target.lerp(to.target, t),
        distance: mix(from.distance, to.distance),
        pitch: mix(from.pitch, to.pitch),
        ..*to
    };
    let turn = (to.yaw - from.yaw + std::f32::consts::PI).rem_euclid(std::f32::consts::TAU) - std::f32::consts::PI;
    camera.yaw = from.yaw;
    camera.orbit(turn * t, 0.0);
    camera
}
