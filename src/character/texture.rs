//! Decodes the images that textures show.

use std::io::{BufRead, Cursor, Read, Seek, SeekFrom};

use super::progress::Stage;
use super::schema::Document;
use super::source::{Buffers, Resolver, bytes_of_uri};
use super::{Image, ReadFault, ktx2, limits};

/// Bytes handed to a decoder between two looks at whether to go on.
const STEP_BYTES: usize = 1 << 16;

/// A file's images, each decoded when it is asked for.
pub struct Textures<'a> {
    pub document: &'a Document,
    pub buffers: &'a Buffers<'a>,
    pub resolve: &'a Resolver<'a>,
    pub bytes_left: u64,
}

impl Textures<'_> {
    /// The file's image that `texture` shows. Of several, a plain one goes before a compressed one.
    pub fn image_of(&self, texture: usize) -> Option<usize> {
        let texture = self.document.textures.get(texture)?;
        let [webp, basisu] = [&texture.extensions.webp, &texture.extensions.basisu]
            .map(|extension| extension.as_ref().and_then(|extension| extension.source));
        webp.or(texture.source).or(basisu)
    }

    pub fn name(&self, index: usize) -> String {
        let image = self.document.images.get(index);
        let uri = image.and_then(|image| image.uri.as_deref()).filter(|uri| !uri.starts_with("data:"));
        match uri.or(image.and_then(|image| image.name.as_deref())) {
            Some(name) => format!("Image {index} ({name:?})"),
            None => format!("Image {index}"),
        }
    }

    /// # Errors
    /// A sentence's end saying why not.
    pub fn decode(&mut self, index: usize, stage: Stage) -> Result<Image, String> {
        let image = self.document.images.get(index).ok_or("the file has no such image")?;
        let owned;
        let bytes = match (&image.uri, image.buffer_view) {
            (Some(uri), _) => {
                owned = bytes_of_uri(uri, self.resolve)?;
                &owned[..]
            }
            (None, Some(view)) => self.buffers.view(self.document, view, "its data").map_err(|fault| match fault {
                ReadFault::Compressed { cause, .. } => cause,
                fault => fault.to_string(),
            })?,
            (None, None) => return Err("it has no data".into()),
        };
        let image =
            if ktx2::is_ktx2(bytes) { ktx2::decode(bytes, self.bytes_left)? } else { self.plain(bytes, stage)? };
        let size = image.rgba.len() as u64;
        self.bytes_left = self.bytes_left.checked_sub(size).ok_or("all images together are too large")?;
        Ok(image)
    }

    fn plain(&self, bytes: &[u8], stage: Stage) -> Result<Image, String> {
        let watched = Watched { bytes: Cursor::new(bytes), stage };
        let mut reader = image::ImageReader::new(watched).with_guessed_format().map_err(|error| error.to_string())?;
        let mut limits = image::Limits::default();
        limits.max_image_width = Some(limits::IMAGE_SIDE);
        limits.max_image_height = Some(limits::IMAGE_SIDE);
        limits.max_alloc = Some(self.bytes_left);
        reader.limits(limits);
        let pixels = reader.decode().map_err(|error| error.to_string())?.into_rgba8();
        Ok(Image { width: pixels.width(), height: pixels.height(), rgba: pixels.into_raw() })
    }
}

/// Bytes that fail to be read once reading is to stop, so that a decoder gives up inside a large image.
struct Watched<'a> {
    bytes: Cursor<&'a [u8]>,
    stage: Stage<'a>,
}

impl Watched<'_> {
    fn look(&self) -> std::io::Result<()> {
        self.stage.io_step(self.bytes.position() as usize, self.bytes.get_ref().len())
    }
}

impl Read for Watched<'_> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        self.look()?;
        self.bytes.read(out)
    }
}

impl BufRead for Watched<'_> {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        self.look()?;
        let rest = self.bytes.fill_buf()?;
        Ok(&rest[..rest.len().min(STEP_BYTES)])
    }

    fn consume(&mut self, amount: usize) {
        self.bytes.consume(amount);
    }
}

impl Seek for Watched<'_> {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        self.bytes.seek(to)
    }
}
