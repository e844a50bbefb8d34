//! Numbers out of accessors: every component type, normalised or not, sparse or not.

use super::ReadFault;
use super::schema::{Accessor, Document};
use super::source::Buffers;

/// A file's accessors with their data.
#[derive(Clone, Copy)]
pub struct Accessors<'a> {
    pub document: &'a Document,
    pub buffers: &'a Buffers<'a>,
}

#[derive(Clone, Copy, PartialEq)]
enum Component {
    I8,
    U8,
    I16,
    U16,
    U32,
    F32,
}

impl Component {
    fn of(code: u32, place: &str) -> Result<Self, ReadFault> {
        Ok(match code {
            5120 => Self::I8,
            5121 => Self::U8,
            5122 => Self::I16,
            5123 => Self::U16,
            5125 => Self::U32,
            5126 => Self::F32,
            _ => return Err(ReadFault::WrongKind { place: place.to_owned(), cause: "unknown component type" }),
        })
    }

    fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }

    /// `bytes` has at least this component's size.
    fn float(self, bytes: &[u8], normalized: bool) -> f32 {
        let signed = |value: f32, most: f32| if normalized { (value / most).max(-1.0) } else { value };
        let unsigned = |value: f32, most: f32| if normalized { value / most } else { value };
        match self {
            Self::I8 => signed(f32::from(bytes[0] as i8), 127.0),
            Self::U8 => unsigned(f32::from(bytes[0]), 255.0),
            Self::I16 => signed(f32::from(i16::from_le_bytes([bytes[0], bytes[1]])), 32767.0),
            Self::U16 => unsigned(f32::from(u16::from_le_bytes([bytes[0], bytes[1]])), 65535.0),
            Self::U32 => u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) as f32,
            Self::F32 => f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]),
        }
    }

    /// `bytes` has at least this component's size; negative numbers and floats give 0.
    fn integer(self, bytes: &[u8]) -> u32 {
        match self {
            Self::U8 => u32::from(bytes[0]),
            Self::U16 => u32::from(u16::from_le_bytes([bytes[0], bytes[1]])),
            Self::U32 => u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]),
            Self::I8 | Self::I16 | Self::F32 => 0,
        }
    }
}

/// How many numbers an element of an accessor of this type has.
pub fn components_of(shape: &str) -> Option<usize> {
    Some(match shape {
        "SCALAR" => 1,
        "VEC2" => 2,
        "VEC3" => 3,
        "VEC4" => 4,
        "MAT4" => 16,
        _ => return None,
    })
}

impl Accessors<'_> {
    /// # Errors
    /// When there is no such accessor.
    pub fn get(&self, index: usize, place: &str) -> Result<&Accessor, ReadFault> {
        self.document.accessors.get(index).ok_or_else(|| ReadFault::IndexOutOfRange {
            place: place.to_owned(),
            what: "accessor",
            index,
            count: self.document.accessors.len(),
        })
    }

    /// Elements of `N` floats; integers are normalised where the accessor says so.
    ///
    /// # Errors
    /// When the accessor does not exist, has another shape, or reaches beyond its data.
    pub fn floats<const N: usize>(&self, index: usize, place: &str) -> Result<Vec<[f32; N]>, ReadFault> {
        let normalized = self.get(index, place)?.normalized;
        self.elements(index, place, |component, bytes| {
            let size = component.size();
            if component == Component::F32 {
                // Apart from the rest so that the compiler sees one plain loop for the commonest case.
                return std::array::from_fn(|at| Component::F32.float(&bytes[at * 4..], false));
            }
            std::array::from_fn(|at| component.float(&bytes[at * size..], normalized))
        })
    }

    /// Elements of `N` unsigned integers.
    ///
    /// # Errors
    /// As for [`Accessors::floats`].
    pub fn integers<const N: usize>(&self, index: usize, place: &str) -> Result<Vec<[u32; N]>, ReadFault> {
        self.elements(index, place, |component, bytes| {
            let size = component.size();
            std::array::from_fn(|at| component.integer(&bytes[at * size..]))
        })
    }

    fn elements<const N: usize, T: Copy + Default>(
        &self,
        index: usize,
        place: &str,
        decode: impl Fn(Component, &[u8]) -> [T; N],
    ) -> Result<Vec<[T; N]>, ReadFault>
    where
        [T; N]: Copy,
    {
        let accessor = self.get(index, place)?;
        let name = || format!("accessor {index} ({place})");
        let component = Component::of(accessor.component_type, &name())?;
        if components_of(&accessor.shape) != Some(N) {
            return Err(ReadFault::WrongKind { place: name(), cause: "it has another number of components" });
        }
        let size = N * component.size();

        let mut elements = match accessor.buffer_view {
            Some(view) => {
                let stride = self.document.buffer_views.get(view).and_then(|view| view.byte_stride);
                let spread = Spread { view, offset: accessor.byte_offset, stride, size, count: accessor.count };
                let (bytes, stride) = self.spread(&spread, &name)?;
                let mut elements = Vec::with_capacity(accessor.count as usize);
                elements.extend(
                    (0..accessor.count as usize).map(|at| decode(component, &bytes[at * stride..at * stride + size])),
                );
                elements
            }
            None => {
                self.buffers.take_unbacked(accessor.count.saturating_mul(size_of::<[T; N]>() as u64))?;
                vec![[T::default(); N]; accessor.count as usize]
            }
        };

        if let Some(sparse) = &accessor.sparse {
            let kind = Component::of(sparse.indices.component_type, &name())?;
            let (count, stride) = (sparse.count, None);
            let at = (sparse.indices.buffer_view, sparse.indices.byte_offset);
            let (places, step) =
                self.spread(&Spread { view: at.0, offset: at.1, stride, size: kind.size(), count }, &name)?;
            let at = (sparse.values.buffer_view, sparse.values.byte_offset);
            let (values, stride) = self.spread(&Spread { view: at.0, offset: at.1, stride, size, count }, &name)?;
            for entry in 0..count as usize {
                let place = kind.integer(&places[entry * step..]) as usize;
                if let Some(element) = elements.get_mut(place) {
                    *element = decode(component, &values[entry * stride..entry * stride + size]);
                }
            }
        }
        Ok(elements)
    }

    /// The bytes from the first element on, and the distance between elements; all elements lie within.
    fn spread(&self, spread: &Spread, name: &dyn Fn() -> String) -> Result<(&[u8], usize), ReadFault> {
        let bytes = self.buffers.view(self.document, spread.view, &name())?;
        let size = spread.size as u64;
        let stride = spread.stride.filter(|&stride| stride > 0).unwrap_or(size);
        let needed = match spread.count {
            0 => spread.offset,
            count => stride.saturating_mul(count - 1).saturating_add(size).saturating_add(spread.offset),
        };
        if needed > bytes.len() as u64 {
            return Err(ReadFault::OutOfData { place: name(), needed, present: bytes.len() as u64 });
        }
        Ok((&bytes[spread.offset as usize..], stride as usize))
    }
}

/// Where a run of elements lies.
struct Spread {
    view: usize,
    offset: u64,
    stride: Option<u64>,
    size: usize,
    count: u64,
}
