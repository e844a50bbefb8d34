//! Builds the mannequin: shape, mesh, weights, paint, clips, file.
//!
//! Nothing here depends on the clock, the machine or chance; the mesh uses only arithmetic that IEEE 754 defines to the
//! bit.

mod animate;
mod body;
mod field;
mod glb;
mod hand;
mod mesh;
mod paint;
mod remesh;
mod skeleton;
mod surface;
mod weights;

use glam::Vec3;
use serde_json::{Map, Value, json};

use animate::Clip;
use body::Body;
use glb::{ARRAY_BUFFER, Glb};
use mesh::BodyMesh;
use skeleton::Skeleton;
use weights::Influences;

/// The finished character, ready to be written.
pub struct Mannequin {
    skeleton: Skeleton,
    mesh: BodyMesh,
    influences: Vec<Influences>,
    texture_coordinates: Vec<[u16; 2]>,
    clips: Vec<Clip>,
}

pub fn build() -> Mannequin {
    let skeleton = Skeleton::rest();
    let body = Body::new();
    let mesh = BodyMesh::build(&body);
    let influences = weights::weigh(&mesh, &body, &skeleton);
    let texture_coordinates = paint::texture_coordinates(&mesh, &body);
    let clips = animate::clips(&skeleton);
    Mannequin { skeleton, mesh, influences, texture_coordinates, clips }
}

impl Mannequin {
    /// One line on what was made.
    pub fn summary(&self) -> String {
        let top = self.mesh.positions.iter().map(|point| point.y).fold(f32::MIN, f32::max);
        let clips: Vec<String> =
            self.clips.iter().map(|clip| format!("{} {:.2} s", clip.name, clip.duration())).collect();
        format!(
            "{} vertices, {} triangles, {top:.3} m tall; clips: {}",
            self.mesh.positions.len(),
            self.mesh.triangles.len(),
            clips.join(", ")
        )
    }

    /// The character as a glTF 2.0 binary.
    pub fn to_glb(&self) -> Vec<u8> {
        let mut glb = Glb::default();
        let joint_count = self.skeleton.joints.len();
        // Node 0 carries the character and the turn of clips that turn; joints follow, then the mesh.
        let (root, first_joint, mesh_node) = (0, 1, joint_count + 1);
        let mut members = Map::new();
        members.insert("scene".into(), 0.into());
        members.insert("scenes".into(), json!([{"name": "mannequin", "nodes": [root, mesh_node]}]));
        members.insert("nodes".into(), self.nodes(first_joint));
        members.insert("skins".into(), self.skins(&mut glb, root, first_joint));
        members.insert("meshes".into(), self.meshes(&mut glb));
        members.insert("animations".into(), animations(&mut glb, &self.clips, root, first_joint));
        let png = glb.view(&paint::texture_png(), None);
        members.insert("images".into(), json!([{"name": "panels", "bufferView": png, "mimeType": "image/png"}]));
        // Distances past the texture's edge hold its last colour.
        members
            .insert("samplers".into(), json!([{"magFilter": 9729, "minFilter": 9987, "wrapS": 33071, "wrapT": 33071}]));
        members.insert("textures".into(), json!([{"source": 0, "sampler": 0}]));
        members.insert(
            "materials".into(),
            json!([{
                "name": "mannequin",
                "pbrMetallicRoughness": {"baseColorTexture": {"index": 0}, "metallicFactor": 0.0, "roughnessFactor": 0.62},
            }]),
        );
        glb.finish(members)
    }

    fn nodes(&self, first_joint: usize) -> Value {
        let joints = &self.skeleton.joints;
        let children = |parent: Option<usize>| -> Vec<usize> {
            (0..joints.len()).filter(|&joint| joints[joint].parent == parent).map(|joint| joint + first_joint).collect()
        };
        let mut nodes = vec![json!({"name": "root", "children": children(None)})];
        for (index, joint) in joints.iter().enumerate() {
            let parent = joint.parent.map_or(Vec3::ZERO, |parent| joints[parent].position);
            let mut node = json!({"name": joint.role.name(), "translation": (joint.position - parent).to_array()});
            let children = children(Some(index));
            if !children.is_empty() {
                node["children"] = children.into();
            }
            nodes.push(node);
        }
        nodes.push(json!({"name": "mannequin", "mesh": 0, "skin": 0}));
        nodes.into()
    }

    fn skins(&self, glb: &mut Glb, root: usize, first_joint: usize) -> Value {
        let inverse_binds: Vec<f32> = self
            .skeleton
            .joints
            .iter()
            .flat_map(|joint| glam::Mat4::from_translation(-joint.position).to_cols_array())
            .collect();
        let inverse_binds = glb.floats(&inverse_binds, 16, None);
        let joints: Vec<usize> = (0..self.skeleton.joints.len()).map(|joint| joint + first_joint).collect();
        json!([{"name": "mannequin", "skeleton": root, "joints": joints, "inverseBindMatrices": inverse_binds}])
    }

    fn meshes(&self, glb: &mut Glb) -> Value {
        let flat = |points: &[Vec3]| points.iter().flat_map(Vec3::to_array).collect::<Vec<f32>>();
        let joints: Vec<[u8; 4]> = self.influences.iter().map(|influence| influence.joints).collect();
        let weights: Vec<[u8; 4]> = self.influences.iter().map(|influence| influence.weights).collect();
        let indices: Vec<u16> = self.mesh.triangles.as_flattened().iter().map(|&index| index as u16).collect();
        let attributes = json!({
            "POSITION": glb.floats(&flat(&self.mesh.positions), 3, Some(ARRAY_BUFFER)),
            "NORMAL": glb.floats(&flat(&self.mesh.normals), 3, Some(ARRAY_BUFFER)),
            "TEXCOORD_0": glb.unit_pairs(&self.texture_coordinates),
            "JOINTS_0": glb.bytes4(&joints, false),
            "WEIGHTS_0": glb.bytes4(&weights, true),
        });
        let indices = glb.indices(&indices);
        json!([{"name": "mannequin", "primitives": [{"attributes": attributes, "indices": indices, "material": 0}]}])
    }
}

fn animations(glb: &mut Glb, clips: &[Clip], root: usize, first_joint: usize) -> Value {
    clips
        .iter()
        .map(|clip| {
            let times = glb.floats(&clip.times(), 1, None);
            let single = glb.floats(&[0.0], 1, None);
            let (mut samplers, mut channels) = (Vec::new(), Vec::new());
            for track in clip.tracks() {
                let input = if track.is_constant() { single } else { times };
                samplers.push(json!({
                    "input": input, "output": glb.floats(&track.values, track.width, None), "interpolation": "LINEAR",
                }));
                let node = track.joint.map_or(root, |joint| joint + first_joint);
                channels.push(json!({
                    "sampler": samplers.len() - 1, "target": {"node": node, "path": track.path()},
                }));
            }
            json!({"name": clip.name, "samplers": samplers, "channels": channels, "extras": clip.extras.clone()})
        })
        .collect::<Vec<_>>()
        .into()
}
