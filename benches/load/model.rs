//! A character of the size that games use, written here so that its figures mean the same everywhere: a tube of 30,000
//! vertices along a chain of 65 joints, with a clip of 2 s.

use std::f32::consts::TAU;

use serde_json::{Value, json};

const RINGS: u32 = 150;
const AROUND: u32 = 200;
const JOINTS: u32 = 65;
/// Between joints, metres.
const BONE: f32 = 0.025;
const KEYS: u32 = 61;
const DURATION: f32 = 2.0;
const TEXTURE_SIDE: u32 = 1024;

/// The file, with a texture of 1024 × 1024 pixels or without.
pub fn glb(with_texture: bool) -> Vec<u8> {
    let mut file = File::default();
    let mesh = file.mesh();
    let bind: Vec<f32> = (0..JOINTS).flat_map(|joint| shift(-BONE * joint as f32)).collect();
    let bind = file.floats(&bind, "MAT4");
    let animation = file.animation();
    let mut nodes: Vec<Value> = (0..JOINTS)
        .map(|joint| {
            let height = if joint == 0 { 0.0 } else { BONE };
            json!({"name": format!("joint_{joint}"), "translation": [0.0, height, 0.0], "children": [joint + 1]})
        })
        .collect();
    if let Some(last) = nodes.last_mut().and_then(Value::as_object_mut) {
        last.remove("children");
    }
    nodes.push(json!({"name": "body", "mesh": 0, "skin": 0}));
    let mut root = json!({
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, JOINTS]}], "nodes": nodes,
        "meshes": [{"primitives": [mesh]}], "animations": [animation],
        "skins": [{"joints": (0..JOINTS).collect::<Vec<_>>(), "inverseBindMatrices": bind}],
        "materials": [{"pbrMetallicRoughness": {"metallicFactor": 0.0}}],
    });
    if with_texture {
        let view = file.view(&png());
        root["images"] = json!([{"bufferView": view, "mimeType": "image/png"}]);
        root["textures"] = json!([{"source": 0}]);
        root["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"] = json!({"index": 0});
    }
    file.finish(root)
}

/// A matrix that moves along Y, column by column.
fn shift(y: f32) -> [f32; 16] {
    [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, y, 0.0, 1.0]
}

/// Colours as a painted skin has them: broad shades with grain of three bits, which leaves about 1.2 MB.
fn png() -> Vec<u8> {
    let mut dice = 0x2545_F491_u32;
    let pixels = image::RgbImage::from_fn(TEXTURE_SIDE, TEXTURE_SIDE, |x, y| {
        dice ^= dice << 13;
        dice ^= dice >> 17;
        dice ^= dice << 5;
        let shade = |part: u32, at: u32| (64 + at / 8 + (dice >> (8 * part) & 255) % 5) as u8;
        image::Rgb([shade(0, x), shade(1, y), shade(2, (x + y) / 2)])
    });
    let mut bytes = std::io::Cursor::new(Vec::new());
    pixels.write_to(&mut bytes, image::ImageFormat::Png).expect("memory takes every byte");
    bytes.into_inner()
}

/// A file under construction.
#[derive(Default)]
struct File {
    buffer: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl File {
    fn view(&mut self, bytes: &[u8]) -> usize {
        self.buffer.resize(self.buffer.len().next_multiple_of(4), 0);
        self.views.push(json!({"buffer": 0, "byteOffset": self.buffer.len(), "byteLength": bytes.len()}));
        self.buffer.extend_from_slice(bytes);
        self.views.len() - 1
    }

    fn accessor(&mut self, bytes: &[u8], component: u32, shape: &str, count: usize) -> usize {
        let view = self.view(bytes);
        self.accessors.push(json!({"bufferView": view, "componentType": component, "type": shape, "count": count}));
        self.accessors.len() - 1
    }

    fn floats(&mut self, values: &[f32], shape: &str) -> usize {
        let width = match shape {
            "SCALAR" => 1,
            "VEC2" => 2,
            "VEC3" => 3,
            "VEC4" => 4,
            _ => 16,
        };
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let at = self.accessor(&bytes, 5126, shape, values.len() / width);
        let bound = |pick: fn(f32, f32) -> f32| -> Vec<f32> {
            let part = |part: usize| values.iter().skip(part).step_by(width).copied().reduce(pick);
            (0..width).filter_map(part).collect()
        };
        self.accessors[at]["min"] = bound(f32::min).into();
        self.accessors[at]["max"] = bound(f32::max).into();
        at
    }

    fn mesh(&mut self) -> Value {
        let (mut positions, mut normals, mut uvs) = (Vec::new(), Vec::new(), Vec::new());
        let (mut joints, mut weights) = (Vec::<u16>::new(), Vec::new());
        for vertex in 0..RINGS * AROUND {
            let (ring, column) = (vertex / AROUND, vertex % AROUND);
            let (sin, cos) = (column as f32 / AROUND as f32 * TAU).sin_cos();
            let along = ring as f32 / (RINGS - 1) as f32;
            let radius = 0.2 + 0.05 * (along * 20.0).sin();
            positions.extend([radius * cos, along * BONE * (JOINTS - 1) as f32, radius * sin]);
            normals.extend([cos, 0.0, sin]);
            uvs.extend([column as f32 / AROUND as f32, along]);
            let first = ((along * (JOINTS - 4) as f32) as u32).min(JOINTS - 4);
            // Not in order of weight, as exporters leave them.
            joints.extend([0, 1, 2, 3].map(|more| (first + more) as u16));
            weights.extend([0.15, 0.4, 0.35, 0.1]);
        }
        let indices = (0..(RINGS - 1) * AROUND).flat_map(|quad| {
            let (ring, column) = (quad / AROUND, quad % AROUND);
            let corner = |up: u32, on: u32| (ring + up) * AROUND + (column + on) % AROUND;
            [corner(0, 0), corner(1, 0), corner(0, 1), corner(0, 1), corner(1, 0), corner(1, 1)]
        });
        let indices: Vec<u8> = indices.flat_map(u32::to_le_bytes).collect();
        let joints: Vec<u8> = joints.into_iter().flat_map(u16::to_le_bytes).collect();
        let count = (RINGS * AROUND) as usize;
        json!({
            "attributes": {
                "POSITION": self.floats(&positions, "VEC3"), "NORMAL": self.floats(&normals, "VEC3"),
                "TEXCOORD_0": self.floats(&uvs, "VEC2"), "JOINTS_0": self.accessor(&joints, 5123, "VEC4", count),
                "WEIGHTS_0": self.floats(&weights, "VEC4"),
            },
            "indices": self.accessor(&indices, 5125, "SCALAR", indices.len() / 4),
            "material": 0,
        })
    }

    /// Every joint sways.
    fn animation(&mut self) -> Value {
        let times: Vec<f32> = (0..KEYS).map(|key| DURATION * key as f32 / (KEYS - 1) as f32).collect();
        let input = self.floats(&times, "SCALAR");
        let (mut channels, mut samplers) = (Vec::new(), Vec::new());
        for joint in 0..JOINTS {
            let turn = |time: &f32| {
                let (sin, cos) = (0.02 * (time * TAU / DURATION + joint as f32 * 0.1).sin()).sin_cos();
                [0.0, 0.0, sin, cos]
            };
            let turns: Vec<f32> = times.iter().flat_map(turn).collect();
            samplers.push(json!({"input": input, "output": self.floats(&turns, "VEC4")}));
            channels.push(json!({"sampler": joint, "target": {"node": joint, "path": "rotation"}}));
        }
        json!({"name": "sway", "channels": channels, "samplers": samplers})
    }

    fn finish(mut self, mut root: Value) -> Vec<u8> {
        self.buffer.resize(self.buffer.len().next_multiple_of(4), 0);
        root["accessors"] = self.accessors.into();
        root["bufferViews"] = self.views.into();
        root["buffers"] = json!([{"byteLength": self.buffer.len()}]);
        let mut text = root.to_string().into_bytes();
        text.resize(text.len().next_multiple_of(4), b' ');
        let mut file = b"glTF\x02\0\0\0".to_vec();
        file.extend((28 + text.len() as u32 + self.buffer.len() as u32).to_le_bytes());
        for (kind, chunk) in [(b"JSON", &text), (b"BIN\0", &self.buffer)] {
            file.extend((chunk.len() as u32).to_le_bytes());
            file.extend(kind);
            file.extend_from_slice(chunk);
        }
        file
    }
}
