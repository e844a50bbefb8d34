//! Buffer views compressed with EXT_meshopt_compression or its successor, KHR_meshopt_compression.

use meshoptimizer_rs::{Error, Limits, Workspace, codec};

use super::limits;
use super::schema::MeshoptView;

/// Turns so many elements of so many bytes into what they stand for, in place.
type Filter = fn(&mut [u8], usize, usize, &mut Workspace) -> Result<(), Error>;

/// Bytes that the view unpacks to.
pub fn unpacked_bytes(view: &MeshoptView) -> u64 {
    view.count.saturating_mul(view.byte_stride)
}

/// Unpacks a view; the caller has held [`unpacked_bytes`] against its budget.
///
/// # Errors
/// A sentence's end saying why not.
pub fn unpack(view: &MeshoptView, packed: &[u8]) -> Result<Vec<u8>, String> {
    if view.count == 0 {
        return Ok(Vec::new());
    }
    let size = |size: u64| usize::try_from(size).map_err(|_| "it is too large".to_owned());
    let (count, stride) = (size(view.count)?, size(view.byte_stride)?);
    let mut workspace = Workspace::new(Limits { max_bytes: limits::UNPACKED_BYTES as usize, ..Limits::default() });
    // The two extensions differ in what they allow; the codecs tell by the data's own header, so both are read alike.
    let decode = match view.mode.as_str() {
        "ATTRIBUTES" => codec::decode_vertex_buffer,
        "TRIANGLES" => codec::decode_index_buffer,
        "INDICES" => codec::decode_index_sequence,
        mode => return Err(format!("its mode {mode:?} is unknown")),
    };
    let mut bytes = decode(count, stride, packed, &mut workspace).map_err(|error| error.to_string())?;
    let filter: Option<Filter> = match view.filter.as_deref() {
        None | Some("NONE") => None,
        Some("OCTAHEDRAL") => Some(codec::decode_filter_oct),
        Some("QUATERNION") => Some(codec::decode_filter_quat),
        Some("EXPONENTIAL") => Some(codec::decode_filter_exp),
        Some("COLOR") => Some(codec::decode_filter_color),
        Some(filter) => return Err(format!("its filter {filter:?} is unknown")),
    };
    if let Some(filter) = filter {
        filter(&mut bytes, count, stride, &mut workspace).map_err(|error| error.to_string())?;
    }
    Ok(bytes)
}
