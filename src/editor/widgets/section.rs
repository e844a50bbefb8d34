//! How a panel is set out: heads, rows and text.

use eframe::egui::{self, Align, Label, Layout, Rect, RichText, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use crate::editor::theme::{self, Meaning, PAD, ROW, STEP, Theme};

/// Width of the column in which labels stand.
pub const LABEL_WIDTH: f32 = 104.0;

/// A head in semibold with an optional note at the right: "Bones  67".
pub fn section_head(ui: &mut Ui, title: &str, note: &str) {
    let theme = Theme::of(ui);
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), 20.0));
    let note_galley = theme::line_of(ui, note, theme::body(), theme.text3, rect.width() * 0.6);
    let title_galley =
        theme::line_of(ui, title, theme::section(), theme.text2, rect.width() - note_galley.size().x - STEP);
    let response = ui.interact(rect, ui.make_persistent_id(("head", title)), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, title));
    let y = |height: f32| rect.center().y - height / 2.0;
    ui.painter().galley(pos2(rect.left(), y(title_galley.size().y)), title_galley, theme.text2);
    ui.painter().galley(pos2(rect.right() - note_galley.size().x, y(note_galley.size().y)), note_galley, theme.text3);
}

/// A one-pixel line across the panel, over its padding.
pub fn rule(ui: &mut Ui) {
    ui.add_space(2.0 * STEP);
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), 1.0));
    let theme = Theme::of(ui);
    ui.painter().hline(rect.left() - PAD..=rect.right() + PAD, rect.center().y, theme.rule());
    ui.add_space(2.0 * STEP);
}

/// A label in its column and a widget beside it.
pub fn property<R>(ui: &mut Ui, label: &str, add: impl FnOnce(&mut Ui) -> R) -> R {
    let theme = Theme::of(ui);
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), ROW));
    let column = LABEL_WIDTH.min(rect.width() * 0.42);
    let galley = theme::line_of(ui, label, theme::body(), theme.text2, column - STEP);
    ui.painter().galley(pos2(rect.left(), rect.center().y - galley.size().y / 2.0), galley, theme.text2);
    let right = Rect::from_min_max(pos2(rect.left() + column, rect.top()), rect.max);
    let builder = egui::UiBuilder::new().max_rect(right).layout(Layout::left_to_right(Align::Center)).id_salt(label);
    ui.scope_builder(builder, add).inner
}

/// A paragraph in the colour of labels.
pub fn paragraph(ui: &mut Ui, text: &str) {
    let color = Theme::of(ui).text2;
    ui.add(Label::new(RichText::new(text).color(color)).wrap());
}

/// A small line in the colour of hints.
pub fn hint(ui: &mut Ui, text: &str) {
    let color = Theme::of(ui).text3;
    ui.add(Label::new(RichText::new(text).font(theme::small()).color(color)).wrap());
}

/// What a list says that has nothing in it, with room around.
pub fn empty(ui: &mut Ui, text: &str) {
    ui.add_space(STEP);
    hint(ui, text);
    ui.add_space(STEP);
}

/// A coloured shape beside a paragraph: a fault and what it is.
pub fn marked_paragraph(ui: &mut Ui, meaning: Meaning, text: &str) {
    let theme = Theme::of(ui);
    ui.horizontal_top(|ui| {
        let (_, rect) = ui.allocate_space(vec2(16.0, 18.0));
        if let Some(icon) = super::Icon::of(meaning) {
            icon.paint(ui.painter(), Rect::from_center_size(rect.center(), theme::square(15.0)), theme.color(meaning));
        }
        ui.add(Label::new(RichText::new(text).color(theme.text2)).wrap());
    });
}
