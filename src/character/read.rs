//! Puts a character together from the parts of its file.

use std::ops::ControlFlow;
use std::path::Path;

use super::accessor::Accessors;
use super::progress::{Progress, ReadStep, Watch};
use super::source::{Buffers, Resolver, folder_resolver, read_file};
use super::texture::Textures;
use super::{Character, ReadError, ReadFault, animation, bind, container, limits, material, mesh, nodes, vrm};
use crate::skeleton::{JointId, Skeleton, SkeletonError};

/// How far reading is after each part, by how long they take in files with large images.
const AFTER_FILE: f32 = 0.2;
const AFTER_BUFFERS: f32 = 0.3;
const AFTER_MESHES: f32 = 0.5;
const AFTER_IMAGES: f32 = 0.9;

impl Character {
    /// Reads a .glb, .gltf or .vrm file, with the buffers and images that lie beside it.
    ///
    /// # Errors
    /// When the file cannot be read or is damaged beyond what can be shown; what could be mended or left out is in
    /// [`Character::warnings`].
    pub fn read(path: impl AsRef<Path>) -> Result<Self, ReadError> {
        Self::read_watched(path, &|_, _| ControlFlow::Continue(()))
    }

    /// As [`Character::read`], telling `watch` how far it is: a break from it ends the reading soon, inside a large mesh or
    /// image too.
    ///
    /// # Errors
    /// As for [`Character::read`], and [`ReadFault::Cancelled`] when `watch` broke off.
    pub fn read_watched(path: impl AsRef<Path>, watch: &Watch) -> Result<Self, ReadError> {
        let path = path.as_ref();
        let progress = Progress::new(watch);
        let read = || {
            let bytes = read_file(path, progress.stage(ReadStep::File, 0.0, AFTER_FILE))?;
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            // Asked by buffers and images alike, so it looks and does not count.
            let stage = progress.stage(ReadStep::File, AFTER_FILE, AFTER_FILE);
            let resolve = folder_resolver(path.parent().unwrap_or(Path::new("")), stage);
            read(&name, &bytes, &resolve, &progress)
        };
        let result = read();
        // What reads a part may have taken a stop for a fault of that part, or have gone on without it.
        let result = if progress.is_stopped() { Err(ReadFault::Cancelled) } else { result };
        result.map_err(|fault| ReadError { file: path.display().to_string(), fault })
    }

    /// Reads a file that is in memory already; `resolve` fetches what lies beside it, by relative path.
    ///
    /// # Errors
    /// As for [`Character::read`].
    pub fn from_bytes(name: &str, bytes: &[u8], resolve: &Resolver) -> Result<Self, ReadError> {
        let progress = Progress::new(&|_, _| ControlFlow::Continue(()));
        read(name, bytes, resolve, &progress).map_err(|fault| ReadError { file: name.to_owned(), fault })
    }

    /// The file's index of the node that `joint` was read from.
    pub fn node_of(&self, joint: JointId) -> usize {
        self.traits[joint.index()].node
    }

    /// The joint of the file's node `node`; none outside the scene.
    pub fn joint_of_node(&self, node: usize) -> Option<JointId> {
        self.skeleton.ids().find(|&joint| self.node_of(joint) == node)
    }
}

fn read(name: &str, bytes: &[u8], resolve: &Resolver, progress: &Progress) -> Result<Character, ReadFault> {
    limits::within("the file", bytes.len() as u64, limits::FILE_BYTES)?;
    let mut warnings = Vec::new();
    if bytes.is_empty() {
        return Err(ReadFault::Empty);
    }
    let container::Container { document, binary } = container::open(bytes, &mut warnings)?;
    let tree = nodes::order(&document, &mut warnings)?;
    let buffers = Buffers::load(&document, binary, resolve, progress.stage(ReadStep::File, AFTER_FILE, AFTER_BUFFERS))?;
    let accessors = Accessors { document: &document, buffers: &buffers, progress };

    let skeleton = skeleton_of(tree.joints.clone())?;
    let mut traits = nodes::traits(&document, &tree);
    let bind::Bound { skeleton, node_rest, skins } = bind::bind(accessors, &tree, skeleton, &mut warnings)?;
    let stage = progress.stage(ReadStep::Meshes, AFTER_BUFFERS, AFTER_MESHES);
    let meshes = mesh::read(accessors, &tree, &skeleton, &skins, &mut traits, stage, &mut warnings)?;
    let textures = Textures { document: &document, buffers: &buffers, resolve, bytes_left: limits::IMAGE_BYTES };
    let stage = progress.stage(ReadStep::Images, AFTER_MESHES, AFTER_IMAGES);
    let surfaces = material::read(&document, textures, &meshes, stage, &mut warnings)?;
    let stage = progress.stage(ReadStep::Clips, AFTER_IMAGES, 1.0);
    let clips = animation::clips(accessors, &tree, &skeleton, stage, &mut warnings)?;
    stage.step(1, 1)?;
    let vrm = vrm::humanoid(&document.extensions, &tree, &skeleton);
    Ok(Character {
        name: name.to_owned(),
        skeleton,
        traits,
        node_rest,
        skins,
        meshes,
        materials: surfaces.materials,
        images: surfaces.images,
        clips,
        vrm,
        warnings,
    })
}

fn skeleton_of(joints: Vec<crate::skeleton::Joint>) -> Result<Skeleton, ReadFault> {
    let skeleton = Skeleton::new(joints).map_err(|error| match error {
        SkeletonError::TooManyJoints(count) => {
            ReadFault::TooLarge { what: "the node tree", size: count as u64, limit: Skeleton::MAX_JOINTS as u64 }
        }
        SkeletonError::ParentAfterChild { joint, name, .. } | SkeletonError::NotFinite { joint, name } => {
            ReadFault::NotFinite { joint: format!("joint {joint} ({name:?})") }
        }
    })?;
    match skeleton.ids().find(|&joint| !skeleton.rest_globals().model_from_joint(joint).is_finite()) {
        Some(joint) => Err(ReadFault::NotFinite { joint: format!("{:?}", skeleton.path(joint)) }),
        None => Ok(skeleton),
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use glam::Vec3;

    use super::*;
    use crate::skin::Binding;

    fn no_files(_: &str) -> std::io::Result<Vec<u8>> {
        Err(std::io::ErrorKind::NotFound.into())
    }

    fn open(json: &str) -> Result<Character, ReadError> {
        Character::from_bytes("test.gltf", json.as_bytes(), &no_files)
    }

    fn names(character: &Character) -> Vec<&str> {
        character.skeleton.ids().map(|joint| character.skeleton.name(joint)).collect()
    }

    #[test]
    fn parents_come_first_whatever_the_files_order() {
        let character = open(
            r#"{"asset": {"version": "2.0"}, "scenes": [{"nodes": [2]}], "nodes": [
                {"name": "hand", "translation": [0, 1, 0]},
                {"name": "arm", "children": [0], "translation": [0, 2, 0]},
                {"name": "root", "children": [3, 1], "scale": [2, 2, 2]},
                {"name": "leg"}, {"name": "elsewhere"}]}"#,
        )
        .unwrap();
        assert_eq!(names(&character), ["root", "leg", "arm", "hand"]);
        let hand = character.joint_of_node(0).unwrap();
        assert_eq!(character.skeleton.rest_globals().position(hand), Vec3::Y * 6.0);
        assert_eq!((character.node_of(hand), character.joint_of_node(4)), (0, None));
    }

    #[test]
    fn a_node_with_a_matrix_has_its_parts() {
        // A quarter turn about X (y to z), a scale of 2 and a shift, column by column.
        let character =
            open(r#"{"asset": {"version": "2.0"}, "nodes": [{"matrix": [2,0,0,0, 0,0,2,0, 0,-2,0,0, 1,2,3,1]}]}"#)
                .unwrap();
        let rest = character.skeleton.rest().local()[0];
        assert_eq!((rest.translation, rest.scale), (Vec3::new(1.0, 2.0, 3.0), Vec3::splat(2.0)));
        assert!((rest.rotation * Vec3::Y).distance(Vec3::Z) < 1e-6);
    }

    #[test]
    fn forests_that_are_none_are_refused() {
        let fault = |json: &str| open(json).unwrap_err().fault;
        let twice = r#"{"asset": {"version": "2.0"}, "nodes": [{"children": [2]}, {"children": [2]}, {}]}"#;
        assert!(matches!(fault(twice), ReadFault::TwoParents { node: 2, first: 0, second: 1 }));
        let own = r#"{"asset": {"version": "2.0"}, "nodes": [{"children": [0]}]}"#;
        assert!(matches!(fault(own), ReadFault::NodeCycle(0)));
        let beyond = r#"{"asset": {"version": "2.0"}, "nodes": [{"children": [7]}]}"#;
        assert!(matches!(fault(beyond), ReadFault::IndexOutOfRange { index: 7, count: 1, .. }));
        let huge = r#"{"asset": {"version": "2.0"}, "nodes": [{"scale": [1e30, 1, 1], "children": [1]}, {"scale": [1e30, 1, 1]}]}"#;
        assert!(matches!(fault(huge), ReadFault::NotFinite { .. }));
    }

    #[test]
    fn what_is_no_gltf_is_told_by_kind() {
        let fault = |bytes: &[u8]| Character::from_bytes("test.glb", bytes, &no_files).unwrap_err().fault;
        assert!(matches!(fault(b""), ReadFault::Empty));
        assert!(matches!(fault(b"glTF\x02\0\0\0"), ReadFault::Truncated { .. }));
        assert!(matches!(fault(b"Kaydara FBX Binary  "), ReadFault::OtherFormat("an FBX file")));
        assert!(matches!(fault(br#"{"some": "json"}"#), ReadFault::OtherFormat(_)));
        assert!(matches!(fault(br#"{"asset": {"version": "2.0"}, "nodes": 3}"#), ReadFault::Json(_)));
        assert!(matches!(fault(br#"{"asset": {"version": "2.0"}}"#), ReadFault::NoNodes));
    }

    #[test]
    fn buffers_come_from_beside_the_model_and_nowhere_else() {
        let json = |uri: &str| {
            format!(
                r#"{{"asset": {{"version": "2.0"}}, "nodes": [{{}}], "buffers": [{{"byteLength": 3, "uri": "{uri}"}}]}}"#
            )
        };
        let asked = std::cell::RefCell::new(Vec::new());
        let resolve = |path: &str| {
            asked.borrow_mut().push(path.to_owned());
            Ok(vec![1, 2, 3])
        };
        for uri in ["my%20rig.bin", "parts/a.bin", "./a.bin"] {
            Character::from_bytes("test.gltf", json(uri).as_bytes(), &resolve).unwrap();
        }
        assert_eq!(asked.take(), ["my rig.bin", "parts/a.bin", "./a.bin"]);
        for uri in ["../a.bin", "%2e%2e/a.bin", "/etc/a.bin", "https://host/a.bin", "C:%5Ca.bin", "a/../../b.bin"] {
            let error = Character::from_bytes("test.gltf", json(uri).as_bytes(), &resolve).unwrap_err();
            assert!(matches!(error.fault, ReadFault::MissingBuffer { .. }), "{error}");
        }
        assert!(asked.take().is_empty());
    }

    /// A triangle with two joints, its buffer laid out by hand.
    fn skinned_triangle(joints: [u8; 12], weights: [f32; 12]) -> String {
        let mut bytes: Vec<u8> = Vec::new();
        bytes.extend([0.0_f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0].iter().flat_map(|part| part.to_le_bytes()));
        bytes.extend(joints);
        bytes.extend(weights.iter().flat_map(|part| part.to_le_bytes()));
        let data = base64::engine::general_purpose::STANDARD.encode(&bytes);
        format!(
            r#"{{"asset": {{"version": "2.0"}},
            "nodes": [{{"mesh": 0, "skin": 0}}, {{"name": "a", "children": [2]}}, {{"name": "b", "translation": [0, 1, 0]}}],
            "skins": [{{"joints": [1, 2]}}],
            "meshes": [{{"primitives": [{{"attributes": {{"POSITION": 0, "JOINTS_0": 1, "WEIGHTS_0": 2}}}}]}}],
            "buffers": [{{"byteLength": 96, "uri": "data:application/octet-stream;base64,{data}"}}],
            "bufferViews": [{{"buffer": 0, "byteLength": 36}}, {{"buffer": 0, "byteOffset": 36, "byteLength": 12}},
                {{"buffer": 0, "byteOffset": 48, "byteLength": 48}}],
            "accessors": [{{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}},
                {{"bufferView": 1, "componentType": 5121, "count": 3, "type": "VEC4"}},
                {{"bufferView": 2, "componentType": 5126, "count": 3, "type": "VEC4"}}]}}"#
        )
    }

    #[test]
    fn weights_are_made_to_sum_to_one_and_strays_are_dropped() {
        let joints = [0, 1, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0];
        let weights = [1.0, 3.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5, 0.5, f32::NAN, -1.0];
        let character = open(&skinned_triangle(joints, weights)).unwrap();
        let Binding::Skinned { skin: 0, influences } = &character.meshes[0].binding else { panic!() };
        assert_eq!((influences[0].joints, influences[0].weights), ([1, 0, 0, 0], [0.75, 0.25, 0.0, 0.0]));
        assert_eq!(influences[1].weights, [1.0, 0.0, 0.0, 0.0]);
        assert_eq!((influences[2].joints[0], influences[2].weights), (0, [1.0, 0.0, 0.0, 0.0]));
        assert_eq!(character.meshes[0].normals, [Vec3::Z; 3]);
        let [a, b] = ["a", "b"].map(|name| character.skeleton.find(name).unwrap());
        let influence = |joint: JointId| character.traits[joint.index()].influence;
        assert_eq!((influence(a), influence(b)), (2.25, 0.75));
        assert!(
            character.traits[a.index()].in_skin
                && character.warnings.iter().any(|warning| warning.contains("1 weights"))
        );
        // All matrices are the identity: they say nothing of a pose, so the nodes stay.
        assert_eq!(character.node_rest, None);
    }

    #[test]
    fn vertex_colours_and_emission_are_read_as_linear_numbers() {
        // Two vertices' worth of bytes and floats: red and half green with alpha; then blue without.
        let mut bytes: Vec<u8> = [0.0_f32; 9].iter().flat_map(|part| part.to_le_bytes()).collect();
        bytes.extend([255, 0, 0, 255, 0, 51, 0, 102, 0, 0, 255, 255]);
        let data = base64::engine::general_purpose::STANDARD.encode(&bytes);
        let json = format!(
            r#"{{"asset": {{"version": "2.0"}}, "nodes": [{{"mesh": 0}}],
            "meshes": [{{"primitives": [{{"attributes": {{"POSITION": 0, "COLOR_0": 1}}, "material": 0}}]}}],
            "materials": [{{"emissiveFactor": [0.1, 0, 0.4],
                "extensions": {{"KHR_materials_emissive_strength": {{"emissiveStrength": 5}}}}}}],
            "buffers": [{{"byteLength": 48, "uri": "data:application/octet-stream;base64,{data}"}}],
            "bufferViews": [{{"buffer": 0, "byteLength": 36}}, {{"buffer": 0, "byteOffset": 36, "byteLength": 12}}],
            "accessors": [{{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}},
                {{"bufferView": 1, "componentType": 5121, "normalized": true, "count": 3, "type": "VEC4"}}]}}"#
        );
        let character = open(&json).unwrap();
        let expected = [[1.0, 0.0, 0.0, 1.0], [0.0, 0.2, 0.0, 0.4], [0.0, 0.0, 1.0, 1.0]];
        for (color, expected) in character.meshes[0].colors.iter().zip(expected) {
            assert!(color.iter().zip(expected).all(|(part, expected)| (part - expected).abs() < 1e-6), "{color:?}");
        }
        assert_eq!(character.meshes[0].colors.len(), 3);
        assert_eq!(character.materials[0].emissive, [0.5, 0.0, 1.0]);
    }

    #[test]
    fn accessors_that_reach_beyond_their_data_are_refused() {
        let whole = skinned_triangle([0; 12], [0.25; 12]);
        for (from, to) in [
            (r#""count": 3, "type": "VEC3""#, r#""count": 4000000000, "type": "VEC3""#),
            (r#""byteOffset": 48, "byteLength": 48"#, r#""byteOffset": 48, "byteLength": 49"#),
            (r#""byteOffset": 36"#, r#""byteOffset": 18446744073709551615"#),
            (r#""byteLength": 96"#, r#""byteLength": 97"#),
        ] {
            let broken = whole.replace(from, to);
            assert_ne!(broken, whole);
            assert!(open(&broken).is_err(), "{to}");
        }
        // Without a view the positions are zeros, which is legal; too many of them are not.
        let zeros = whole.replace(r#"{"bufferView": 0, "#, "{");
        assert_eq!(open(&zeros).unwrap().meshes[0].positions, [Vec3::ZERO; 3]);
        let many = zeros.replace(r#""count": 3, "type": "VEC3""#, r#""count": 4000000000, "type": "VEC3""#);
        assert!(matches!(open(&many).unwrap_err().fault, ReadFault::TooLarge { .. }));
    }
}
