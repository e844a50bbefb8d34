//! How long it takes to read a character from memory, beside the readers that others use, on one file in one run.
//!
//! `cargo bench --no-default-features --features gltf --bench load`
#![allow(clippy::redundant_closure_for_method_calls, reason = "the full paths would hide what is read")]

mod model;

use std::sync::LazyLock;

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use surefoot::character::Character;

static PLAIN: LazyLock<Vec<u8>> = LazyLock::new(|| model::glb(false));
static TEXTURED: LazyLock<Vec<u8>> = LazyLock::new(|| model::glb(true));

const FILES: [&str; 2] = ["geometry", "with PNG"];

fn file(name: &str) -> &'static [u8] {
    if name == FILES[0] { &PLAIN } else { &TEXTURED }
}

fn main() {
    // What the figures are about.
    for name in FILES {
        let character = surefoot(file(name));
        let vertices: usize = character.meshes.iter().map(|mesh| mesh.positions.len()).sum();
        let triangles: usize = character.meshes.iter().map(|mesh| mesh.indices.len() / 3).sum();
        println!(
            "{name}: {:.2} MB, {vertices} vertices, {triangles} triangles, {} joints, {:?}, {:.1} s",
            file(name).len() as f32 * 1e-6,
            character.skins[0].joints.len(),
            character.images,
            character.clips[0].duration
        );
    }
    divan::main();
}

fn surefoot(bytes: &[u8]) -> Character {
    let nothing_beside = |_: &str| Err(std::io::ErrorKind::NotFound.into());
    Character::from_bytes("model.glb", bytes, &nothing_beside).expect("the file is whole")
}

fn measured<T>(bencher: Bencher, name: &str, read: impl Fn(&[u8]) -> T + Sync) {
    let bytes = file(name);
    bencher.counter(BytesCount::of_slice(bytes)).bench(|| read(black_box(bytes)));
}

/// A whole [`Character`]: skeleton with its rest decided, meshes with normals and sorted influences, images as RGBA, clips.
#[divan::bench(args = FILES)]
fn a_surefoot(bencher: Bencher, name: &str) {
    measured(bencher, name, surefoot);
}

/// Buffers stay raw; the image is decoded.
#[divan::bench(args = FILES)]
fn b_gltf_import(bencher: Bencher, name: &str) {
    measured(bencher, name, |bytes| gltf::import_slice(bytes).expect("the file is whole"));
}

/// As the above, and mesh, skin and clip decoded into arrays.
#[divan::bench(args = FILES)]
fn c_gltf_arrays(bencher: Bencher, name: &str) {
    measured(bencher, name, gltf_arrays);
}

/// Arrays of one mesh; the skin is not kept.
#[divan::bench(args = FILES)]
fn d_three_d_asset(bencher: Bencher, name: &str) {
    measured(bencher, name, |bytes| {
        let mut raw = three_d_asset::io::RawAssets::new();
        raw.insert("model.glb", bytes.to_vec());
        raw.deserialize::<three_d_asset::Model>("model.glb").expect("the file is whole")
    });
}

#[derive(Default)]
#[allow(dead_code, reason = "what is read is handed back so that nothing of it is left out")]
struct Arrays {
    images: Vec<gltf::image::Data>,
    positions: Vec<[f32; 3]>,
    normals: Vec<[f32; 3]>,
    uvs: Vec<[f32; 2]>,
    joints: Vec<[u16; 4]>,
    weights: Vec<[f32; 4]>,
    indices: Vec<u32>,
    bind: Vec<[[f32; 4]; 4]>,
    times: Vec<Vec<f32>>,
    rotations: Vec<Vec<[f32; 4]>>,
}

fn gltf_arrays(bytes: &[u8]) -> Arrays {
    let (document, buffers, images) = gltf::import_slice(bytes).expect("the file is whole");
    let mut arrays = Arrays { images, ..Arrays::default() };
    for primitive in document.meshes().flat_map(|mesh| mesh.primitives()) {
        let reader = primitive.reader(|buffer| Some(&buffers[buffer.index()]));
        arrays.positions.extend(reader.read_positions().into_iter().flatten());
        arrays.normals.extend(reader.read_normals().into_iter().flatten());
        arrays.uvs.extend(reader.read_tex_coords(0).into_iter().flat_map(|uvs| uvs.into_f32()));
        arrays.joints.extend(reader.read_joints(0).into_iter().flat_map(|joints| joints.into_u16()));
        arrays.weights.extend(reader.read_weights(0).into_iter().flat_map(|weights| weights.into_f32()));
        arrays.indices.extend(reader.read_indices().into_iter().flat_map(|indices| indices.into_u32()));
    }
    for skin in document.skins() {
        let reader = skin.reader(|buffer| Some(&buffers[buffer.index()]));
        arrays.bind.extend(reader.read_inverse_bind_matrices().into_iter().flatten());
    }
    for channel in document.animations().flat_map(|animation| animation.channels().collect::<Vec<_>>()) {
        let reader = channel.reader(|buffer| Some(&buffers[buffer.index()]));
        arrays.times.extend(reader.read_inputs().map(Iterator::collect));
        if let Some(gltf::animation::util::ReadOutputs::Rotations(rotations)) = reader.read_outputs() {
            arrays.rotations.push(rotations.into_f32().collect());
        }
    }
    arrays
}
