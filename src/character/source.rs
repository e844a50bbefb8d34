//! The bytes a file refers to: its binary chunk, data URIs, and files beside it.

use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::io::Read;
use std::path::{Component, Path, PathBuf};

use base64::Engine;

use super::limits::{self, Budget};
use super::progress::Stage;
use super::schema::{Document, MeshoptView};
use super::{ReadFault, meshopt};

/// Fetches a file that lies beside the model, by its relative path with the percent-encoding undone.
pub type Resolver<'a> = dyn Fn(&str) -> std::io::Result<Vec<u8>> + 'a;

/// Fetches files from `folder` and folders below it, and nothing outside, not even through a link.
pub fn folder_resolver<'a>(folder: &Path, stage: Stage<'a>) -> impl Fn(&str) -> std::io::Result<Vec<u8>> + 'a {
    let folder = if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.to_owned() };
    move |relative| {
        let outside =
            || std::io::Error::new(std::io::ErrorKind::PermissionDenied, "it lies outside the model's folder");
        let path = folder.join(relative).canonicalize()?;
        if !path.starts_with(folder.canonicalize()?) {
            return Err(outside());
        }
        read_file(&path, stage)
    }
}

/// Bytes read between two looks at whether to go on.
const STEP_BYTES: u64 = 1 << 23;

/// Reads a whole file, unless it is larger than [`limits::FILE_BYTES`].
pub fn read_file(path: &Path, stage: Stage) -> std::io::Result<Vec<u8>> {
    let file = std::fs::File::open(path)?;
    let size = file.metadata()?.len();
    if size > limits::FILE_BYTES {
        let sentence = format!("it has {size} bytes, and at most {} are read", limits::FILE_BYTES);
        return Err(std::io::Error::new(std::io::ErrorKind::FileTooLarge, sentence));
    }
    let mut bytes = Vec::with_capacity(size as usize);
    // What grows while it is read, or is no plain file and has no size, ends at the limit too.
    while (bytes.len() as u64) < limits::FILE_BYTES {
        stage.io_step(bytes.len(), size as usize)?;
        if (&file).take(STEP_BYTES).read_to_end(&mut bytes)? == 0 {
            break;
        }
    }
    Ok(bytes)
}

/// What a URI stands for: its own bytes, or those of a file beside the model.
///
/// # Errors
/// A sentence's end saying why not.
pub fn bytes_of_uri(uri: &str, resolve: &Resolver) -> Result<Vec<u8>, String> {
    if let Some(data) = uri.strip_prefix("data:") {
        let (kind, text) = data.split_once(',').ok_or("it is a data URI without a comma")?;
        if !kind.ends_with(";base64") {
            return Ok(percent_encoding::percent_decode_str(text).collect());
        }
        return lenient_base64().decode(text.trim()).map_err(|error| format!("its base64 is broken: {error}"));
    }
    let decoded = percent_encoding::percent_decode_str(uri).decode_utf8().map_err(|_| "its name is not UTF-8")?;
    // On every system alike, whatever it makes of these characters.
    if decoded.contains([':', '\\', '\0']) {
        return Err("it is not a file beside the model".into());
    }
    if !Path::new(decoded.as_ref()).components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
        return Err("it lies outside the model's folder".into());
    }
    resolve(&decoded).map_err(|error| error.to_string())
}

fn lenient_base64() -> impl Engine {
    use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
    let config = GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    GeneralPurpose::new(&base64::alphabet::STANDARD, config)
}

/// The data of every buffer; none where it is only there in compressed form.
pub struct Buffers<'a> {
    data: Vec<Option<Cow<'a, [u8]>>>,
    /// Compressed views, each unpacked when it is first asked for: many are never, most morph targets for example.
    unpacked: Vec<OnceCell<Result<Vec<u8>, String>>>,
    budget: RefCell<Budget>,
    unbacked: RefCell<Budget>,
}

impl<'a> Buffers<'a> {
    /// # Errors
    /// When a file is missing or a buffer is shorter than it says.
    pub fn load(
        document: &Document,
        binary: Option<&'a [u8]>,
        resolve: &Resolver,
        stage: Stage,
    ) -> Result<Self, ReadFault> {
        let mut data = Vec::with_capacity(document.buffers.len());
        for (index, buffer) in document.buffers.iter().enumerate() {
            stage.step(index, document.buffers.len())?;
            let bytes: Option<Cow<'a, [u8]>> = match &buffer.uri {
                Some(uri) => Some(Cow::Owned(bytes_of_uri(uri, resolve).map_err(|cause| {
                    let uri = if uri.starts_with("data:") { "data URI".to_owned() } else { uri.clone() };
                    ReadFault::MissingBuffer { buffer: index, uri, cause }
                })?)),
                None if index == 0 => binary.map(Cow::Borrowed),
                None => None,
            };
            if let Some(bytes) = &bytes
                && (bytes.len() as u64) < buffer.byte_length
            {
                return Err(ReadFault::Truncated { needed: buffer.byte_length, present: bytes.len() as u64 });
            }
            data.push(bytes);
        }
        let unpacked = document.buffer_views.iter().map(|_| OnceCell::new()).collect();
        let budget = RefCell::new(Budget::new("the unpacked data", limits::UNPACKED_BYTES));
        let unbacked = RefCell::new(Budget::new("the data that is not in it", limits::UNBACKED_BYTES));
        Ok(Self { data, unpacked, budget, unbacked })
    }

    /// Takes memory for an accessor without data from what all of them may have.
    ///
    /// # Errors
    /// When it is too much.
    pub fn take_unbacked(&self, bytes: u64) -> Result<(), ReadFault> {
        self.unbacked.borrow_mut().take(bytes)
    }

    /// The bytes of a buffer view.
    ///
    /// # Errors
    /// When it does not exist, reaches beyond its buffer, or is compressed.
    pub fn view(&self, document: &Document, view: usize, place: &str) -> Result<&[u8], ReadFault> {
        let count = document.buffer_views.len();
        let missing =
            || ReadFault::IndexOutOfRange { place: place.to_owned(), what: "buffer view", index: view, count };
        let entry = document.buffer_views.get(view).ok_or_else(missing)?;
        // A compressed view may have its plain bytes in a fallback buffer.
        if let Some((compressed, extension)) = entry.extensions.meshopt()
            && self.data.get(entry.buffer).is_none_or(Option::is_none)
        {
            return self.unpack(view, compressed).map_err(|cause| match cause {
                Failure::TooLarge(fault) => fault,
                Failure::Broken(cause) => ReadFault::Compressed { place: place.to_owned(), extension, cause },
            });
        }
        self.slice(view, entry.buffer, entry.byte_offset, entry.byte_length)
    }

    fn slice(&self, view: usize, buffer: usize, offset: u64, length: u64) -> Result<&[u8], ReadFault> {
        let place = || format!("buffer view {view}");
        let data = self.data.get(buffer).ok_or_else(|| ReadFault::IndexOutOfRange {
            place: place(),
            what: "buffer",
            index: buffer,
            count: self.data.len(),
        })?;
        let data = data.as_ref().ok_or(ReadFault::NoBufferData(buffer))?;
        let end = offset.saturating_add(length);
        if end > data.len() as u64 {
            return Err(ReadFault::OutOfData { place: place(), needed: end, present: data.len() as u64 });
        }
        Ok(&data[offset as usize..end as usize])
    }

    fn unpack(&self, view: usize, compressed: &MeshoptView) -> Result<&[u8], Failure> {
        let cell = &self.unpacked[view];
        if cell.get().is_none() {
            self.budget.borrow_mut().take(meshopt::unpacked_bytes(compressed)).map_err(Failure::TooLarge)?;
        }
        let unpacked = cell.get_or_init(|| {
            let packed = self.slice(view, compressed.buffer, compressed.byte_offset, compressed.byte_length);
            packed.map_err(|fault| fault.to_string()).and_then(|packed| meshopt::unpack(compressed, packed))
        });
        unpacked.as_deref().map_err(|cause| Failure::Broken(cause.clone()))
    }
}

/// Why a view was not unpacked.
enum Failure {
    TooLarge(ReadFault),
    Broken(String),
}
