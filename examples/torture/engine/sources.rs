//! The sound files that are damaged: one made here that has a little of everything, the bundled character, real ones where
//! there are any, and rigs.

use std::path::Path;

use base64::Engine;
use serde_json::{Value, json};
use surefoot::character::Character;
use surefoot::rig::{Rig, preset};

/// Real files up to this size are used: an input must cost little.
const LARGEST: u64 = 200_000;

/// A model and, taken apart once for all, its JSON and the binary chunk behind it.
pub struct Model {
    pub name: String,
    pub bytes: Vec<u8>,
    pub json: Option<Value>,
    pub binary: Option<Vec<u8>>,
}

pub struct Rigs(pub Vec<String>);

impl Model {
    fn new(name: String, bytes: Vec<u8>) -> Self {
        let chunk = |at: usize| {
            let length = u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?) as usize;
            bytes.get(at + 8..(at + 8).checked_add(length)?)
        };
        let (json, binary) = match bytes.starts_with(b"glTF") {
            true => (chunk(12), chunk(12).and_then(|json| chunk(20 + json.len()))),
            false => (Some(&bytes[..]), None),
        };
        let json =
            json.and_then(|json| serde_json::from_slice(json.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(json)).ok());
        Self { json, binary: binary.map(<[u8]>::to_vec), name, bytes }
    }
}

/// What lies beside a model: some bytes for every buffer, and no picture.
pub fn beside(name: &str) -> std::io::Result<Vec<u8>> {
    match name.ends_with(".bin") {
        true => Ok(vec![0x3E; 130_000]),
        false => Err(std::io::ErrorKind::NotFound.into()),
    }
}

/// Those that open, smallest first. The order decides which file an input is made of, so it depends on nothing but the files.
pub fn models(corpus: Option<&Path>) -> Vec<Model> {
    let made = made();
    let mut models = vec![
        Model::new("made".into(), serde_json::to_vec(&made).expect("it is plain JSON")),
        Model::new("made.glb".into(), glb(&packed(made).0, Some(&packed(self::made()).1))),
    ];
    for folder in corpus.into_iter().flat_map(|corpus| [corpus.to_owned(), corpus.join("broken")]) {
        let Ok(entries) = std::fs::read_dir(folder) else { continue };
        let is_model = |path: &Path| {
            path.extension().is_some_and(|extension| ["glb", "gltf", "vrm"].iter().any(|known| extension == *known))
        };
        for path in entries.flatten().map(|entry| entry.path()).filter(|path| is_model(path)) {
            if path.metadata().is_ok_and(|file| file.len() <= LARGEST)
                && let Ok(bytes) = std::fs::read(&path)
                && Character::from_bytes("", &bytes, &beside).is_ok()
            {
                models.push(Model::new(path.file_name().unwrap_or_default().to_string_lossy().into_owned(), bytes));
            }
        }
    }
    models.sort_by(|a, b| (a.bytes.len(), &a.name).cmp(&(b.bytes.len(), &b.name)));
    models
}

/// The bundled character, which is large and so is used seldom.
pub fn bundled() -> Model {
    Model::new("mannequin.glb".into(), include_bytes!("../../../assets/mannequin.glb").to_vec())
}

/// The preset, the oldest rig, and one fitted to a character with everything the editor writes.
pub fn rigs(person: &Character) -> Rigs {
    let plain = preset("biped").unwrap_or_default();
    let mut fitted = plain.clone();
    let map = person.detect().map();
    fitted.bones =
        map.iter().map(|(role, joint)| (role, surefoot::rig::BoneRef::naming(&person.skeleton, joint))).collect();
    person.fit_soles(&mut fitted, &map);
    let texts = [&plain, &fitted].map(Rig::to_ron);
    Rigs(texts.into_iter().chain([include_str!("../../../tests/fixtures/rig_v1.ron").to_owned()]).collect())
}

/// A GLB of these chunks.
pub fn glb(document: &Value, binary: Option<&[u8]>) -> Vec<u8> {
    let mut json = serde_json::to_vec(document).unwrap_or_default();
    json.resize(json.len().next_multiple_of(4), b' ');
    let mut bytes = b"glTF\x02\0\0\0\0\0\0\0".to_vec();
    let mut chunk = |kind: &[u8; 4], data: &[u8]| {
        bytes.extend((data.len() as u32).to_le_bytes());
        bytes.extend(kind);
        bytes.extend(data);
    };
    chunk(b"JSON", &json);
    if let Some(binary) = binary {
        chunk(b"BIN\0", binary);
    }
    let length = bytes.len() as u32;
    bytes[8..12].copy_from_slice(&length.to_le_bytes());
    bytes
}

/// The same with its buffer in the binary chunk.
fn packed(mut document: Value) -> (Value, Vec<u8>) {
    let uri = document["buffers"][0]["uri"].take();
    if let Some(buffer) = document["buffers"][0].as_object_mut() {
        drop(buffer.remove("uri"));
    }
    let text = uri.as_str().and_then(|uri| uri.split_once(',')).map_or("", |(_, data)| data);
    (document, base64::engine::general_purpose::STANDARD.decode(text).unwrap_or_default())
}

/// Collects what accessors point at.
#[derive(Default)]
struct Data {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Data {
    fn view(&mut self, bytes: &[u8]) -> usize {
        self.views.push(json!({"buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len()}));
        self.bytes.extend(bytes);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self.views.len() - 1
    }

    fn add(&mut self, bytes: &[u8], component: u32, shape: &str, count: usize) -> usize {
        let view = self.view(bytes);
        self.accessors.push(json!({"bufferView": view, "componentType": component, "type": shape, "count": count}));
        self.accessors.len() - 1
    }

    fn floats(&mut self, shape: &str, width: usize, floats: &[f32]) -> usize {
        let bytes: Vec<u8> = floats.iter().flat_map(|float| float.to_le_bytes()).collect();
        self.add(&bytes, 5126, shape, floats.len() / width)
    }
}

/// Bones by parent, with where they are from there, metres.
const BONES: [(&str, usize, [f32; 3]); 23] = [
    ("mixamorig:Hips", 0, [0.0, 0.9, 0.0]),
    ("mixamorig:Spine", 1, [0.0, 0.1, 0.0]),
    ("mixamorig:Spine1", 2, [0.0, 0.15, 0.0]),
    ("mixamorig:Spine2", 3, [0.0, 0.15, 0.0]),
    ("mixamorig:Neck", 4, [0.0, 0.12, 0.0]),
    ("mixamorig:Head", 5, [0.0, 0.1, 0.02]),
    ("mixamorig:LeftShoulder", 4, [0.05, 0.08, 0.0]),
    ("mixamorig:LeftArm", 7, [0.12, 0.0, 0.0]),
    ("mixamorig:LeftForeArm", 8, [0.26, 0.0, -0.01]),
    ("mixamorig:LeftHand", 9, [0.25, 0.0, 0.01]),
    ("mixamorig:RightShoulder", 4, [-0.05, 0.08, 0.0]),
    ("mixamorig:RightArm", 11, [-0.12, 0.0, 0.0]),
    ("mixamorig:RightForeArm", 12, [-0.26, 0.0, -0.01]),
    ("mixamorig:RightHand", 13, [-0.25, 0.0, 0.01]),
    ("mixamorig:LeftUpLeg", 1, [0.09, -0.05, 0.0]),
    ("mixamorig:LeftLeg", 15, [0.0, -0.4, 0.01]),
    ("mixamorig:LeftFoot", 16, [0.0, -0.38, -0.02]),
    ("mixamorig:LeftToeBase", 17, [0.0, -0.06, 0.13]),
    ("mixamorig:RightUpLeg", 1, [-0.09, -0.05, 0.0]),
    ("mixamorig:RightLeg", 19, [0.0, -0.4, 0.01]),
    ("mixamorig:RightFoot", 20, [0.0, -0.38, -0.02]),
    ("mixamorig:RightToeBase", 21, [0.0, -0.06, 0.13]),
    ("mixamorig:LeftHandIndex1", 10, [0.09, 0.0, 0.02]),
];

/// A person of 23 bones with a skin, a mesh, a texture, colours, a sparse accessor, one clip of every kind of interpolation, and
/// VRM's extension: all that the reader reads, in a few kilobytes.
fn made() -> Value {
    let mut nodes = vec![json!({"name": "Armature", "scale": [1, 1, 1], "children": []})];
    let mut at = vec![[0.0_f32; 3]];
    for (name, parent, from_parent) in BONES {
        let place: [f32; 3] = std::array::from_fn(|axis| at[parent][axis] + from_parent[axis]);
        at.push(place);
        let index = nodes.len();
        nodes.push(json!({"name": name, "translation": from_parent, "children": []}));
        if let Some(children) = nodes[parent]["children"].as_array_mut() {
            children.push(json!(index));
        }
    }
    let mesh_node = nodes.len();
    nodes.push(json!({"name": "Body", "mesh": 0, "skin": 0}));
    nodes.push(json!({"name": "Prop", "mesh": 0, "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 2, 0, 0, 1]}));

    let mut data = Data::default();
    let bones = BONES.len();
    let corners = [[-0.05_f32, 0.0, -0.05], [0.05, 0.0, -0.05], [0.0, 0.02, 0.1]];
    let vertices: Vec<[f32; 3]> = at[1..]
        .iter()
        .flat_map(|bone| corners.map(|corner| std::array::from_fn(|axis| bone[axis] + corner[axis])))
        .collect();
    let positions = data.floats("VEC3", 3, vertices.as_flattened());
    let joints: Vec<u8> = (0..vertices.len()).flat_map(|vertex| [(vertex / 3) as u8, 0, 0, 0]).collect();
    let joints = data.add(&joints, 5121, "VEC4", vertices.len());
    let weights: Vec<f32> = (0..vertices.len()).flat_map(|_| [0.75, 0.25, 0.0, 0.0]).collect();
    let weights = data.floats("VEC4", 4, &weights);
    let uvs = data.floats("VEC2", 2, &vec![0.5; vertices.len() * 2]);
    let colors = data.add(&vec![200; vertices.len() * 4], 5121, "VEC4", vertices.len());
    data.accessors[colors]["normalized"] = json!(true);
    let indices: Vec<u8> = (0..vertices.len() as u16).flat_map(u16::to_le_bytes).collect();
    let indices = data.add(&indices, 5123, "SCALAR", vertices.len());
    let inverses: Vec<f32> = at[1..]
        .iter()
        .flat_map(|[x, y, z]| [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, -x, -y, -z, 1.0])
        .collect();
    let inverses = data.floats("MAT4", 16, &inverses);
    let (places, values) = (data.view(&[0, 0, 1, 0]), data.view(&[0; 24]));
    data.accessors.push(json!({"componentType": 5126, "type": "VEC3", "count": vertices.len(), "sparse": {
        "count": 2, "indices": {"bufferView": places, "componentType": 5123}, "values": {"bufferView": values}}}));
    let normals = data.accessors.len() - 1;

    let times = data.floats("SCALAR", 1, &[0.0, 0.5, 1.0]);
    let moves = data.floats("VEC3", 3, &[0.0, 0.9, 0.0, 0.0, 0.85, 0.3, 0.0, 0.9, 0.6]);
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let turns = data.floats("VEC4", 4, &[0.0, 0.0, 0.0, 1.0, half, 0.0, 0.0, half, 0.0, 0.0, 0.0, 1.0]);
    let key = [0.0, 0.0, 0.1, 0.0, 0.0, 0.0, 0.1, 1.0, 0.0, 0.0, 0.0, 0.0];
    let curve = data.floats("VEC4", 4, &key.repeat(3));
    // One pixel.
    let picture = data.view(&[
        0x89, b'P', b'N', b'G', 13, 10, 26, 10, 0, 0, 0, 13, b'I', b'H', b'D', b'R', 0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0,
        0, 0, 0x1F, 0x15, 0xC4, 0x89, 0, 0, 0, 13, b'I', b'D', b'A', b'T', 0x78, 0x9C, 0x63, 0xF8, 0xCF, 0xC0, 0xF0,
        0x1F, 0, 5, 0, 1, 0xFF, 0x56, 0xC7, 0x2F, 0x0D, 0, 0, 0, 0, b'I', b'E', b'N', b'D', 0xAE, 0x42, 0x60, 0x82,
    ]);
    let text = base64::engine::general_purpose::STANDARD.encode(&data.bytes);
    let human: Value = [("hips", 1), ("spine", 2), ("head", 6), ("leftUpperLeg", 15), ("leftFoot", 17)]
        .into_iter()
        .map(|(role, node)| (role.to_owned(), json!({"node": node})))
        .collect::<serde_json::Map<String, Value>>()
        .into();
    json!({
        "asset": {"version": "2.0", "generator": "torture"},
        "extensionsUsed": ["VRMC_vrm"],
        "extensions": {"VRMC_vrm": {"specVersion": "1.0", "humanoid": {"humanBones": human}}},
        "scene": 0,
        "scenes": [{"nodes": [0, mesh_node, mesh_node + 1]}],
        "nodes": nodes,
        "skins": [{"joints": (1..=bones).collect::<Vec<_>>(), "inverseBindMatrices": inverses, "skeleton": 1}],
        "meshes": [{"name": "Body", "primitives": [{"material": 0, "indices": indices, "mode": 4, "attributes": {
            "POSITION": positions, "NORMAL": normals, "TEXCOORD_0": uvs, "COLOR_0": colors,
            "JOINTS_0": joints, "WEIGHTS_0": weights}}]}],
        "materials": [{"name": "Skin", "alphaMode": "MASK", "alphaCutoff": 0.4, "doubleSided": true,
            "pbrMetallicRoughness": {"baseColorFactor": [0.8, 0.6, 0.5, 1.0], "baseColorTexture": {"index": 0,
                "extensions": {"KHR_texture_transform": {"offset": [0.1, 0.0], "rotation": 0.3, "scale": [2, 2]}}}}}],
        "textures": [{"source": 0, "sampler": 0}],
        "samplers": [{"wrapS": 33071, "wrapT": 33648}],
        "images": [{"bufferView": picture, "mimeType": "image/png"}],
        "animations": [{"name": "walk", "samplers": [
                {"input": times, "output": moves, "interpolation": "LINEAR"},
                {"input": times, "output": turns, "interpolation": "STEP"},
                {"input": times, "output": curve, "interpolation": "CUBICSPLINE"}],
            "channels": [
                {"sampler": 0, "target": {"node": 1, "path": "translation"}},
                {"sampler": 1, "target": {"node": 15, "path": "rotation"}},
                {"sampler": 2, "target": {"node": 9, "path": "rotation"}},
                {"sampler": 0, "target": {"node": 2, "path": "scale"}}]}],
        "accessors": data.accessors,
        "bufferViews": data.views,
        "buffers": [{"byteLength": data.bytes.len(), "uri": format!("data:application/octet-stream;base64,{text}")}],
    })
}
