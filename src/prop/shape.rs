use serde::{Deserialize, Serialize};

use crate::rig::schema::{Body, Choice, Field, Kind, Record, Variant};

/// What a prop looks like; for the editor alone. Metres, in the prop's own space.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum PropShape {
    /// Edges along the axes, the origin in the middle. Each 0.001..=20.
    Box { size: [f32; 3] },
    /// Along y, the origin in the middle. Each 0.001..=20.
    Cylinder { radius: f32, length: f32 },
    /// Round the origin. 0.001..=20.
    Sphere { radius: f32 },
    /// A wall with an edge to hold on to: the origin is in the middle of the edge, +Z leads away from the wall to where one hangs,
    /// and the wall fills `width` along x, `height` down and `depth` back. Each 0.001..=20.
    Ledge { width: f32, height: f32, depth: f32 },
    /// A glTF, GLB or VRM file, relative to the prop's folder.
    Model { file: String },
}

const SIZE: Kind = Kind::Number { min: 0.001, max: 20.0 };

pub(super) const PROP_SHAPE: Choice = Choice {
    name: "PropShape",
    variants: &[
        Variant {
            name: "Box",
            body: Body::Fields(&Record {
                name: "Box",
                fields: &[Field::required("size", Kind::Tuple(3, &SIZE), "its edges along the axes, metres")],
            }),
        },
        Variant {
            name: "Cylinder",
            body: Body::Fields(&Record {
                name: "Cylinder",
                fields: &[
                    Field::required("radius", SIZE, "metres"),
                    Field::required("length", SIZE, "along y, metres"),
                ],
            }),
        },
        Variant {
            name: "Sphere",
            body: Body::Fields(&Record { name: "Sphere", fields: &[Field::required("radius", SIZE, "metres")] }),
        },
        Variant {
            name: "Ledge",
            body: Body::Fields(&Record {
                name: "Ledge",
                fields: &[
                    Field::required("width", SIZE, "along the edge, metres"),
                    Field::required("height", SIZE, "down from the edge, metres"),
                    Field::required("depth", SIZE, "back from the edge, metres"),
                ],
            }),
        },
        Variant {
            name: "Model",
            body: Body::Fields(&Record {
                name: "Model",
                fields: &[Field::required("file", Kind::Name, "relative to the prop's folder")],
            }),
        },
    ],
};
