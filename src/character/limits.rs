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
}

/// # Errors
/// When `size` is more than `limit`.
pub fn within(what: &'static str, size: u64, limit: u64) -> Result<(), ReadFault> {
    if size > limit { Err(ReadFault::TooLarge { what, size, limit }) } else { Ok(()) }
}
