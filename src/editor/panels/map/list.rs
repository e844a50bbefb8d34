//! The roles of a page as a list, what asks for a look first.

use eframe::egui::{Rect, Role as Access, Sense, Ui, UiBuilder, WidgetInfo, pos2, vec2};
use surefoot::humanoid::Role;

use super::dots::assign;
use super::marks::mark;
use super::page::Page;
use super::picker;
use crate::editor::core::{Action, Actions, Item, Session, Stage};
use crate::editor::meaning;
use crate::editor::theme::{self, Meaning, Theme};
use crate::editor::widgets::{Icon, empty, find, icon_button, sentence};

const ROW: f32 = 28.0;

pub fn ui(ui: &mut Ui, session: &Session, stage: &Stage, page: &Page, query: &str, actions: &mut Actions) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let listed = listed(stage, page, query);
    if listed.is_empty() {
        empty(ui, "No role or bone is called that.");
    }
    for role in listed {
        row(ui, session, stage, page, role, actions);
    }
}

/// The roles of the page, or all that match the search.
fn listed(stage: &Stage, page: &Page, query: &str) -> Vec<Role> {
    let is_searched = !query.trim().is_empty();
    let matches = |role: Role| {
        let bone = page.joint(role).map(|joint| meaning::joint_name(stage, joint)).unwrap_or_default();
        find(query, role.name()).is_some() || find(query, &bone).is_some()
    };
    let mut roles: Vec<Role> = if is_searched {
        Role::ALL.into_iter().filter(|&role| matches(role)).collect()
    } else {
        page.group.roles().collect()
    };
    roles.sort_by_key(|&role| page.state(role));
    roles
}

fn row(ui: &mut Ui, session: &Session, stage: &Stage, page: &Page, role: Role, actions: &mut Actions) {
    let theme = Theme::of(ui);
    let view = page.view(role);
    let joint = view.joint;
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), ROW));
    let response = ui.interact(rect, ui.make_persistent_id(role.name()), Sense::click());
    let selected = joint.is_some_and(|joint| session.selection().contains(Item::Bone(joint)));
    response.widget_info(|| WidgetInfo::selected(Access::ListItem, true, selected, role.name()));
    let hovered = joint.is_some_and(|joint| session.hover() == Some(Item::Bone(joint)));
    if selected {
        ui.painter().rect_filled(rect.expand2(vec2(8.0, 0.0)), 4.0, theme.row_of(Meaning::Selection));
    } else if response.contains_pointer() || hovered {
        ui.painter().rect_filled(rect.expand2(vec2(8.0, 0.0)), 4.0, theme.row_hovered());
    }
    let at = pos2(rect.left() + 7.0, rect.center().y);
    mark(ui.painter(), theme, at, view.state, role.is_required(), meaning::of_role(role));
    let label_width = (rect.width() * 0.44).min(180.0);
    let label = theme::line_of(ui, role.name(), theme::body(), theme.text2, label_width - 26.0);
    ui.painter().galley(pos2(rect.left() + 22.0, rect.center().y - label.size().y / 2.0), label, theme.text2);
    let place = Rect::from_min_max(
        pos2(rect.left() + label_width, rect.top() + 2.0),
        pos2(rect.right() - 26.0, rect.bottom() - 2.0),
    );
    let mut child = ui.new_child(UiBuilder::new().max_rect(place).id_salt((role.name(), "picker")));
    // The field may be too narrow for the name.
    let full_name = joint.map(|joint| meaning::joint_name(stage, joint)).unwrap_or_default();
    let tip = if full_name.is_empty() { view.why.clone() } else { format!("{full_name} · {}", view.why) };
    if let Some(picked) = picker::field(&mut child, stage, role, &tip, place.width()) {
        assign(stage, role, picked, actions);
    }
    if view.by_hand {
        let reset = Rect::from_min_max(pos2(place.right(), rect.top()), rect.max);
        let mut child = ui.new_child(UiBuilder::new().max_rect(reset).id_salt((role.name(), "reset")));
        if icon_button(&mut child, Icon::Reset, &format!("Detect {role} again"), false).clicked() {
            assign(stage, role, stage.detection().get(role).map(|found| found.joint), actions);
        }
    }
    if response.contains_pointer() {
        actions.push(Action::Hover(joint.map(Item::Bone)));
        actions.hint(sentence(&view.why));
    }
    if let Some(joint) = joint.filter(|_| response.clicked()) {
        actions.select(Item::Bone(joint));
    }
}
