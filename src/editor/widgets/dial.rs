//! A compass: a direction to turn by hand.

use std::f32::consts::FRAC_PI_2;

use eframe::egui::{
    CursorIcon, EventFilter, Key, Modifiers, Pos2, Role, Sense, Stroke, Ui, Vec2, WidgetInfo, accesskit, vec2,
};

use super::change::Change;
use crate::editor::theme::{self, Meaning, Theme};

/// A heading in degrees, 0 ahead (up on the dial), positive towards the left, in -180..=180. Ctrl snaps to 15°.
///
/// Dragging follows the pointer round the middle, so a heading is pointed at rather than counted.
pub fn heading_dial(ui: &mut Ui, name: &str, heading_deg: f32, side: f32, meaning: Meaning) -> Change<f32> {
    let (rect, response) = ui.allocate_exact_size(theme::square(side), Sense::click_and_drag());
    let center = rect.center();
    let mut change = Change::None;
    let dragging = response.id.with("dragging");
    let command = ui.input(|input| input.modifiers.command);
    if response.drag_started() {
        ui.data_mut(|data| data.insert_temp(dragging, true));
        change = Change::Begin;
    } else if ui.data(|data| data.get_temp::<bool>(dragging)).is_some() {
        // Escape also ends the toolkit's own drag, in the same frame.
        if ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
            ui.data_mut(|data| data.remove::<bool>(dragging));
            change = Change::Cancel;
        } else if !response.dragged() {
            ui.data_mut(|data| data.remove::<bool>(dragging));
            change = Change::Commit;
        } else if let Some(heading) = response.interact_pointer_pos().and_then(|at| pointed(at - center, command))
            && heading != heading_deg
        {
            change = Change::Live(heading);
        }
    } else if response.clicked()
        && let Some(heading) = response.interact_pointer_pos().and_then(|at| pointed(at - center, command))
    {
        change = Change::Set(heading);
    }
    if ui.memory(|memory| memory.has_focus(response.id)) {
        let filter = EventFilter { horizontal_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
        ui.input_mut(|input| {
            for (key, step) in [(Key::ArrowLeft, 5.0), (Key::ArrowRight, -5.0)] {
                if input.consume_key(Modifiers::NONE, key) {
                    change = Change::Set(wrapped(heading_deg + step));
                }
            }
        });
    }
    response.widget_info(|| WidgetInfo {
        value: Some(f64::from(heading_deg)),
        ..WidgetInfo::labeled(Role::Slider, ui.is_enabled(), name)
    });
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_min_numeric_value(-180.0);
        node.set_max_numeric_value(180.0);
        node.add_action(accesskit::Action::SetValue);
    });
    ui.input(|input| {
        for request in input.accesskit_action_requests(response.id, accesskit::Action::SetValue) {
            if let Some(accesskit::ActionData::NumericValue(value)) = request.data {
                change = Change::Set(wrapped(value as f32));
            }
        }
    });
    if ui.is_rect_visible(rect) {
        let theme = Theme::of(ui);
        let active = response.hovered() || response.dragged() || response.has_focus();
        let radius = side / 2.0 - 1.0;
        let ring = Stroke::new(1.0, if active { theme.text3 } else { theme.line });
        ui.painter().circle(center, radius, theme.bg0, ring);
        for quarter in 0..8 {
            let way = direction(45.0 * quarter as f32);
            let inner = if quarter % 2 == 0 { 0.76 } else { 0.86 };
            ui.painter().line_segment(
                [center + way * radius * inner, center + way * radius * 0.95],
                Stroke::new(1.0, theme.text3),
            );
        }
        let needle = direction(heading_deg);
        let color = theme.color(meaning);
        let tip: Pos2 = center + needle * radius * 0.72;
        ui.painter().line_segment([center - needle * radius * 0.3, tip], Stroke::new(2.0, color));
        ui.painter().circle_filled(tip, 3.0, color);
    }
    response.on_hover_cursor(CursorIcon::Grab).on_hover_text(format!(
        "{name}: the way the ground rises, from the way the character faces, towards its left. Drag round; Ctrl snaps to 15°."
    ));
    change
}

/// On screen: ahead is up, left is left.
fn direction(heading_deg: f32) -> Vec2 {
    let angle = heading_deg.to_radians() + FRAC_PI_2;
    vec2(angle.cos(), -angle.sin())
}

/// The heading from the middle to a point; none too near the middle to say.
fn pointed(offset: Vec2, snap: bool) -> Option<f32> {
    if offset.length() < 3.0 {
        return None;
    }
    let heading = (-offset.x).atan2(-offset.y).to_degrees();
    let step = if snap { 15.0 } else { 1.0 };
    Some(wrapped((heading / step).round() * step))
}

fn wrapped(heading_deg: f32) -> f32 {
    if !heading_deg.is_finite() {
        return 0.0;
    }
    let turned = (heading_deg + 180.0).rem_euclid(360.0) - 180.0;
    if turned == -180.0 { 180.0 } else { turned }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn up_is_ahead_and_left_is_positive() {
        assert_eq!(pointed(vec2(0.0, -10.0), false), Some(0.0));
        assert_eq!(pointed(vec2(-10.0, 0.0), false), Some(90.0));
        assert_eq!(pointed(vec2(10.0, 0.0), false), Some(-90.0));
        assert_eq!(pointed(vec2(0.0, 10.0), false), Some(180.0));
        assert_eq!(pointed(vec2(-9.0, -10.0), true), Some(45.0));
        assert_eq!(pointed(vec2(1.0, 1.0), false), None);
        let ahead = direction(0.0);
        assert!((ahead - vec2(0.0, -1.0)).length() < 1e-6);
        assert!((direction(90.0) - vec2(-1.0, 0.0)).length() < 1e-6);
    }
}
