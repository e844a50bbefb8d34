//! The outline of the piece of the ground that is selected or pointed at.

use eframe::egui::Stroke;
use glam::Vec3;
use surefoot::ground::{Piece, PieceShape};

use super::overlay::Overlay;
use crate::editor::core::Item;

impl Overlay<'_> {
    pub fn pieces(&self) {
        let selected = match self.session.selection().primary() {
            Some(Item::Piece(index)) => Some((index, 1.8, self.theme.selection)),
            _ => None,
        };
        let pointed = match self.session.hover() {
            Some(Item::Piece(index)) => Some((index, 1.4, self.theme.ground)),
            _ => None,
        };
        for (index, width, color) in pointed.into_iter().chain(selected) {
            let Some(piece) = self.session.document().piece(index) else { continue };
            let Some(world_from_piece) = self.stage.ground().world_from_piece(index) else { continue };
            let world_from_piece = world_from_piece.to_affine();
            let to_world = |point: Vec3| world_from_piece.transform_point3(point) - self.stage.gone();
            for [from, to] in edges(piece) {
                self.line(to_world(from), to_world(to), Stroke::new(width, color));
            }
        }
    }
}

/// In the piece's own axes; none for one without edges to show.
fn edges(piece: &Piece) -> Vec<[Vec3; 2]> {
    let (size, near_top) = match piece.shape {
        PieceShape::Block { size } => (Vec3::from(size), size[1]),
        PieceShape::Ramp { size } => (Vec3::from(size), 0.0),
        PieceShape::Rubble { area: [width, depth], .. } => (Vec3::new(width, 0.0, depth), 0.0),
        PieceShape::Ground(_) | PieceShape::Mesh { .. } => return Vec::new(),
    };
    let corner = |left: f32, ahead: f32, up: f32| Vec3::new(left * size.x * 0.5, up, ahead * size.z * 0.5);
    let sides = [(-1.0, -1.0, near_top), (1.0, -1.0, near_top), (1.0, 1.0, size.y), (-1.0, 1.0, size.y)];
    let mut edges = Vec::with_capacity(12);
    for (place, (left, ahead, top)) in sides.into_iter().enumerate() {
        let (next_left, next_ahead, next_top) = sides[(place + 1) % 4];
        edges.push([corner(left, ahead, 0.0), corner(next_left, next_ahead, 0.0)]);
        edges.push([corner(left, ahead, top), corner(next_left, next_ahead, next_top)]);
        edges.push([corner(left, ahead, 0.0), corner(left, ahead, top)]);
    }
    edges
}
