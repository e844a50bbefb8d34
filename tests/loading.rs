//! What a file may hold and what reading makes of it, on small files written here.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::cell::RefCell;
use std::ops::ControlFlow;

use serde_json::{Value, json};
use surefoot::character::{Character, ReadError, ReadFault, ReadStep};
use surefoot::glam::Vec3;
use surefoot::skin::Binding;

fn open(json: &Value) -> Result<Character, ReadError> {
    Character::from_bytes("test.gltf", json.to_string().as_bytes(), &|_| Err(std::io::ErrorKind::NotFound.into()))
}

fn names(character: &Character) -> Vec<&str> {
    character.skeleton.ids().map(|joint| character.skeleton.name(joint)).collect()
}

/// A GLB with a binary chunk of these numbers and bytes, and a view on each of them.
struct File {
    json: Value,
    binary: Vec<u8>,
}

impl File {
    fn new(json: Value) -> Self {
        let mut file = Self { json, binary: Vec::new() };
        file.json["asset"] = json!({"version": "2.0"});
        for key in ["bufferViews", "accessors"] {
            file.json[key] = json!([]);
        }
        file
    }

    /// The index of a view on `bytes`.
    fn view(&mut self, bytes: &[u8]) -> usize {
        let view = json!({"buffer": 0, "byteOffset": self.binary.len(), "byteLength": bytes.len()});
        self.binary.extend(bytes);
        self.binary.resize(self.binary.len().next_multiple_of(4), 0);
        self.push("bufferViews", view)
    }

    fn push(&mut self, key: &str, entry: Value) -> usize {
        let entries = self.json[key].as_array_mut().unwrap();
        entries.push(entry);
        entries.len() - 1
    }

    /// The index of an accessor on `vectors`.
    fn vectors(&mut self, vectors: &[[f32; 3]]) -> usize {
        let view = self.view(&bytes_of(vectors));
        self.push(
            "accessors",
            json!({"bufferView": view, "componentType": 5126, "count": vectors.len(), "type": "VEC3"}),
        )
    }

    fn into_bytes(mut self) -> Vec<u8> {
        self.json["buffers"] = json!([{"byteLength": self.binary.len()}]);
        let mut text = self.json.to_string().into_bytes();
        text.resize(text.len().next_multiple_of(4), b' ');
        let mut bytes = b"glTF\x02\0\0\0".to_vec();
        bytes.extend((28 + text.len() as u32 + self.binary.len() as u32).to_le_bytes());
        for (kind, chunk) in [(b"JSON", &text), (b"BIN\0", &self.binary)] {
            bytes.extend((chunk.len() as u32).to_le_bytes());
            bytes.extend(kind);
            bytes.extend(chunk);
        }
        bytes
    }

    fn read(self) -> Character {
        let nothing_beside = |_: &str| Err(std::io::ErrorKind::NotFound.into());
        let bytes = self.into_bytes();
        Character::from_bytes("test.glb", &bytes, &nothing_beside).unwrap_or_else(|error| panic!("{error}"))
    }
}

fn bytes_of(vectors: &[[f32; 3]]) -> Vec<u8> {
    vectors.as_flattened().iter().flat_map(|part| part.to_le_bytes()).collect()
}

const TRIANGLE: [[f32; 3]; 3] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];

#[test]
fn the_default_scene_is_read_and_else_the_first() {
    let scenes = |scene: Value| {
        let mut file = json!({"asset": {"version": "2.0"}, "nodes": [{"name": "a"}, {"name": "b"}, {"name": "c"}],
            "scenes": [{"nodes": [0]}, {"nodes": [2, 1]}]});
        if !scene.is_null() {
            file["scene"] = scene;
        }
        open(&file)
    };
    assert_eq!(names(&scenes(json!(1)).unwrap()), ["c", "b"]);
    assert_eq!(names(&scenes(Value::Null).unwrap()), ["a"]);
    assert!(matches!(scenes(json!(7)).unwrap_err().fault, ReadFault::IndexOutOfRange { what: "scene", index: 7, .. }));
    // A first scene without nodes is legal and holds nothing.
    let empty = json!({"asset": {"version": "2.0"}, "nodes": [{"name": "a"}], "scenes": [{}]});
    assert!(open(&empty).unwrap().skeleton.is_empty());
}

#[test]
fn files_without_mesh_or_skin_are_skeletons() {
    let bare =
        open(&json!({"asset": {"version": "2.0"}, "nodes": [{"name": "a", "children": [1]}, {"name": "b"}]})).unwrap();
    assert_eq!((names(&bare), bare.meshes.len(), bare.skins.len()), (vec!["a", "b"], 0, 0));
    // A skin whose joints lie outside the scene, and no mesh at all.
    let skin = open(&json!({"asset": {"version": "2.0"}, "nodes": [{"name": "scene"}, {"name": "a", "children": [2]}, {"name": "b"}],
        "scenes": [{"nodes": [0]}], "skins": [{"joints": [1, 2]}]}))
    .unwrap();
    assert_eq!(names(&skin), ["scene", "a", "b"]);
    assert_eq!(skin.skins[0].joints.len(), 2);
}

#[test]
fn each_mesh_follows_its_own_skin() {
    let mut file = File::new(json!({
        "nodes": [{"mesh": 0, "skin": 1}, {"mesh": 0, "skin": 0}, {"mesh": 0},
            {"name": "a", "translation": [1, 0, 0]}, {"name": "b", "translation": [0, 2, 0]}],
        "skins": [{"joints": [3]}, {"joints": [4, 3]}],
    }));
    let positions = file.vectors(&TRIANGLE);
    let joints = file.view(&[0; 12]);
    let joints =
        file.push("accessors", json!({"bufferView": joints, "componentType": 5121, "count": 3, "type": "VEC4"}));
    let weights = file.view(&[255, 0, 0, 0].repeat(3));
    let weights = file.push(
        "accessors",
        json!({"bufferView": weights, "componentType": 5121, "normalized": true, "count": 3, "type": "VEC4"}),
    );
    file.json["meshes"] =
        json!([{"primitives": [{"attributes": {"POSITION": positions, "JOINTS_0": joints, "WEIGHTS_0": weights}}]}]);
    let character = file.read();
    let moved_by: Vec<Option<&str>> = character
        .meshes
        .iter()
        .map(|mesh| match &mesh.binding {
            Binding::Skinned { skin, influences } => {
                let joint = character.skins[*skin].joints[usize::from(influences[0].joints[0])];
                Some(character.skeleton.name(joint))
            }
            Binding::Rigid(_) => None,
        })
        .collect();
    assert_eq!(moved_by, [Some("b"), Some("a"), None]);
}

/// One triangle with two morph targets: the first lifts all corners along Z and turns normals to X; the second, sparse and
/// without a view, moves the third corner alone along Y.
fn morphed(mesh_weights: Option<[f32; 2]>, node_weights: Option<[f32; 2]>) -> Character {
    let mut file = File::new(json!({"nodes": [{"mesh": 0}]}));
    let positions = file.vectors(&TRIANGLE);
    let normals = file.vectors(&[[0.0, 0.0, 1.0]; 3]);
    let lift = file.vectors(&[[0.0, 0.0, 2.0]; 3]);
    let turn = file.vectors(&[[1.0, 0.0, -1.0]; 3]);
    let [indices, values] = [file.view(&[2]), file.view(&bytes_of(&[[0.0, 4.0, 0.0]]))];
    let sparse = file.push(
        "accessors",
        json!({"componentType": 5126, "count": 3, "type": "VEC3", "sparse": {"count": 1,
            "indices": {"bufferView": indices, "componentType": 5121}, "values": {"bufferView": values}}}),
    );
    file.json["meshes"] = json!([{"primitives": [{"attributes": {"POSITION": positions, "NORMAL": normals},
        "targets": [{"POSITION": lift, "NORMAL": turn}, {"POSITION": sparse}]}]}]);
    if let Some(weights) = mesh_weights {
        file.json["meshes"][0]["weights"] = json!(weights);
    }
    if let Some(weights) = node_weights {
        file.json["nodes"][0]["weights"] = json!(weights);
    }
    file.read()
}

#[test]
fn default_morph_weights_give_the_shape_at_rest() {
    let corners = |character: &Character| character.meshes[0].positions.clone();
    let plain = TRIANGLE.map(Vec3::from);
    assert_eq!(corners(&morphed(None, None)), plain);
    assert_eq!(corners(&morphed(Some([0.0, 0.0]), None)), plain);
    let lifted = plain.map(|corner| corner + Vec3::Z);
    let character = morphed(Some([0.5, 0.0]), None);
    assert_eq!(corners(&character), lifted);
    // Half the way from (0, 0, 1) to (1, 0, 0), and unit.
    let between = Vec3::new(1.0, 0.0, 1.0) / 2.0_f32.sqrt();
    assert!(character.meshes[0].normals.iter().all(|normal| normal.distance(between) < 1e-6));
    assert_eq!(corners(&morphed(Some([0.0, 0.25]), None)), [plain[0], plain[1], Vec3::Y * 2.0]);
    // The node's weights go before the mesh's.
    assert_eq!(corners(&morphed(Some([0.5, 0.0]), Some([0.0, 0.25]))), [plain[0], plain[1], Vec3::Y * 2.0]);
}

#[test]
fn views_compressed_with_meshopt_are_unpacked_from_either_extension() {
    // By the format's description: a header, a byte of modes for each byte of the one vertex (no difference), and the vertex
    // itself at the end of a tail of 32 bytes or as many as it has. Its floats are mantissas of 24 bits and exponents of 8.
    let number = |mantissa: u8, exponent: i8| [mantissa, 0, 0, exponent as u8];
    let vertex = [number(3, -1), number(1, 2), number(0, 0)].concat();
    let mut packed = vec![0xA0];
    packed.extend([0; 12]);
    packed.extend([0; 20]);
    packed.extend(&vertex);
    for extension in ["EXT_meshopt_compression", "KHR_meshopt_compression"] {
        let mut file = File::new(json!({"nodes": [{"mesh": 0}], "extensionsRequired": [extension]}));
        let plain = file.view(&packed);
        let offset = file.json["bufferViews"][plain]["byteOffset"].clone();
        // The fallback buffer is not there.
        let view = json!({"buffer": 1, "byteLength": 12, "extensions": {extension: {"buffer": 0, "byteOffset": offset,
            "byteLength": packed.len(), "byteStride": 12, "count": 1, "mode": "ATTRIBUTES", "filter": "EXPONENTIAL"}}});
        let view = file.push("bufferViews", view);
        let positions =
            file.push("accessors", json!({"bufferView": view, "componentType": 5126, "count": 1, "type": "VEC3"}));
        let indices = file.view(&[0, 0, 0]);
        let indices =
            file.push("accessors", json!({"bufferView": indices, "componentType": 5121, "count": 3, "type": "SCALAR"}));
        file.json["meshes"] = json!([{"primitives": [{"attributes": {"POSITION": positions}, "indices": indices}]}]);
        let character = file.read();
        assert_eq!(character.meshes[0].positions, [Vec3::new(1.5, 4.0, 0.0)], "{:?}", character.warnings);
    }
}

#[test]
fn small_files_that_ask_for_much_are_refused_before_memory_is_taken() {
    let asks = |accessor: Value, view: Value| {
        let file = json!({"asset": {"version": "2.0"}, "nodes": [{"mesh": 0}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
            "buffers": [{"byteLength": 4, "uri": "data:;base64,AAAAAA=="}], "bufferViews": [view], "accessors": [accessor]});
        open(&file).map(|character| character.warnings)
    };
    let plain = json!({"buffer": 0, "byteLength": 4});
    let too_large =
        |asked: Result<Vec<String>, ReadError>| matches!(asked.unwrap_err().fault, ReadFault::TooLarge { .. });
    let many = 39_000_000;
    assert!(too_large(asks(json!({"componentType": 5126, "count": many, "type": "VEC3"}), plain)));
    let packed = json!({"buffer": 1, "byteLength": 4, "extensions": {"EXT_meshopt_compression": {"buffer": 0,
        "byteLength": 4, "byteStride": 256, "count": many, "mode": "ATTRIBUTES"}}});
    let accessor = json!({"bufferView": 0, "componentType": 5126, "count": many, "type": "VEC3"});
    assert!(too_large(asks(accessor.clone(), packed.clone())));
    // Within the limit, but far more than four bytes can stand for: the decoder says so and the mesh is left out.
    let mut fewer = packed;
    fewer["extensions"]["EXT_meshopt_compression"]["count"] = json!(4_000_000);
    assert!(asks(accessor, fewer).unwrap()[0].contains("EXT_meshopt_compression"));
}

#[test]
fn files_beside_the_model_are_found_by_their_decoded_names_and_never_outside() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("model");
    std::fs::create_dir_all(inside.join("my parts")).unwrap();
    std::fs::write(inside.join("my parts/ä.bin"), bytes_of(&TRIANGLE)).unwrap();
    std::fs::write(folder.path().join("secret.bin"), bytes_of(&TRIANGLE)).unwrap();
    let read = |uri: &str| {
        let json = json!({"asset": {"version": "2.0"}, "nodes": [{"mesh": 0}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}], "buffers": [{"byteLength": 36, "uri": uri}],
            "bufferViews": [{"buffer": 0, "byteLength": 36}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}]});
        let path = inside.join("a.gltf");
        std::fs::write(&path, json.to_string()).unwrap();
        Character::read(path)
    };
    assert_eq!(read("my%20parts/%C3%A4.bin").unwrap().meshes[0].positions, TRIANGLE.map(Vec3::from));
    for uri in ["../secret.bin", "%2E%2E/secret.bin", "my%20parts/../../secret.bin", "missing.bin"] {
        let error = read(uri).unwrap_err();
        assert!(matches!(error.fault, ReadFault::MissingBuffer { .. }) && error.to_string().contains(uri), "{error}");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(folder.path().join("secret.bin"), inside.join("link.bin")).unwrap();
        let error = read("link.bin").unwrap_err();
        assert!(error.to_string().contains("outside"), "{error}");
    }
}

#[test]
fn reading_tells_how_far_it_is_and_stops_when_told() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/mannequin.glb");
    let told = RefCell::new(Vec::new());
    let watch = |step: ReadStep, share: f32| {
        told.borrow_mut().push((step, share));
        ControlFlow::Continue(())
    };
    let whole = Character::read_watched(path, &watch).unwrap();
    assert_eq!(whole, Character::read(path).unwrap());
    let told = told.into_inner();
    assert!(told.is_sorted_by(|one, next| one.0 <= next.0 && one.1 <= next.1), "{told:?}");
    assert!(told.iter().all(|(_, share)| (0.0..=1.0).contains(share)), "{told:?}");
    assert_eq!((told[0], told[told.len() - 1]), ((ReadStep::File, 0.0), (ReadStep::Clips, 1.0)));
    // Stopped at any step, it ends there: the steps told are those up to the stop.
    for stop in [0, told.len() / 2, told.len() - 1] {
        let steps = RefCell::new(0);
        let watch = |_, _| {
            *steps.borrow_mut() += 1;
            if *steps.borrow() > stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let error = Character::read_watched(path, &watch).unwrap_err();
        assert!(matches!(error.fault, ReadFault::Cancelled), "{error}");
        assert_eq!(steps.into_inner(), stop + 1);
    }
}

/// A grid of a million vertices, with a joint and a weight for each, and an image of 16 megapixels.
fn large() -> Vec<u8> {
    const SIDE: u32 = 1000;
    let mut file = File::new(json!({
        "nodes": [{"mesh": 0, "skin": 0}, {"name": "joint"}], "skins": [{"joints": [1]}],
        "images": [{"bufferView": 0}], "textures": [{"source": 0}],
        "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}],
    }));
    let mut png = std::io::Cursor::new(Vec::new());
    let pixels = image::RgbImage::from_fn(4096, 4096, |x, y| image::Rgb([x as u8, y as u8, (x * y) as u8]));
    pixels.write_to(&mut png, image::ImageFormat::Png).unwrap();
    file.view(png.get_ref());
    let corners: Vec<[f32; 3]> = (0..SIDE * SIDE).map(|at| [(at % SIDE) as f32, (at / SIDE) as f32, 0.0]).collect();
    let positions = file.vectors(&corners);
    let quads = (0..SIDE * (SIDE - 1)).filter(|at| at % SIDE < SIDE - 1);
    let indices = quads.flat_map(|at| [at, at + 1, at + SIDE, at + SIDE, at + 1, at + SIDE + 1]);
    let indices: Vec<u8> = indices.flat_map(u32::to_le_bytes).collect();
    let count = indices.len() / 4;
    let view = file.view(&indices);
    let indices =
        file.push("accessors", json!({"bufferView": view, "componentType": 5125, "count": count, "type": "SCALAR"}));
    let bytes = |file: &mut File, element: [u8; 4], normalized: bool| {
        let view = file.view(&element.repeat(corners.len()));
        let accessor = json!({"bufferView": view, "componentType": 5121, "normalized": normalized,
            "count": corners.len(), "type": "VEC4"});
        file.push("accessors", accessor)
    };
    let (joints, weights) = (bytes(&mut file, [0; 4], false), bytes(&mut file, [255, 0, 0, 0], true));
    file.json["meshes"] = json!([{"primitives": [{"attributes":
        {"POSITION": positions, "JOINTS_0": joints, "WEIGHTS_0": weights}, "indices": indices, "material": 0}]}]);
    file.into_bytes()
}

#[test]
fn a_large_mesh_and_a_large_image_are_told_of_on_the_way() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.glb");
    std::fs::write(&path, large()).unwrap();
    let told = RefCell::new(Vec::new());
    let watch = |step: ReadStep, share: f32| {
        told.borrow_mut().push((step, share));
        ControlFlow::Continue(())
    };
    let character = Character::read_watched(&path, &watch).unwrap();
    assert_eq!((character.meshes[0].positions.len(), character.images[0].width), (1_000_000, 4096));
    let told = told.into_inner();
    assert!(told.is_sorted_by(|one, next| one.0 <= next.0 && one.1 <= next.1), "{told:?}");
    // One mesh and one image: what is told lies within them.
    for step in [ReadStep::Meshes, ReadStep::Images] {
        let shares: Vec<f32> = told.iter().filter(|(told, _)| *told == step).map(|(_, share)| *share).collect();
        assert!(shares.len() >= 20, "{step:?}: {shares:?}");
        assert!(shares.first() < shares.last(), "{step:?}: {shares:?}");
    }
    // Stopped within either, it ends at that look.
    for step in [ReadStep::Meshes, ReadStep::Images] {
        let looks = RefCell::new(0);
        let watch = |told: ReadStep, _| {
            *looks.borrow_mut() += usize::from(told >= step);
            if *looks.borrow() > 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let error = Character::read_watched(&path, &watch).unwrap_err();
        assert!(matches!(error.fault, ReadFault::Cancelled), "{error}");
        assert_eq!(looks.into_inner(), 11);
    }
}

/// A damaged file may hold megabytes where a name should be; the message names them and stays one that a person reads.
#[test]
fn messages_stay_short_whatever_the_file_calls_things() {
    let long = "a".repeat(1_000_000);
    let files = [
        json!({"asset": {"version": "2.0"}, "nodes": [{}], "scenes": [{"nodes": [0]}], "meshes": [],
            "buffers": [{"uri": long, "byteLength": 4}], "bufferViews": [{"buffer": 0, "byteLength": 4}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "count": 1, "type": "SCALAR"}],
            "skins": [{"joints": [0], "inverseBindMatrices": 0}]}),
        json!({"asset": {"version": long}, "nodes": [{}]}),
        json!({"asset": {"version": "2.0"}, "extensionsRequired": [long], "nodes": [{}]}),
        json!({"asset": {"version": "2.0"}, "nodes": [{"children": long}]}),
    ];
    for file in files {
        let error = open(&file).unwrap_err().to_string();
        assert!(error.len() < 2_000 && error.contains("aaaa"), "{}: {}", error.len(), &error[..200]);
    }
}
