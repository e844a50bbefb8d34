use std::borrow::Cow;

/// A value and where it starts.
#[derive(Clone, Debug)]
pub struct Tree<'a> {
    /// Byte offset of the value's first character.
    pub at: usize,
    pub node: Node<'a>,
}

#[derive(Clone, Debug)]
pub enum Node<'a> {
    /// An identifier alone: `true`, `None`, the name of a variant.
    Word(&'a str),
    /// As written, with sign, `_` and suffix; also `inf` and `NaN`.
    Number(Cow<'a, str>),
    /// With escapes undone.
    Text(Cow<'a, str>),
    List(Vec<Tree<'a>>),
    Map(Vec<(Tree<'a>, Tree<'a>)>),
    /// `Name(field: value)`; the name may be missing.
    Record {
        name: Option<&'a str>,
        entries: Vec<Entry<'a>>,
    },
    /// `Name(value, value)` and `()`; the name may be missing.
    Tuple {
        name: Option<&'a str>,
        items: Vec<Tree<'a>>,
    },
}

/// A field of a record.
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    /// Byte offset of the field's name.
    pub at: usize,
    pub name: &'a str,
    pub value: Tree<'a>,
}

impl<'a> Tree<'a> {
    /// The value of a field; None where this is no record or has no such field.
    pub fn field(&self, name: &str) -> Option<&Self> {
        self.entries().iter().find(|entry| entry.name == name).map(|entry| &entry.value)
    }

    /// The fields of a record, or none. Both a record and `Some(record)` are looked into.
    pub fn entries(&self) -> &[Entry<'a>] {
        match &self.unwrapped().node {
            Node::Record { entries, .. } => entries,
            _ => &[],
        }
    }

    /// The items of a list, or none.
    pub fn items(&self) -> &[Self] {
        match &self.node {
            Node::List(items) => items,
            _ => &[],
        }
    }

    pub fn text(&self) -> Option<&str> {
        match &self.node {
            Node::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The number, where it is one that can be read.
    pub fn number(&self) -> Option<f64> {
        match &self.node {
            Node::Number(digits) => number(digits),
            _ => None,
        }
    }

    /// The value at a path as diagnostics give it, as in `chains[0].solver.mid`; where the way ends before, the last value on it.
    pub fn at_path(&self, path: &str) -> &Self {
        let mut tree = self;
        for step in path.split(['.', '[']).map(|step| step.trim_end_matches(']')).filter(|step| !step.is_empty()) {
            let here = match &tree.unwrapped().node {
                // `TwoBone((..))`
                Node::Tuple { name: Some(_), items } if items.len() == 1 && step.parse::<usize>().is_err() => &items[0],
                _ => tree.unwrapped(),
            };
            let next = match &here.node {
                Node::Record { entries, .. } => {
                    entries.iter().find(|entry| entry.name == step).map(|entry| &entry.value)
                }
                Node::List(items) | Node::Tuple { items, .. } => {
                    step.parse().ok().and_then(|index: usize| items.get(index))
                }
                Node::Map(pairs) => {
                    let is_key = |key: &Self| matches!(key.node, Node::Word(word) if word == step);
                    pairs.iter().find(|(key, _)| is_key(key)).map(|(_, value)| value)
                }
                Node::Word(_) | Node::Number(_) | Node::Text(_) => None,
            };
            match next {
                Some(next) => tree = next,
                None => break,
            }
        }
        tree
    }

    /// What stands in `Some(..)`, and everything else as it is.
    pub fn unwrapped(&self) -> &Self {
        match &self.node {
            Node::Tuple { name: Some("Some"), items } if items.len() == 1 => &items[0],
            _ => self,
        }
    }
}

fn number(digits: &str) -> Option<f64> {
    let plain = plain_digits(digits);
    let unsigned = plain.trim_start_matches(['+', '-']);
    let sign = if plain.starts_with('-') { -1.0 } else { 1.0 };
    for (prefix, radix) in [("0x", 16), ("0b", 2), ("0o", 8)] {
        if let Some(rest) = unsigned.strip_prefix(prefix) {
            return u64::from_str_radix(rest, radix).ok().map(|value| sign * value as f64);
        }
    }
    match unsigned {
        "inf" => Some(sign * f64::INFINITY),
        "NaN" => Some(f64::NAN),
        _ if unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.') => plain.parse().ok(),
        _ => None,
    }
}

/// Without `_` and without the suffix that names a type.
fn plain_digits(digits: &str) -> String {
    let plain: String = digits.chars().filter(|&c| c != '_').collect();
    let suffixes = ["f32", "f64", "u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128"];
    let hexadecimal = plain.contains("0x");
    // In 0xf32 the end is digits.
    let suffix = suffixes.iter().filter(|suffix| !(hexadecimal && suffix.starts_with('f')));
    suffix.filter_map(|suffix| plain.strip_suffix(suffix)).next().map(str::to_owned).unwrap_or(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_as_ron_reads_them() {
        for (digits, value) in [
            ("1", 1.0),
            ("-1.5", -1.5),
            ("+.5", 0.5),
            ("1.", 1.0),
            ("1_000", 1000.0),
            ("1e-3", 0.001),
            ("0x1F", 31.0),
            ("0xf32", 3890.0),
            ("0b101", 5.0),
            ("7u32", 7.0),
            ("1.5f32", 1.5),
            ("-inf", f64::NEG_INFINITY),
        ] {
            assert_eq!(number(digits), Some(value), "{digits}");
        }
        for digits in ["", "-", "1.2.3", "1x", "infinity", "nan", "e5", "0x"] {
            assert_eq!(number(digits), None, "{digits}");
        }
        assert!(number("NaN").is_some_and(f64::is_nan));
    }
}
