//! KTX2 images in Basis Universal's two forms, which KHR_texture_basisu allows: ETC1S and UASTC.

use basisu::{DecodeFlags, SourceFormat, TargetFormat, Transcoder};

use super::{Image, limits};

const MAGIC: [u8; 12] = *b"\xABKTX 20\xBB\r\n\x1A\n";
/// Where the index of mip levels starts, and bytes an entry.
const LEVELS: usize = 80;
const LEVEL: usize = 24;
/// Bytes of one block of 4×4 pixels, the most that either form has.
const BLOCK: u64 = 16;

pub fn is_ktx2(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// The largest mip level.
///
/// # Errors
/// A sentence's end saying why not.
pub fn decode(bytes: &[u8], bytes_left: u64) -> Result<Image, String> {
    let (width, height) = checked_size(bytes).ok_or("its KTX2 header is broken, or not of a plain image")?;
    if width > limits::IMAGE_SIDE || height > limits::IMAGE_SIDE {
        return Err(format!("it has {width} × {height} pixels, and at most {} a side are read", limits::IMAGE_SIDE));
    }
    if u64::from(width) * u64::from(height) * 4 > bytes_left {
        return Err("all images together are too large".into());
    }
    let transcoder = Transcoder::new(bytes).map_err(cause)?;
    if !matches!(transcoder.source_format(), SourceFormat::Etc1s | SourceFormat::UastcLdr) {
        return Err("it is neither of Basis Universal's ETC1S nor of its UASTC".into());
    }
    let rgba = transcoder.transcode(0, TargetFormat::Rgba32, DecodeFlags::NONE).map_err(cause)?;
    Ok(Image { width, height, rgba })
}

fn cause(error: basisu::Error) -> String {
    format!("it cannot be decoded ({error:?})")
}

/// Width and height, where everything that the header points to lies in the file and no part says that it unpacks to more
/// than the image has: the decoder takes these numbers at their word.
fn checked_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let half = |at: usize| Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
    let whole = |at: usize| Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
    let lies_within =
        |offset: u64, length: u64| offset.checked_add(length).is_some_and(|end| end <= bytes.len() as u64);

    let [width, height, depth, layers, faces, levels] =
        [half(20)?, half(24)?, half(28)?, half(32)?, half(36)?, half(40)?];
    let is_plain = width > 0 && height > 0 && depth == 0 && layers <= 1 && faces == 1 && (1..=16).contains(&levels);
    let parts = [
        (u64::from(half(48)?), u64::from(half(52)?)),
        (u64::from(half(56)?), u64::from(half(60)?)),
        (whole(64)?, whole(72)?),
    ];
    let blocks = u64::from(width.div_ceil(4)) * u64::from(height.div_ceil(4));
    let levels_hold = (0..levels as usize).all(|level| {
        let at = LEVELS + level * LEVEL;
        let (Some(offset), Some(length), Some(unpacked)) = (whole(at), whole(at + 8), whole(at + 16)) else {
            return false;
        };
        lies_within(offset, length) && unpacked <= blocks * BLOCK
    });
    (is_plain && levels_hold && parts.iter().all(|&(offset, length)| lies_within(offset, length)))
        .then_some((width, height))
}

#[cfg(test)]
mod tests {
    use base64::Engine;

    use super::*;

    // A picture of 64 × 64 pixels, its quarters red, green, blue and half-transparent white, in both forms, the second within
    // Zstandard; written by Basis Universal's own encoder.
    const ETC1S: &str = "\
        q0tUWCAyMLsNChoKAAAAAAEAAABAAAAAQAAAAAAAAAAAAAAAAQAAAAEAAAABAAAAaAAAADwAAACkAAAAJAAAAMgAAAAAAAAAlgAA\
        AAAAAABeAQAAAAAAADEAAAAAAAAAAAAAAAAAAAA8AAAAAAAAAAIAOACjAQIAAwMAAAgIAAAAAAAAAAA/AAAAAAAAAAAA/////0AA\
        Pw8AAAAAAAAAAP////8fAAAAS1RYd3JpdGVyAEJhc2lzIFVuaXZlcnNhbCAyLjEwAAAFAAIALgAAAAkAAAA3AAAAAAAAAAAAAAAA\
        AAAAHwAAAB8AAAASAAAAIMBEAAAAAAAA4gQIMBEAAAAAAIAsOCAATAAAAAAAACAgAFMAAAAAACBQFn0YG6yqqqpSVVVVBQHBhIAB\
        AABAEPYKzP5dLQAmAAQAAAAAEDkEzA0gACAgAILDGYFQCV/KAgFTAgAAAABAUMFdAgEr7Br/uUc7okCBiAIFIgoUiNjABiIKFIgo\
        UCCiQIEIs8Z/H/dk+4B85CMfYRFCCCEA";
    const UASTC: &str = "\
        q0tUWCAyMLsNChoKAAAAAAEAAABAAAAAQAAAAAAAAAAAAAAAAQAAAAEAAAACAAAAaAAAACwAAACUAAAAJAAAAAAAAAAAAAAAAAAA\
        AAAAAAC4AAAAAAAAAD8AAAAAAAAAABAAAAAAAAAsAAAAAAAAAAIAKACmAQIAAwMAABAAAAAAAAAAAAB/AwAAAAAAAAAA/////x8A\
        AABLVFh3cml0ZXIAQmFzaXMgVW5pdmVyc2FsIDIuMTAAACi1L/1gAA+tAQDo9x8A4B96ABfgH+AfAg8XAOD/HwLgAff//x8QfO8H\
        AP2CH1iQmjqTcr8D9A8WpNZmJqABIw==";

    fn bytes(text: &str) -> Vec<u8> {
        base64::engine::general_purpose::STANDARD.decode(text).unwrap()
    }

    #[test]
    fn both_forms_show_the_picture() {
        for text in [ETC1S, UASTC] {
            let image = decode(&bytes(text), limits::IMAGE_BYTES).unwrap();
            assert_eq!((image.width, image.height, image.rgba.len()), (64, 64, 64 * 64 * 4));
            let quarters = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 128]];
            for (at, expected) in [(16, 16), (48, 16), (16, 48), (48, 48)].into_iter().zip(quarters) {
                let pixel = &image.rgba[(at.1 * 64 + at.0) * 4..][..4];
                // The smaller form keeps five bits of a colour.
                assert!(pixel.iter().zip(expected).all(|(&part, expected)| part.abs_diff(expected) <= 8), "{pixel:?}");
            }
        }
    }

    #[test]
    fn broken_images_are_refused_and_never_panic() {
        for text in [ETC1S, UASTC] {
            let whole = bytes(text);
            assert!(decode(&whole, 64 * 64 * 4 - 1).is_err());
            for length in 0..whole.len() {
                assert!(decode(&whole[..length], limits::IMAGE_BYTES).is_err(), "{length}");
            }
            for at in 0..whole.len() {
                for value in [0, 1, 0x7F, 0x80, 0xFF] {
                    let mut broken = whole.clone();
                    broken[at] = value;
                    if let Ok(image) = decode(&broken, 64 * 64 * 4) {
                        assert_eq!(image.rgba.len(), image.width as usize * image.height as usize * 4);
                    }
                }
            }
        }
    }
}
