//! Finding names by some of their letters.

/// The letters of `name` that match `query`, as byte ranges to mark, and how well they do: higher is better.
///
/// Words of the query may stand in any order; each must be found, whole or letter by letter. An empty query matches
/// everything with nothing to mark. Case does not count.
pub fn find(query: &str, name: &str) -> Option<Match> {
    let mut found = Match::default();
    for word in query.split_whitespace() {
        let part = whole(word, name).or_else(|| scattered(word, name))?;
        found.score += part.score;
        found.marks.extend(part.marks);
    }
    found.marks.sort_by_key(|mark| mark.start);
    Some(found)
}

/// Where and how well a query was found.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Match {
    pub score: i32,
    /// Byte ranges of the name, rising.
    pub marks: Vec<std::ops::Range<usize>>,
}

fn same(a: char, b: char) -> bool {
    a.to_lowercase().eq(b.to_lowercase())
}

fn whole(word: &str, name: &str) -> Option<Match> {
    name.char_indices().find_map(|(start, _)| {
        let mut letters = name[start..].char_indices();
        let mut end = start;
        for wanted in word.chars() {
            let (at, letter) = letters.next()?;
            if !same(letter, wanted) {
                return None;
            }
            end = start + at + letter.len_utf8();
        }
        let score = 100 + if starts_word(name, start) { 40 } else { 0 } - start.min(20) as i32;
        Some(Match { score, marks: std::iter::once(start..end).collect() })
    })
}

fn scattered(word: &str, name: &str) -> Option<Match> {
    let mut found = Match::default();
    let mut letters = name.char_indices();
    for wanted in word.chars() {
        let (at, letter) = letters.by_ref().find(|&(_, letter)| same(letter, wanted))?;
        let end = at + letter.len_utf8();
        found.score += if starts_word(name, at) { 6 } else { 1 };
        match found.marks.last_mut() {
            Some(last) if last.end == at => last.end = end,
            _ => found.marks.push(at..end),
        }
    }
    found.score -= 2 * found.marks.len() as i32;
    Some(found)
}

/// Whether a word begins at `at`: after a sign, or at a capital after a small letter.
fn starts_word(name: &str, at: usize) -> bool {
    let Some(before) = name[..at].chars().next_back() else { return true };
    let here = name[at..].chars().next().is_some_and(char::is_uppercase);
    !before.is_alphanumeric() || (here && before.is_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(query: &str, name: &str) -> Option<String> {
        find(query, name).map(|found| found.marks.into_iter().map(|mark| &name[mark]).collect::<Vec<_>>().join("|"))
    }

    #[test]
    fn letters_are_found_whole_or_scattered() {
        assert_eq!(marked("foot", "LeftFoot").as_deref(), Some("Foot"));
        assert_eq!(marked("lf", "LeftFoot").as_deref(), Some("L|f"));
        assert_eq!(marked("foot left", "LeftFoot").as_deref(), Some("Left|Foot"));
        assert_eq!(marked("", "LeftFoot").as_deref(), Some(""));
        assert_eq!(marked("hand", "LeftFoot"), None);
        assert_eq!(marked("ÄR", "Bär").as_deref(), Some("är"));
    }

    #[test]
    fn better_matches_come_first() {
        let score = |name: &str| find("leg", name).map(|found| found.score);
        assert!(score("Leg") > score("LeftLeg"));
        assert!(score("LeftLeg") > score("Lodgepole engine"));
    }
}
