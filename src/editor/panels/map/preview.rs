//! What the automatic map would change, and the question whether to.

use eframe::egui::{Align2, Role as Access, Sense, Ui, WidgetInfo, pos2, vec2};
use surefoot::skeleton::JointId;

use super::marks::mark;
use super::page::Page;
use crate::editor::core::mapping::RoleChange;
use crate::editor::core::{Action, Actions, Item, Stage};
use crate::editor::meaning;
use crate::editor::theme::{self, Meaning, STEP, Theme};
use crate::editor::widgets::{Weight, button, hint, section_head};

const ROW: f32 = 26.0;

/// The question with its two answers.
pub fn question(ui: &mut Ui, changes: &[RoleChange], actions: &mut Actions) {
    section_head(ui, "Map automatically", &counted(changes));
    hint(ui, "What is recognised by names and shape. Changed dots are ringed; nothing is changed yet.");
    ui.add_space(STEP);
    ui.horizontal(|ui| {
        if button(ui, "Apply", Weight::Strong(Meaning::Leg)).clicked() {
            actions.push(Action::EndMapPreview { apply: true });
        }
        if button(ui, "Cancel", Weight::Normal).clicked() {
            actions.push(Action::EndMapPreview { apply: false });
        }
    });
}

/// "3 new, 1 other, 2 taken away"
fn counted(changes: &[RoleChange]) -> String {
    let count = |kind: fn(&RoleChange) -> bool| changes.iter().filter(|change| kind(change)).count();
    let kinds = [
        (count(|change| change.from.is_none()), "new"),
        (count(|change| change.from.is_some() && change.to.is_some()), "other"),
        (count(|change| change.to.is_none()), "taken away"),
    ];
    let said = kinds.into_iter().filter(|kind| kind.0 > 0).map(|(count, what)| format!("{count} {what}"));
    said.collect::<Vec<_>>().join(", ")
}

/// Old and new bone of every role that would change, those of this page first.
pub fn list(ui: &mut Ui, stage: &Stage, page: &Page, changes: &[RoleChange], actions: &mut Actions) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut changes = changes.to_vec();
    changes.sort_by_key(|change| !page.group.roles().any(|role| role == change.role));
    for change in &changes {
        row(ui, stage, page, change, actions);
    }
}

fn row(ui: &mut Ui, stage: &Stage, page: &Page, change: &RoleChange, actions: &mut Actions) {
    let theme = Theme::of(ui);
    let called = |joint: Option<JointId>| {
        let name = joint.map_or_else(|| "no bone".to_owned(), |joint| meaning::joint_name(stage, joint));
        meaning::short_name(&name).to_owned()
    };
    let (from, to) = (called(change.from), called(change.to));
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), ROW));
    let response = ui.interact(rect, ui.make_persistent_id(("change", change.role)), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Access::ListItem, true, format!("{}: {from} to {to}", change.role)));
    if response.contains_pointer() {
        ui.painter().rect_filled(rect.expand2(vec2(8.0, 0.0)), 4.0, theme.row_hovered());
        actions.push(Action::Hover(change.to.or(change.from).map(Item::Bone)));
    }
    let at = pos2(rect.left() + 7.0, rect.center().y);
    mark(ui.painter(), theme, at, page.state(change.role), change.role.is_required(), meaning::of_role(change.role));
    let y = rect.center().y;
    let left = rect.left() + 22.0;
    let middle = rect.left() + rect.width() * 0.4;
    let arrow = middle + (rect.right() - middle) * 0.46;
    let text = |x: f32, text: &str, color, width: f32| {
        let galley = theme::line_of(ui, text, theme::body(), color, width);
        ui.painter().galley(Align2::LEFT_CENTER.anchor_size(pos2(x, y), galley.size()).min, galley, color);
    };
    text(left, change.role.name(), theme.text2, middle - left - STEP);
    text(middle, &from, theme.text3, arrow - middle - 2.0 * STEP);
    text(arrow, "→", theme.text3, 16.0);
    text(arrow + 18.0, &to, theme.text1, rect.right() - arrow - 18.0);
}
