//! Meshes: triangles, normals, texture coordinates and the joints that move each vertex.

use glam::{Vec2, Vec3};

use super::accessor::Accessors;
use super::attributes::Attributes;
use super::limits::{self, Budget};
use super::material::uv_use;
use super::morph::Morphs;
use super::nodes::NodeTree;
use super::progress::Stage;
use super::schema::{Primitive, TextureTransform};
use super::{JointTraits, Mesh, ReadFault};
use crate::skeleton::{JointId, Skeleton};
use crate::skin::{Binding, Influences, Skin};

const POINTS_AND_LINES: std::ops::RangeInclusive<u32> = 0..=3;
const TRIANGLES: u32 = 4;
const TRIANGLE_STRIP: u32 = 5;
const TRIANGLE_FAN: u32 = 6;

/// Every primitive of every node that carries a mesh, in the skeleton's order. Adds the weights to the joints' traits.
///
/// Points and lines are passed over; compressed primitives that cannot be unpacked are left out with a warning.
///
/// # Errors
/// When data is not where the file says, or there is more than can be read.
pub fn read(
    accessors: Accessors,
    tree: &NodeTree,
    skeleton: &Skeleton,
    skins: &[Skin],
    traits: &mut [JointTraits],
    stage: Stage,
    warnings: &mut Vec<String>,
) -> Result<Vec<Mesh>, ReadFault> {
    let document = accessors.document;
    let carried = |joint: JointId| document.nodes[tree.node_of[joint.index()]].mesh;
    let primitives = |mesh: usize| document.meshes.get(mesh).map_or(&[][..], |mesh| &mesh.primitives);
    let sizes = skeleton.ids().filter_map(carried).flat_map(primitives).map(|one| size_of(accessors, one));
    let (mut done, whole) = (0, sizes.sum());
    let mut reader = Reader { accessors, budget: Budget::new("the mesh", limits::MESH_ELEMENTS), warnings };
    let mut meshes = Vec::new();
    for joint in skeleton.ids() {
        let node = &document.nodes[tree.node_of[joint.index()]];
        let Some(index) = node.mesh else { continue };
        let missing = |what, index, count| {
            let place = format!("node {}", tree.node_of[joint.index()]);
            ReadFault::IndexOutOfRange { place, what, index, count }
        };
        let mesh = document.meshes.get(index).ok_or_else(|| missing("mesh", index, document.meshes.len()))?;
        let skin = match node.skin {
            Some(skin) => Some((skin, skins.get(skin).ok_or_else(|| missing("skin", skin, skins.len()))?)),
            None => None,
        };
        let name = mesh.name.clone().or_else(|| node.name.clone()).unwrap_or_default();
        let weights = node.weights.as_deref().or(mesh.weights.as_deref()).unwrap_or_default();
        for (place, primitive) in mesh.primitives.iter().enumerate() {
            let place = format!("primitive {place} of mesh {index} ({name:?})");
            let size = size_of(accessors, primitive);
            let stage = stage.within(done, done + size, whole);
            stage.step(0, 1)?;
            done += size;
            let source = Source { primitive, weights, name: &name, place: &place, skin, joint, stage };
            match reader.primitive(&source) {
                Ok(mesh) => meshes.extend(mesh),
                Err(ReadFault::Compressed { extension, cause, .. }) => reader.warn_of_compression(extension, &cause),
                Err(fault) => return Err(fault),
            }
        }
    }
    for mesh in &meshes {
        add_influence(mesh, skins, traits);
    }
    Ok(meshes)
}

/// How long a primitive takes to read beside others: its vertices and indices.
fn size_of(accessors: Accessors, primitive: &Primitive) -> usize {
    let both = [primitive.attributes.get("POSITION").copied(), primitive.indices];
    let count = |at: usize| accessors.document.accessors.get(at).map_or(0, |accessor| accessor.count);
    both.into_iter().flatten().map(count).fold(0, |sum: usize, count| sum.saturating_add(count as usize))
}

/// Adds to each joint the weights with which it moves the mesh.
fn add_influence(mesh: &Mesh, skins: &[Skin], traits: &mut [JointTraits]) {
    let Binding::Skinned { skin, influences } = &mesh.binding else { return };
    let joints = &skins[*skin].joints;
    let mut sums = vec![0.0; joints.len()];
    for influence in influences {
        for (slot, weight) in influence.joints.iter().zip(influence.weights) {
            sums[usize::from(*slot)] += weight;
        }
    }
    for (joint, sum) in joints.iter().zip(sums) {
        traits[joint.index()].influence += sum;
    }
}

/// A primitive, and what is around it.
struct Source<'a> {
    primitive: &'a Primitive,
    /// The default weights of its morph targets.
    weights: &'a [f32],
    name: &'a str,
    place: &'a str,
    skin: Option<(usize, &'a Skin)>,
    /// The joint that carries it.
    joint: JointId,
    stage: Stage<'a>,
}

/// Parts of a primitive told on the way: positions, triangles, normals, coordinates and colours, influences.
const PARTS: usize = 5;

struct Reader<'a> {
    accessors: Accessors<'a>,
    budget: Budget,
    warnings: &'a mut Vec<String>,
}

impl Reader<'_> {
    /// Said once for all meshes that cannot be unpacked for one reason.
    fn warn_of_compression(&mut self, extension: &str, cause: &str) {
        let warning = format!(
            "Meshes compressed with {extension} are left out, since they cannot be unpacked ({cause}): export without \
             compression to see and measure them. The skeleton is whole."
        );
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }

    fn primitive(&mut self, source: &Source) -> Result<Option<Mesh>, ReadFault> {
        let Source { primitive, name, place, .. } = *source;
        let mode = primitive.mode.unwrap_or(TRIANGLES);
        if POINTS_AND_LINES.contains(&mode) {
            return Ok(None);
        }
        let Some(attributes) = Attributes::open(self.accessors, primitive, place, &mut self.budget)? else {
            return Ok(None);
        };
        let Some(positions) = attributes.floats::<3>("POSITION")? else { return Ok(None) };
        let mut positions: Vec<Vec3> = cast(positions);
        let morphs = Morphs { accessors: self.accessors, targets: &primitive.targets, weights: source.weights };
        morphs.apply("POSITION", &mut positions, place, &mut self.budget, self.warnings)?;
        let Some(first_finite) = positions.iter().copied().find(|position| position.is_finite()) else {
            if !positions.is_empty() {
                self.warnings.push(format!("All vertices of {place} are not finite; it is left out."));
            }
            return Ok(None);
        };

        source.stage.step(1, PARTS)?;
        let indices = attributes.indices()?;
        let mut indices = triangles(mode, indices, place)?;
        let highest = indices.iter().fold(0, |highest: u32, &index| highest.max(index)) as usize;
        if highest >= positions.len() {
            let (place, count) = (place.to_owned(), positions.len());
            return Err(ReadFault::IndexOutOfRange { place, what: "vertex", index: highest, count });
        }
        if positions.iter().any(|position| !position.is_finite()) {
            self.warnings.push(format!("Some vertices of {place} are not finite; their triangles are left out."));
            indices = indices
                .as_chunks::<3>()
                .0
                .iter()
                .filter(|triangle| triangle.iter().all(|&index| positions[index as usize].is_finite()))
                .flatten()
                .copied()
                .collect();
            for position in positions.iter_mut().filter(|position| !position.is_finite()) {
                *position = first_finite;
            }
        }

        source.stage.step(2, PARTS)?;
        let normals = match self.per_vertex::<3>(&attributes, "NORMAL", place)? {
            Some(normals) => {
                let mut normals = cast(normals);
                morphs.apply("NORMAL", &mut normals, place, &mut self.budget, self.warnings)?;
                normals.into_iter().map(|normal| normal.try_normalize().unwrap_or(Vec3::Y)).collect()
            }
            None => smooth_normals(&positions, &indices),
        };
        source.stage.step(3, PARTS)?;
        // The material after the file's own is the plain one.
        let document = self.accessors.document;
        let material = primitive.material.unwrap_or(usize::MAX).min(document.materials.len());
        let uv_use = document.materials.get(material).map(uv_use).unwrap_or_default();
        let uvs = self.per_vertex::<2>(&attributes, &format!("TEXCOORD_{}", uv_use.set), place)?;
        let uvs = uvs.unwrap_or_default().into_iter().map(|uv| transformed(Vec2::from(uv), uv_use.transform)).collect();
        let colors = self.colors(&attributes, place)?;
        source.stage.step(4, PARTS)?;
        let influences = match source.skin {
            Some((index, skin)) => self.influences(&attributes, skin, place)?.map(|influences| (index, influences)),
            None => None,
        };
        let binding = match influences {
            Some((skin, influences)) => Binding::Skinned { skin, influences },
            None => Binding::Rigid(source.joint),
        };
        Ok(Some(Mesh { name: name.to_owned(), positions, normals, uvs, colors, indices, binding, material }))
    }

    /// An attribute, if there is one and it has an element a vertex.
    fn per_vertex<const N: usize>(
        &mut self,
        attributes: &Attributes,
        name: &str,
        place: &str,
    ) -> Result<Option<Vec<[f32; N]>>, ReadFault> {
        if attributes.count(name)?.is_some_and(|count| count != attributes.vertex_count() as u64) {
            self.warnings.push(format!("{name} of {place} has not one element a vertex; it is left out."));
            return Ok(None);
        }
        attributes.floats::<N>(name)
    }

    /// Colours of the vertices; of three parts or four, as their accessor says.
    fn colors(&mut self, attributes: &Attributes, place: &str) -> Result<Vec<[f32; 4]>, ReadFault> {
        const ATTRIBUTE: &str = "COLOR_0";
        let colors = if attributes.components(ATTRIBUTE)? == Some(3) {
            self.per_vertex::<3>(attributes, ATTRIBUTE, place)?
                .map(|colors| colors.into_iter().map(|[red, green, blue]| [red, green, blue, 1.0]).collect())
        } else {
            self.per_vertex::<4>(attributes, ATTRIBUTE, place)?
        };
        let mut colors: Vec<[f32; 4]> = colors.unwrap_or_default();
        for color in &mut colors {
            *color = color.map(|part| if part.is_finite() { part.clamp(0.0, 1.0) } else { 1.0 });
        }
        Ok(colors)
    }

    /// The four strongest influences of each vertex; none where the primitive has no joints.
    fn influences(
        &mut self,
        attributes: &Attributes,
        skin: &Skin,
        place: &str,
    ) -> Result<Option<Vec<Influences>>, ReadFault> {
        let count = attributes.vertex_count();
        let mut all: Option<Vec<Influences>> = None;
        let mut stray = 0_usize;
        for set in 0.. {
            let names = ["JOINTS", "WEIGHTS"].map(|name| format!("{name}_{set}"));
            for name in &names {
                if attributes.count(name)?.is_some_and(|other| other != count as u64) {
                    let cause = "it has not one set of joints and weights a vertex";
                    return Err(ReadFault::WrongKind { place: place.to_owned(), cause });
                }
            }
            let joints = attributes.integers::<4>(&names[0])?;
            let weights = attributes.floats::<4>(&names[1])?;
            let (Some(joints), Some(weights)) = (joints, weights) else { break };
            let usable = |(joint, weight): (u32, f32), stray: &mut usize| {
                let moves = weight > 0.0 && weight.is_finite();
                let exists = (joint as usize) < skin.joints.len();
                *stray += usize::from(moves && !exists);
                if moves && exists { (joint as u16, weight) } else { (0, 0.0) }
            };
            let pairs = joints.into_iter().zip(weights);
            match &mut all {
                None => {
                    let sorted = pairs.map(|(joints, weights)| {
                        strongest_first(std::array::from_fn(|at| usable((joints[at], weights[at]), &mut stray)))
                    });
                    all = Some(sorted.collect());
                }
                Some(all) => {
                    for (influence, (joints, weights)) in all.iter_mut().zip(pairs) {
                        for pair in joints.into_iter().zip(weights) {
                            let (joint, weight) = usable(pair, &mut stray);
                            keep_if_stronger(influence, joint, weight);
                        }
                    }
                }
            }
        }
        if stray > 0 {
            self.warnings.push(format!(
                "{stray} weights of {place} are for joints that its skin, with {}, does not have; they are left out.",
                skin.joints.len()
            ));
        }
        if skin.joints.is_empty() {
            return Ok(None);
        }
        if let Some(all) = &mut all {
            for influence in all.iter_mut() {
                let sum: f32 = influence.weights.iter().sum();
                if sum > 0.0 && sum.is_finite() {
                    influence.weights = influence.weights.map(|weight| weight / sum);
                } else {
                    influence.weights = [1.0, 0.0, 0.0, 0.0];
                }
            }
        }
        Ok(all)
    }
}

/// Of equal weights the earlier stays before.
fn strongest_first(mut pairs: [(u16, f32); 4]) -> Influences {
    for at in [0, 1, 2, 0, 1, 0] {
        let [one, other] = [pairs[at], pairs[at + 1]];
        let is_sorted = one.1 >= other.1;
        pairs[at] = if is_sorted { one } else { other };
        pairs[at + 1] = if is_sorted { other } else { one };
    }
    Influences { joints: pairs.map(|(joint, _)| joint), weights: pairs.map(|(_, weight)| weight) }
}

/// Keeps `influence` sorted, strongest first; of equal weights the earlier stays.
fn keep_if_stronger(influence: &mut Influences, joint: u16, weight: f32) {
    let Some(place) = influence.weights.iter().position(|&kept| weight > kept) else { return };
    influence.weights[place..].rotate_right(1);
    influence.joints[place..].rotate_right(1);
    influence.weights[place] = weight;
    influence.joints[place] = joint;
}

fn cast<T: From<[f32; 3]>>(vectors: Vec<[f32; 3]>) -> Vec<T> {
    vectors.into_iter().map(T::from).collect()
}

/// A list of triangles from a list, strip or fan; what does not fill a triangle is dropped.
fn triangles(mode: u32, mut indices: Vec<u32>, place: &str) -> Result<Vec<u32>, ReadFault> {
    Ok(match mode {
        TRIANGLES => {
            indices.truncate(indices.len() / 3 * 3);
            indices
        }
        TRIANGLE_STRIP => indices
            .windows(3)
            .enumerate()
            // Every second triangle of a strip runs the other way round.
            .flat_map(
                |(at, three)| if at % 2 == 0 { [three[0], three[1], three[2]] } else { [three[1], three[0], three[2]] },
            )
            .collect(),
        TRIANGLE_FAN => indices.windows(2).skip(1).flat_map(|two| [two[0], two[1], indices[0]]).collect(),
        _ => return Err(ReadFault::WrongKind { place: place.to_owned(), cause: "its mode is unknown" }),
    })
}

/// The mean of the triangles' normals round each vertex, by area; +Y where there is none.
fn smooth_normals(positions: &[Vec3], indices: &[u32]) -> Vec<Vec3> {
    let mut normals = vec![Vec3::ZERO; positions.len()];
    for triangle in indices.as_chunks::<3>().0 {
        let [a, b, c] = triangle.map(|index| positions[index as usize]);
        let normal = (b - a).cross(c - a);
        for &index in triangle {
            normals[index as usize] += normal;
        }
    }
    normals.iter().map(|normal| normal.try_normalize().unwrap_or(Vec3::Y)).collect()
}

fn transformed(uv: Vec2, transform: Option<TextureTransform>) -> Vec2 {
    let Some(transform) = transform else { return uv };
    let scaled = uv * Vec2::from(transform.scale);
    let (sin, cos) = transform.rotation.sin_cos();
    Vec2::new(scaled.x * cos + scaled.y * sin, scaled.y * cos - scaled.x * sin) + Vec2::from(transform.offset)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_and_fans_become_lists_that_all_run_the_same_way() {
        assert_eq!(triangles(TRIANGLE_STRIP, vec![0, 1, 2, 3], "").unwrap(), [0, 1, 2, 2, 1, 3]);
        assert_eq!(triangles(TRIANGLE_FAN, vec![0, 1, 2, 3], "").unwrap(), [1, 2, 0, 2, 3, 0]);
        assert_eq!(triangles(TRIANGLES, vec![0, 1, 2, 3], "").unwrap(), [0, 1, 2]);
        assert!(triangles(TRIANGLE_STRIP, vec![0], "").unwrap().is_empty());
        assert!(triangles(TRIANGLE_FAN, vec![], "").unwrap().is_empty());
    }

    #[test]
    fn influences_are_sorted_by_weight_and_equal_ones_stay() {
        let sorted = strongest_first([(1, 0.1), (2, 0.3), (3, 0.3), (4, 0.6)]);
        assert_eq!((sorted.joints, sorted.weights), ([4, 2, 3, 1], [0.6, 0.3, 0.3, 0.1]));
        let sorted = strongest_first([(1, 0.5), (0, 0.0), (2, 0.5), (0, 0.0)]);
        assert_eq!((sorted.joints, sorted.weights), ([1, 2, 0, 0], [0.5, 0.5, 0.0, 0.0]));
    }

    #[test]
    fn the_four_strongest_influences_are_kept_in_order() {
        let mut influence = Influences::default();
        for (joint, weight) in [(1, 0.1), (2, 0.4), (3, 0.2), (4, 0.05), (5, 0.3), (6, 0.1)] {
            keep_if_stronger(&mut influence, joint, weight);
        }
        assert_eq!(influence.joints, [2, 5, 3, 1]);
        assert_eq!(influence.weights, [0.4, 0.3, 0.2, 0.1]);
    }

    #[test]
    fn missing_normals_point_out_of_the_triangle() {
        let corners = [Vec3::ZERO, Vec3::X, Vec3::Y];
        assert_eq!(smooth_normals(&corners, &[0, 1, 2]), [Vec3::Z; 3]);
    }

    #[test]
    fn a_texture_transform_scales_turns_and_shifts_in_that_order() {
        // A quarter turn takes (1, 0), scaled to (2, 0), to (0, -2): glTF's rotation is counter-clockwise with v down.
        let transform = TextureTransform {
            offset: [0.5, 0.0],
            rotation: std::f32::consts::FRAC_PI_2,
            scale: [2.0, 1.0],
            tex_coord: None,
        };
        assert!(transformed(Vec2::X, Some(transform)).distance(Vec2::new(0.5, -2.0)) < 1e-6);
    }
}
