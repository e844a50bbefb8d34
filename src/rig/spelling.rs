//! The nearest right spelling of a wrong word.

/// The one of `known` that a person most likely meant by `wrong`: few edits apart, letter case and `_` aside. None when
/// nothing is near. The first wins a tie.
pub fn nearest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wrong = plain(wrong);
    // Long strings are no typing error, and the table below is quadratic.
    if wrong.is_empty() || wrong.len() > 64 {
        return None;
    }
    // Two words of three letters that differ in two are not each other's misspelling.
    let allowed = (wrong.len() / 3).clamp(1, 4);
    known
        .into_iter()
        .filter_map(|word| {
            let right = plain(word);
            let near = right.len().abs_diff(wrong.len()) <= allowed && !right.is_empty();
            let edits = near.then(|| edits(&wrong, &right))?;
            (edits <= allowed).then_some((edits, word))
        })
        .min_by_key(|&(edits, _)| edits)
        .map(|(_, word)| word)
}

fn plain(word: &str) -> Vec<char> {
    word.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).take(80).collect()
}

/// Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b` (optimal string alignment).
fn edits(a: &[char], b: &[char]) -> usize {
    let mut before_last = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    let mut row = last.clone();
    for i in 1..=a.len() {
        row[0] = i;
        for j in 1..=b.len() {
            let replaced = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before_last[j - 2] + 1);
            }
        }
        std::mem::swap(&mut before_last, &mut last);
        std::mem::swap(&mut last, &mut row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_errors_find_the_word_that_was_meant() {
        let known = ["position_weight", "rotation_weight", "root", "tip", "enabled"];
        assert_eq!(nearest("postion_weight", known), Some("position_weight"));
        assert_eq!(nearest("PositionWeight", known), Some("position_weight"));
        assert_eq!(nearest("rotaiton_weight", known), Some("rotation_weight"));
        assert_eq!(nearest("tpi", known), Some("tip"));
        assert_eq!(nearest("enable", known), Some("enabled"));
        assert_eq!(nearest("colour", known), None);
        assert_eq!(nearest("", known), None);
        assert_eq!(nearest(&"x".repeat(10_000), known), None);
    }

    #[test]
    fn edits_are_those_counted_by_hand() {
        let count = |a: &str, b: &str| edits(&plain(a), &plain(b));
        assert_eq!(count("kitten", "sitting"), 3);
        assert_eq!(count("ab", "ba"), 1);
        assert_eq!(count("", "abc"), 3);
        assert_eq!(count("same", "same"), 0);
    }
}
