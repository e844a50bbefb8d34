//! A file written again, with a clip more.

use std::ops::ControlFlow;
use std::path::Path;

use glam::{Quat, Vec3};
use serde_json::{Map, Value, json};

use super::progress::{Progress, ReadStep};
use super::source::{Resolver, bytes_of_uri, folder_resolver, read_file};
use super::{Character, ReadError, ReadFault, container, limits};
use crate::clip::{Channel, ChannelValues, Clip, Interpolation};
use crate::pose::Pose;

const FLOAT: u32 = 5126;

impl Character {
    /// The file at `path`, which this character was read from, as one GLB with `clip` as its last animation, but for nodes that are
    /// drawn by their skin wherever they are. All else stays as it is, extensions and other
    /// animations too; buffers and images that lay beside the file are in it.
    ///
    /// # Errors
    /// When the file cannot be read again, or has become another.
    pub fn glb_with_clip(&self, path: impl AsRef<Path>, clip: &Clip) -> Result<Vec<u8>, ReadError> {
        let path = path.as_ref();
        let progress = Progress::new(&|_, _| ControlFlow::Continue(()));
        let stage = || progress.stage(ReadStep::File, 0.0, 1.0);
        let write = || {
            let bytes = read_file(path, stage())?;
            let resolve = folder_resolver(path.parent().unwrap_or(Path::new("")), stage());
            self.with_clip(&bytes, &resolve, clip)
        };
        write().map_err(|fault| ReadError { file: path.display().to_string(), fault })
    }

    fn with_clip(&self, bytes: &[u8], resolve: &Resolver, clip: &Clip) -> Result<Vec<u8>, ReadFault> {
        let (json, binary) = container::parts(bytes, &mut Vec::new())?;
        let mut document: Map<String, Value> = serde_json::from_slice(json).map_err(ReadFault::Json)?;
        let mut data = Vec::new();
        gather_buffers(&mut document, binary, resolve, &mut data)?;
        gather_images(&mut document, resolve, &mut data);
        // A node with a skin is drawn where its joints are, wherever it is.
        let nodes = list(&mut document, "nodes");
        let has_skin =
            |channel: &Channel| nodes.get(self.node_of(channel.joint)).is_some_and(|node| node.get("skin").is_some());
        let channels: Vec<&Channel> = clip.channels.iter().filter(|channel| !has_skin(channel)).collect();
        self.part_matrices(&mut document, &channels)?;
        self.add_animation(&mut document, &clip.name, &channels, &mut data);
        limits::within("the file", data.len() as u64, limits::FILE_BYTES)?;
        if let Some(own) = list(&mut document, "buffers").first_mut() {
            *own = json!({ "byteLength": data.len() });
        }
        let json = serde_json::to_vec(&document).map_err(ReadFault::Json)?;
        Ok(container::join(json, data))
    }

    /// A node with a matrix cannot be animated: it gets the parts that it was read as.
    fn part_matrices(&self, document: &mut Map<String, Value>, channels: &[&Channel]) -> Result<(), ReadFault> {
        let nodes = list(document, "nodes");
        let under: &Pose = self.pose_under_clips();
        for joint in channels.iter().map(|channel| channel.joint) {
            let (index, count) = (self.node_of(joint), nodes.len());
            let node = nodes.get_mut(index).and_then(Value::as_object_mut).ok_or_else(|| {
                ReadFault::IndexOutOfRange { place: "the clip".to_owned(), what: "node", index, count }
            })?;
            if node.remove("matrix").is_some() {
                let local = under.get(joint);
                node.insert("translation".into(), json!(local.translation.to_array()));
                node.insert("rotation".into(), json!(local.rotation.to_array()));
                node.insert("scale".into(), json!(local.scale.to_array()));
            }
        }
        Ok(())
    }

    fn add_animation(&self, document: &mut Map<String, Value>, name: &str, moved: &[&Channel], data: &mut Vec<u8>) {
        let (mut samplers, mut channels) = (Vec::new(), Vec::new());
        let mut known_times: Option<(&[f32], usize)> = None;
        for channel in moved {
            let input = match known_times {
                Some((times, accessor)) if times == channel.times => accessor,
                _ => add_times(document, &channel.times, data),
            };
            known_times = Some((&channel.times, input));
            let vectors = |values: &[Vec3]| values.iter().flat_map(Vec3::to_array).collect::<Vec<f32>>();
            let (path, kind, numbers) = match &channel.values {
                ChannelValues::Translation(values) => ("translation", "VEC3", vectors(values)),
                ChannelValues::Scale(values) => ("scale", "VEC3", vectors(values)),
                ChannelValues::Rotation(values) => {
                    ("rotation", "VEC4", values.iter().flat_map(Quat::to_array).collect())
                }
            };
            let output = add_floats(document, &numbers, kind, Map::new(), data);
            let interpolation = match channel.interpolation {
                Interpolation::Step => "STEP",
                Interpolation::Linear => "LINEAR",
                Interpolation::Cubic => "CUBICSPLINE",
            };
            let target = json!({ "node": self.node_of(channel.joint), "path": path });
            channels.push(json!({ "sampler": samplers.len(), "target": target }));
            samplers.push(json!({ "input": input, "output": output, "interpolation": interpolation }));
        }
        // Without channels it would be no animation.
        if !channels.is_empty() {
            let animation = json!({ "name": name, "channels": channels, "samplers": samplers });
            list(document, "animations").push(animation);
        }
    }
}

/// The list of this name; where there is none, an empty one from now on.
fn list<'a>(document: &'a mut Map<String, Value>, name: &str) -> &'a mut Vec<Value> {
    let value = document.entry(name).or_insert_with(|| Value::Array(Vec::new()));
    if !value.is_array() {
        *value = Value::Array(Vec::new());
    }
    match value {
        Value::Array(list) => list,
        _ => unreachable!("it was made one"),
    }
}

fn unsigned(value: &Value, name: &str) -> Option<u64> {
    value.get(name)?.as_u64()
}

/// Every buffer that has data into one; those that are only there in compressed form stay, behind it.
fn gather_buffers(
    document: &mut Map<String, Value>,
    binary: Option<&[u8]>,
    resolve: &Resolver,
    data: &mut Vec<u8>,
) -> Result<(), ReadFault> {
    let buffers = std::mem::take(list(document, "buffers"));
    // Where each is now: which buffer, and from where in it.
    let mut places = Vec::with_capacity(buffers.len());
    let mut kept = vec![Value::Null];
    for (index, buffer) in buffers.into_iter().enumerate() {
        let bytes = match buffer.get("uri").and_then(Value::as_str) {
            Some(uri) => Some(bytes_of_uri(uri, resolve).map_err(|cause| ReadFault::MissingBuffer {
                buffer: index,
                uri: if uri.starts_with("data:") { "data URI".to_owned() } else { uri.to_owned() },
                cause,
            })?),
            None if index == 0 => binary.map(<[u8]>::to_vec),
            None => None,
        };
        match bytes {
            Some(bytes) => {
                data.resize(data.len().next_multiple_of(4), 0);
                places.push((0, data.len() as u64));
                data.extend(bytes);
                limits::within("the file", data.len() as u64, limits::FILE_BYTES)?;
            }
            None => {
                places.push((kept.len(), 0));
                kept.push(buffer);
            }
        }
    }
    *list(document, "buffers") = kept;
    let follow = |view: &mut Value| {
        let Some(&(buffer, offset)) = unsigned(view, "buffer").and_then(|buffer| places.get(buffer as usize)) else {
            return;
        };
        let from = unsigned(view, "byteOffset").unwrap_or(0);
        if let Some(view) = view.as_object_mut() {
            view.insert("buffer".into(), json!(buffer));
            view.insert("byteOffset".into(), json!(from + offset));
        }
    };
    for view in list(document, "bufferViews") {
        follow(view);
        for name in ["EXT_meshopt_compression", "KHR_meshopt_compression"] {
            if let Some(packed) = view.get_mut("extensions").and_then(|extensions| extensions.get_mut(name)) {
                follow(packed);
            }
        }
    }
    Ok(())
}

/// Images that lie beside the file, or are text in it, into its data; one that cannot be read stays named.
fn gather_images(document: &mut Map<String, Value>, resolve: &Resolver, data: &mut Vec<u8>) {
    let mut images = std::mem::take(list(document, "images"));
    for image in &mut images {
        let Some(uri) = image.get("uri").and_then(Value::as_str) else { continue };
        let (Some(kind), Ok(bytes)) = (kind_of_image(uri), bytes_of_uri(uri, resolve)) else { continue };
        let view = add_view(document, &bytes, data);
        if let Some(image) = image.as_object_mut() {
            image.remove("uri");
            image.insert("bufferView".into(), json!(view));
            image.insert("mimeType".into(), json!(kind));
        }
    }
    if images.is_empty() {
        document.remove("images");
    } else {
        *list(document, "images") = images;
    }
}

fn kind_of_image(uri: &str) -> Option<&'static str> {
    let kind = match uri.strip_prefix("data:image/") {
        Some(data) => data.split([';', ',']).next(),
        None => uri.rsplit('.').next(),
    };
    Some(match kind?.to_ascii_lowercase().as_str() {
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "ktx2" => "image/ktx2",
        _ => return None,
    })
}

fn add_view(document: &mut Map<String, Value>, bytes: &[u8], data: &mut Vec<u8>) -> usize {
    data.resize(data.len().next_multiple_of(4), 0);
    let offset = data.len();
    data.extend_from_slice(bytes);
    let views = list(document, "bufferViews");
    views.push(json!({ "buffer": 0, "byteOffset": offset, "byteLength": bytes.len() }));
    views.len() - 1
}

/// glTF asks for the least and the greatest time.
fn add_times(document: &mut Map<String, Value>, times: &[f32], data: &mut Vec<u8>) -> usize {
    let [least, most] = [times.first(), times.last()].map(|time| time.copied().unwrap_or(0.0));
    let bounds = Map::from_iter([("min".to_owned(), json!([least])), ("max".to_owned(), json!([most]))]);
    add_floats(document, times, "SCALAR", bounds, data)
}

fn add_floats(
    document: &mut Map<String, Value>,
    numbers: &[f32],
    kind: &str,
    bounds: Map<String, Value>,
    data: &mut Vec<u8>,
) -> usize {
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    let view = add_view(document, &bytes, data);
    let parts = match kind {
        "VEC3" => 3,
        "VEC4" => 4,
        _ => 1,
    };
    let mut accessor = bounds;
    accessor.insert("bufferView".into(), json!(view));
    accessor.insert("componentType".into(), json!(FLOAT));
    accessor.insert("count".into(), json!(numbers.len() / parts));
    accessor.insert("type".into(), json!(kind));
    let accessors = list(document, "accessors");
    accessors.push(Value::Object(accessor));
    accessors.len() - 1
}
