use glam::Vec3;

use crate::ground::{GroundShape, PlacedScene};

/// A ground as triangles, for drawing. World space, metres.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct SurfaceMesh {
    pub positions: Vec<Vec3>,
    /// Unit; as many as positions.
    pub normals: Vec<Vec3>,
    /// Three a triangle, counter-clockwise seen from outside.
    pub indices: Vec<u32>,
}

/// Which part of a ground is made into triangles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfacePatch {
    /// World space; its level part counts.
    pub center: Vec3,
    /// Metres from the centre to each side. 0.1..=100.
    pub half_size: f32,
}

impl PlacedScene {
    /// Triangles of the part of this ground in `patch`: two for a plane, treads and walls for stairs, a fine net for
    /// waves.
    pub fn surface(&self, patch: SurfacePatch) -> SurfaceMesh {
        let half = if patch.half_size.is_finite() { patch.half_size.clamp(0.1, 100.0) } else { 10.0 };
        let [ahead, aside] = self.axes();
        let (center_ahead, center_aside) = (patch.center.dot(ahead), patch.center.dot(aside));
        let span = |center: f32| [center - half, center + half];
        let mut builder = Builder { scene: self, mesh: SurfaceMesh::default() };
        match self.shape() {
            GroundShape::Flat | GroundShape::Slope { .. } => builder.sheet(span(center_ahead), span(center_aside), 1),
            GroundShape::Bumps { length, .. } => {
                let cells = ((2.0 * half / length.max(0.1) * 24.0).ceil() as u32).clamp(24, 320);
                builder.sheet(span(center_ahead), span(center_aside), cells);
            }
            GroundShape::Stairs { run, .. } => {
                let run = run.max(0.05).max(half / 512.0);
                let first = ((center_ahead - half) / run).floor() as i32;
                let last = ((center_ahead + half) / run).ceil() as i32;
                for step in first..=last {
                    let near = (step as f32 - 0.5) * run;
                    builder.tread([near, near + run], span(center_aside));
                    builder.wall_across(near, span(center_aside));
                }
            }
            GroundShape::Ledge { .. } => {
                let edge = GroundShape::LEDGE_AHEAD;
                builder.tread([(center_ahead - half).min(edge), edge], span(center_aside));
                builder.tread([edge, (center_ahead + half).max(edge)], span(center_aside));
                builder.wall_across(edge, span(center_aside));
            }
            GroundShape::RampCorner { .. } => {
                let [near, far] = [(center_ahead - half).min(0.0), (center_ahead + half).max(0.0)];
                let [right, left] = [(center_aside - half).min(0.0), (center_aside + half).max(0.0)];
                builder.tread([near, 0.0], [right, left]);
                builder.tread([0.0, far], [right, 0.0]);
                builder.tread([0.0, far], [0.0, left]);
                builder.wall_along([0.0, far], 0.0);
            }
        }
        builder.mesh
    }
}

/// Inside by this much, a height is taken where two parts of a ground meet.
const INSIDE: f32 = 1e-4;

struct Builder<'a> {
    scene: &'a PlacedScene,
    mesh: SurfaceMesh,
}

impl Builder<'_> {
    fn point(&self, ahead: f32, aside: f32, height: f32) -> Vec3 {
        let [ahead_axis, aside_axis] = self.scene.axes();
        ahead_axis * ahead + aside_axis * aside + Vec3::Y * height
    }

    fn height(&self, ahead: f32, aside: f32) -> f32 {
        self.scene.shape().height_and_slope(ahead, aside).0
    }

    /// A net of `cells` × `cells` over a part without edges.
    fn sheet(&mut self, [near, far]: [f32; 2], [right, left]: [f32; 2], cells: u32) {
        let first = self.mesh.positions.len() as u32;
        for row in 0..=cells {
            for column in 0..=cells {
                let ahead = near + (far - near) * row as f32 / cells as f32;
                let aside = right + (left - right) * column as f32 / cells as f32;
                let point = self.point(ahead, aside, self.height(ahead, aside));
                self.mesh.normals.push(self.scene.surface_at(point).1);
                self.mesh.positions.push(point);
            }
        }
        for row in 0..cells {
            for column in 0..cells {
                let corner = first + row * (cells + 1) + column;
                let (next, across) = (corner + 1, corner + cells + 1);
                self.mesh.indices.extend([corner, across, next, next, across, across + 1]);
            }
        }
    }

    /// One plane piece whose heights are those of its inside.
    fn tread(&mut self, [near, far]: [f32; 2], [right, left]: [f32; 2]) {
        let corners = [(near, right), (far, right), (far, left), (near, left)].map(|(ahead, aside)| {
            let height = self.height(
                ahead.clamp(near + INSIDE, (far - INSIDE).max(near + INSIDE)),
                aside.clamp(right + INSIDE, (left - INSIDE).max(right + INSIDE)),
            );
            self.point(ahead, aside, height)
        });
        self.quad(corners);
    }

    /// The wall at `ahead` between what lies before and behind it.
    fn wall_across(&mut self, ahead: f32, [right, left]: [f32; 2]) {
        let middle = 0.5 * (right + left);
        let (low, high) = (self.height(ahead - INSIDE, middle), self.height(ahead + INSIDE, middle));
        let [a, b, c, d] =
            [(right, low), (right, high), (left, high), (left, low)].map(|(aside, y)| self.point(ahead, aside, y));
        // Seen from the lower side, whichever that is.
        self.quad(if high >= low { [a, b, c, d] } else { [d, c, b, a] });
    }

    /// The side of a ramp at `aside`: a triangle or a quad, seen from the right.
    fn wall_along(&mut self, [near, far]: [f32; 2], aside: f32) {
        let [a, b] = [near, far].map(|ahead| self.point(ahead, aside, 0.0));
        let [c, d] = [far, near].map(|ahead| self.point(ahead, aside, self.height(ahead.max(INSIDE), aside + INSIDE)));
        self.quad([a, b, c, d]);
    }

    fn quad(&mut self, corners: [Vec3; 4]) {
        let normal = crate::math::direction_or((corners[2] - corners[0]).cross(corners[3] - corners[1]), Vec3::Y);
        let first = self.mesh.positions.len() as u32;
        self.mesh.positions.extend(corners);
        self.mesh.normals.extend([normal; 4]);
        self.mesh.indices.extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::GroundScene;

    #[test]
    fn every_triangle_lies_on_its_ground_or_is_a_wall() {
        for spec in [
            "flat",
            "slope:25@30",
            "stairs:0.15x0.3",
            "stairs:-0.2x0.4@90",
            "bumps:0.1x2",
            "ledge:0.4",
            "ramp-corner:20",
        ] {
            let scene = spec.parse::<GroundScene>().unwrap().placed(Vec3::Z);
            let mesh = scene.surface(SurfacePatch { center: Vec3::ZERO, half_size: 3.0 });
            assert_eq!(mesh.positions.len(), mesh.normals.len());
            for triangle in mesh.indices.chunks_exact(3) {
                let [a, b, c] = [0, 1, 2].map(|corner| mesh.positions[triangle[corner] as usize]);
                let Some(normal) = (b - a).cross(c - a).try_normalize() else { continue };
                if normal.y.abs() < 1e-3 {
                    continue;
                }
                assert!(normal.y > 0.0, "{spec}: a face looks down");
                let middle = (a + b + c) / 3.0;
                let (height, _) = scene.surface_at(middle);
                assert!((middle.y - height).abs() < 0.01, "{spec}: {middle} over {height}");
            }
        }
    }
}
