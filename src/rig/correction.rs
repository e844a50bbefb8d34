use glam::{Mat3, Quat, Vec3};
use serde::{Deserialize, Serialize};

use crate::math::arc_between;
use crate::rig::schema::{Body, Choice, Field, Kind, Record, Variant};

/// How one character's file differs from what glTF asks of it: metres, +Y up, +Z in front. The file itself is never changed.
///
/// With everything at its default the model stands in the world as its file has it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Correction {
    /// Metres that one unit of the model stands for: 0.01 for a file in centimetres. 1e-5..=1e5, default 1.
    pub metres_per_unit: f32,
    /// The axis of the model that points up. Default Y.
    pub up: Axis,
    /// The axis of the model that the body faces along, which turns to the world's +Z. Must be across `up`. By default it
    /// is read from the body, and the model is not turned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forward: Option<Axis>,
    /// Which pose is called rest, where the file has two. Default `Bind`.
    pub rest: RestSource,
}

/// A direction along one of a model's axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Axis {
    X,
    #[default]
    Y,
    Z,
    NegX,
    NegY,
    NegZ,
}

/// Where the rest pose comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum RestSource {
    /// The pose the meshes were bound in.
    #[default]
    Bind,
    /// The pose the file's nodes stand in.
    Nodes,
}

impl Axis {
    pub const ALL: [Self; 6] = [Self::X, Self::Y, Self::Z, Self::NegX, Self::NegY, Self::NegZ];

    /// Unit.
    pub fn direction(self) -> Vec3 {
        match self {
            Self::X => Vec3::X,
            Self::Y => Vec3::Y,
            Self::Z => Vec3::Z,
            Self::NegX => Vec3::NEG_X,
            Self::NegY => Vec3::NEG_Y,
            Self::NegZ => Vec3::NEG_Z,
        }
    }

    /// As people write it, as in `-Z`.
    pub fn name(self) -> &'static str {
        match self {
            Self::X => "+X",
            Self::Y => "+Y",
            Self::Z => "+Z",
            Self::NegX => "-X",
            Self::NegY => "-Y",
            Self::NegZ => "-Z",
        }
    }

    /// The axis that `direction` points along, within `angle` (radians); none for a direction between axes or without length.
    pub fn along(direction: Vec3, angle: f32) -> Option<Self> {
        let direction = direction.try_normalize()?;
        Self::ALL.into_iter().find(|axis| axis.direction().dot(direction) > angle.cos())
    }

    /// Whether the two lie on one line.
    pub fn is_parallel(self, other: Self) -> bool {
        self.direction().dot(other.direction()) != 0.0
    }
}

impl Correction {
    /// The way the body faces, model space, where the correction says it.
    pub(crate) fn forward_in_model(&self) -> Option<Vec3> {
        self.forward.filter(|forward| !forward.is_parallel(self.up)).map(Axis::direction)
    }

    /// Turns model axes so that `up` is +Y and, where it is given, `forward` is +Z. Without that by the shortest way.
    pub(crate) fn world_from_model(&self) -> Quat {
        let up = self.up.direction();
        if let Some(forward) = self.forward_in_model() {
            let world_from_model = Mat3::from_cols(up.cross(forward), up, forward).transpose();
            return if world_from_model == Mat3::IDENTITY {
                Quat::IDENTITY
            } else {
                Quat::from_mat3(&world_from_model).normalize()
            };
        }
        match self.up {
            Axis::Y => Quat::IDENTITY,
            // A character on its head keeps its front.
            Axis::NegY => Quat::from_rotation_z(std::f32::consts::PI),
            _ => arc_between(up, Vec3::Y),
        }
    }
}

impl Default for Correction {
    fn default() -> Self {
        Self { metres_per_unit: 1.0, up: Axis::Y, forward: None, rest: RestSource::Bind }
    }
}

pub(crate) const CORRECTION: Record = Record {
    name: "Correction",
    fields: &[
        Field::or(
            "metres_per_unit",
            Kind::Number { min: 1e-5, max: 1e5 },
            "1.0",
            "metres that one unit of the model stands for; 0.01 for a file in centimetres",
        ),
        Field::or("up", Kind::Choice(&AXIS), "Y", "the axis of the model that points up"),
        Field::or(
            "forward",
            Kind::Optional(&Kind::Choice(&AXIS)),
            "None",
            "the axis of the model that the body faces along, which turns to +Z; read from the body by default",
        ),
        Field::or("rest", Kind::Choice(&REST), "Bind", "which pose is called rest, where the file has two"),
    ],
};

const AXIS: Choice = Choice {
    name: "Axis",
    variants: &[
        Variant { name: "X", body: Body::Nothing },
        Variant { name: "Y", body: Body::Nothing },
        Variant { name: "Z", body: Body::Nothing },
        Variant { name: "NegX", body: Body::Nothing },
        Variant { name: "NegY", body: Body::Nothing },
        Variant { name: "NegZ", body: Body::Nothing },
    ],
};

const REST: Choice = Choice {
    name: "RestSource",
    variants: &[Variant { name: "Bind", body: Body::Nothing }, Variant { name: "Nodes", body: Body::Nothing }],
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn up_and_forward_come_to_lie_on_the_worlds() {
        for up in Axis::ALL {
            let turned = Correction { up, ..Correction::default() };
            assert!((turned.world_from_model() * up.direction()).distance(Vec3::Y) < 1e-6, "{up:?}");
            for forward in Axis::ALL.into_iter().filter(|forward| !forward.is_parallel(up)) {
                let correction = Correction { forward: Some(forward), ..turned };
                let turn = correction.world_from_model();
                assert!((turn * up.direction()).distance(Vec3::Y) < 1e-6, "{up:?} {forward:?}");
                assert!((turn * forward.direction()).distance(Vec3::Z) < 1e-6, "{up:?} {forward:?}");
            }
        }
        assert_eq!(Correction::default().world_from_model(), Quat::IDENTITY);
        assert_eq!(Correction { forward: Some(Axis::Z), ..Correction::default() }.world_from_model(), Quat::IDENTITY);
    }

    #[test]
    fn a_forward_along_up_counts_for_nothing() {
        let odd = Correction { up: Axis::Z, forward: Some(Axis::NegZ), ..Correction::default() };
        assert_eq!(odd.forward_in_model(), None);
        assert!((odd.world_from_model() * Vec3::Z).distance(Vec3::Y) < 1e-6);
    }
}
