use eframe::egui::{self, CornerRadius, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use super::Icon;
use crate::editor::theme::{self, Meaning, RADIUS, ROW, STEP, Theme};

/// How much a button asks to be pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// The one that a dialog expects, or a switch that is on.
    Strong(Meaning),
    Normal,
    /// No ground until the pointer is over it.
    Quiet,
}

/// A button with a text.
pub fn button(ui: &mut Ui, text: &str, weight: Weight) -> Response {
    paint_button(ui, text, text, weight, None, false)
}

/// A button with a text and an icon before it; `name` is what a screen reader says.
pub fn icon_text_button(ui: &mut Ui, icon: Icon, text: &str, weight: Weight) -> Response {
    paint_button(ui, text, text, weight, Some(icon), false)
}

/// A button that opens a list: an arrow follows the text.
pub fn menu_like_button(ui: &mut Ui, name: &str, text: &str, weight: Weight) -> Response {
    paint_button(ui, name, text, weight, None, true)
}

fn paint_button(ui: &mut Ui, name: &str, text: &str, weight: Weight, icon: Option<Icon>, arrow: bool) -> Response {
    let theme = Theme::of(ui);
    let enabled = ui.is_enabled();
    let (fill, hovered, color) = match weight {
        Weight::Strong(meaning) => {
            let fill = theme.strong_fill_of(meaning);
            (fill, fill.lerp_to_gamma(theme.color(meaning), 0.12), theme.text1)
        }
        Weight::Normal => (theme.bg3, theme.bg3.lerp_to_gamma(theme.text3, 0.25), theme.text1),
        Weight::Quiet => (egui::Color32::TRANSPARENT, theme.bg3, theme.text2),
    };
    let galley = ui.painter().layout_no_wrap(text.to_owned(), theme::body(), color);
    let lead = if icon.is_some() { 16.0 + 1.5 * STEP } else { 0.0 };
    let tail = if arrow { 14.0 } else { 0.0 };
    let padding = if weight == Weight::Quiet { 1.5 * STEP } else { 3.0 * STEP };
    let size = vec2((galley.size().x + lead + tail + 2.0 * padding).round(), ROW + 2.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, name));
    if ui.is_rect_visible(rect) {
        let over = response.hovered() || response.has_focus();
        ui.painter().rect_filled(rect, RADIUS, if over { hovered } else { fill });
        if response.has_focus() {
            ui.painter().rect_stroke(rect, RADIUS, Stroke::new(1.0, theme.text3), StrokeKind::Inside);
        }
        let color = if over { theme.text1 } else { color };
        let mut left = rect.left() + padding;
        if let Some(icon) = icon {
            let place = Rect::from_center_size(pos2(left + 8.0, rect.center().y), theme::square(16.0));
            icon.paint(ui.painter(), place, color);
            left += lead;
        }
        let text_width = galley.size().x;
        ui.painter().galley_with_override_text_color(
            pos2(left, rect.center().y - galley.size().y / 2.0),
            galley,
            color,
        );
        if arrow {
            let center = pos2(left + text_width + 10.0, rect.center().y + 0.5);
            Icon::ChevronDown.paint(ui.painter(), Rect::from_center_size(center, theme::square(13.0)), color);
        }
    }
    response
}

/// A square button with an icon alone. `name` is its accessible name and the head of its tooltip.
pub fn icon_button(ui: &mut Ui, icon: Icon, name: &str, on: bool) -> Response {
    let (rect, response) = ui.allocate_exact_size(theme::square(ROW), Sense::click());
    let enabled = ui.is_enabled();
    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, name));
    if ui.is_rect_visible(rect) {
        let theme = Theme::of(ui);
        let over = enabled && (response.hovered() || response.has_focus());
        if over || on {
            ui.painter().rect_filled(rect, CornerRadius::same(RADIUS as u8), if over { theme.bg3 } else { theme.bg2 });
        }
        let color = if over || on { theme.text1 } else { theme.text2 };
        icon.paint(ui.painter(), Rect::from_center_size(rect.center(), theme::square(16.0)), color);
    }
    response.on_hover_text(name)
}

/// Text that acts like a link: "Show", "Fix".
pub fn link(ui: &mut Ui, text: &str, name: &str) -> Response {
    let theme = Theme::of(ui);
    let galley = ui.painter().layout_no_wrap(text.to_owned(), theme::body(), theme.arm);
    let (rect, response) = ui.allocate_exact_size(vec2(galley.size().x, 20.0), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Link, ui.is_enabled(), name));
    if ui.is_rect_visible(rect) {
        let at = pos2(rect.left(), rect.center().y - galley.size().y / 2.0);
        if response.hovered() || response.has_focus() {
            let y = at.y + galley.size().y - 1.0;
            ui.painter().hline(rect.x_range(), y, Stroke::new(1.0, theme.arm));
        }
        ui.painter().galley(at, galley, theme.arm);
    }
    response.on_hover_cursor(egui::CursorIcon::PointingHand)
}
