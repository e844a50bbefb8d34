use std::borrow::Cow;

use super::tree::{Entry, Node, Tree};

/// Longer texts are refused: a rig of every bone is a fiftieth of this.
pub const MAX_BYTES: usize = 1 << 20;
/// Deeper nesting is refused: a rig needs eight.
const MAX_DEPTH: usize = 32;
/// Telling of more missing commas than this helps nobody.
const MAX_FAULTS: usize = 20;

/// What is wrong with the text itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Byte offset.
    pub at: usize,
    /// What is there, as a clause.
    pub message: String,
    pub expected: &'static str,
}

/// Reads RON. A missing comma is a fault after which reading goes on; any other ends it, and there is no tree.
pub fn parse(text: &str) -> (Option<Tree<'_>>, Vec<Fault>) {
    let mut parser = Parser { text, at: 0, faults: Vec::new() };
    match parser.document() {
        Ok(tree) => (Some(tree), parser.faults),
        Err(fault) => {
            parser.faults.push(fault);
            (None, parser.faults)
        }
    }
}

type Read<T> = Result<T, Fault>;

struct Parser<'a> {
    text: &'a str,
    at: usize,
    faults: Vec<Fault>,
}

impl<'a> Parser<'a> {
    fn document(&mut self) -> Read<Tree<'a>> {
        self.space()?;
        while self.eat("#") {
            self.attribute()?;
        }
        let tree = self.value(0)?;
        self.space()?;
        if self.at < self.text.len() {
            return Err(self.fault(format!("{} follows the end of the document", self.here()), "nothing more"));
        }
        Ok(tree)
    }

    /// `![enable(..)]`: the extensions ron knows are always on here, so that there is nothing to keep.
    fn attribute(&mut self) -> Read<()> {
        let expected = "#![enable(implicit_some, unwrap_variant_newtypes)]";
        for part in ["!", "[", "enable", "("] {
            self.space()?;
            if !self.eat(part) {
                return Err(self.fault("this is no setting of RON", expected));
            }
        }
        loop {
            self.space()?;
            if self.word().is_none() {
                break;
            }
            self.space()?;
            if !self.eat(",") {
                break;
            }
        }
        for part in [")", "]"] {
            self.space()?;
            if !self.eat(part) {
                return Err(self.fault("this is no setting of RON", expected));
            }
        }
        self.space()
    }

    fn value(&mut self, depth: usize) -> Read<Tree<'a>> {
        if depth > MAX_DEPTH {
            return Err(self.fault("values are nested deeper than in any document", "at most 32 levels"));
        }
        let at = self.at;
        let node = match self.peek() {
            None => return Err(self.fault("the text ends where a value should be", "a value")),
            Some('[') => {
                self.at += 1;
                let mut items = Vec::new();
                self.separated(at, "]", |parser| {
                    items.push(parser.value(depth + 1)?);
                    Ok(())
                })?;
                Node::List(items)
            }
            Some('{') => {
                self.at += 1;
                let mut pairs = Vec::new();
                self.separated(at, "}", |parser| {
                    let key = parser.value(depth + 1)?;
                    parser.colon()?;
                    pairs.push((key, parser.value(depth + 1)?));
                    Ok(())
                })?;
                Node::Map(pairs)
            }
            Some('(') => self.parenthesis(None, depth)?,
            Some('"') => Node::Text(self.string()?),
            Some('r') if self.rest()[1..].trim_start_matches('#').starts_with('"') => Node::Text(self.raw_string()?),
            Some(c) if c.is_ascii_digit() || matches!(c, '+' | '-' | '.') => Node::Number(self.digits().into()),
            Some(_) => match self.word() {
                Some("inf" | "NaN") => Node::Number(self.text[at..self.at].into()),
                Some(word) => {
                    let end = self.at;
                    self.space()?;
                    if self.peek() == Some('(') {
                        self.parenthesis(Some(word), depth)?
                    } else {
                        self.at = end;
                        Node::Word(word)
                    }
                }
                None => return Err(self.fault(format!("{} is no value", self.here()), "a value")),
            },
        };
        Ok(Tree { at, node })
    }

    fn parenthesis(&mut self, name: Option<&'a str>, depth: usize) -> Read<Node<'a>> {
        let opened = self.at;
        self.at += 1;
        self.space()?;
        if self.field_follows() {
            let mut entries = Vec::new();
            self.separated(opened, ")", |parser| {
                let at = parser.at;
                let Some(name) = parser.word() else {
                    return Err(parser.fault(format!("{} is no field", parser.here()), "a field, as in `name: value`"));
                };
                parser.colon()?;
                entries.push(Entry { at, name, value: parser.value(depth + 1)? });
                Ok(())
            })?;
            return Ok(Node::Record { name, entries });
        }
        let mut items = Vec::new();
        self.separated(opened, ")", |parser| {
            items.push(parser.value(depth + 1)?);
            Ok(())
        })?;
        Ok(Node::Tuple { name, items })
    }

    /// Whether `word :` comes next; leaves the place as it was.
    fn field_follows(&mut self) -> bool {
        let start = self.at;
        let follows = self.word().is_some() && self.space().is_ok() && self.peek() == Some(':');
        self.at = start;
        follows
    }

    /// Items up to `end`, a comma between each, one allowed at the end. The bracket at `opened` has been read.
    fn separated(&mut self, opened: usize, end: &'static str, mut item: impl FnMut(&mut Self) -> Read<()>) -> Read<()> {
        loop {
            self.space()?;
            if self.eat(end) {
                return Ok(());
            }
            if self.at == self.text.len() {
                let open = &self.text[opened..].chars().next().unwrap_or('(');
                return Err(Fault {
                    at: opened,
                    message: format!("this `{open}` is never closed"),
                    expected: match end {
                        "]" => "a matching `]`",
                        "}" => "a matching `}`",
                        _ => "a matching `)`",
                    },
                });
            }
            item(self)?;
            let after = self.at;
            self.space()?;
            if self.eat(",") || self.rest().starts_with(end) || self.at == self.text.len() {
                continue;
            }
            let goes_on = self.peek().is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '"' | '(' | '[' | '{'));
            let missing = Fault { at: after, message: "a comma is missing here".into(), expected: "`,`" };
            if !goes_on || self.faults.len() >= MAX_FAULTS {
                return Err(self.fault(format!("{} does not belong here", self.here()), "`,` or the closing bracket"));
            }
            self.faults.push(missing);
        }
    }

    fn colon(&mut self) -> Read<()> {
        self.space()?;
        if !self.eat(":") {
            return Err(self.fault(format!("{} follows a name", self.here()), "`:` and a value"));
        }
        self.space()
    }

    fn digits(&mut self) -> &'a str {
        let start = self.at;
        let mut before = ' ';
        let hexadecimal = self.rest().trim_start_matches(['+', '-']).starts_with("0x");
        while let Some(c) = self.peek() {
            let sign = matches!(c, '+' | '-') && (self.at == start || (matches!(before, 'e' | 'E') && !hexadecimal));
            if !(c.is_ascii_alphanumeric() || matches!(c, '.' | '_') || sign) {
                break;
            }
            before = c;
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    fn word(&mut self) -> Option<&'a str> {
        let rest = self.rest();
        if !rest.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            return None;
        }
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        self.at += end;
        Some(&rest[..end])
    }

    fn string(&mut self) -> Read<Cow<'a, str>> {
        let start = self.at;
        self.at += 1;
        let plain = self.rest();
        match plain.find(['"', '\\']) {
            Some(end) if plain[end..].starts_with('"') => {
                self.at += end + 1;
                return Ok(Cow::Borrowed(&plain[..end]));
            }
            _ => {}
        }
        let mut bytes = Vec::new();
        loop {
            let rest = self.rest();
            let Some(stop) = rest.find(['"', '\\']) else {
                let message = "this text has no closing quotation mark".into();
                return Err(Fault { at: start, message, expected: "a closing `\"`" });
            };
            bytes.extend_from_slice(&rest.as_bytes()[..stop]);
            self.at += stop + 1;
            if rest[stop..].starts_with('"') {
                break;
            }
            self.escape(&mut bytes)?;
        }
        String::from_utf8(bytes).map(Cow::Owned).map_err(|_| Fault {
            at: start,
            message: "the `\\x` escapes in this text make no UTF-8".into(),
            expected: "UTF-8 text",
        })
    }

    /// What follows a backslash.
    fn escape(&mut self, bytes: &mut Vec<u8>) -> Read<()> {
        let rest = self.rest();
        let expected = "\\n, \\t, \\r, \\0, \\\\, \\\", \\', \\x7F or \\u{1F600}";
        let unknown = Fault { at: self.at - 1, message: "this escape means nothing".into(), expected };
        let mut chars = rest.chars();
        let simple = match chars.next() {
            Some('n') => b'\n',
            Some('t') => b'\t',
            Some('r') => b'\r',
            Some('0') => 0,
            Some(c @ ('\\' | '"' | '\'')) => c as u8,
            Some('x') => {
                let code = rest.get(1..3).and_then(|hex| u8::from_str_radix(hex, 16).ok()).ok_or(unknown)?;
                self.at += 2;
                code
            }
            Some('u') => {
                let code = rest[1..].strip_prefix('{').and_then(|hex| hex.split_once('}')).map(|(hex, _)| hex);
                let code = code.filter(|hex| (1..=6).contains(&hex.len())).ok_or(unknown.clone())?;
                let c = u32::from_str_radix(code, 16).ok().and_then(char::from_u32).ok_or(unknown)?;
                bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                self.at += code.len() + 3;
                return Ok(());
            }
            Some('\n' | '\r') => {
                self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
                return Ok(());
            }
            _ => return Err(unknown),
        };
        bytes.push(simple);
        self.at += 1;
        Ok(())
    }

    fn raw_string(&mut self) -> Read<Cow<'a, str>> {
        let start = self.at;
        let after_r = &self.rest()[1..];
        let fences = after_r.len() - after_r.trim_start_matches('#').len();
        let inside = &after_r[fences + 1..];
        let end = format!("\"{}", "#".repeat(fences));
        let Some(length) = inside.find(&end) else {
            let message = "this raw text has no closing quotation mark".into();
            return Err(Fault { at: start, message, expected: "a closing `\"` with as many `#`" });
        };
        self.at += 1 + fences + 1 + length + end.len();
        Ok(Cow::Borrowed(&inside[..length]))
    }

    /// White space and comments.
    fn space(&mut self) -> Read<()> {
        loop {
            let rest = self.rest();
            let white = |c: char| c.is_whitespace() || matches!(c, '\u{200e}' | '\u{200f}');
            self.at += rest.len() - rest.trim_start_matches(white).len();
            let rest = self.rest();
            if rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/*") {
                self.block_comment()?;
            } else {
                return Ok(());
            }
        }
    }

    /// Block comments nest.
    fn block_comment(&mut self) -> Read<()> {
        let start = self.at;
        let bytes = self.text.as_bytes();
        let mut depth = 0_usize;
        while let Some(pair) = bytes.get(self.at..self.at + 2) {
            match pair {
                b"/*" => depth += 1,
                b"*/" => depth -= 1,
                _ => {
                    self.at += 1;
                    continue;
                }
            }
            self.at += 2;
            if depth == 0 {
                return Ok(());
            }
        }
        Err(Fault { at: start, message: "this comment is never closed".into(), expected: "a closing `*/`" })
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    fn fault(&self, message: impl Into<String>, expected: &'static str) -> Fault {
        Fault { at: self.at, message: message.into(), expected }
    }

    /// What stands at this place, for a message.
    fn here(&self) -> String {
        match self.peek() {
            None => "the end of the text".into(),
            Some(c) => format!("`{}`", c.escape_debug()),
        }
    }
}
