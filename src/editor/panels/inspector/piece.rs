//! One piece of the scene, in numbers.

use eframe::egui::Ui;
use surefoot::ground::{Moving, Piece, PieceShape, Scene};

use super::super::apply::push;
use super::fields::{about, degrees, field_width, length, number, under_fields};
use crate::editor::core::{Actions, Command, Edit};
use crate::editor::meaning;
use crate::editor::theme::Meaning;
use crate::editor::widgets::{Change, hint, link, property, section_head, text_field, toggle};

const PATH: &str = "editor.scene.pieces";

pub fn ui(ui: &mut Ui, scene: &Scene, index: usize, actions: &mut Actions) {
    let Some(piece) = scene.pieces.get(index) else { return };
    let editing = Editing { scene, index };
    section_head(ui, &meaning::piece_title(piece, index), &meaning::piece_kind(piece).to_lowercase());
    let change = property(ui, "Name", |ui| {
        let width = field_width(ui);
        text_field(ui, "Piece name", &piece.name, width)
    });
    editing.set(actions, "Rename the piece", change, |piece, name| piece.name = name);
    place(ui, &editing, piece, actions);
    shape(ui, &editing, piece, actions);
    motion(ui, &editing, piece, actions);
    let change = property(ui, "Layer", |ui| {
        let field = number(&format!("{PATH}.layer"), "Piece layer", piece.layer as f32);
        field.decimals(0).snap(1.0).meaning(Meaning::Ground).show(ui)
    });
    editing.set(actions, "Set layer of the piece", change, |piece, layer| piece.layer = layer.round() as u32);
    for (text, name, command) in [
        ("Duplicate it", "Duplicate the piece", Command::Duplicate),
        ("Remove it", "Remove the piece", Command::Delete),
    ] {
        if under_fields(ui, |ui| link(ui, text, name)).clicked() {
            actions.run(command);
        }
    }
}

/// One piece of a scene that is changed as a whole.
struct Editing<'a> {
    scene: &'a Scene,
    index: usize,
}

impl Editing<'_> {
    fn set<T>(&self, actions: &mut Actions, label: &str, change: Change<T>, write: impl FnOnce(&mut Piece, T)) {
        push(actions, label, change, |value| {
            let mut scene = self.scene.clone();
            if let Some(piece) = scene.pieces.get_mut(self.index) {
                write(piece, value);
            }
            Edit::Scene(Some(Box::new(scene)))
        });
    }
}

/// What a number of a piece is: how it is shown.
#[derive(Clone, Copy)]
enum Unit {
    /// With what is usual, metres.
    Length(f32, f32),
    Degrees,
    Seconds,
    DegreesPerSecond,
    Count(f32),
}

/// A number of the piece: a label, its name, its path in a piece, its value.
type Row<'a> = (&'a str, &'a str, &'a str, f32, Unit);

fn row(ui: &mut Ui, (label, name, path, value, unit): Row<'_>) -> Change<f32> {
    let path = format!("{PATH}.{path}");
    property(ui, label, |ui| {
        let field = match unit {
            Unit::Length(least, most) => length(&path, name, value).usual(least..=most),
            Unit::Degrees => degrees(&path, name, value).usual(-180.0..=180.0),
            Unit::Seconds => number(&path, name, value).usual(0.5..=20.0).unit("s").decimals(1).snap(0.5),
            Unit::DegreesPerSecond => number(&path, name, value).usual(-90.0..=90.0).unit("°/s").decimals(0).snap(5.0),
            Unit::Count(most) => number(&path, name, value).usual(0.0..=most).decimals(0).snap(1.0),
        };
        field.meaning(Meaning::Ground).show(ui)
    })
}

const SIDES: [&str; 3] = ["Left", "Up", "Ahead"];
const EDGES: [&str; 3] = ["Width", "Height", "Depth"];

fn place(ui: &mut Ui, editing: &Editing<'_>, piece: &Piece, actions: &mut Actions) {
    for (axis, side) in SIDES.into_iter().enumerate() {
        let name = format!("Piece {}", side.to_lowercase());
        let change = row(ui, (side, &name, "position", piece.position[axis], Unit::Length(-3.0, 3.0)));
        editing.set(actions, "Move the piece", change, |piece, value| piece.position[axis] = value);
    }
    let change = row(ui, ("Heading", "Piece heading", "heading_deg", piece.heading_deg, Unit::Degrees));
    editing.set(actions, "Turn the piece", change, |piece, value| piece.heading_deg = value);
    if matches!(piece.shape, PieceShape::Ground(_)) {
        return;
    }
    let change = row(ui, ("Pitch", "Piece pitch", "pitch_deg", piece.pitch_deg, Unit::Degrees));
    editing.set(actions, "Tilt the piece", change, |piece, value| piece.pitch_deg = value);
    let change = row(ui, ("Roll", "Piece roll", "roll_deg", piece.roll_deg, Unit::Degrees));
    editing.set(actions, "Tilt the piece", change, |piece, value| piece.roll_deg = value);
}

fn shape(ui: &mut Ui, editing: &Editing<'_>, piece: &Piece, actions: &mut Actions) {
    match &piece.shape {
        PieceShape::Ground(_) => hint(ui, "Its form is chosen above."),
        PieceShape::Block { size } | PieceShape::Ramp { size } => {
            for (axis, edge) in EDGES.into_iter().enumerate() {
                let name = format!("Piece {}", edge.to_lowercase());
                let change = row(ui, (edge, &name, "shape.Block.size", size[axis], Unit::Length(0.01, 3.0)));
                editing.set(actions, &format!("Set {} of the piece", edge.to_lowercase()), change, |piece, value| {
                    if let PieceShape::Block { size } | PieceShape::Ramp { size } = &mut piece.shape {
                        size[axis] = value;
                    }
                });
            }
        }
        PieceShape::Rubble { .. } => rubble(ui, editing, &piece.shape, actions),
        PieceShape::Mesh { file } => {
            super::fields::fact(ui, "File", file, "");
        }
    }
}

fn rubble(ui: &mut Ui, editing: &Editing<'_>, shape: &PieceShape, actions: &mut Actions) {
    let PieceShape::Rubble { seed, count, size, area } = *shape else { return };
    let mut one = |ui: &mut Ui, row_of: Row<'_>, write: &dyn Fn(&mut PieceShape, f32)| {
        let label = format!("Set {} of the rubble", row_of.0.to_lowercase());
        let change = row(ui, row_of);
        editing.set(actions, &label, change, |piece, value| write(&mut piece.shape, value));
    };
    one(ui, ("Count", "Rubble count", "shape.Rubble.count", count as f32, Unit::Count(400.0)), &|shape, value| {
        if let PieceShape::Rubble { count, .. } = shape {
            *count = value.round() as u32;
        }
    });
    one(ui, ("Seed", "Rubble seed", "shape.Rubble.seed", seed as f32, Unit::Count(100.0)), &|shape, value| {
        if let PieceShape::Rubble { seed, .. } = shape {
            *seed = value.round() as u32;
        }
    });
    for (end, label) in ["Smallest", "Largest"].into_iter().enumerate() {
        let name = format!("{label} stone");
        one(ui, (label, &name, "shape.Rubble.size", size[end], Unit::Length(0.02, 1.0)), &|shape, value| {
            if let PieceShape::Rubble { size, .. } = shape {
                size[end] = value;
                // The other one gives way.
                size[1 - end] = if end == 0 { size[1].max(value) } else { size[0].min(value) };
            }
        });
    }
    for (edge, label) in ["Area width", "Area depth"].into_iter().enumerate() {
        let name = format!("Rubble {}", label.to_lowercase());
        one(ui, (label, &name, "shape.Rubble.area", area[edge], Unit::Length(0.5, 12.0)), &|shape, value| {
            if let PieceShape::Rubble { area, .. } = shape {
                area[edge] = value;
            }
        });
    }
}

fn motion(ui: &mut Ui, editing: &Editing<'_>, piece: &Piece, actions: &mut Actions) {
    let tip = about(&format!("{PATH}.moving"));
    let clicked = property(ui, "Moves", |ui| {
        toggle(ui, "Piece moves to and fro", piece.moving.is_some(), Meaning::Ground).on_hover_text(tip).clicked()
    });
    if clicked {
        let label = if piece.moving.is_some() { "Let the piece stand" } else { "Let the piece move" };
        let change = Change::Set(piece.moving.is_none());
        editing.set(actions, label, change, |piece, moves| {
            piece.moving = moves.then_some(Moving { by: [0.0, 0.0, 1.0], period_s: 6.0 });
        });
    }
    if let Some(Moving { by, period_s }) = piece.moving {
        for (axis, side) in SIDES.into_iter().enumerate() {
            let (label, name) =
                (format!("By, {}", side.to_lowercase()), format!("Piece moves {}", side.to_lowercase()));
            let change = row(ui, (&label, &name, "moving.by", by[axis], Unit::Length(-3.0, 3.0)));
            editing.set(actions, "Set the way of the piece", change, |piece, value| {
                if let Some(moving) = &mut piece.moving {
                    moving.by[axis] = value;
                }
            });
        }
        let change = row(ui, ("There and back", "Piece period", "moving.period_s", period_s, Unit::Seconds));
        editing.set(actions, "Set the period of the piece", change, |piece, value| {
            if let Some(moving) = &mut piece.moving {
                moving.period_s = value;
            }
        });
    }
    let turning = ("Turns", "Piece turns", "turning_deg_per_s", piece.turning_deg_per_s, Unit::DegreesPerSecond);
    let change = row(ui, turning);
    editing.set(actions, "Set how the piece turns", change, |piece, value| piece.turning_deg_per_s = value);
}
