use std::fmt::Write;

use super::tree::{Node, Tree};

/// Values that fit into this many columns stand on one line.
const WIDTH: usize = 100;

/// The tree on one line, without needless space.
pub fn compact(tree: &Tree<'_>) -> String {
    let mut out = String::new();
    flat(tree, &mut out);
    out
}

/// The tree as people like to read and compare it: a field a line, four spaces a level, small values on one line.
pub fn pretty(tree: &Tree<'_>) -> String {
    let mut out = String::new();
    broken(tree, 0, &mut out);
    out.push('\n');
    out
}

/// Writes a value that starts in the last line of `out`, on one line if it fits there with the comma after it.
fn value(tree: &Tree<'_>, level: usize, out: &mut String) {
    let line_start = out.rfind('\n').map_or(0, |at| at + 1);
    let column = out[line_start..].chars().count();
    let before = out.len();
    flat(tree, out);
    if column + out[before..].chars().count() + 1 > WIDTH {
        out.truncate(before);
        broken(tree, level, out);
    }
}

/// Writes a value over several lines where it has parts.
fn broken(tree: &Tree<'_>, level: usize, out: &mut String) {
    let (open, close) = match &tree.node {
        Node::List(items) if !items.is_empty() => ("[", ']'),
        Node::Map(pairs) if !pairs.is_empty() => ("{", '}'),
        Node::Record { name, .. } | Node::Tuple { name, .. } => {
            out.push_str(name.unwrap_or_default());
            ("(", ')')
        }
        _ => return flat(tree, out),
    };
    out.push_str(open);
    let line = |out: &mut String| {
        out.push('\n');
        out.push_str(&"    ".repeat(level + 1));
    };
    match &tree.node {
        Node::List(items) | Node::Tuple { items, .. } => {
            for item in items {
                line(out);
                value(item, level + 1, out);
                out.push(',');
            }
        }
        Node::Map(pairs) => {
            for (key, item) in pairs {
                line(out);
                flat(key, out);
                out.push_str(": ");
                value(item, level + 1, out);
                out.push(',');
            }
        }
        Node::Record { entries, .. } => {
            for entry in entries {
                line(out);
                out.push_str(entry.name);
                out.push_str(": ");
                value(&entry.value, level + 1, out);
                out.push(',');
            }
        }
        Node::Word(_) | Node::Number(_) | Node::Text(_) => {}
    }
    out.push('\n');
    out.push_str(&"    ".repeat(level));
    out.push(close);
}

fn flat(tree: &Tree<'_>, out: &mut String) {
    fn all<T>(items: &[T], out: &mut String, mut one: impl FnMut(&T, &mut String)) {
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                out.push_str(", ");
            }
            one(item, out);
        }
    }
    match &tree.node {
        Node::Word(word) => out.push_str(word),
        Node::Number(digits) => out.push_str(digits),
        Node::Text(text) => quoted(text, out),
        Node::List(items) => {
            out.push('[');
            all(items, out, flat);
            out.push(']');
        }
        Node::Map(pairs) => {
            out.push('{');
            all(pairs, out, |(key, item), out| {
                flat(key, out);
                out.push_str(": ");
                flat(item, out);
            });
            out.push('}');
        }
        Node::Record { name, entries } => {
            out.push_str(name.unwrap_or_default());
            out.push('(');
            all(entries, out, |entry, out| {
                out.push_str(entry.name);
                out.push_str(": ");
                flat(&entry.value, out);
            });
            out.push(')');
        }
        Node::Tuple { name, items } => {
            out.push_str(name.unwrap_or_default());
            out.push('(');
            all(items, out, flat);
            out.push(')');
        }
    }
}

fn quoted(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            // A control or an invisible mark would be lost in editors and in reviews.
            c if c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{feff}') => {
                let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}
