//! The thing in the scene that hands hold.

use std::sync::LazyLock;

use glam::{Affine3A, Quat, Vec3};
use surefoot::humanoid::{Role, Side};
use surefoot::math::Transform;
use surefoot::prop::{Hold, Prop, PropShape, prop, prop_names};
use surefoot::rig::{Chain, PropNote};
use surefoot::runtime::Hang;

use super::{Document, Stage};

static KNOWN: LazyLock<Vec<(&'static str, Prop)>> =
    LazyLock::new(|| prop_names().filter_map(|name| Some((name, prop(name)?))).collect());

/// The props that come along, each with the name that notes have for it.
pub fn known_props() -> &'static [(&'static str, Prop)] {
    &KNOWN
}

fn known(name: &str) -> Option<&'static Prop> {
    KNOWN.iter().find(|(known, _)| *known == name).map(|(_, prop)| prop)
}

/// The role of a hand.
pub fn hand_role(side: Side) -> Role {
    match side {
        Side::Left => Role::LeftHand,
        Side::Right => Role::RightHand,
    }
}

/// The hand that a chain ends in.
pub fn hand_of(chain: &Chain, stage: &Stage) -> Option<Side> {
    let tip = stage.joint(&chain.tip)?;
    Side::BOTH.into_iter().find(|&side| stage.map().get(hand_role(side)) == Some(tip))
}

/// The grip that a hand has on the thing; none where it is free.
pub fn grip_of(note: &PropNote, side: Side) -> Option<&str> {
    match side {
        Side::Left => note.left.as_deref(),
        Side::Right => note.right.as_deref(),
    }
}

/// Where the thing of a note stands in the world; none where it is not known, or stands nowhere. `world_from_notes` leads from the model's axes
/// in metres to the world, and `turn` is its rotation.
pub fn placed(note: &PropNote, world_from_notes: Affine3A, turn: Quat) -> Option<(&'static Prop, Transform)> {
    let translation = world_from_notes.transform_point3(Vec3::from_array(note.position));
    let rotation = match note.rotation.map(Quat::from_array) {
        Some(rotation) if rotation.length() > 1e-6 => turn * (rotation / rotation.length()),
        Some(_) => return None,
        None => turn,
    };
    let place = Transform { rotation, ..Transform::from_translation(translation) };
    Some((known(&note.prop)?, place)).filter(|_| place.is_finite())
}

/// The hands of a note on its thing.
pub fn holds(note: &PropNote, (thing, place): (&Prop, Transform)) -> Vec<Hold> {
    let of = |side| Some(thing.grip(grip_of(note, side)?)?.hold(side, place));
    Side::BOTH.into_iter().filter_map(of).collect()
}

/// How the character of a note hangs from its thing, where it does.
pub fn hang(note: &PropNote, place: Transform) -> Option<Hang> {
    note.hang.then(|| Hang::from(place.rotation * Vec3::Z))
}

impl Stage {
    /// The thing in the scene and where it stands; none where there is none that is known.
    pub fn placed_prop(&self, document: &Document) -> Option<(&'static Prop, Transform)> {
        placed(document.prop()?, self.world_from_notes(), self.carried().rotation)
    }

    /// A thing within reach of this hand, held by it, and by the other one too where both find a place.
    pub fn propose_prop(&self, name: &str, side: Side) -> Option<PropNote> {
        let thing = known(name)?;
        let rest = self.rest_globals();
        let at = |role: Role| self.map().get(role).map(|joint| rest.position(joint));
        let (upper, lower) = match side {
            Side::Left => (Role::LeftUpperArm, Role::LeftLowerArm),
            Side::Right => (Role::RightUpperArm, Role::RightLowerArm),
        };
        let shoulder = at(upper)?;
        let elbow = at(lower)?;
        let arm = shoulder.distance(elbow) + elbow.distance(at(hand_role(side))?);
        let other = at(upper.mirrored());
        let middle = other.map_or(shoulder, |other| shoulder.midpoint(other));
        let body = self.body_frame();
        let is_ledge = matches!(thing.shape, PropShape::Ledge { .. });
        let is_wide = matches!(thing.shape, PropShape::Box { .. });
        let (from, ahead, up) = match (is_ledge, is_wide) {
            (true, _) => (middle, 0.5, 0.95),
            (_, true) => (middle, 0.75, -0.4),
            _ => (shoulder, 0.65, -0.25),
        };
        let facing = if is_ledge { Quat::from_rotation_y(std::f32::consts::PI) } else { Quat::IDENTITY };
        let place = from + (body.forward * ahead + body.up * up) * arm;
        let grip = thing.grips.first().map(|grip| grip.name.clone());
        let both = is_ledge || is_wide;
        let held_by = |hand: Side| grip.clone().filter(|_| (both && other.is_some()) || hand == side);
        Some(PropNote {
            prop: name.to_owned(),
            position: self.note_of_point(place),
            rotation: Some(self.note_of_rotation(body.model_from_body() * facing)),
            left: held_by(Side::Left),
            right: held_by(Side::Right),
            hang: is_ledge,
        })
    }
}
