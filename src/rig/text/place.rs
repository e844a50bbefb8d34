/// A place in a text, as editors count: both from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    pub line: u32,
    pub column: u32,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Turns byte offsets of one text into places.
pub struct Places<'a> {
    text: &'a str,
    line_starts: Vec<usize>,
}

impl<'a> Places<'a> {
    pub fn new(text: &'a str) -> Self {
        let line_starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Self { text, line_starts }
    }

    pub fn at(&self, offset: usize) -> Place {
        let line = self.line_starts.partition_point(|&start| start <= offset).max(1) - 1;
        let start = self.line_starts[line];
        let column = self.text[start..].char_indices().take_while(|&(at, _)| start + at < offset).count();
        Place { line: line as u32 + 1, column: column as u32 + 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_from_one_in_characters() {
        let places = Places::new("aé\nb");
        let at = |offset| places.at(offset);
        assert_eq!(at(0), Place { line: 1, column: 1 });
        assert_eq!(at(3), Place { line: 1, column: 3 });
        assert_eq!(at(4), Place { line: 2, column: 1 });
        assert_eq!(at(99), Place { line: 2, column: 2 });
    }
}
