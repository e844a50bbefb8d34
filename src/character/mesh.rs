//! Meshes: triangles, normals, texture coordinates and the joints that move each vertex.

use glam::{Vec2, Vec3};

use super::accessor::Accessors;
use super::limits::{self, Budget};
use super::material::uv_use;
use super::nodes::NodeTree;
use super::schema::{Primitive, TextureTransform};
use super::{JointTraits, Mesh, ReadFault};
use crate::skeleton::Skeleton;
use crate::skin::{Binding, Influences, Skin};

const POINTS_AND_LINES: std::ops::RangeInclusive<u32> = 0..=3;
const TRIANGLES: u32 = 4;
const TRIANGLE_STRIP: u32 = 5;
const TRIANGLE_FAN: u32 = 6;

/// Every primitive of every node that carries a mesh, in the skeleton's order. Adds the weights to the joints' traits.
///
/// Points and lines are passed over; compressed primitives are left out with a warning.
///
/// # Errors
/// When data is not where the file says, or there is more than can be read.
pub fn read(
    accessors: Accessors,
    tree: &NodeTree,
    skeleton: &Skeleton,
    skins: &[Skin],
    traits: &mut [JointTraits],
    warnings: &mut Vec<String>,
) -> Result<Vec<Mesh>, ReadFault> {
    let document = accessors.document;
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
        for (place, primitive) in mesh.primitives.iter().enumerate() {
            let place = format!("primitive {place} of mesh {index} ({name:?})");
            let binding = |reader: &mut Reader, vertices| {
                let influences = match skin {
                    Some((_, skin)) => reader.influences(primitive, skin, vertices, &place)?,
                    None => None,
                };
                Ok(match (skin, influences) {
                    (Some((index, skin)), Some(influences)) => {
                        for influence in &influences {
                            for (slot, weight) in influence.joints.iter().zip(influence.weights) {
                                traits[skin.joints[usize::from(*slot)].index()].influence += weight;
                            }
                        }
                        Binding::Skinned { skin: index, influences }
                    }
                    _ => Binding::Rigid(joint),
                })
            };
            match reader.primitive(primitive, &name, &place, binding) {
                Ok(mesh) => meshes.extend(mesh),
                Err(ReadFault::Compressed { extension, .. }) => reader.warn_of_compression(extension),
                Err(fault) => return Err(fault),
            }
        }
    }
    Ok(meshes)
}

struct Reader<'a> {
    accessors: Accessors<'a>,
    budget: Budget,
    warnings: &'a mut Vec<String>,
}

impl Reader<'_> {
    fn warn_of_compression(&mut self, extension: &str) {
        let warning = format!(
            "Meshes compressed with {extension} are left out: export without compression to see and measure them. \
             The skeleton is whole."
        );
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }

    fn primitive(
        &mut self,
        primitive: &Primitive,
        name: &str,
        place: &str,
        binding: impl FnOnce(&mut Self, usize) -> Result<Binding, ReadFault>,
    ) -> Result<Option<Mesh>, ReadFault> {
        let mode = primitive.mode.unwrap_or(TRIANGLES);
        if POINTS_AND_LINES.contains(&mode) {
            return Ok(None);
        }
        let Some(&at) = primitive.attributes.get("POSITION") else { return Ok(None) };
        let accessor = self.accessors.get(at, place)?;
        if primitive.extensions.draco.is_some() && accessor.buffer_view.is_none() {
            return Err(ReadFault::Compressed { place: place.to_owned(), extension: "KHR_draco_mesh_compression" });
        }
        self.budget.take(accessor.count)?;
        let mut positions: Vec<Vec3> = cast(self.accessors.floats::<3>(at, place)?);
        let Some(first_finite) = positions.iter().copied().find(|position| position.is_finite()) else {
            if !positions.is_empty() {
                self.warnings.push(format!("All vertices of {place} are not finite; it is left out."));
            }
            return Ok(None);
        };

        let indices = match primitive.indices {
            Some(indices) => {
                self.budget.take(self.accessors.get(indices, place)?.count)?;
                self.accessors.integers::<1>(indices, place)?.into_iter().map(|[index]| index).collect()
            }
            None => (0..positions.len() as u32).collect(),
        };
        let mut indices = triangles(mode, indices, place)?;
        if let Some(&index) = indices.iter().find(|&&index| index as usize >= positions.len()) {
            let (place, count) = (place.to_owned(), positions.len());
            return Err(ReadFault::IndexOutOfRange { place, what: "vertex", index: index as usize, count });
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

        let count = positions.len();
        let normals = self.per_vertex::<3>(primitive, "NORMAL", count, place)?;
        let normals = match normals {
            Some(normals) => {
                cast::<Vec3>(normals).into_iter().map(|normal| normal.try_normalize().unwrap_or(Vec3::Y)).collect()
            }
            None => smooth_normals(&positions, &indices),
        };
        // The material after the file's own is the plain one.
        let document = self.accessors.document;
        let material = primitive.material.unwrap_or(usize::MAX).min(document.materials.len());
        let uv_use = document.materials.get(material).map(uv_use).unwrap_or_default();
        let uvs = self.per_vertex::<2>(primitive, &format!("TEXCOORD_{}", uv_use.set), count, place)?;
        let uvs = uvs.unwrap_or_default().into_iter().map(|uv| transformed(Vec2::from(uv), uv_use.transform)).collect();
        let colors = self.colors(primitive, count, place)?;
        let binding = binding(self, count)?;
        Ok(Some(Mesh { name: name.to_owned(), positions, normals, uvs, colors, indices, binding, material }))
    }

    /// An attribute, if there is one and it has an element a vertex.
    fn per_vertex<const N: usize>(
        &mut self,
        primitive: &Primitive,
        attribute: &str,
        count: usize,
        place: &str,
    ) -> Result<Option<Vec<[f32; N]>>, ReadFault> {
        let Some(&at) = primitive.attributes.get(attribute) else { return Ok(None) };
        if self.accessors.get(at, place)?.count != count as u64 {
            self.warnings.push(format!("{attribute} of {place} has not one element a vertex; it is left out."));
            return Ok(None);
        }
        self.accessors.floats::<N>(at, place).map(Some)
    }

    /// Colours of the vertices; of three parts or four, as their accessor says.
    fn colors(&mut self, primitive: &Primitive, count: usize, place: &str) -> Result<Vec<[f32; 4]>, ReadFault> {
        const ATTRIBUTE: &str = "COLOR_0";
        let Some(&at) = primitive.attributes.get(ATTRIBUTE) else { return Ok(Vec::new()) };
        let colors = match self.accessors.get(at, place)?.shape.as_str() {
            "VEC3" => self
                .per_vertex::<3>(primitive, ATTRIBUTE, count, place)?
                .map(|colors| colors.into_iter().map(|[red, green, blue]| [red, green, blue, 1.0]).collect()),
            _ => self.per_vertex::<4>(primitive, ATTRIBUTE, count, place)?,
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
        primitive: &Primitive,
        skin: &Skin,
        count: usize,
        place: &str,
    ) -> Result<Option<Vec<Influences>>, ReadFault> {
        let mut all: Option<Vec<Influences>> = None;
        let mut stray = 0_usize;
        for set in 0.. {
            let joints = primitive.attributes.get(&format!("JOINTS_{set}"));
            let weights = primitive.attributes.get(&format!("WEIGHTS_{set}"));
            let (Some(&joints), Some(&weights)) = (joints, weights) else { break };
            let wrong = |cause| ReadFault::WrongKind { place: place.to_owned(), cause };
            let joints = self.accessors.integers::<4>(joints, place)?;
            let weights = self.accessors.floats::<4>(weights, place)?;
            if joints.len() != count || weights.len() != count {
                return Err(wrong("it has not one set of joints and weights a vertex"));
            }
            let all = all.get_or_insert_with(|| vec![Influences::default(); count]);
            for (influence, (joints, weights)) in all.iter_mut().zip(joints.iter().zip(&weights)) {
                for (&joint, &weight) in joints.iter().zip(weights) {
                    if !(weight > 0.0 && weight.is_finite()) {
                        continue;
                    }
                    if joint as usize >= skin.joints.len() {
                        stray += 1;
                        continue;
                    }
                    keep_if_stronger(influence, joint as u16, weight);
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
