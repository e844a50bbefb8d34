use eframe::egui::Ui;
use surefoot::rig::{BoneRef, Solver, TwistBone};
use surefoot::skeleton::JointId;

use super::super::apply::push;
use super::fields::{self, bone_row, under_fields};
use crate::editor::core::{Actions, Edit, Session, Stage, bone_ref};
use crate::editor::meaning;
use crate::editor::widgets::{Icon, Weight, hint, icon_text_button, link, section_head};

/// How much of a limb's roll a bone takes up; nothing where it lies in no limb.
pub fn ui(ui: &mut Ui, session: &Session, stage: &Stage, joint: JointId, actions: &mut Actions) {
    let bones = &session.document().rig().twist_bones;
    let Some(place) = bones.iter().position(|twist| stage.joint(&twist.bone) == Some(joint)) else {
        add(ui, session, stage, joint, actions);
        return;
    };
    let twist = &bones[place];
    let replaced = |twist: TwistBone| {
        let mut bones = bones.clone();
        bones[place] = twist;
        Edit::TwistBones(bones)
    };
    section_head(ui, "Roll", "twist bone");
    if let Some(of) = bone_row(ui, session, "Of", "Bone whose roll is spread", "twist_bones.of", Some(&twist.of)) {
        actions.edit("Set whose roll is spread", replaced(TwistBone { of, ..twist.clone() }));
    }
    let change = crate::editor::widgets::property(ui, "Share", |ui| {
        let field = fields::percent("twist_bones.share", "Share of the roll", twist.share);
        let tip =
            "how much of the roll is seen at this bone: 0 as at the end nearer to the body, 100 as at the far end";
        field.tip(tip).show(ui)
    });
    push(actions, "Set the share of the roll", change, |share| replaced(TwistBone { share, ..twist.clone() }));
    if under_fields(ui, |ui| link(ui, "Remove", "Remove the twist bone")).clicked() {
        let mut bones = bones.clone();
        bones.remove(place);
        actions.edit("Remove the twist bone", Edit::TwistBones(bones));
    }
}

fn add(ui: &mut Ui, session: &Session, stage: &Stage, joint: JointId, actions: &mut Actions) {
    let Some(of) = roll_near(session, stage, joint) else { return };
    section_head(ui, "Roll", "none");
    if icon_text_button(ui, Icon::Plus, "Take up roll", Weight::Quiet).clicked() {
        let mut bones = session.document().rig().twist_bones.clone();
        bones.push(TwistBone { bone: bone_ref(stage.skeleton(), stage.map(), joint), of: of.clone(), share: 0.5 });
        actions.edit("Add a twist bone", Edit::TwistBones(bones));
    }
    let name = meaning::bone_ref_name(Some(stage), &of);
    hint(ui, &format!("Spreads the roll of {} over the limb.", meaning::short_name(&name)));
}

/// Whose roll a bone within a limb of two bones can take up: that of the tip below the middle joint, that of the root above it.
fn roll_near(session: &Session, stage: &Stage, joint: JointId) -> Option<BoneRef> {
    let skeleton = stage.skeleton();
    session.document().rig().chains.iter().find_map(|chain| {
        let Solver::TwoBone(two_bone) = &chain.solver else { return None };
        let [root, mid, tip] = [&chain.root, &two_bone.mid, &chain.tip].map(|bone| stage.joint(bone));
        let (root, mid, tip) = (root?, mid?, tip?);
        let is_inside =
            ![root, mid, tip].contains(&joint) && skeleton.is_within(joint, root) && !skeleton.is_within(joint, tip);
        let is_lower = skeleton.is_within(joint, mid);
        is_inside.then(|| if is_lower { chain.tip.clone() } else { chain.root.clone() })
    })
}
