//! Primitives compressed with KHR_draco_mesh_compression.

use draco_core::{DataType, DecodeLimits, DecoderBuffer, Mesh, MeshDecoder};

use super::limits;

pub const EXTENSION: &str = "KHR_draco_mesh_compression";

/// A primitive's unpacked geometry.
pub struct DracoMesh(Mesh);

impl DracoMesh {
    /// Unpacks a mesh of at most `most` vertices and as many triangles.
    ///
    /// # Errors
    /// A sentence's end saying why not.
    pub fn unpack(packed: &[u8], most: u64) -> Result<Self, String> {
        // A few bytes may stand for millions of equal vertices, so only a bound that does not come from them holds.
        let limits = DecodeLimits::default()
            .with_max_points(most)
            .with_max_faces(most)
            .with_max_decoded_bytes(limits::DRACO_BYTES);
        let mut mesh = Mesh::new();
        let mut buffer = DecoderBuffer::new(packed).with_limits(limits);
        MeshDecoder::new().decode(&mut buffer, &mut mesh).map_err(|error| error.to_string())?;
        Ok(Self(mesh))
    }

    pub fn vertex_count(&self) -> usize {
        self.0.num_points()
    }

    pub fn index_count(&self) -> usize {
        self.0.num_faces() * 3
    }

    /// Three a triangle.
    pub fn indices(&self) -> Vec<u32> {
        self.0.faces().iter().flatten().map(|point| point.0).collect()
    }

    /// An attribute by the number that the extension gives it, one element a vertex; integers are normalised where
    /// asked for. None where there is no such attribute or it has another number of components.
    pub fn floats<const N: usize>(&self, attribute: u32, normalized: bool) -> Option<Vec<[f32; N]>> {
        let attribute = self.0.attribute_by_unique_id(attribute)?;
        if usize::from(attribute.num_components()) != N {
            return None;
        }
        let most = match attribute.data_type() {
            DataType::Int8 => 127.0,
            DataType::Uint8 => 255.0,
            DataType::Int16 => 32767.0,
            DataType::Uint16 => 65535.0,
            _ => 1.0,
        };
        let values = attribute.read_f32s(self.vertex_count(), N);
        let part = |value: f32| if normalized { (value / most).max(-1.0) } else { value };
        Some(values.as_chunks::<N>().0.iter().map(|element| element.map(part)).collect())
    }
}
