//! The dots of a page: one a role, to hover, to click and to drop bones on.

use eframe::egui::{
    self, DragAndDrop, Id, Label, Order, Rect, Response, RichText, Role as Access, Sense, Stroke, Ui, WidgetInfo, vec2,
};
use surefoot::humanoid::Role;
use surefoot::skeleton::JointId;

use super::figure::{Figure, Placed};
use super::marks::{RADIUS, mark};
use super::page::{Page, spoken};
use super::picker;
use crate::editor::core::mapping::{assigning, edit_of};
use crate::editor::core::{Action, Actions, Item, Session, Stage};
use crate::editor::meaning;
use crate::editor::theme::{self, Meaning, Theme};
use crate::editor::widgets::sentence;

/// How large a dot is to the pointer.
const TARGET: f32 = 21.0;

pub fn ui(ui: &mut Ui, rect: Rect, session: &Session, stage: &Stage, page: &Page, actions: &mut Actions) {
    let figure = Figure::of(page.group);
    let placed = Placed::within(figure, rect);
    for &(role, at) in &figure.dots {
        dot(ui, placed.at(at), session, stage, page, role, actions);
    }
    dragged_bone(ui, stage);
}

fn dot(ui: &mut Ui, at: egui::Pos2, session: &Session, stage: &Stage, page: &Page, role: Role, actions: &mut Actions) {
    let theme = Theme::of(ui);
    let view = page.view(role);
    let joint = page.joint(role);
    let target = Rect::from_center_size(at, theme::square(TARGET));
    let response = ui.interact(target, ui.make_persistent_id(("dot", role)), Sense::click());
    let name = spoken(stage, page, role);
    response.widget_info(|| WidgetInfo::labeled(Access::Button, ui.is_enabled(), &name));

    let carried = DragAndDrop::payload::<JointId>(ui.ctx());
    let over = response.contains_pointer();
    let item = joint.map(Item::Bone);
    let lit = item.is_some_and(|item| session.selection().contains(item) || session.hover() == Some(item));
    let painter = ui.painter();
    let is_calm = page.preview.is_some() && page.change(role).is_none();
    if carried.is_some() {
        let ring = if over { theme.selection } else { theme.text2 };
        painter.circle(at, RADIUS + 5.0, ring.gamma_multiply(if over { 0.35 } else { 0.12 }), Stroke::new(1.4, ring));
    } else if lit || over || response.has_focus() || page.change(role).is_some() {
        let strength = if lit || over { 0.35 } else { 0.22 };
        painter.circle(at, RADIUS + 4.0, theme.selection.gamma_multiply(strength), Stroke::new(1.4, theme.selection));
    }
    let mut faint = ui.painter().clone();
    if is_calm {
        faint.set_opacity(0.35);
    }
    mark(&faint, theme, at, page.state(role), role.is_required(), meaning::of_role(role));

    if let Some(bone) = response.dnd_release_payload::<JointId>() {
        assign(stage, role, Some(*bone), actions);
    }
    if over && let Some(bone) = carried {
        actions.hint(format!("Let go to make {} the {role}.", meaning::joint_name(stage, *bone)));
        return;
    }
    if over {
        actions.push(Action::Hover(item));
        actions.hint(format!(
            "{name}. {} Click to pick another bone, or drag one here from the list.",
            sentence(&view.why)
        ));
    }
    if response.clicked()
        && let Some(item) = item
    {
        actions.select(item);
    }
    if page.preview.is_none()
        && let Some(picked) = picker::popup(&response, stage, role)
    {
        assign(stage, role, picked, actions);
    }
    explain(response, stage, page, role);
}

/// Gives the bone the role, as one undo step.
pub fn assign(stage: &Stage, role: Role, joint: Option<JointId>, actions: &mut Actions) {
    let changes = assigning(stage, role, joint);
    if changes.is_empty() {
        return;
    }
    let label = if joint.is_some() { format!("Set bone for {role}") } else { format!("Take the bone from {role}") };
    actions.edit(label, edit_of(stage, &changes));
}

fn explain(response: Response, stage: &Stage, page: &Page, role: Role) {
    let view = page.view(role);
    response.on_hover_ui(|ui| {
        let theme = Theme::of(ui);
        ui.set_max_width(300.0);
        ui.horizontal(|ui| {
            ui.label(RichText::new(role.name()).font(theme::section()).color(theme.color(meaning::of_role(role))));
            let kind = if role.is_required() { "required" } else { "optional" };
            ui.label(RichText::new(kind).font(theme::small()).color(theme.text3));
        });
        let called = |joint: Option<JointId>| joint.map_or("no bone".into(), |joint| meaning::joint_name(stage, joint));
        let bone = match page.change(role) {
            Some(change) => format!("{} → {}", called(change.from), called(change.to)),
            None => called(view.joint),
        };
        ui.add(Label::new(RichText::new(bone).color(theme.text1)).wrap());
        ui.add(Label::new(RichText::new(sentence(&view.why)).font(theme::small()).color(theme.text2)).wrap());
    });
}

/// The name of the bone that is being dragged, beside the pointer.
fn dragged_bone(ui: &Ui, stage: &Stage) {
    let Some(bone) = DragAndDrop::payload::<JointId>(ui.ctx()) else { return };
    let Some(at) = ui.ctx().pointer_latest_pos() else { return };
    ui.ctx().set_cursor_icon(egui::CursorIcon::Grabbing);
    let area = egui::Area::new(Id::unique("dragged bone")).order(Order::Tooltip).interactable(false);
    area.fixed_pos(at + vec2(14.0, 6.0)).show(ui.ctx(), |ui| {
        let theme = Theme::of(ui);
        egui::Frame::popup(ui.style()).inner_margin(egui::Margin::symmetric(10, 5)).show(ui, |ui| {
            let name = meaning::joint_name(stage, *bone);
            let text = RichText::new(meaning::short_name(&name)).color(theme.color(Meaning::Selection));
            ui.add(Label::new(text).extend());
        });
    });
}
