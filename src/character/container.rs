//! Takes a file apart into its JSON and, in a GLB, its binary chunk.

use super::ReadFault;
use super::schema::{Document, VersionOnly};

/// A file's parts.
pub struct Container<'a> {
    pub document: Document,
    /// The binary chunk of a GLB.
    pub binary: Option<&'a [u8]>,
}

/// Extensions that a file may require and still be read; those that only change how a surface looks are passed over.
const KNOWN_EXTENSIONS: [&str; 14] = [
    "KHR_mesh_quantization",
    "KHR_texture_transform",
    "KHR_draco_mesh_compression",
    "EXT_meshopt_compression",
    "KHR_meshopt_compression",
    "EXT_texture_webp",
    "KHR_texture_basisu",
    "KHR_lights_punctual",
    "KHR_animation_pointer",
    "KHR_node_visibility",
    "KHR_xmp_json_ld",
    "MSFT_texture_dds",
    "EXT_texture_avif",
    "VRM",
];
const KNOWN_FAMILIES: [&str; 2] = ["KHR_materials_", "VRMC_"];

const CHUNK_JSON: u32 = 0x4E4F_534A;
const CHUNK_BINARY: u32 = 0x004E_4942;

/// # Errors
/// When the bytes are no glTF 2 file, are cut short, or need an extension that is not known.
pub fn open<'a>(bytes: &'a [u8], warnings: &mut Vec<String>) -> Result<Container<'a>, ReadFault> {
    let (json, binary) = parts(bytes, warnings)?;
    match json.iter().find(|byte| !byte.is_ascii_whitespace()) {
        None => return Err(ReadFault::Empty),
        Some(b'{') => {}
        Some(_) => return Err(other_format(json)),
    }
    let document: Document = serde_json::from_slice(json).map_err(|error| fault_of_json(json, error))?;
    check_version(&document.asset)?;
    if let Some(unknown) = document.extensions_required.iter().find(|name| {
        !KNOWN_EXTENSIONS.contains(&name.as_str()) && !KNOWN_FAMILIES.iter().any(|family| name.starts_with(family))
    }) {
        return Err(ReadFault::RequiredExtension(unknown.clone()));
    }
    Ok(Container { document, binary })
}

/// The JSON, and the binary chunk of a GLB.
///
/// # Errors
/// When a GLB is cut short or of another version.
pub fn parts<'a>(bytes: &'a [u8], warnings: &mut Vec<String>) -> Result<(&'a [u8], Option<&'a [u8]>), ReadFault> {
    let (json, binary) = if bytes.starts_with(b"glTF") { split_glb(bytes, warnings)? } else { (bytes, None) };
    Ok((json.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(json), binary))
}

/// One GLB of both; the JSON's one buffer without a URI is the binary chunk.
pub fn join(mut json: Vec<u8>, mut binary: Vec<u8>) -> Vec<u8> {
    json.resize(json.len().next_multiple_of(4), b' ');
    binary.resize(binary.len().next_multiple_of(4), 0);
    let chunks = [(CHUNK_JSON, json), (CHUNK_BINARY, binary)];
    let length = 12 + chunks.iter().map(|(_, chunk)| 8 + chunk.len()).sum::<usize>();
    let mut glb = Vec::with_capacity(length);
    glb.extend_from_slice(b"glTF");
    glb.extend_from_slice(&2_u32.to_le_bytes());
    glb.extend_from_slice(&(length as u32).to_le_bytes());
    for (kind, chunk) in chunks {
        glb.extend_from_slice(&(chunk.len() as u32).to_le_bytes());
        glb.extend_from_slice(&kind.to_le_bytes());
        glb.extend_from_slice(&chunk);
    }
    glb
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at.checked_add(4)?)?.try_into().ok()?))
}

fn split_glb<'a>(bytes: &'a [u8], warnings: &mut Vec<String>) -> Result<(&'a [u8], Option<&'a [u8]>), ReadFault> {
    let present = bytes.len() as u64;
    let short = |needed: u64| ReadFault::Truncated { needed, present };
    let version = u32_at(bytes, 4).ok_or(short(12))?;
    if version != 2 {
        return Err(ReadFault::Version(version.to_string()));
    }
    let stated = u64::from(u32_at(bytes, 8).ok_or(short(12))?);

    let (mut json, mut binary) = (None, None);
    let mut at = 12;
    // Chunks are followed by their own lengths: exporters that patch a file often forget the header's.
    while at + 8 <= bytes.len() {
        let (Some(length), Some(kind)) = (u32_at(bytes, at), u32_at(bytes, at + 4)) else { break };
        let end = (at + 8) as u64 + u64::from(length);
        // What follows a whole file, padding for example, is no chunk of it.
        if json.is_some() && at as u64 >= stated {
            break;
        }
        if end > present {
            return Err(short(end.max(stated)));
        }
        let chunk = &bytes[at + 8..end as usize];
        match kind {
            CHUNK_JSON if json.is_none() => json = Some(chunk),
            CHUNK_BINARY if binary.is_none() => binary = Some(chunk),
            _ => {}
        }
        at = end as usize;
    }
    let json = json.ok_or(short(stated.max(20)))?;
    if stated != present {
        warnings.push(format!("The file's header says {stated} bytes and there are {present}; its parts are whole."));
    }
    Ok((json, binary))
}

fn other_format(bytes: &[u8]) -> ReadFault {
    if bytes.starts_with(b"version https://git-lfs") {
        return ReadFault::LfsPointer;
    }
    ReadFault::OtherFormat(match bytes {
        [b'K', b'a', b'y', b'd', b'a', b'r', b'a', ..] => "an FBX file",
        [b'B', b'L', b'E', b'N', b'D', b'E', b'R', ..] => "a Blender file",
        [b'P', b'K', 3, 4, ..] => "a ZIP archive",
        [b'<', ..] => "an XML or HTML file",
        _ => "something else",
    })
}

/// Files of version 1 have another layout altogether: say the version rather than the first field that differs.
fn fault_of_json(json: &[u8], error: serde_json::Error) -> ReadFault {
    match serde_json::from_slice::<VersionOnly>(json) {
        Ok(VersionOnly { asset: Some(asset) }) => check_version(&asset).err().unwrap_or(ReadFault::Json(error)),
        Ok(VersionOnly { asset: None }) => ReadFault::OtherFormat("JSON without glTF's `asset`"),
        Err(_) => ReadFault::Json(error),
    }
}

fn check_version(asset: &super::schema::Asset) -> Result<(), ReadFault> {
    let version = asset.min_version.as_deref().or(asset.version.as_deref()).unwrap_or("of no number");
    match version.split('.').next() {
        Some("2") => Ok(()),
        _ => Err(ReadFault::Version(version.to_owned())),
    }
}
