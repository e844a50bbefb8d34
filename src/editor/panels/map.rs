//! Which bone has which role, how sure that is, and why.

use eframe::egui::{
    self, Frame, Margin, Rect, Role as Access, ScrollArea, Sense, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};
use surefoot::humanoid::Role;
use surefoot::rig::BoneRef;

use super::inspector::bone_picker;
use super::{padded, roles};
use crate::editor::core::{Action, Actions, Item, Session, Stage};
use crate::editor::meaning;
use crate::editor::theme::{self, Meaning, STEP, Theme};
use crate::editor::widgets::{Icon, empty, find, hint, icon_button, search_field, section_head, segmented, sentence};

/// The part of the body that is shown, and the search.
#[derive(Debug, Default)]
pub struct MapState {
    page: Page,
    query: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
enum Page {
    #[default]
    Body,
    Head,
    LeftHand,
    RightHand,
}

/// Below this a bone is doubtful.
const DOUBTFUL: f32 = 0.6;
const ROW: f32 = 28.0;

pub fn ui(ui: &mut Ui, session: &Session, state: &mut MapState, actions: &mut Actions) {
    let Some(stage) = session.stage() else {
        padded(ui, |ui| {
            section_head(ui, "Humanoid map", "");
            empty(ui, "Open a model to see which of its bones is which.");
        });
        return;
    };
    padded(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 1.5 * STEP;
        let found = Role::ALL.into_iter().filter(|&role| stage.map().get(role).is_some()).count();
        section_head(ui, "Humanoid map", &format!("{found} of {}", Role::COUNT));
        let score = stage.detection().score;
        if !stage.detection().humanoid {
            hint(ui, "This does not look like a humanoid. Roles can be given by hand.");
        } else if score < 1.0 {
            hint(ui, &format!("Recognised with {:.0} % confidence. Doubtful bones come first.", score * 100.0));
        }
        let pages =
            [(Page::Body, "Body"), (Page::Head, "Head"), (Page::LeftHand, "L hand"), (Page::RightHand, "R hand")];
        if let Some(page) = segmented(ui, "page", state.page, &pages) {
            state.page = page;
        }
        search_field(ui, &mut state.query, "Search roles and bones");
    });
    let listed = listed(stage, state);
    ScrollArea::vertical().id_salt("roles").auto_shrink(false).show(ui, |ui| {
        Frame::new().inner_margin(Margin { left: 12, right: 4, top: 0, bottom: 12 }).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            if listed.is_empty() {
                empty(ui, "No role or bone is called that.");
            }
            for role in listed {
                row(ui, session, stage, role, actions);
            }
        });
    });
}

/// The roles of the page, or all that match the search; missing and doubtful ones first.
fn listed(stage: &Stage, state: &MapState) -> Vec<Role> {
    let searching = !state.query.trim().is_empty();
    let mut roles: Vec<Role> = Role::ALL
        .into_iter()
        .filter(|&role| {
            if !searching {
                return page_of(role) == state.page;
            }
            let bone = stage.map().get(role).map(|joint| meaning::joint_name(stage, joint)).unwrap_or_default();
            find(&state.query, role.name()).is_some() || find(&state.query, &bone).is_some()
        })
        .collect();
    roles.sort_by_key(|&role| status(stage, role));
    roles
}

fn page_of(role: Role) -> Page {
    let name = role.name();
    let finger = ["Thumb", "Index", "Middle", "Ring", "Little"].iter().any(|finger| name.contains(finger));
    match role.side() {
        Some(surefoot::humanoid::Side::Left) if finger => Page::LeftHand,
        Some(surefoot::humanoid::Side::Right) if finger => Page::RightHand,
        _ if meaning::of_role(role) == Meaning::Look => Page::Head,
        _ => Page::Body,
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Status {
    MissingRequired,
    Doubtful,
    Found,
    MissingOptional,
}

fn status(stage: &Stage, role: Role) -> Status {
    match (stage.map().get(role), stage.detection().get(role)) {
        (None, _) if role.is_required() => Status::MissingRequired,
        (None, _) => Status::MissingOptional,
        (Some(joint), Some(found)) if found.joint == joint && found.confidence < DOUBTFUL => Status::Doubtful,
        (Some(_), _) => Status::Found,
    }
}

fn row(ui: &mut Ui, session: &Session, stage: &Stage, role: Role, actions: &mut Actions) {
    let theme = Theme::of(ui);
    let joint = stage.map().get(role);
    let found = stage.detection().get(role).filter(|found| Some(found.joint) == joint);
    let by_hand = found.is_none() && (joint.is_some() || stage.detection().get(role).is_some());
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
    mark(ui, rect, status(stage, role), meaning::of_role(role));
    let label = theme::line_of(ui, role.name(), theme::body(), theme.text2, 106.0);
    ui.painter().galley(pos2(rect.left() + 22.0, rect.center().y - label.size().y / 2.0), label, theme.text2);
    let place =
        Rect::from_min_max(pos2(rect.left() + 132.0, rect.top() + 2.0), pos2(rect.right() - 26.0, rect.bottom() - 2.0));
    let mut child = ui.new_child(UiBuilder::new().max_rect(place).id_salt((role.name(), "picker")));
    let bone = joint.map(|joint| BoneRef::naming(stage.skeleton(), joint));
    let why = match (found, by_hand) {
        (_, true) if joint.is_none() => "taken away by hand".to_owned(),
        (_, true) => "set by hand".to_owned(),
        (Some(found), _) => format!("{:.0} % sure: {}", found.confidence * 100.0, found.why),
        (None, _) if joint.is_some() => String::new(),
        (None, _) if role.is_required() => "a humanoid needs this bone; pick it here".to_owned(),
        (None, _) => "not found; a character can do without it".to_owned(),
    };
    let name = format!("Bone for {}", role.name());
    // The field may be too narrow for the name.
    let full_name = joint.map(|joint| meaning::joint_name(stage, joint)).unwrap_or_default();
    let tip = if full_name.is_empty() { why.clone() } else { format!("{full_name} · {why}") };
    let picked = bone_picker(&mut child, session, &name, &tip, bone.as_ref(), place.width());
    if let Some(picked) = picked.and_then(|bone| stage.joint(&bone)).filter(|picked| Some(*picked) != joint) {
        actions.edit(format!("Set bone for {}", role.name()), roles::assign(session, stage, role, picked));
    }
    if by_hand {
        let reset = Rect::from_min_max(pos2(place.right(), rect.top()), rect.max);
        let mut child = ui.new_child(UiBuilder::new().max_rect(reset).id_salt((role.name(), "reset")));
        if icon_button(&mut child, Icon::Reset, &format!("Detect {} again", role.name()), false).clicked() {
            actions.edit(format!("Detect {} again", role.name()), roles::detect_again(session, stage, role));
        }
    }
    if response.contains_pointer() {
        actions.push(Action::Hover(joint.map(Item::Bone)));
        if !why.is_empty() {
            actions.hint(sentence(&why));
        }
    }
    if let Some(joint) = joint.filter(|_| response.clicked()) {
        actions.select(Item::Bone(joint));
    }
}

/// Found: a disc. Doubtful: a triangle. Missing: a ring, with a cross where it is needed.
fn mark(ui: &Ui, rect: Rect, status: Status, meaning: Meaning) {
    let theme = Theme::of(ui);
    let place = Rect::from_center_size(pos2(rect.left() + 7.0, rect.center().y), theme::square(14.0));
    match status {
        Status::MissingRequired => Icon::Error.paint(ui.painter(), place, theme.bad),
        Status::Doubtful => Icon::Warning.paint(ui.painter(), place, theme.warn),
        Status::Found => {
            ui.painter().circle_filled(place.center(), 4.0, theme.color(meaning));
        }
        Status::MissingOptional => {
            ui.painter().circle_stroke(place.center(), 3.5, egui::Stroke::new(1.2, theme.text3));
        }
    }
}
