//! What is selected, and everything about it that can be changed.

mod bone;
mod chain;
mod contact;
mod fields;
mod gait;
mod ground;
mod grounding;
mod limit;
mod look_at;
mod overview;
mod piece;
mod scene;
mod sole;
mod steps;
mod twist;

use eframe::egui::Ui;

use surefoot::humanoid::Side;

pub use fields::field_width;

use super::Workspace;
use crate::editor::core::{Actions, Item, Session};
use crate::editor::theme::STEP;
use crate::editor::widgets::rule;

pub fn ui(ui: &mut Ui, session: &Session, workspace: Workspace, actions: &mut Actions) {
    ui.spacing_mut().item_spacing.y = STEP;
    if workspace == Workspace::Ground {
        ground::ui(ui, session, actions);
        if let Some(grounding) = &session.document().rig().grounding {
            rule(ui);
            grounding::ui(ui, session, grounding, actions);
        }
        return;
    }
    let rig = session.document().rig();
    match session.selection().primary() {
        Some(Item::Bone(joint)) if session.stage().is_some() => bone::ui(ui, session, joint, actions),
        Some(Item::Chain(index) | Item::Goal(index) | Item::Hint(index)) if index < rig.chains.len() => {
            chain::ui(ui, session, index, actions);
        }
        Some(Item::LookAt | Item::LookTarget) if let Some(look) = &rig.look_at => {
            look_at::ui(ui, session, look, actions);
        }
        Some(Item::Grounding) if let Some(grounding) = &rig.grounding => grounding::ui(ui, session, grounding, actions),
        Some(Item::Sole(foot))
            if let Some(grounding) = &rig.grounding
                && foot < grounding.feet.len() =>
        {
            sole::ui(ui, session, grounding, foot, actions);
        }
        Some(Item::Contact { .. }) if let Some((lane, at)) = session.selected_contact() => {
            contact::ui(ui, session, &lane, at, actions);
        }
        Some(Item::Prop) => chain::hands::ui(ui, session, Side::Left, actions),
        Some(Item::Ground | Item::Piece(_)) => ground::ui(ui, session, actions),
        Some(Item::Limit(index)) if index < rig.limits.len() => limit::ui(ui, session, index, actions),
        _ => overview::ui(ui, session, actions),
    }
}
