//! Damage to a rig's text: bytes, and whole words and signs.

use super::dice::Dice;

const PIECES: [&[u8]; 28] = [
    b"(",
    b")",
    b"[",
    b"]",
    b"{",
    b"}",
    b",",
    b":",
    b"\"",
    b"\\",
    b"-",
    b".",
    b"0x",
    b"1e99",
    b"NaN",
    b"inf",
    b"Some(",
    b"None",
    b"/*",
    b"*/",
    b"//",
    b"r#\"",
    b"\xff",
    b"7u8",
    b"_",
    b"\xef\xbb\xbf",
    b"'",
    b"#![",
];
const NUMBERS: [&str; 22] = [
    "0",
    "-0.0",
    "1",
    "-1",
    "2",
    "0.5",
    "0.01",
    "0.99",
    "5.0",
    "30.0",
    "89.9",
    "90",
    "179.9",
    "180",
    "360.0",
    "1e30",
    "-1e30",
    "3.4e38",
    "1e-38",
    "18446744073709551616",
    "NaN",
    "inf",
];
const WORDS: [&str; 16] = [
    "true",
    "false",
    "None",
    "0.5",
    "Fabrik",
    "TwoBone",
    "FollowTip",
    "head",
    "leftFoot",
    "Role(head)",
    "Role(leftFoot)",
    "Node(\"mixamorig:Hips\")",
    "Index(3)",
    "Path(\"a/b\")",
    "\"left_leg\"",
    "\"\"",
];

pub fn damage(text: &str, dice: &mut Dice) -> Vec<u8> {
    if !dice.once_in(3) { words(text, dice).into_bytes() } else { bytes(text.as_bytes().to_vec(), dice) }
}

fn bytes(mut bytes: Vec<u8>, dice: &mut Dice) -> Vec<u8> {
    for _ in 0..=dice.below(4).min(dice.below(4)) {
        if bytes.is_empty() {
            break;
        }
        let at = dice.below(bytes.len());
        match dice.below(6) {
            0 => bytes[at] = dice.below(256) as u8,
            1 | 2 => drop(bytes.splice(at..at, dice.pick(&PIECES).iter().copied())),
            3 => drop(bytes.drain(at..(at + dice.below(12)).min(bytes.len()))),
            4 => {
                let from = dice.below(bytes.len());
                let part = bytes[from..(from + dice.below(40)).min(bytes.len())].to_vec();
                drop(bytes.splice(at..at, part));
            }
            _ if dice.once_in(4) => bytes.truncate(at),
            _ => bytes[at] ^= 1 << dice.below(8),
        }
    }
    bytes
}

fn words(text: &str, dice: &mut Dice) -> String {
    let mut tokens = tokens(text);
    for _ in 0..=dice.below(4).min(dice.below(4)) {
        if tokens.is_empty() {
            break;
        }
        let (a, b) = (dice.below(tokens.len()), dice.below(tokens.len()));
        match dice.below(12) {
            0 => drop(tokens.remove(a)),
            1 => tokens.swap(a, b),
            2 => tokens.insert(a, tokens[b]),
            3 => tokens[a] = tokens[b],
            4 => {
                let run = tokens[b..(b + dice.below(30)).min(tokens.len())].to_vec();
                drop(tokens.splice(a..a, run));
            }
            5 | 6 => {
                let at = place(&tokens, dice, |first| first.is_alphabetic() || first == '"');
                tokens[at] = WORDS[dice.below(WORDS.len())];
            }
            // A number gives way to a number more often than anything else: that is still a rig, or nearly.
            _ => {
                let at = place(&tokens, dice, |first| first.is_ascii_digit() || first == '-');
                tokens[at] = NUMBERS[dice.below(NUMBERS.len())];
            }
        }
    }
    tokens.concat()
}

/// Some token that begins as asked; any where few do.
fn place(tokens: &[&str], dice: &mut Dice, is_wanted: fn(char) -> bool) -> usize {
    let begins = |at: &usize| tokens[*at].starts_with(is_wanted);
    (0..40).map(|_| dice.below(tokens.len())).find(begins).unwrap_or_default()
}

/// Words with their dots and signs, strings, runs of space, and single signs.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let of = |is: fn(char) -> bool| rest.find(|c| !is(c)).unwrap_or(rest.len());
        let length = match first {
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            c if c.is_whitespace() => of(char::is_whitespace),
            c if c.is_alphanumeric() || "_-+.".contains(c) => of(|c| c.is_alphanumeric() || "_-+.".contains(c)),
            c => c.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        tokens.push(token);
        rest = after;
    }
    tokens
}
