//! Poses: joint transforms relative to parents, and the same in model space.

use glam::{Affine3A, Mat3A, Quat, Vec3, Vec3A, Vec4, Vec4Swizzles};

use crate::math::{Transform, turned};
use crate::skeleton::{JointId, Skeleton};

impl Transform {
    /// As they lie in memory, to be read at once.
    #[inline(always)]
    fn place_and_first_scale(&self) -> Vec4 {
        let Self { translation: place, scale, .. } = self;
        Vec4::new(place.x, place.y, place.z, scale.x)
    }
}

/// A transform a joint, relative to its parent, in the skeleton's order.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Pose {
    local: Vec<Transform>,
}

impl Pose {
    pub fn new(local: Vec<Transform>) -> Self {
        Self { local }
    }

    pub fn local(&self) -> &[Transform] {
        &self.local
    }

    pub fn local_mut(&mut self) -> &mut [Transform] {
        &mut self.local
    }

    pub fn get(&self, joint: JointId) -> &Transform {
        &self.local[joint.index()]
    }

    pub fn get_mut(&mut self, joint: JointId) -> &mut Transform {
        &mut self.local[joint.index()]
    }

    /// Whether every number is finite.
    pub fn is_finite(&self) -> bool {
        self.is_finite_and_rigid().0
    }

    /// [`Pose::is_finite`], and whether every scale is exactly one.
    pub(crate) fn is_finite_and_rigid(&self) -> (bool, bool) {
        // A sum is finite only where all that it is of is, and numbers are one where the least and the greatest of them are; so nothing need
        // be looked at a joint.
        let (mut rotations, mut firsts, mut off) = (Vec4::ZERO, Vec4::ZERO, Vec4::ZERO);
        let (mut least, mut greatest) = (Vec4::ONE, Vec4::ONE);
        for local in &self.local {
            let first = local.place_and_first_scale();
            rotations += Vec4::from(local.rotation);
            firsts += first;
            (least, greatest) = (least.min(first), greatest.max(first));
            let rest = Vec4::new(local.scale.y, local.scale.z, 0.0, 0.0) - Vec4::new(1.0, 1.0, 0.0, 0.0);
            off += rest * rest;
        }
        let is_rigid = least.w == 1.0 && greatest.w == 1.0 && off == Vec4::ZERO;
        let is_finite = is_rigid && (rotations + firsts).is_finite();
        // What is scaled, and finite numbers of which the sum is not, are looked at one by one.
        let is_finite = is_finite || self.local.iter().all(|local| local.is_finite());
        (is_finite, is_finite && is_rigid)
    }

    /// Makes this a copy of `other` without allocating when the sizes agree.
    pub fn copy_from(&mut self, other: &Self) {
        self.local.clone_from(&other.local);
    }
}

/// Where each joint is in model space.
///
/// Where every scale from the root down is even and positive, a joint is a rotation, a place and one factor of size; only below a
/// mirrored or uneven scale does it keep a matrix.
#[derive(Clone, Debug, Default)]
pub struct Globals {
    joints: Vec<Placed>,
    /// Model from joint without the translation; of joints whose size is [`UNEVEN`] alone.
    axes: Vec<Mat3A>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Placed {
    /// The product of the rotations from the root down.
    rotation: Quat,
    /// Metres, and in the fourth lane the product of the scales, or [`UNEVEN`].
    place_and_size: Vec4,
}

const UNEVEN: f32 = 0.0;

impl Placed {
    const ORIGIN: Self = Self { rotation: Quat::IDENTITY, place_and_size: Vec4::W };

    fn place(&self) -> Vec3A {
        Vec3A::from_vec4(self.place_and_size)
    }

    fn size(&self) -> f32 {
        self.place_and_size.w
    }

    /// A joint under this one, where both have a scale of one.
    #[inline]
    fn rigidly(&self, local: &Transform) -> Self {
        // As [`turned`], in four numbers of which the last comes out as zero.
        let axis = Vec4::from(self.rotation);
        let cross = |a: Vec4, b: Vec4| (a.zxyw() * b - a * b.zxyw()).zxyw();
        let place = local.place_and_first_scale() * Vec4::new(1.0, 1.0, 1.0, 0.0);
        let across = cross(axis, place);
        let twice = across + across;
        let place = place + twice * self.rotation.w + cross(axis, twice);
        Self { rotation: self.rotation * local.rotation, place_and_size: self.place_and_size + place }
    }

    /// A joint under this one, where both have even and positive scales.
    fn evenly(&self, local: &Transform) -> Option<Self> {
        let (scale, size) = (local.scale, self.size());
        let is_even = scale.x > 0.0 && scale.x == scale.y && scale.x == scale.z && size > UNEVEN;
        is_even.then(|| {
            let place = self.place() + turned(self.rotation, local.translation.into()) * size;
            Self { rotation: self.rotation * local.rotation, place_and_size: place.extend(size * scale.x) }
        })
    }
}

impl Globals {
    pub fn of(skeleton: &Skeleton, pose: &Pose) -> Self {
        let mut globals =
            Self { joints: vec![Placed::ORIGIN; skeleton.len()], axes: vec![Mat3A::IDENTITY; skeleton.len()] };
        globals.update_from(skeleton, pose, 0);
        globals
    }

    /// As [`Globals::of`], in the space that `target_from_model` leads to: in the world where that is world from model. What
    /// is called model space here then is that space.
    pub fn under(skeleton: &Skeleton, pose: &Pose, target_from_model: Transform) -> Self {
        let mut globals = Self::of(skeleton, pose);
        globals.carry(target_from_model);
        globals
    }

    /// Takes every joint from model space to the space that `target_from_model` leads to. The identity changes no bit.
    pub fn carry(&mut self, target_from_model: Transform) {
        if target_from_model == Transform::IDENTITY {
            return;
        }
        let affine = target_from_model.to_affine();
        let top = Placed::ORIGIN.evenly(&target_from_model);
        for (joint, axes) in self.joints.iter_mut().zip(&mut self.axes) {
            let place = affine.transform_point3a(joint.place());
            let size = top.map_or(UNEVEN, |top| top.size() * joint.size());
            if !(size > UNEVEN) {
                *axes = affine.matrix3 * if joint.size() > UNEVEN { even_axes(joint) } else { *axes };
            }
            let rotation = target_from_model.rotation * joint.rotation;
            *joint = Placed { rotation, place_and_size: place.extend(size) };
        }
    }

    /// Works out anew every joint from index `first` on; joints before it must be up to date.
    pub fn update_from(&mut self, skeleton: &Skeleton, pose: &Pose, first: usize) {
        let parents = skeleton.parents();
        for (joint, local) in pose.local().iter().enumerate().skip(first) {
            if joint >= parents.len() || joint >= self.joints.len() {
                break;
            }
            self.place(parents[joint], local, joint);
        }
    }

    /// Works out `joint` alone, from its parent and its local transform.
    pub fn update_one(&mut self, skeleton: &Skeleton, pose: &Pose, joint: JointId) {
        self.place(skeleton.parent(joint), pose.get(joint), joint.index());
    }

    /// Where `joint` is, and a fourth number.
    #[inline]
    pub(crate) fn place_row(&self, joint: JointId) -> Vec4 {
        self.joints[joint.index()].place_and_size
    }

    /// Puts `joint` somewhere, without scales; what is below it is out of date afterwards.
    #[inline]
    pub(crate) fn put(&mut self, joint: JointId, rotation: Quat, place: Vec4) {
        self.joints[joint.index()] = Placed { rotation, place_and_size: Vec3A::from_vec4(place).extend(1.0) };
    }

    /// Turns `joint` where it is, without scales; what is below it is out of date afterwards.
    pub(crate) fn set_rotation(&mut self, joint: JointId, rotation: Quat) {
        self.joints[joint.index()].rotation = rotation;
    }

    /// Moves `joint` by a vector of which the fourth number is 0; what is below it is out of date afterwards.
    #[inline]
    pub(crate) fn shift(&mut self, joint: JointId, by: Vec4) {
        self.joints[joint.index()].place_and_size += by;
    }

    /// Works out those of `joints` of which `parent_of_stale` tells a parent, which is asked of each in order; past the last joint is the
    /// parent of a root. For a pose without scales.
    #[inline(always)]
    pub(crate) fn update_rigid(
        &mut self,
        pose: &Pose,
        joints: impl Iterator<Item = usize>,
        mut parent_of_stale: impl FnMut(usize) -> Option<usize>,
    ) {
        // Slices of one length are checked once, not a joint.
        let count = self.joints.len().min(pose.local.len());
        let (placed, locals) = (&mut self.joints[..count], &pose.local[..count]);
        for joint in joints {
            if let Some(parent) = parent_of_stale(joint)
                && joint < count
            {
                placed[joint] = placed.get(parent).unwrap_or(&Placed::ORIGIN).rigidly(&locals[joint]);
            }
        }
    }

    fn place(&mut self, parent: Option<JointId>, local: &Transform, joint: usize) {
        let above = parent.map_or(&Placed::ORIGIN, |parent| &self.joints[parent.index()]);
        if local.scale == Vec3::ONE && above.size() == 1.0 {
            self.joints[joint] = above.rigidly(local);
            return;
        }
        self.place_scaled(parent, local, joint);
    }

    #[inline(never)]
    fn place_scaled(&mut self, parent: Option<JointId>, local: &Transform, joint: usize) {
        let above = parent.map_or(&Placed::ORIGIN, |parent| &self.joints[parent.index()]);
        if let Some(placed) = above.evenly(local) {
            self.joints[joint] = placed;
            return;
        }
        let above = parent.map_or(Affine3A::IDENTITY, |parent| self.model_from_joint(parent));
        let rotation = parent.map_or(Quat::IDENTITY, |parent| self.rotation(parent)) * local.rotation;
        let matrix = above * local.to_affine();
        self.axes[joint] = matrix.matrix3;
        self.joints[joint] = Placed { rotation, place_and_size: matrix.translation.extend(UNEVEN) };
    }

    /// How many joints there are.
    pub fn len(&self) -> usize {
        self.joints.len()
    }

    pub fn is_empty(&self) -> bool {
        self.joints.is_empty()
    }

    pub fn model_from_joint(&self, joint: JointId) -> Affine3A {
        matrix(&self.joints[joint.index()], &self.axes[joint.index()])
    }

    /// [`Globals::model_from_joint`] of every joint, in the skeleton's order.
    pub fn matrices(&self) -> impl ExactSizeIterator<Item = Affine3A> {
        self.joints.iter().zip(&self.axes).map(|(placed, axes)| matrix(placed, axes))
    }

    /// Metres, model space.
    #[inline]
    pub fn position(&self, joint: JointId) -> Vec3 {
        self.joints[joint.index()].place_and_size.truncate()
    }

    /// The product of the rotations from the root down: the orientation in model space where no scale on the way
    /// is mirrored or uneven.
    #[inline]
    pub fn rotation(&self, joint: JointId) -> Quat {
        self.joints[joint.index()].rotation
    }
}

#[inline]
fn matrix(placed: &Placed, axes: &Mat3A) -> Affine3A {
    // Looked at first, for most joints are so.
    let is_rigid = placed.size() == 1.0;
    let matrix3 = if is_rigid { axes_of(placed.rotation) } else { scaled_axes(placed, axes) };
    Affine3A { matrix3, translation: placed.place() }
}

#[inline(never)]
fn scaled_axes(placed: &Placed, axes: &Mat3A) -> Mat3A {
    if placed.size() > UNEVEN { even_axes(placed) } else { *axes }
}

#[inline]
fn even_axes(placed: &Placed) -> Mat3A {
    let axes = axes_of(placed.rotation);
    if placed.size() == 1.0 { axes } else { axes * placed.size() }
}

/// `Mat3A::from_quat`, several products at a time.
#[inline]
fn axes_of(rotation: Quat) -> Mat3A {
    let q = Vec4::from(rotation);
    let twice = q + q;
    let squares = q * twice;
    let diagonal = Vec4::ONE - squares.yxxw() - squares.zzyw();
    // zx, xy, yz; and the same with w.
    let products = q.xxyw() * twice.zyzw();
    let turns = q.wwww() * twice.yzxw();
    let (more, less) = (products + turns, products - turns);
    Mat3A::from_cols(
        Vec3A::new(diagonal.x, more.y, less.x),
        Vec3A::new(less.y, diagonal.y, more.z),
        Vec3A::new(more.x, less.z, diagonal.z),
    )
}

impl PartialEq for Globals {
    fn eq(&self, other: &Self) -> bool {
        let uneven = |globals: &Self, joint: usize| globals.joints[joint].size() == UNEVEN;
        self.joints == other.joints
            && (0..self.len()).all(|joint| !uneven(self, joint) || self.axes[joint] == other.axes[joint])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skeleton::Joint;

    /// A chain whose scales are even, uneven or mirrored from `odd` on.
    fn chain(odd: usize, scale: Vec3) -> Skeleton {
        let joint = |at: usize| Joint {
            name: format!("{at}"),
            parent: at.checked_sub(1).map(|above| above as u16),
            rest: Transform {
                translation: Vec3::new(0.3, 0.1 * at as f32, -0.2),
                rotation: Quat::from_rotation_y(0.7 * at as f32) * Quat::from_rotation_x(0.4),
                scale: if at == odd { scale } else { Vec3::splat(1.1) },
            },
            source: None,
        };
        Skeleton::new((0..6).map(joint).collect()).unwrap()
    }

    #[test]
    fn joints_are_where_the_products_of_matrices_put_them() {
        for scale in [Vec3::splat(0.01), Vec3::new(1.0, 2.0, 0.5), Vec3::new(-1.0, 1.0, 1.0), Vec3::ZERO] {
            for odd in 0..6 {
                let skeleton = chain(odd, scale);
                let root = Transform { scale: Vec3::splat(2.0), ..skeleton.rest().local()[3] };
                let in_model = Globals::of(&skeleton, skeleton.rest());
                let in_world = Globals::under(&skeleton, skeleton.rest(), root);
                let mirrored = Globals::under(&skeleton, skeleton.rest(), Transform { scale: Vec3::NEG_ONE, ..root });
                let mut product = Affine3A::IDENTITY;
                for joint in skeleton.ids() {
                    product *= skeleton.rest().get(joint).to_affine();
                    let same = |globals: &Globals, right: Affine3A| {
                        let found = globals.model_from_joint(joint);
                        assert!(found.abs_diff_eq(right, 1e-5), "{scale} at {odd}: {found} is not {right}");
                        assert!(globals.position(joint).distance(right.translation.into()) < 1e-5);
                    };
                    same(&in_model, product);
                    same(&in_world, root.to_affine() * product);
                    same(&mirrored, Transform { scale: Vec3::NEG_ONE, ..root }.to_affine() * product);
                }
                assert_eq!(in_model.matrices().len(), 6);
                assert!(in_model.matrices().eq(skeleton.ids().map(|joint| in_model.model_from_joint(joint))));
            }
        }
    }
}
