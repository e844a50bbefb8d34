//! Takes a bone's name apart into words, whatever case, separators and escapes it is written with.

/// How the FBX exporter marks a byte that it writes as three digits.
pub(super) const ESCAPE: &str = "FBXASC";

/// A piece of a name: letters in lower case without accents, or digits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Token {
    Word(String),
    Number(u32),
}

/// No convention writes a longer name; the rest of one is not looked at, so that the work a name makes is bounded.
const LONGEST: usize = 200;

/// Splits at separators, between lower and upper case, between letters and digits, between scripts, and around the
/// Japanese and Chinese marks for left and right. What stands before the last `:` or `|` is a namespace and dropped.
pub(super) fn tokens(name: &str) -> Vec<Token> {
    let name = unescaped(name);
    let own = name.rsplit([':', '|']).find(|part| !part.trim().is_empty()).unwrap_or("");
    let chars: Vec<char> = own.chars().take(LONGEST).map(half_width).collect();
    let mut tokens = Vec::new();
    let mut start = 0;
    while start < chars.len() {
        let class = Class::of(chars[start]);
        let mut end = start + 1;
        while end < chars.len() && belongs(&chars, start, end, class) {
            end += 1;
        }
        let text: String = chars[start..end].iter().flat_map(|c| c.to_lowercase()).collect();
        match class {
            Class::Separator => {}
            Class::Digit => tokens.push(Token::Number(text.parse().unwrap_or(u32::MAX))),
            _ => tokens.push(Token::Word(folded(&text))),
        }
        start = end;
    }
    tokens
}

/// The letters of `text` in lower case, without accents, digits kept, separators dropped: how dictionary entries are compared.
pub(super) fn key(text: &str) -> String {
    let kept: String =
        text.chars().map(half_width).filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    folded(&kept)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Separator,
    Digit,
    Lower,
    Upper,
    /// Letters without case: ideographs, kana, hangul.
    Caseless,
    /// 左, 右: words by themselves.
    SideMark,
}

impl Class {
    fn of(c: char) -> Self {
        match c {
            '左' | '右' => Self::SideMark,
            c if c.is_ascii_digit() => Self::Digit,
            c if c.is_uppercase() => Self::Upper,
            c if c.is_lowercase() => Self::Lower,
            c if c.is_alphabetic() || c == 'ー' => Self::Caseless,
            _ => Self::Separator,
        }
    }
}

/// Whether the character at `end` still belongs to the token that began at `start`.
fn belongs(chars: &[char], start: usize, end: usize, class: Class) -> bool {
    let here = Class::of(chars[end]);
    match class {
        Class::SideMark => false,
        Class::Separator | Class::Digit | Class::Caseless => here == class,
        Class::Lower => here == Class::Lower,
        // `LThigh` is L, Thigh; `UpLeg` is Up, Leg; `HEAD` is one word.
        Class::Upper => match here {
            Class::Lower => end == start + 1 || Class::of(chars[end - 1]) == Class::Lower,
            Class::Upper => {
                Class::of(chars[end - 1]) == Class::Upper
                    && chars.get(end + 1).is_none_or(|&next| Class::of(next) != Class::Lower)
            }
            _ => false,
        },
    }
}

/// Undoes the FBX exporter's escapes: `thighFBXASC046L` is `thigh.L`.
fn unescaped(name: &str) -> String {
    let mut bytes = Vec::with_capacity(name.len());
    let mut rest = name;
    while let Some(at) = rest.find(ESCAPE) {
        bytes.extend_from_slice(&rest.as_bytes()[..at]);
        let after = &rest[at + ESCAPE.len()..];
        match after.get(..3).and_then(|digits| digits.parse::<u8>().ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[3..];
            }
            None => {
                bytes.extend_from_slice(ESCAPE.as_bytes());
                rest = after;
            }
        }
    }
    bytes.extend_from_slice(rest.as_bytes());
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Full-width letters and digits, as Japanese names have them, to plain ones.
fn half_width(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        _ => c,
    }
}

/// Drops accents of Latin letters.
fn folded(lower: &str) -> String {
    let mut text = String::with_capacity(lower.len());
    for c in lower.chars() {
        match c {
            'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' => text.push('a'),
            'è' | 'é' | 'ê' | 'ë' => text.push('e'),
            'ì' | 'í' | 'î' | 'ï' => text.push('i'),
            'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' => text.push('o'),
            'ù' | 'ú' | 'û' | 'ü' => text.push('u'),
            'ñ' => text.push('n'),
            'ç' => text.push('c'),
            'ß' => text.push_str("ss"),
            'œ' => text.push_str("oe"),
            // Combining marks, where a name was written decomposed.
            '\u{300}'..='\u{36f}' => {}
            c => text.push(c),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(name: &str) -> String {
        let parts: Vec<String> = tokens(name)
            .into_iter()
            .map(|token| match token {
                Token::Word(word) => word,
                Token::Number(number) => number.to_string(),
            })
            .collect();
        parts.join(" ")
    }

    #[test]
    fn names_fall_into_words() {
        for (name, expected) in [
            ("mixamorig1:LeftUpLeg", "left up leg"),
            ("Ada:mixamorig:LeftUpLeg", "left up leg"),
            ("Armature|mixamorig:LeftUpLeg", "left up leg"),
            ("mixamorigLeftUpLeg", "mixamorig left up leg"),
            ("J_Bip_L_UpperLeg", "j bip l upper leg"),
            ("Bip01 L Thigh", "bip 1 l thigh"),
            ("DEF-foot.L_027", "def foot l 27"),
            ("thighFBXASC046L", "thigh l"),
            ("LThigh", "l thigh"),
            ("lShldrBend", "l shldr bend"),
            ("l-LEGCONTROL", "l legcontrol"),
            ("左足ＩＫ", "左 足 ik"),
            ("左人指１", "左 人指 1"),
            ("Hüfte", "hufte"),
            ("FBXASC", "fbxasc"),
            ("FBXASC９９９", "fbxasc 999"),
            ("a:", "a"),
            ("", ""),
        ] {
            assert_eq!(words(name), expected, "{name}");
        }
    }
}
