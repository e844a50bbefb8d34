//! Fields whose range, default and explanation come from the rig's own schema.

use eframe::egui::{Role, Sense, Ui, WidgetInfo, pos2, vec2};
use serde::de::DeserializeOwned;
use surefoot::rig::schema::{self, Kind};
use surefoot::rig::{BoneRef, LookRange};

use crate::editor::core::{Session, bone_ref};
use crate::editor::meaning;
use crate::editor::theme::{self, ROW, STEP, Theme};
use crate::editor::widgets::{Choice, Entry, RESET_GUTTER, ValueField, property};

/// A field for the number at `path` of the rig. `name` is its accessible name.
pub fn number<'a>(path: &str, name: &'a str, value: f32) -> ValueField<'a> {
    let Some(field) = schema::field(path) else {
        debug_assert!(false, "no field of the rig is at {path}");
        return ValueField::new(name, value, 0.0..=1.0);
    };
    let mut kind = &field.kind;
    while let Kind::Tuple(_, inner) | Kind::List(inner) | Kind::Optional(inner) = kind {
        kind = inner;
    }
    let range = match *kind {
        Kind::Number { min, max } => min..=max,
        Kind::Whole { min, max } => min as f32..=max as f32,
        _ => 0.0..=1.0,
    };
    let shown = ValueField::new(name, value, range).tip(field.about);
    match field.default.and_then(|default| default.parse().ok()) {
        Some(default) => shown.default(default),
        None => shown,
    }
}

/// A length of the rig, shown in centimetres.
pub fn length<'a>(path: &str, name: &'a str, value: f32) -> ValueField<'a> {
    number(path, name, value).unit("cm").scale(100.0).decimals(1).snap(5.0)
}

/// A share shown in percent.
pub fn percent<'a>(path: &str, name: &'a str, value: f32) -> ValueField<'a> {
    number(path, name, value).unit("%").scale(100.0).decimals(0).snap(10.0)
}

/// An angle in degrees.
pub fn degrees<'a>(path: &str, name: &'a str, value: f32) -> ValueField<'a> {
    number(path, name, value).unit("°").decimals(0).snap(5.0)
}

/// The default that the schema has for the value at `path`.
pub fn default_of<T: DeserializeOwned>(path: &str) -> Option<T> {
    ron::from_str(schema::field(path)?.default?).ok()
}

/// What the field at `path` means, for a tooltip.
pub fn about(path: &str) -> &'static str {
    schema::field(path).map_or("", |field| field.about)
}

/// A row that picks a bone of the character. Returns the one picked.
pub fn bone_row(
    ui: &mut Ui,
    session: &Session,
    label: &str,
    name: &str,
    path: &str,
    bone: Option<&BoneRef>,
) -> Option<BoneRef> {
    property(ui, label, |ui| {
        let width = ui.available_width() - RESET_GUTTER;
        bone_picker(ui, session, name, about(path), bone, width)
    })
}

/// A field that picks a bone of the character.
pub fn bone_picker(
    ui: &mut Ui,
    session: &Session,
    name: &str,
    tip: &str,
    bone: Option<&BoneRef>,
    width: f32,
) -> Option<BoneRef> {
    let stage = session.stage()?;
    let joint = bone.and_then(|bone| stage.joint(bone));
    let text = bone.map_or_else(|| "none".to_owned(), |bone| meaning::bone_ref_name(Some(stage), bone));
    let text = meaning::short_name(&text);
    // Where a bone is called as its role is, once is enough.
    let role = joint.and_then(|joint| stage.map().role_of(joint)).map_or("", |role| role.name());
    let note = if role == text { "" } else { role };
    let faulty = bone.is_some() && joint.is_none();
    let skeleton = stage.skeleton();
    let entries = || {
        let mut depths = vec![0; skeleton.len()];
        skeleton
            .ids()
            .map(|joint| {
                let depth = skeleton.parent(joint).map_or(0, |parent| depths[parent.index()] + 1);
                depths[joint.index()] = depth;
                let text = match skeleton.name(joint) {
                    "" => "Unnamed node",
                    name => meaning::short_name(name),
                };
                Entry { text, note: stage.map().role_of(joint).map_or("", |role| role.name()), depth }
            })
            .collect()
    };
    let picked = Choice { name, text, note, tip, faulty }.show(
        ui,
        width,
        joint.map(surefoot::skeleton::JointId::index),
        entries,
    )?;
    Some(bone_ref(skeleton, stage.map(), skeleton.id(picked)?))
}

/// A row with a text that can't be edited.
pub fn fact(ui: &mut Ui, label: &str, value: &str, unit: &str) {
    property(ui, label, |ui| {
        let theme = Theme::of(ui);
        let width = ui.available_width() - RESET_GUTTER;
        let (rect, response) = ui.allocate_exact_size(vec2(width, ROW), Sense::hover());
        response.widget_info(|| WidgetInfo {
            current_text_value: Some(format!("{value} {unit}").trim().to_owned()),
            ..WidgetInfo::labeled(Role::Label, true, label)
        });
        let y = |height: f32| rect.center().y - height / 2.0;
        let unit = ui.painter().layout_no_wrap(unit.to_owned(), theme::small(), theme.text3);
        let value = theme::line_of(ui, value, theme::body(), theme.text1, width - unit.size().x - 3.0 * STEP);
        let unit_at = pos2(rect.left() + 2.0 * STEP + value.size().x + STEP, y(unit.size().y) + 0.5);
        ui.painter().galley(pos2(rect.left() + 2.0 * STEP, y(value.size().y)), value, theme.text1);
        ui.painter().galley(unit_at, unit, theme.text3);
    });
}

/// The width of a field within a property row.
pub fn field_width(ui: &Ui) -> f32 {
    ui.available_width() - RESET_GUTTER
}

/// Rows with no label column, such as links below a group.
pub fn under_fields<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    ui.horizontal(|ui| {
        ui.add_space(crate::editor::widgets::LABEL_WIDTH.min(ui.available_width() * 0.42));
        add(ui)
    })
    .inner
}

/// One of the four sides of a look range.
pub fn side_of(range: &mut LookRange, side: usize) -> &mut f32 {
    match side {
        0 => &mut range.left_deg,
        1 => &mut range.right_deg,
        2 => &mut range.up_deg,
        _ => &mut range.down_deg,
    }
}
