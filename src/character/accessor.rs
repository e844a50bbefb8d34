//! Numbers out of accessors: every component type, normalised or not, sparse or not.

use super::ReadFault;
use super::progress::Progress;
use super::schema::{Accessor, Document};
use super::source::Buffers;

/// A file's accessors with their data.
#[derive(Clone, Copy)]
pub struct Accessors<'a> {
    pub document: &'a Document,
    pub buffers: &'a Buffers<'a>,
    pub progress: &'a Progress<'a>,
}

/// Elements read between two looks at whether to go on.
const STEP_ELEMENTS: usize = 1 << 17;

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
}

/// Numbers that accessors are read as.
trait Number: Copy + Default {
    /// Every element of `run`; integers are normalised where it says so.
    fn read<const N: usize>(run: &Run, component: Component, normalized: bool) -> Vec<[Self; N]>;
}

impl Number for f32 {
    fn read<const N: usize>(run: &Run, component: Component, normalized: bool) -> Vec<[Self; N]> {
        let most = |most: f32| if normalized { most } else { 1.0 };
        let least = if normalized { -1.0 } else { f32::MIN };
        // One plain loop for each, which the compiler can see through.
        match component {
            Component::I8 => run.read(|part| (f32::from(i8::from_le_bytes(part)) / most(127.0)).max(least)),
            Component::U8 => run.read(|part| f32::from(u8::from_le_bytes(part)) / most(255.0)),
            Component::I16 => run.read(|part| (f32::from(i16::from_le_bytes(part)) / most(32767.0)).max(least)),
            Component::U16 => run.read(|part| f32::from(u16::from_le_bytes(part)) / most(65535.0)),
            Component::U32 => run.read(|part| u32::from_le_bytes(part) as Self),
            Component::F32 => run.read(Self::from_le_bytes),
        }
    }
}

impl Number for u32 {
    /// Negative numbers and floats give 0.
    fn read<const N: usize>(run: &Run, component: Component, _: bool) -> Vec<[Self; N]> {
        match component {
            Component::U8 => run.read(|part| Self::from(u8::from_le_bytes(part))),
            Component::U16 => run.read(|part| Self::from(u16::from_le_bytes(part))),
            Component::U32 => run.read(Self::from_le_bytes),
            Component::I8 => run.read(|_: [u8; 1]| 0),
            Component::I16 => run.read(|_: [u8; 2]| 0),
            Component::F32 => run.read(|_: [u8; 4]| 0),
        }
    }
}

/// Elements at equal distances.
struct Run<'a> {
    /// From the first element on; all of them lie within.
    bytes: &'a [u8],
    stride: usize,
    count: usize,
}

impl Run<'_> {
    /// Elements of `N` parts of `SIZE` bytes each.
    fn read<const N: usize, const SIZE: usize, T>(&self, part: impl Fn([u8; SIZE]) -> T) -> Vec<[T; N]> {
        if self.stride == N * SIZE {
            let elements = self.bytes.as_chunks::<SIZE>().0.as_chunks::<N>().0;
            return elements.iter().take(self.count).map(|parts| parts.map(&part)).collect();
        }
        let element = |at: usize| {
            let parts = self.bytes[at * self.stride..].as_chunks::<SIZE>().0;
            std::array::from_fn(|at| part(parts[at]))
        };
        (0..self.count).map(element).collect()
    }

    /// The elements from `first` on, at most `most` of them.
    fn part(&self, first: usize, most: usize) -> Run<'_> {
        let bytes = self.bytes.get(first * self.stride..).unwrap_or_default();
        Run { bytes, stride: self.stride, count: (self.count - first).min(most) }
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
        self.elements(index, place)
    }

    /// Elements of `N` unsigned integers.
    ///
    /// # Errors
    /// As for [`Accessors::floats`].
    pub fn integers<const N: usize>(&self, index: usize, place: &str) -> Result<Vec<[u32; N]>, ReadFault> {
        self.elements(index, place)
    }

    fn elements<const N: usize, T: Number>(&self, index: usize, place: &str) -> Result<Vec<[T; N]>, ReadFault> {
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
                let run = self.run(&spread, &name)?;
                if run.count <= STEP_ELEMENTS {
                    T::read(&run, component, accessor.normalized)
                } else {
                    let mut elements = Vec::with_capacity(run.count);
                    for first in (0..run.count).step_by(STEP_ELEMENTS) {
                        self.progress.look()?;
                        elements.extend(T::read::<N>(&run.part(first, STEP_ELEMENTS), component, accessor.normalized));
                    }
                    elements
                }
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
            let places = self.run(&Spread { view: at.0, offset: at.1, stride, size: kind.size(), count }, &name)?;
            let at = (sparse.values.buffer_view, sparse.values.byte_offset);
            let values = self.run(&Spread { view: at.0, offset: at.1, stride, size, count }, &name)?;
            let values = T::read(&values, component, accessor.normalized);
            for ([place], value) in u32::read(&places, kind, false).into_iter().zip(values) {
                if let Some(element) = elements.get_mut(place as usize) {
                    *element = value;
                }
            }
        }
        Ok(elements)
    }

    /// The elements at `spread`; all of them lie within the data.
    fn run(&self, spread: &Spread, name: &dyn Fn() -> String) -> Result<Run<'_>, ReadFault> {
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
        let bytes = &bytes[spread.offset as usize..];
        Ok(Run { bytes, stride: stride as usize, count: spread.count as usize })
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
