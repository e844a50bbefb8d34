//! Where a primitive's vertices and triangles come from: accessors, or a compressed mesh.

use super::ReadFault;
use super::accessor::{Accessors, components_of};
use super::draco::{self, DracoMesh};
use super::limits::{self, Budget};
use super::schema::{DracoExtension, Primitive};

/// A primitive with its data at hand.
pub struct Attributes<'a> {
    accessors: Accessors<'a>,
    primitive: &'a Primitive,
    draco: Option<(&'a DracoExtension, DracoMesh)>,
    place: &'a str,
    vertex_count: usize,
}

impl<'a> Attributes<'a> {
    /// None for a primitive without positions. Takes vertices and indices from the budget before any memory.
    ///
    /// # Errors
    /// When data is not where the file says, cannot be unpacked, or is more than the budget has left.
    pub fn open(
        accessors: Accessors<'a>,
        primitive: &'a Primitive,
        place: &'a str,
        budget: &mut Budget,
    ) -> Result<Option<Self>, ReadFault> {
        let Some(&positions) = primitive.attributes.get("POSITION") else { return Ok(None) };
        let accessor = accessors.get(positions, place)?;
        // Files may hold a plain copy for programs that cannot unpack; it is the more faithful one.
        let compressed = primitive.extensions.draco.as_ref().filter(|_| accessor.buffer_view.is_none());
        let Some(extension) = compressed else {
            budget.take(accessor.count)?;
            if let Some(indices) = primitive.indices {
                budget.take(accessors.get(indices, place)?.count)?;
            }
            let vertex_count = accessor.count as usize;
            return Ok(Some(Self { accessors, primitive, draco: None, place, vertex_count }));
        };
        let packed = accessors.buffers.view(accessors.document, extension.buffer_view, place)?;
        let most = budget.left().min(limits::unpacked_elements(packed.len()));
        let mesh = DracoMesh::unpack(packed, most).map_err(|cause| ReadFault::Compressed {
            place: place.to_owned(),
            extension: draco::EXTENSION,
            cause,
        })?;
        let vertex_count = mesh.vertex_count();
        budget.take(vertex_count as u64)?;
        budget.take(mesh.index_count() as u64)?;
        Ok(Some(Self { accessors, primitive, draco: Some((extension, mesh)), place, vertex_count }))
    }

    pub fn vertex_count(&self) -> usize {
        self.vertex_count
    }

    /// How many elements an attribute has; none where the primitive has no such attribute.
    ///
    /// # Errors
    /// When its accessor does not exist.
    pub fn count(&self, name: &str) -> Result<Option<u64>, ReadFault> {
        let Some(&at) = self.primitive.attributes.get(name) else { return Ok(None) };
        match self.unpacked(name) {
            Some(_) => Ok(Some(self.vertex_count as u64)),
            None => Ok(Some(self.accessors.get(at, self.place)?.count)),
        }
    }

    /// Numbers an element of an attribute has.
    ///
    /// # Errors
    /// When its accessor does not exist.
    pub fn components(&self, name: &str) -> Result<Option<usize>, ReadFault> {
        let Some(&at) = self.primitive.attributes.get(name) else { return Ok(None) };
        Ok(components_of(&self.accessors.get(at, self.place)?.shape))
    }

    /// The primitive's indices, or one a vertex where it has none.
    ///
    /// # Errors
    /// As for [`Accessors::integers`].
    pub fn indices(&self) -> Result<Vec<u32>, ReadFault> {
        match (&self.draco, self.primitive.indices) {
            (Some((_, mesh)), _) => Ok(mesh.indices()),
            (None, Some(at)) => Ok(self.accessors.integers::<1>(at, self.place)?.into_iter().map(|[at]| at).collect()),
            (None, None) => Ok((0..self.vertex_count as u32).collect()),
        }
    }

    /// An attribute as floats; none where the primitive has no such attribute. May be of another length than the vertices.
    ///
    /// # Errors
    /// As for [`Accessors::floats`].
    pub fn floats<const N: usize>(&self, name: &str) -> Result<Option<Vec<[f32; N]>>, ReadFault> {
        let Some(&at) = self.primitive.attributes.get(name) else { return Ok(None) };
        match self.unpacked(name) {
            Some((mesh, attribute)) => {
                let normalized = self.accessors.get(at, self.place)?.normalized;
                mesh.floats(attribute, normalized).map(Some).ok_or_else(|| self.missing())
            }
            None => self.accessors.floats(at, self.place).map(Some),
        }
    }

    /// An attribute as unsigned integers, as for [`Attributes::floats`].
    ///
    /// # Errors
    /// As for [`Accessors::integers`].
    pub fn integers<const N: usize>(&self, name: &str) -> Result<Option<Vec<[u32; N]>>, ReadFault> {
        let Some(&at) = self.primitive.attributes.get(name) else { return Ok(None) };
        match self.unpacked(name) {
            Some((mesh, attribute)) => {
                // Joints have at most 16 bits, which a float holds exactly.
                let floats = mesh.floats(attribute, false).ok_or_else(|| self.missing())?;
                Ok(Some(floats.into_iter().map(|element: [f32; N]| element.map(|part| part as u32)).collect()))
            }
            None => self.accessors.integers(at, self.place).map(Some),
        }
    }

    /// The compressed mesh's attribute of that name; none where it lies in an accessor.
    fn unpacked(&self, name: &str) -> Option<(&DracoMesh, u32)> {
        let (extension, mesh) = self.draco.as_ref()?;
        Some((mesh, *extension.attributes.get(name)?))
    }

    fn missing(&self) -> ReadFault {
        let cause = "its attributes are not those that the file says".to_owned();
        ReadFault::Compressed { place: self.place.to_owned(), extension: draco::EXTENSION, cause }
    }
}
