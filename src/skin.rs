//! Linear blend skinning on the CPU: posed vertices for drawing, picking, bounds and sole geometry.

use glam::{Affine3A, Vec3, Vec3A};

use crate::pose::Globals;
use crate::skeleton::JointId;

/// The joints a mesh follows and where they were when it was bound.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Skin {
    pub joints: Vec<JointId>,
    /// Takes a vertex from the mesh's space into the joint's, one a joint; finite.
    pub joint_from_mesh: Vec<Affine3A>,
}

/// Up to four joints of a skin that move one vertex; weights sum to 1.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Influences {
    /// Indices into [`Skin::joints`].
    pub joints: [u16; 4],
    pub weights: [f32; 4],
}

/// What moves a mesh.
#[derive(Clone, Debug, PartialEq)]
pub enum Binding {
    /// Every vertex follows one joint; vertices are in that joint's space.
    Rigid(JointId),
    /// One [`Influences`] a vertex; `skin` is an index into the character's skins.
    Skinned { skin: usize, influences: Vec<Influences> },
}

/// The matrix of every joint of every skin at one pose; kept between frames so that nothing is allocated.
#[derive(Clone, Debug, Default)]
pub struct Palette {
    model_from_mesh: Vec<Affine3A>,
    /// Where each skin's matrices start, and the end.
    starts: Vec<usize>,
}

impl Palette {
    pub fn new(skins: &[Skin], pose: &Globals) -> Self {
        let mut palette = Self::default();
        palette.update(skins, pose);
        palette
    }

    /// Takes the matrices anew; allocates only when there are more skins or joints than ever before.
    pub fn update(&mut self, skins: &[Skin], pose: &Globals) {
        self.model_from_mesh.clear();
        self.starts.clear();
        self.starts.push(0);
        for skin in skins {
            let pairs = skin.joints.iter().zip(&skin.joint_from_mesh);
            self.model_from_mesh.extend(pairs.map(|(&joint, bind)| pose.model_from_joint(joint) * *bind));
            self.starts.push(self.model_from_mesh.len());
        }
    }

    /// One matrix a joint of the skin; none for a skin that does not exist.
    pub fn of_skin(&self, skin: usize) -> &[Affine3A] {
        match self.starts.get(skin..).and_then(|starts| starts.first_chunk::<2>()) {
            Some(&[start, end]) => &self.model_from_mesh[start..end],
            None => &[],
        }
    }
}

impl Binding {
    /// Posed positions, model space, one a vertex, into `out`.
    ///
    /// Influences on joints that the skin lacks count for nothing.
    pub fn posed_positions(&self, positions: &[Vec3], pose: &Globals, palette: &Palette, out: &mut Vec<Vec3>) {
        fn fill(positions: &[Vec3], matrices: impl Iterator<Item = Affine3A>, out: &mut Vec<Vec3>) {
            out.clear();
            out.extend(positions.iter().zip(matrices).map(|(&position, matrix)| matrix.transform_point3(position)));
        }
        match self {
            Self::Rigid(joint) => fill(positions, std::iter::repeat(pose.model_from_joint(*joint)), out),
            Self::Skinned { skin, influences } => {
                let matrices = palette.of_skin(*skin);
                fill(positions, influences.iter().map(|influence| influence.blended(matrices)), out);
            }
        }
    }

    /// Posed positions and normals, model space, one a vertex, into `out`; normals are unit, or zero where a matrix
    /// flattens them.
    ///
    /// Normals turn with the inverse transpose of their vertex's blended matrix, so they stay upright on a surface that is
    /// scaled unevenly. Influences on joints that the skin lacks count for nothing.
    pub fn posed_vertices(
        &self,
        positions: &[Vec3],
        normals: &[Vec3],
        pose: &Globals,
        palette: &Palette,
        out: &mut PosedVertices,
    ) {
        match self {
            Self::Rigid(joint) => out.fill(positions, normals, std::iter::repeat(pose.model_from_joint(*joint))),
            Self::Skinned { skin, influences } => {
                let matrices = palette.of_skin(*skin);
                out.fill(positions, normals, influences.iter().map(|influence| influence.blended(matrices)));
            }
        }
    }

    /// Whether the matrices at this pose turn the mesh inside out, so that its triangles run the other way round.
    pub fn is_mirrored(&self, pose: &Globals, palette: &Palette) -> bool {
        let matrix = match self {
            Self::Rigid(joint) => Some(pose.model_from_joint(*joint)),
            Self::Skinned { skin, .. } => palette.of_skin(*skin).first().copied(),
        };
        matrix.is_some_and(|matrix| matrix.matrix3.determinant() < 0.0)
    }
}

/// A mesh's vertices at one pose, model space; kept between frames.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PosedVertices {
    pub positions: Vec<Vec3>,
    pub normals: Vec<Vec3>,
}

impl PosedVertices {
    #[inline]
    fn fill(&mut self, positions: &[Vec3], normals: &[Vec3], matrices: impl Iterator<Item = Affine3A>) {
        let count = positions.len().min(normals.len());
        self.positions.resize(count, Vec3::ZERO);
        self.normals.resize(count, Vec3::ZERO);
        let sources = positions.iter().zip(normals).zip(matrices);
        let targets = self.positions.iter_mut().zip(&mut self.normals);
        for (((&position, &normal), matrix), (posed, turned)) in sources.zip(targets) {
            *posed = matrix.transform_point3(position);
            *turned = turned_normal(&matrix, normal);
        }
    }
}

/// `normal` turned with the inverse transpose of `matrix`, unit; zero where that flattens it.
#[inline]
fn turned_normal(matrix: &Affine3A, normal: Vec3) -> Vec3 {
    let axes = &matrix.matrix3;
    // The cofactors are the inverse transpose times the determinant: they need no division and exist where there is no
    // inverse. A mirroring matrix has a negative determinant.
    let [x, y, z] = [axes.y_axis.cross(axes.z_axis), axes.z_axis.cross(axes.x_axis), axes.x_axis.cross(axes.y_axis)];
    let turned = x * normal.x + y * normal.y + z * normal.z;
    let turned = if axes.x_axis.dot(x) < 0.0 { -turned } else { turned };
    Vec3::from(turned).normalize_or_zero()
}

impl Influences {
    #[inline]
    fn blended(&self, matrices: &[Affine3A]) -> Affine3A {
        let mut sum = Affine3A::ZERO;
        for (&joint, &weight) in self.joints.iter().zip(&self.weights) {
            let Some(matrix) = matrices.get(usize::from(joint)) else { continue };
            sum.matrix3.x_axis += matrix.matrix3.x_axis * weight;
            sum.matrix3.y_axis += matrix.matrix3.y_axis * weight;
            sum.matrix3.z_axis += matrix.matrix3.z_axis * weight;
            sum.translation += matrix.translation * weight;
        }
        sum
    }
}

/// A box along the axes of its space, metres. Empty where a minimum exceeds its maximum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    pub min: Vec3,
    pub max: Vec3,
}

impl Bounds {
    pub const EMPTY: Self = Self { min: Vec3::INFINITY, max: Vec3::NEG_INFINITY };

    /// The smallest box round the finite ones of `points`.
    pub fn around(points: impl IntoIterator<Item = Vec3>) -> Self {
        points.into_iter().fold(Self::EMPTY, Self::with)
    }

    /// Grown to hold `point`; unchanged by one that is not finite.
    pub fn with(self, point: Vec3) -> Self {
        if !point.is_finite() {
            return self;
        }
        Self { min: self.min.min(point), max: self.max.max(point) }
    }

    pub fn is_empty(self) -> bool {
        !self.min.cmple(self.max).all()
    }

    pub fn union(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// Edge lengths; zero for an empty box.
    pub fn size(self) -> Vec3 {
        if self.is_empty() { Vec3::ZERO } else { self.max - self.min }
    }

    /// Zero for an empty box.
    pub fn center(self) -> Vec3 {
        if self.is_empty() { Vec3::ZERO } else { self.min * 0.5 + self.max * 0.5 }
    }

    /// Each corner once; not finite for an empty box.
    pub fn corners(self) -> [Vec3; 8] {
        let ends = [self.min, self.max];
        std::array::from_fn(|corner| Vec3::from_array(std::array::from_fn(|axis| ends[corner >> axis & 1][axis])))
    }
}

impl Default for Bounds {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// Where a ray meets a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TriangleHit {
    /// Which triangle: its corners are `indices[3 * triangle..][..3]`.
    pub triangle: usize,
    /// From the ray's origin, in lengths of its direction.
    pub distance: f32,
}

/// The nearest triangle, from either side, that a ray from `origin` along `direction` meets; none for a direction
/// without length. Triangles with corners that are not finite, or with indices out of range, are passed over.
pub fn pick_triangle(positions: &[Vec3], indices: &[u32], origin: Vec3, direction: Vec3) -> Option<TriangleHit> {
    let (origin, direction) = (Vec3A::from(origin), Vec3A::from(direction));
    let mut nearest: Option<TriangleHit> = None;
    for (triangle, corners) in indices.as_chunks::<3>().0.iter().enumerate() {
        let [Some(a), Some(b), Some(c)] = corners.map(|index| positions.get(index as usize).map(|&p| Vec3A::from(p)))
        else {
            continue;
        };
        if let Some(distance) = ray_triangle(origin, direction, [a, b, c])
            && nearest.is_none_or(|nearest| distance < nearest.distance)
        {
            nearest = Some(TriangleHit { triangle, distance });
        }
    }
    nearest
}

/// Möller and Trumbore, "Fast, minimum storage ray/triangle intersection", 1997.
fn ray_triangle(origin: Vec3A, direction: Vec3A, [a, b, c]: [Vec3A; 3]) -> Option<f32> {
    let (to_b, to_c) = (b - a, c - a);
    let across = direction.cross(to_c);
    let determinant = to_b.dot(across);
    // Written so that not-a-number falls out too.
    if !(determinant.abs() > 0.0 && determinant.is_finite()) {
        return None;
    }
    let from_a = origin - a;
    let u = from_a.dot(across) / determinant;
    let turned = from_a.cross(to_b);
    let v = direction.dot(turned) / determinant;
    let distance = to_c.dot(turned) / determinant;
    (u >= 0.0 && v >= 0.0 && u + v <= 1.0 && distance >= 0.0 && distance.is_finite()).then_some(distance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Transform;
    use crate::pose::Pose;
    use crate::skeleton::{Joint, Skeleton};

    /// Two joints, the second 1 m above the first, and a skin over both bound at rest.
    fn arm() -> (Skeleton, Skin) {
        let joint = |parent, y| Joint {
            name: String::new(),
            parent,
            rest: Transform::from_translation(Vec3::Y * y),
            source: None,
        };
        let skeleton = Skeleton::new(vec![joint(None, 0.0), joint(Some(0), 1.0)]).unwrap();
        let joint_from_mesh = skeleton.rest_globals().matrices().map(|matrix| matrix.inverse()).collect();
        let skin = Skin { joints: skeleton.ids().collect(), joint_from_mesh };
        (skeleton, skin)
    }

    #[test]
    fn weights_blend_where_the_joints_take_a_vertex() {
        let (skeleton, skin) = arm();
        let mut pose: Pose = skeleton.rest().clone();
        pose.get_mut(skeleton.id(1).unwrap()).rotation = glam::Quat::from_rotation_z(-std::f32::consts::FRAC_PI_2);
        let globals = Globals::of(&skeleton, &pose);
        let palette = Palette::new(&[skin], &globals);
        let half = Influences { joints: [0, 1, 0, 0], weights: [0.5, 0.5, 0.0, 0.0] };
        let tip = Influences { joints: [1, 0, 0, 0], weights: [1.0, 0.0, 0.0, 0.0] };
        let binding = Binding::Skinned { skin: 0, influences: vec![half, tip] };
        let mut out = PosedVertices::default();
        binding.posed_vertices(&[Vec3::Y * 2.0; 2], &[Vec3::Y; 2], &globals, &palette, &mut out);
        // The tip of the bent half goes from (0, 2, 0) to (1, 1, 0); half of it is the mean of both.
        assert!(out.positions[1].distance(Vec3::new(1.0, 1.0, 0.0)) < 1e-6);
        assert!(out.positions[0].distance(Vec3::new(0.5, 1.5, 0.0)) < 1e-6);
        assert!(out.normals[1].distance(Vec3::X) < 1e-6);
        assert!(out.normals[0].distance(Vec3::new(1.0, 1.0, 0.0) / 2.0_f32.sqrt()) < 1e-6);
        assert!(!binding.is_mirrored(&globals, &palette));
    }

    #[test]
    fn normals_stay_upright_under_uneven_scale_and_mirrors() {
        // The plane x + y = 0 scaled by 2 along x is x/2 + y = 0; mirrored along x as well, -x/2 + y = 0.
        let normal = Vec3::new(1.0, 1.0, 0.0).normalize_or_zero();
        let skewed = Vec3::new(0.5, 1.0, 0.0).normalize_or_zero();
        let turned = |scale: Vec3| turned_normal(&Affine3A::from_scale(scale), normal);
        assert!(turned(Vec3::new(2.0, 1.0, 1.0)).distance(skewed) < 1e-6);
        assert!(turned(Vec3::new(-2.0, 1.0, 1.0)).distance(skewed * Vec3::new(-1.0, 1.0, 1.0)) < 1e-6);
        assert!(turned(Vec3::splat(0.01)).distance(normal) < 1e-6);
        // All flattened onto x = 0: what normal there is points along it.
        assert!(turned(Vec3::new(0.0, 1.0, 1.0)).distance(Vec3::X) < 1e-6);
        assert_eq!(turned(Vec3::ZERO), Vec3::ZERO);
    }

    #[test]
    fn bounds_pass_over_what_is_not_finite() {
        let points = [Vec3::NAN, Vec3::ONE, Vec3::new(f32::INFINITY, 0.0, 0.0), -Vec3::ONE];
        assert_eq!(Bounds::around(points), Bounds { min: -Vec3::ONE, max: Vec3::ONE });
        assert!(Bounds::around([Vec3::NAN]).is_empty() && Bounds::EMPTY.size() == Vec3::ZERO);
    }

    #[test]
    fn the_nearest_triangle_is_picked_from_either_side() {
        let corners = [Vec3::ZERO, Vec3::X, Vec3::Y].map(|corner| [corner, corner + Vec3::Z, corner * f32::NAN]);
        let positions: Vec<Vec3> = corners.as_flattened().to_vec();
        let indices = [0, 3, 6, 1, 4, 7, 2, 5, 8, 0, 3, 99];
        let at = Vec3::new(0.25, 0.25, 3.0);
        let hit = pick_triangle(&positions, &indices, at, Vec3::NEG_Z).unwrap();
        assert_eq!(hit, TriangleHit { triangle: 1, distance: 2.0 });
        let hit = pick_triangle(&positions, &indices, Vec3::new(0.25, 0.25, -3.0), Vec3::Z).unwrap();
        assert_eq!(hit, TriangleHit { triangle: 0, distance: 3.0 });
        assert_eq!(pick_triangle(&positions, &indices, at, Vec3::Z), None);
        assert_eq!(pick_triangle(&positions, &indices, Vec3::new(0.9, 0.9, 3.0), Vec3::NEG_Z), None);
        assert_eq!(pick_triangle(&positions, &indices, at, Vec3::ZERO), None);
    }
}
