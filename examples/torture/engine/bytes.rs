//! Damage to bytes, with an eye on where a GLB has its lengths.

use super::dice::Dice;

/// Damages a model file in one to eight places.
pub fn damage(bytes: &mut Vec<u8>, dice: &mut Dice) {
    // The JSON comes first in a GLB and most of what can go wrong is in it.
    let json = json_end(bytes);
    for _ in 0..=dice.below(8).min(dice.below(8)) {
        if bytes.is_empty() {
            return;
        }
        let at = match dice.below(8) {
            0 => dice.below(bytes.len()),
            1 if dice.once_in(4) => dice.below(28.min(bytes.len())),
            2 => json.min(bytes.len() - 1) + dice.below(bytes.len().saturating_sub(json)),
            _ => dice.below(json.min(bytes.len())),
        };
        match dice.below(16) {
            // Another digit leaves the text whole and gives it another meaning, so most damage is that.
            9.. => digit(bytes, at, dice),
            0 | 1 => bytes[at] = b'0' + dice.below(10) as u8,
            2 => bytes[at] = dice.below(256) as u8,
            3 => bytes[at] ^= 1 << dice.below(8),
            4 => bytes[at] = bytes[dice.below(bytes.len())],
            5 => number(bytes, at, dice),
            6 => drop(bytes.drain(at..(at + 1 + dice.below(16)).min(bytes.len()))),
            7 => {
                let from = dice.below(bytes.len());
                let part = bytes[from..(from + 1 + dice.below(64)).min(bytes.len())].to_vec();
                drop(bytes.splice(at..at, part));
            }
            8 => bytes[at] = *dice.pick(b"{}[],:\"\\-.eE \0\xff"),
        }
    }
    if dice.once_in(30) {
        bytes.truncate(dice.below(bytes.len()));
    }
}

/// Another digit for the first one from `at` on.
fn digit(bytes: &mut [u8], at: usize, dice: &mut Dice) {
    if let Some(found) = bytes[at..].iter_mut().find(|byte| byte.is_ascii_digit()) {
        *found = b'0' + dice.below(10) as u8;
    }
}

/// Writes a length or a float at which readers trip.
fn number(bytes: &mut [u8], at: usize, dice: &mut Dice) {
    const NUMBERS: [u32; 12] = [
        0,
        1,
        2,
        0x7FFF_FFFF,
        0x8000_0000,
        0xFFFF_FFFF,
        0xFFFF_FFF8,
        0x7F80_0000,
        0xFF80_0000,
        0x7FC0_0000,
        0x7F7F_FFFF,
        0x0000_0001,
    ];
    let at = at / 4 * 4;
    if let Some(place) = bytes.get_mut(at..at + 4) {
        place.copy_from_slice(&dice.pick(&NUMBERS).to_le_bytes());
    }
}

fn json_end(bytes: &[u8]) -> usize {
    let length = bytes.get(12..16).and_then(|length| length.try_into().ok()).map(u32::from_le_bytes);
    match length {
        Some(length) if bytes.starts_with(b"glTF") => 20 + length as usize,
        _ => bytes.len(),
    }
}
