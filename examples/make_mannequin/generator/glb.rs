//! Writes glTF 2.0 binary files: a JSON chunk and one buffer of little-endian accessors.

use serde_json::{Map, Value, json};

pub const ARRAY_BUFFER: u32 = 34962;
pub const ELEMENT_ARRAY_BUFFER: u32 = 34963;
const UNSIGNED_BYTE: u32 = 5121;
const UNSIGNED_SHORT: u32 = 5123;
const FLOAT: u32 = 5126;

/// A file under construction.
#[derive(Default)]
pub struct Glb {
    buffer: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Glb {
    /// Floats as `SCALAR`, `VEC2`, `VEC3`, `VEC4` or `MAT4`, by how many make one element; bounds are written for all.
    pub fn floats(&mut self, values: &[f32], width: usize, target: Option<u32>) -> usize {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let fold = |component: usize, pick: fn(f32, f32) -> f32| {
            values.iter().skip(component).step_by(width).copied().reduce(pick).unwrap_or(0.0)
        };
        let low: Vec<f32> = (0..width).map(|component| fold(component, f32::min)).collect();
        let high: Vec<f32> = (0..width).map(|component| fold(component, f32::max)).collect();
        let accessor = json!({
            "componentType": FLOAT, "type": type_name(width), "count": values.len() / width, "min": low, "max": high,
        });
        self.accessor(&bytes, target, accessor)
    }

    /// Four bytes an element; `normalized` bytes stand for 0 to 1.
    pub fn bytes4(&mut self, values: &[[u8; 4]], normalized: bool) -> usize {
        let accessor =
            json!({"componentType": UNSIGNED_BYTE, "type": "VEC4", "count": values.len(), "normalized": normalized});
        self.accessor(values.as_flattened(), Some(ARRAY_BUFFER), accessor)
    }

    /// Pairs that stand for 0 to 1.
    pub fn unit_pairs(&mut self, values: &[[u16; 2]]) -> usize {
        let bytes: Vec<u8> = values.as_flattened().iter().flat_map(|value| value.to_le_bytes()).collect();
        let accessor =
            json!({"componentType": UNSIGNED_SHORT, "type": "VEC2", "count": values.len(), "normalized": true});
        self.accessor(&bytes, Some(ARRAY_BUFFER), accessor)
    }

    pub fn indices(&mut self, values: &[u16]) -> usize {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let accessor = json!({"componentType": UNSIGNED_SHORT, "type": "SCALAR", "count": values.len()});
        self.accessor(&bytes, Some(ELEMENT_ARRAY_BUFFER), accessor)
    }

    /// Any bytes, such as an image; returns the buffer view.
    pub fn view(&mut self, bytes: &[u8], target: Option<u32>) -> usize {
        self.buffer.resize(self.buffer.len().next_multiple_of(4), 0);
        let mut view = json!({"buffer": 0, "byteOffset": self.buffer.len(), "byteLength": bytes.len()});
        if let Some(target) = target {
            view["target"] = target.into();
        }
        self.buffer.extend_from_slice(bytes);
        self.views.push(view);
        self.views.len() - 1
    }

    fn accessor(&mut self, bytes: &[u8], target: Option<u32>, mut accessor: Value) -> usize {
        accessor["bufferView"] = self.view(bytes, target).into();
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    /// The file: `members` are the top level's beside asset, buffers, buffer views and accessors.
    pub fn finish(mut self, members: Map<String, Value>) -> Vec<u8> {
        self.buffer.resize(self.buffer.len().next_multiple_of(4), 0);
        let mut root = Map::new();
        root.insert("asset".into(), json!({"version": "2.0", "generator": "Surefoot make_mannequin"}));
        root.extend(members);
        root.insert("accessors".into(), self.accessors.into());
        root.insert("bufferViews".into(), self.views.into());
        root.insert("buffers".into(), json!([{"byteLength": self.buffer.len()}]));
        let mut text = Value::Object(root).to_string().into_bytes();
        text.resize(text.len().next_multiple_of(4), b' ');

        let length = 12 + 8 + text.len() + 8 + self.buffer.len();
        let mut file = Vec::with_capacity(length);
        file.extend_from_slice(b"glTF");
        file.extend_from_slice(&2_u32.to_le_bytes());
        file.extend_from_slice(&(length as u32).to_le_bytes());
        for (kind, chunk) in [(b"JSON", &text), (b"BIN\0", &self.buffer)] {
            file.extend_from_slice(&(chunk.len() as u32).to_le_bytes());
            file.extend_from_slice(kind);
            file.extend_from_slice(chunk);
        }
        file
    }
}

fn type_name(width: usize) -> &'static str {
    match width {
        1 => "SCALAR",
        2 => "VEC2",
        3 => "VEC3",
        4 => "VEC4",
        _ => "MAT4",
    }
}
