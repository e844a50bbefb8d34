//! How the mouse moves the camera. Blender's, Maya's and a plain mouse's ways work side by side, because they do not collide.

use eframe::egui::{Key, PointerButton, Response, Ui};
use glam::Vec2;

use super::camera::OrbitCamera;
use super::lens::Lens;

/// What the status bar teaches about the camera; kept beside the code it describes.
pub const HINT: &str = "Drag to orbit, right or Shift+middle drag to pan, wheel to zoom, F to frame the selection.";

/// Radians a point of the window.
const ORBIT_SPEED: f32 = 0.008;

/// Turns, moves or zooms `camera` as the pointer over `response` asks; whether it did. `grabbed` says that the primary drag
/// belongs to something else.
pub fn navigate(ui: &Ui, response: &Response, camera: &mut OrbitCamera, grabbed: bool) -> bool {
    let before = *camera;
    let (modifiers, motion) = ui.input(|input| (input.modifiers, input.pointer.delta()));
    let dragged = |button| response.dragged_by(button);
    let motion = Vec2::new(motion.x, motion.y);
    let size = Vec2::new(response.rect.width(), response.rect.height());

    let middle = dragged(PointerButton::Middle);
    let orbit = (dragged(PointerButton::Primary) && !grabbed) || (middle && !modifiers.shift && !modifiers.ctrl);
    let pan = (dragged(PointerButton::Secondary) && !modifiers.alt) || (middle && modifiers.shift);
    let zoom = (middle && modifiers.ctrl && !modifiers.shift) || (dragged(PointerButton::Secondary) && modifiers.alt);
    if orbit && motion != Vec2::ZERO {
        camera.orbit(-motion.x * ORBIT_SPEED, motion.y * ORBIT_SPEED);
    } else if pan && motion != Vec2::ZERO {
        camera.pan(motion, size);
    } else if zoom && motion.y != 0.0 {
        camera.zoom((motion.y * 0.01).exp());
    }

    if response.contains_pointer() {
        let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
        let factor = (-scroll * 0.0035).exp() / pinch;
        if factor != 1.0 && factor.is_finite() {
            zoom_at_pointer(ui, response, camera, factor);
        }
    }
    *camera != before
}

/// Zooms so that what is under the pointer stays there.
fn zoom_at_pointer(ui: &Ui, response: &Response, camera: &mut OrbitCamera, factor: f32) {
    let at = ui.input(|input| input.pointer.hover_pos()).unwrap_or(response.rect.center());
    let target = camera.target;
    let lens = Lens::new(camera, response.rect);
    let ray = lens.ray(at);
    let facing = lens.towards_viewer(target);
    let closing = ray.direction.dot(facing);
    let under = if closing.abs() > 1e-4 {
        ray.origin + ray.direction * ((target - ray.origin).dot(facing) / closing)
    } else {
        target
    };
    let before = camera.distance;
    camera.zoom(factor);
    let kept = 1.0 - camera.distance / before.max(1e-6);
    camera.target += (under - target) * kept;
}

/// Whether the key that gives a drag up was pressed.
pub fn gave_up(ui: &Ui) -> bool {
    ui.input(|input| input.key_pressed(Key::Escape) || input.pointer.button_pressed(PointerButton::Secondary))
}
