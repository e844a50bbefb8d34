//! Isotropic remeshing: splits, collapses, flips and relaxes until edges have the length wanted where they are.

use std::collections::BTreeMap;

use glam::Vec3;

/// Triangles over shared vertices. Vertices at `x` = 0 bound the half and stay on the plane.
pub struct Mesh {
    pub positions: Vec<Vec3>,
    pub triangles: Vec<[u32; 3]>,
    /// Triangles around each vertex; dead triangles are in no list.
    around: Vec<Vec<u32>>,
}

/// What the surface wants of its mesh.
pub trait Surface {
    /// The longest an edge may be at a point, metres.
    fn longest_edge(&self, point: Vec3) -> f32;
    /// The nearest point of the surface.
    fn project(&self, point: Vec3) -> Vec3;
    /// Unit, outwards.
    fn normal(&self, point: Vec3) -> Vec3;
}

/// How long edges are to be, in metres.
#[derive(Clone, Copy, Debug)]
pub struct Lengths {
    pub shortest: f32,
    pub longest: f32,
    /// As a fraction of the surface's radius of curvature, between the two.
    pub of_radius: f32,
}

const DEAD: [u32; 3] = [u32::MAX; 3];

impl Mesh {
    pub fn new(positions: Vec<Vec3>, triangles: Vec<[u32; 3]>) -> Self {
        let mut mesh = Self { around: vec![Vec::new(); positions.len()], positions, triangles };
        for (index, triangle) in mesh.triangles.iter().enumerate() {
            for &vertex in triangle {
                mesh.around[vertex as usize].push(index as u32);
            }
        }
        mesh
    }

    /// Runs `rounds` of split, collapse, flip and relax, then drops what died on the way.
    pub fn remesh(mut self, surface: &impl Surface, lengths: Lengths, rounds: usize) -> Self {
        for _ in 0..rounds {
            let mut wanted = self.wanted_lengths(surface, &lengths);
            self.split_long(surface, &mut wanted);
            self.collapse_short(&wanted);
            self.flip_to_even_valence();
            self.widen_middle();
            self.relax(surface);
        }
        self.compact()
    }

    /// The edge length wanted at each vertex: short where the surface bends, growing gently from there.
    fn wanted_lengths(&self, surface: &impl Surface, lengths: &Lengths) -> Vec<f32> {
        const GROWTH: f32 = 0.35;
        let normals: Vec<Vec3> = self.positions.iter().map(|&point| surface.normal(point)).collect();
        let edges = self.edges();
        let mut bend = vec![0.0_f32; self.positions.len()];
        for &(a, b) in edges.keys() {
            let (a, b) = (a as usize, b as usize);
            let curvature = normals[a].distance(normals[b]) / self.positions[a].distance(self.positions[b]).max(1e-4);
            bend[a] = bend[a].max(curvature);
            bend[b] = bend[b].max(curvature);
        }
        let mut wanted: Vec<f32> = bend
            .into_iter()
            .zip(&self.positions)
            .map(|(curvature, &point)| {
                let longest = lengths.longest.min(surface.longest_edge(point));
                (lengths.of_radius / curvature.max(1.0)).clamp(lengths.shortest, longest)
            })
            .collect();
        for _ in 0..3 {
            for &(a, b) in edges.keys() {
                let step = GROWTH * self.length(a, b);
                let (a, b) = (a as usize, b as usize);
                wanted[a] = wanted[a].min(wanted[b] + step);
                wanted[b] = wanted[b].min(wanted[a] + step);
            }
        }
        wanted
    }

    /// Edges with the number of triangles on each, in order of their ends.
    pub fn edges(&self) -> BTreeMap<(u32, u32), u32> {
        let mut edges = BTreeMap::new();
        for &[a, b, c] in self.triangles.iter().filter(|&&triangle| triangle != DEAD) {
            for (from, to) in [(a, b), (b, c), (c, a)] {
                *edges.entry((from.min(to), from.max(to))).or_insert(0) += 1;
            }
        }
        edges
    }

    fn length(&self, a: u32, b: u32) -> f32 {
        self.positions[a as usize].distance(self.positions[b as usize])
    }

    fn on_plane(&self, vertex: u32) -> bool {
        self.positions[vertex as usize].x == 0.0
    }

    fn triangles_of_edge(&self, a: u32, b: u32) -> Vec<u32> {
        self.around[a as usize].iter().copied().filter(|&t| self.triangles[t as usize].contains(&b)).collect()
    }

    fn neighbours(&self, vertex: u32) -> Vec<u32> {
        let mut found = Vec::with_capacity(8);
        for &triangle in &self.around[vertex as usize] {
            for other in self.triangles[triangle as usize] {
                if other != vertex && !found.contains(&other) {
                    found.push(other);
                }
            }
        }
        found
    }

    /// Edges whose length over the length wanted satisfies `keep`, worst first.
    fn edges_by_ratio(&self, wanted: &[f32], keep: impl Fn(f32) -> bool) -> Vec<(f32, u32, u32)> {
        let mut edges: Vec<(f32, u32, u32)> = self
            .edges()
            .into_keys()
            .map(|(a, b)| (self.length(a, b) / (0.5 * (wanted[a as usize] + wanted[b as usize])), a, b))
            .filter(|&(ratio, ..)| keep(ratio))
            .collect();
        edges.sort_by(|x, y| x.0.total_cmp(&y.0).then(x.1.cmp(&y.1)).then(x.2.cmp(&y.2)));
        edges
    }

    fn split_long(&mut self, surface: &impl Surface, wanted: &mut Vec<f32>) {
        for (_, a, b) in self.edges_by_ratio(wanted, |ratio| ratio > 4.0 / 3.0).into_iter().rev() {
            let shared = self.triangles_of_edge(a, b);
            if shared.is_empty() {
                continue;
            }
            let middle = self.positions.len() as u32;
            let mut point = surface.project((self.positions[a as usize] + self.positions[b as usize]) * 0.5);
            if shared.len() == 1 {
                point.x = 0.0;
            }
            self.positions.push(point);
            self.around.push(Vec::new());
            wanted.push(0.5 * (wanted[a as usize] + wanted[b as usize]));
            for triangle in shared {
                let old = self.triangles[triangle as usize];
                let with = |from: u32| old.map(|vertex| if vertex == from { middle } else { vertex });
                let added = self.triangles.len() as u32;
                let (near_a, near_b) = (with(b), with(a));
                self.triangles[triangle as usize] = near_a;
                self.triangles.push(near_b);
                self.around[b as usize].retain(|&t| t != triangle);
                for vertex in near_b {
                    self.around[vertex as usize].push(added);
                }
                self.around[middle as usize].push(triangle);
            }
        }
    }

    fn collapse_short(&mut self, wanted: &[f32]) {
        for (_, a, b) in self.edges_by_ratio(wanted, |ratio| ratio < 4.0 / 5.0) {
            let shared = self.triangles_of_edge(a, b);
            if shared.is_empty() {
                continue;
            }
            // A vertex of the middle plane swallows its neighbour; two of them only along the plane.
            let (keep, drop, point) = match (self.on_plane(a), self.on_plane(b)) {
                (true, true) if shared.len() != 1 => continue,
                (true, false) => (a, b, self.positions[a as usize]),
                (false, true) => (b, a, self.positions[b as usize]),
                _ => (a, b, (self.positions[a as usize] + self.positions[b as usize]) * 0.5),
            };
            if self.may_collapse(keep, drop, point, &shared, wanted) {
                self.collapse(keep, drop, point, &shared);
            }
        }
    }

    fn may_collapse(&self, keep: u32, drop: u32, point: Vec3, shared: &[u32], wanted: &[f32]) -> bool {
        let (of_keep, of_drop) = (self.neighbours(keep), self.neighbours(drop));
        if of_keep.iter().filter(|vertex| of_drop.contains(vertex)).count() != shared.len() {
            return false;
        }
        let longest = 4.0 / 3.0 * 0.5 * (wanted[keep as usize] + wanted[drop as usize]);
        if of_keep.iter().chain(&of_drop).any(|&v| self.positions[v as usize].distance(point) > longest) {
            return false;
        }
        let stays_upright = |vertex: u32| {
            self.around[vertex as usize].iter().filter(|triangle| !shared.contains(triangle)).all(|&triangle| {
                let corners = self.triangles[triangle as usize];
                let moved = corners.map(|v| if v == vertex { point } else { self.positions[v as usize] });
                let before = area_normal(corners.map(|v| self.positions[v as usize]));
                let after = area_normal(moved);
                before.dot(after) > 0.3 * before.length() * after.length() && after.length() > 1e-9
            })
        };
        stays_upright(keep) && stays_upright(drop)
    }

    fn collapse(&mut self, keep: u32, drop: u32, point: Vec3, shared: &[u32]) {
        for &triangle in shared {
            for vertex in self.triangles[triangle as usize] {
                self.around[vertex as usize].retain(|&t| t != triangle);
            }
            self.triangles[triangle as usize] = DEAD;
        }
        for triangle in std::mem::take(&mut self.around[drop as usize]) {
            for vertex in &mut self.triangles[triangle as usize] {
                if *vertex == drop {
                    *vertex = keep;
                }
            }
            self.around[keep as usize].push(triangle);
        }
        self.positions[keep as usize] = point;
    }

    fn flip_to_even_valence(&mut self) {
        for ((a, b), count) in self.edges() {
            let shared = self.triangles_of_edge(a, b);
            if count != 2 || shared.len() != 2 {
                continue;
            }
            let opposite = |t: u32| self.triangles[t as usize].into_iter().find(|&v| v != a && v != b).unwrap_or(a);
            let (c, d) = (opposite(shared[0]), opposite(shared[1]));
            if c == d || !self.triangles_of_edge(c, d).is_empty() {
                continue;
            }
            let excess = |vertex: u32, change: i32| {
                let ideal = if self.on_plane(vertex) { 3 } else { 6 };
                (self.around[vertex as usize].len() as i32 + change - ideal).pow(2)
            };
            let before = excess(a, 0) + excess(b, 0) + excess(c, 0) + excess(d, 0);
            let after = excess(a, -1) + excess(b, -1) + excess(c, 1) + excess(d, 1);
            if after >= before {
                continue;
            }
            // The first triangle runs a, b, c or b, a, c; the new pair keeps that sense.
            let first = self.triangles[shared[0] as usize];
            let forward = (0..3).any(|i| first[i] == a && first[(i + 1) % 3] == b);
            let (one, two) = if forward { ([a, d, c], [d, b, c]) } else { ([a, c, d], [d, c, b]) };
            let normal = |corners: [u32; 3]| area_normal(corners.map(|v| self.positions[v as usize]));
            let old =
                normal(first).normalize_or_zero() + normal(self.triangles[shared[1] as usize]).normalize_or_zero();
            let old = old.normalize_or_zero();
            if [one, two].into_iter().any(|corners| {
                let new = normal(corners);
                new.dot(old) < 0.8 * new.length() || new.length() < 1e-9
            }) {
                continue;
            }
            for (triangle, corners) in shared.into_iter().zip([one, two]) {
                for vertex in self.triangles[triangle as usize] {
                    self.around[vertex as usize].retain(|&t| t != triangle);
                }
                self.triangles[triangle as usize] = corners;
                for vertex in corners {
                    self.around[vertex as usize].push(triangle);
                }
            }
        }
    }

    /// Lets a vertex that has come close to an edge of the middle plane join it, instead of a sliver between them.
    fn widen_middle(&mut self) {
        for ((a, b), count) in self.edges() {
            let [triangle] = self.triangles_of_edge(a, b)[..] else { continue };
            let Some(near) = self.triangles[triangle as usize].into_iter().find(|&vertex| vertex != a && vertex != b)
            else {
                continue;
            };
            let on_plane = self.neighbours(near).into_iter().filter(|&vertex| self.on_plane(vertex)).count();
            let distance = self.positions[near as usize].x;
            if count != 1 || self.on_plane(near) || on_plane != 2 || distance > 0.4 * self.length(a, b) {
                continue;
            }
            for vertex in self.triangles[triangle as usize] {
                self.around[vertex as usize].retain(|&t| t != triangle);
            }
            self.triangles[triangle as usize] = DEAD;
            self.positions[near as usize].x = 0.0;
        }
    }

    /// Moves every vertex along the surface towards the middle of its neighbours.
    fn relax(&mut self, surface: &impl Surface) {
        let old = self.positions.clone();
        for (vertex, &from) in old.iter().enumerate() {
            if self.around[vertex].is_empty() {
                continue;
            }
            let plane = from.x == 0.0;
            let ring: Vec<u32> =
                self.neighbours(vertex as u32).into_iter().filter(|&v| !plane || old[v as usize].x == 0.0).collect();
            let middle = ring.iter().map(|&v| old[v as usize]).sum::<Vec3>() / ring.len().max(1) as f32;
            let normal = surface.normal(from);
            let step = (middle - from) * 0.6;
            let mut point = surface.project(from + step - normal * step.dot(normal));
            if plane {
                point.x = 0.0;
            }
            self.positions[vertex] = point;
        }
    }

    fn compact(self) -> Self {
        let mut new_index = vec![u32::MAX; self.positions.len()];
        let mut positions = Vec::new();
        let mut triangles = Vec::new();
        for triangle in self.triangles.into_iter().filter(|&triangle| triangle != DEAD) {
            triangles.push(triangle.map(|vertex| {
                let slot = &mut new_index[vertex as usize];
                if *slot == u32::MAX {
                    *slot = positions.len() as u32;
                    positions.push(self.positions[vertex as usize]);
                }
                *slot
            }));
        }
        Self::new(positions, triangles)
    }
}

/// At right angles to the triangle, as long as twice its area.
fn area_normal([a, b, c]: [Vec3; 3]) -> Vec3 {
    (b - a).cross(c - a)
}
