use eframe::egui::{Label, RichText, Ui};

use crate::editor::theme::{self, Theme};

/// What a tooltip of a value says beside its label: what it does, a clause or a sentence, and its range and default.
pub fn explain(ui: &mut Ui, text: &str, facts: &[String]) {
    let theme = Theme::of(ui);
    ui.set_max_width(300.0);
    if !text.is_empty() {
        ui.add(Label::new(RichText::new(sentence(text)).color(theme.text1)).wrap());
    }
    if !facts.is_empty() {
        ui.add(Label::new(RichText::new(facts.join(" · ")).font(theme::small()).color(theme.text2)));
    }
}

/// A clause with a capital and a full stop.
pub fn sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    let Some(first) = letters.next() else { return String::new() };
    let mut text: String = first.to_uppercase().chain(letters).collect();
    if !text.ends_with(['.', '!', '?', '…']) {
        text.push('.');
    }
    text
}
