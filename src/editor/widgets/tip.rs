use eframe::egui::{Label, RichText, Ui};

use crate::editor::theme::{self, Theme};

/// What a tooltip of a value says beside its label: what it does, and its range and default.
pub fn explain(ui: &mut Ui, text: &str, facts: &[String]) {
    let theme = Theme::of(ui);
    ui.set_max_width(300.0);
    if !text.is_empty() {
        ui.add(Label::new(RichText::new(text).color(theme.text1)).wrap());
    }
    if !facts.is_empty() {
        ui.add(Label::new(RichText::new(facts.join(" · ")).font(theme::small()).color(theme.text2)));
    }
}
