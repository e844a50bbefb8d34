//! Extracts the left half's surface with surface nets on a grid that is fine where the hand is.

use glam::Vec3;

use super::body::Body;
use super::remesh::Mesh;

const COARSE: f32 = 0.0085;
const FINE: f32 = 0.0032;
/// Nodes to a side of the blocks that are skipped whole when the surface is far.
const BLOCK: usize = 8;

/// A closed surface of the left half, open along the middle plane where its vertices have `x` = 0 exactly.
pub fn extract(body: &Body) -> Mesh {
    let grid = Grid::sample(body);
    let [nx, ny, nz] = [grid.xs.len() - 1, grid.ys.len() - 1, grid.zs.len() - 1];
    let mut vertex_of_cell = vec![u32::MAX; nx * ny * nz];
    let cell = |i: usize, j: usize, k: usize| (i * ny + j) * nz + k;
    let mut positions = Vec::new();
    for i in 0..nx {
        for j in 0..ny {
            for k in 0..nz {
                if let Some(mut point) = grid.cell_vertex(i, j, k) {
                    if i == 0 {
                        point.x = 0.0;
                    }
                    vertex_of_cell[cell(i, j, k)] = positions.len() as u32;
                    positions.push(point);
                }
            }
        }
    }
    let mut triangles = Vec::new();
    let mut quad = |corners: [usize; 4], flip: bool| {
        let mut q = corners.map(|corner| vertex_of_cell[corner]);
        if flip {
            q.swap(1, 3);
        }
        let at = |index: u32| positions[index as usize];
        if at(q[0]).distance_squared(at(q[2])) <= at(q[1]).distance_squared(at(q[3])) {
            triangles.extend([[q[0], q[1], q[2]], [q[0], q[2], q[3]]]);
        } else {
            triangles.extend([[q[0], q[1], q[3]], [q[1], q[2], q[3]]]);
        }
    };
    // One quad an edge of the grid that crosses the surface, among the four cells around that edge.
    for i in 1..nx {
        for j in 1..ny {
            for k in 1..nz {
                let inside = grid.value(i, j, k) < 0.0;
                if inside != (grid.value(i + 1, j, k) < 0.0) {
                    quad([cell(i, j - 1, k - 1), cell(i, j, k - 1), cell(i, j, k), cell(i, j - 1, k)], !inside);
                }
                if inside != (grid.value(i, j + 1, k) < 0.0) {
                    quad([cell(i - 1, j, k - 1), cell(i - 1, j, k), cell(i, j, k), cell(i, j, k - 1)], !inside);
                }
                if inside != (grid.value(i, j, k + 1) < 0.0) {
                    quad([cell(i - 1, j - 1, k), cell(i, j - 1, k), cell(i, j, k), cell(i - 1, j, k)], !inside);
                }
            }
        }
    }
    Mesh::new(positions, triangles)
}

struct Grid {
    xs: Vec<f32>,
    ys: Vec<f32>,
    zs: Vec<f32>,
    values: Vec<f32>,
}

impl Grid {
    fn sample(body: &Body) -> Self {
        // The first two nodes stand on either side of the middle plane.
        let xs = axis(-COARSE / 2.0, 0.80, |x| if x > 0.53 { FINE } else { COARSE });
        let ys = axis(-0.0213, 1.775, |y| if (0.83..1.07).contains(&y) { FINE } else { COARSE });
        let zs = axis(-0.18, 0.245, |z| if (-0.07..0.085).contains(&z) { FINE } else { COARSE });
        let mut grid = Self { values: vec![0.0; xs.len() * ys.len() * zs.len()], xs, ys, zs };
        let [nx, ny, nz] = [grid.xs.len(), grid.ys.len(), grid.zs.len()];
        for i0 in (0..nx).step_by(BLOCK) {
            for j0 in (0..ny).step_by(BLOCK) {
                for k0 in (0..nz).step_by(BLOCK) {
                    grid.sample_block(
                        body,
                        [i0, j0, k0],
                        [(i0 + BLOCK).min(nx), (j0 + BLOCK).min(ny), (k0 + BLOCK).min(nz)],
                    );
                }
            }
        }
        grid
    }

    fn sample_block(&mut self, body: &Body, from: [usize; 3], to: [usize; 3]) {
        let low = Vec3::new(self.xs[from[0]], self.ys[from[1]], self.zs[from[2]]);
        let high = Vec3::new(self.xs[to[0] - 1], self.ys[to[1] - 1], self.zs[to[2] - 1]);
        let middle = body.distance((low + high) * 0.5);
        let far = middle.abs() > (high - low).length() * 1.1 + 0.01;
        for i in from[0]..to[0] {
            for j in from[1]..to[1] {
                for k in from[2]..to[2] {
                    let index = self.index(i, j, k);
                    self.values[index] =
                        if far { middle } else { body.distance(Vec3::new(self.xs[i], self.ys[j], self.zs[k])) };
                }
            }
        }
    }

    fn index(&self, i: usize, j: usize, k: usize) -> usize {
        (i * self.ys.len() + j) * self.zs.len() + k
    }

    fn value(&self, i: usize, j: usize, k: usize) -> f32 {
        self.values[self.index(i, j, k)]
    }

    /// The mean of the points where the cell's edges cross the surface.
    fn cell_vertex(&self, i: usize, j: usize, k: usize) -> Option<Vec3> {
        let corner = |c: usize| {
            let (i, j, k) = (i + (c & 1), j + (c >> 1 & 1), k + (c >> 2 & 1));
            (Vec3::new(self.xs[i], self.ys[j], self.zs[k]), self.value(i, j, k))
        };
        let corners: [(Vec3, f32); 8] = std::array::from_fn(corner);
        let (mut sum, mut count) = (Vec3::ZERO, 0.0);
        for a in 0..8 {
            for bit in [1, 2, 4] {
                let b = a | bit;
                if b != a && (corners[a].1 < 0.0) != (corners[b].1 < 0.0) {
                    let t = corners[a].1 / (corners[a].1 - corners[b].1);
                    sum += corners[a].0 + (corners[b].0 - corners[a].0) * t;
                    count += 1.0;
                }
            }
        }
        (count > 0.0).then(|| sum / count)
    }
}

/// Nodes from `from` to past `to`, `step` apart.
fn axis(from: f32, to: f32, step: impl Fn(f32) -> f32) -> Vec<f32> {
    let mut nodes = vec![from];
    let mut at = from;
    while at < to {
        at += step(at);
        nodes.push(at);
    }
    nodes
}
