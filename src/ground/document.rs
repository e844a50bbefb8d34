use serde::{Deserialize, Serialize};

use super::GroundScene;
use super::piece::{PIECE, Piece, PieceShape};
use crate::rig::schema::{Field, Finding, Kind, Record};
use crate::rig::{Code, Diagnostic, Format, Node, RigError, Severity, Tree};

/// The version of the scenes' format that this library writes.
pub const SCENE_FORMAT_VERSION: u32 = 1;

/// A ground as data: pieces that stand, move and turn; plain data, read from RON.
///
/// Its axes: the origin is where the character stands, +Z the way it faces, +X to its left, +Y up; metres.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scene {
    /// Version of the file format; [`SCENE_FORMAT_VERSION`] for what this library writes.
    pub format_version: u32,
    /// Shown to people; any text.
    #[serde(default)]
    pub name: String,
    /// At most [`Scene::MOST_PIECES`]. Where two are met at the same distance, the first counts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<Piece>,
}

/// A scene that was read, and what is odd about its text.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneReading {
    pub scene: Scene,
    /// Of severity `Warning` alone.
    pub warnings: Vec<Diagnostic>,
}

pub(crate) const SCENE: Record = Record {
    name: "Scene",
    fields: &[
        Field::required(
            "format_version",
            Kind::Whole { min: 1, max: SCENE_FORMAT_VERSION },
            "the version of the file format",
        ),
        Field::or("name", Kind::Text, "\"\"", "shown to people"),
        Field::or("pieces", Kind::List(&Kind::Record(&PIECE)), "[]", "what the ground is made of"),
    ],
};

const SCENE_FORMAT: Format = Format {
    document: Kind::Record(&SCENE),
    record: &SCENE,
    version: SCENE_FORMAT_VERSION,
    migrate: |_, _| {},
    rules,
    header: "// A Surefoot scene. Fields at their defaults are left out.
#![enable(implicit_some, unwrap_variant_newtypes)]
",
};

impl Default for Scene {
    fn default() -> Self {
        Self { format_version: SCENE_FORMAT_VERSION, name: String::new(), pieces: Vec::new() }
    }
}

impl From<GroundScene> for Scene {
    fn from(GroundScene { shape, heading_deg }: GroundScene) -> Self {
        Self { pieces: vec![Piece { heading_deg, ..Piece::new(PieceShape::Ground(shape)) }], ..Self::default() }
    }
}

impl Scene {
    pub const MOST_PIECES: usize = 1000;
    /// Of all rubble together.
    pub const MOST_STONES: u32 = 10_000;

    /// Reads a scene. Any bytes are safe to give: size, nesting and the number of pieces and stones are limited.
    ///
    /// # Errors
    /// With all errors and warnings at once, each with its line and column, as for rigs.
    pub fn from_ron(text: &str) -> Result<SceneReading, RigError> {
        let (scene, warnings) = SCENE_FORMAT.read::<Self>(text)?;
        Ok(SceneReading { scene: Self { format_version: SCENE_FORMAT_VERSION, ..scene }, warnings })
    }

    /// Writes the scene as [`Rig::to_ron`](crate::rig::Rig::to_ron) writes rigs: the same bytes for the same scene.
    pub fn to_ron(&self) -> String {
        SCENE_FORMAT.write(self)
    }

    /// Everything that is wrong with a scene that was put together in memory; places are paths alone.
    pub fn validate(&self) -> Vec<Diagnostic> {
        SCENE_FORMAT.validate(self)
    }

    /// Whether a text means to be a scene and not a rig, however many faults it has.
    pub fn is_meant_by(text: &str) -> bool {
        SCENE_FORMAT.is_meant_by(text)
    }

    /// The piece that lies under everything else: the first analytic ground.
    pub fn base(&self) -> Option<GroundScene> {
        self.pieces.iter().find_map(|piece| match piece.shape {
            PieceShape::Ground(shape) => Some(GroundScene { shape, heading_deg: piece.heading_deg }),
            _ => None,
        })
    }

    /// Gives [`Scene::base`] another form and heading where it is; a scene without one gets it as its first piece.
    pub fn set_base(&mut self, GroundScene { shape, heading_deg }: GroundScene) {
        let is_base = |piece: &&mut Piece| matches!(piece.shape, PieceShape::Ground(_));
        match self.pieces.iter_mut().find(is_base) {
            Some(base) => (base.shape, base.heading_deg) = (PieceShape::Ground(shape), heading_deg),
            None => self.pieces.splice(0..0, Self::from(GroundScene { shape, heading_deg }).pieces).for_each(drop),
        }
    }

    /// Whether anything in it moves or turns.
    pub fn moves(&self) -> bool {
        self.pieces.iter().any(Piece::moves)
    }

    /// The files of its meshes, each once, in the order of the pieces.
    pub fn mesh_files(&self) -> Vec<&str> {
        let mut files: Vec<&str> = Vec::new();
        for piece in &self.pieces {
            if let PieceShape::Mesh { file } = &piece.shape
                && !files.contains(&file.as_str())
            {
                files.push(file);
            }
        }
        files
    }
}

/// Rules that tie several values together, and what limits the size of a scene.
fn rules(scene: &Tree<'_>, findings: &mut Vec<Finding>) {
    let pieces = scene.field("pieces").map(Tree::items).unwrap_or_default();
    let mut error = |code, at, path: String, message, expected: String| {
        let severity = Severity::Error;
        findings.push(Finding { at, code, severity, path, message, expected: Some(expected), nearest: None });
    };
    if let Some(first_too_many) = pieces.get(Scene::MOST_PIECES) {
        let message = format!("there are {} pieces", pieces.len());
        let expected = format!("at most {} pieces", Scene::MOST_PIECES);
        error(Code::OutOfRange, first_too_many.at, "pieces".into(), message, expected);
    }
    let mut stones = 0.0;
    for (index, piece) in pieces.iter().enumerate() {
        let Some(shape) = piece.field("shape") else { continue };
        let path = |field: &str| format!("pieces[{index}].shape.{field}");
        if let Some(count) = shape.field("count")
            && let Some(number) = count.number()
        {
            let before = stones;
            stones += number.max(0.0);
            let most = f64::from(Scene::MOST_STONES);
            if before <= most && stones > most {
                let message = "with these the scene has more stones than it can have".to_owned();
                let expected = format!("at most {} stones of all rubble together", Scene::MOST_STONES);
                error(Code::OutOfRange, count.at, path("count"), message, expected);
            }
        }
        if let Some(size) = shape.field("size")
            && let Node::Tuple { items, .. } = &size.node
            && let [least, most] = items.as_slice()
            && let (Some(small), Some(large)) = (least.number(), most.number())
            && small > large
        {
            let message = format!("the smallest stone is {small} m and the largest {large} m");
            error(Code::Mismatch, size.at, path("size"), message, "the smaller size first".into());
        }
    }
}
