//! A stretch in which a foot stands in the clip on stage, and what is kept of such stretches for all clips.

use eframe::egui::Ui;
use surefoot::rig::Grounding;

use super::super::apply::push;
use super::super::contact_lanes::reset;
use super::fields::{fact, under_fields};
use crate::editor::core::contacts::{self, Stretch};
use crate::editor::core::{Actions, Command, ContactLane, Edit, Session};
use crate::editor::meaning;
use crate::editor::theme::Meaning;
use crate::editor::widgets::{ValueField, hint, link, lower_first, paragraph, property, rule, section_head};

pub fn ui(ui: &mut Ui, session: &Session, lane: &ContactLane, at: usize, actions: &mut Actions) {
    let clip = session.stage().and_then(|stage| stage.clip(session.playback().clip?));
    let clip_s = session.playback().duration;
    let title = meaning::chain_title(&lane.chain);
    let name = meaning::contact_name(&title, at);
    section_head(ui, &name, clip.map_or("", |clip| &clip.name));
    let [from, to] = lane.down[at];
    let [least, most] = contacts::room(&lane.down, at, clip_s);
    let set =
        |stretch: Stretch| session.set_contacts(lane, Some(contacts::replaced(&lane.down, at, stretch, clip_s).0));
    let can_set = session.can_set_contacts();
    // A list of no edits is what nothing can be kept of.
    let edit = |stretch| set(stretch).unwrap_or(Edit::All(Vec::new()));
    ui.add_enabled_ui(can_set, |ui| {
        let latest = (to - contacts::LEAST_S).max(from);
        let change = property(ui, "Lands", |ui| {
            let field = ValueField::new("Contact lands", from, least.min(from)..=latest.max(least.min(from)));
            let field = field.unit("s").decimals(3).snap(0.05).meaning(Meaning::Leg);
            field.tip("when the foot comes down, seconds into the clip").show(ui)
        });
        push(actions, &format!("Set {}", lower_first(&name)), change, |from| edit([from, to]));
        let earliest = (from + contacts::LEAST_S).min(to);
        let change = property(ui, "Lifts", |ui| {
            let field = ValueField::new("Contact lifts", to, earliest..=most.max(to));
            let field = field.unit("s").decimals(3).snap(0.05).meaning(Meaning::Leg);
            field.tip("when it leaves the ground; past the end of the clip it is as far into the next loop").show(ui)
        });
        push(actions, &format!("Set {}", lower_first(&name)), change, |to| edit([from, to]));
    });
    fact(ui, "Stands for", &format!("{:.3}", to - from), "s");
    rule(ui);
    if !can_set {
        hint(ui, "This clip has no name, so a rig can keep nothing for it: name the animation in its file.");
        return;
    }
    paragraph(
        ui,
        if lane.found.is_some() {
            "Set by hand, and kept in the rig for this clip. What is found by speed and height is the thin line under the lane."
        } else {
            "Found in the clip: the foot is low and slow. Drag an end, or type here, to set it by hand."
        },
    );
    under_fields(ui, |ui| {
        if link(ui, "Take away", "Take the contact away").clicked() {
            actions.run(Command::Delete);
        }
        if lane.found.is_some() && link(ui, "Back to the found", "Back to the found contacts").clicked() {
            reset(session, lane, actions);
        }
    });
}

/// Every foot and clip of which contacts were set.
pub fn by_hand(ui: &mut Ui, grounding: &Grounding, actions: &mut Actions) {
    section_head(ui, "Contacts by hand", &grounding.contacts.len().to_string());
    for contacts in &grounding.contacts {
        let title = meaning::chain_title(&contacts.chain);
        let count = match contacts.down.len() {
            0 => "never stands".to_owned(),
            1 => "1 contact".to_owned(),
            count => format!("{count} contacts"),
        };
        fact(ui, &contacts.clip, &title, &count);
        under_fields(ui, |ui| {
            let name = format!("Forget the contacts of the {} in {}", title.to_lowercase(), contacts.clip);
            if link(ui, "Forget", &name).clicked() {
                actions.edit(name, Edit::Contacts { of: contacts.clone(), by_hand: false });
            }
        });
    }
}
