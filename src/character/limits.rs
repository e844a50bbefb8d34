//! The most that is read of a file: checked before memory is taken, so that a small file cannot ask for a large machine.

use super::ReadFault;

/// Bytes of one file.
pub const FILE_BYTES: u64 = 1 << 30;
/// Vertices, and likewise indices, of all meshes.
pub const MESH_ELEMENTS: u64 = 40_000_000;
/// Floats of all keys of all clips.
pub const CLIP_FLOATS: u64 = 200_000_000;
/// Pixels of one image a side.
pub const IMAGE_SIDE: u32 = 16_384;
/// Bytes of all decoded images.
pub const IMAGE_BYTES: u64 = 2 << 30;

/// Bytes of all buffer views that are unpacked.
pub const UNPACKED_BYTES: u64 = 1 << 30;
/// Bytes of the attributes of one Draco mesh.
pub const DRACO_BYTES: u64 = 1 << 29;
/// Bytes of all accessors that have a length and no data, which stand for zeros.
pub const UNBACKED_BYTES: u64 = 1 << 28;

/// The most vertices or triangles that this many bytes of compressed mesh are taken to hold: equal ones cost nothing, so
/// a few bytes could ask for the whole machine.
pub fn unpacked_elements(packed_bytes: usize) -> u64 {
    1_000_000 + packed_bytes as u64 * 16
}

/// Counts down what may still be read of one kind.
pub struct Budget {
    what: &'static str,
    limit: u64,
    used: u64,
}

impl Budget {
    pub fn new(what: &'static str, limit: u64) -> Self {
        Self { what, limit, used: 0 }
    }

    /// # Errors
    /// When more than the limit has been taken in all.
    pub fn take(&mut self, amount: u64) -> Result<(), ReadFault> {
        self.used = self.used.saturating_add(amount);
        within(self.what, self.used, self.limit)
    }

    /// How much may still be taken.
    pub fn left(&self) -> u64 {
        self.limit.saturating_sub(self.used)
    }
}

/// # Errors
/// When `size` is more than `limit`.
pub fn within(what: &'static str, size: u64, limit: u64) -> Result<(), ReadFault> {
    if size > limit { Err(ReadFault::TooLarge { what, size, limit }) } else { Ok(()) }
}
