//! Words of bones' names that tell no part: `presets/names/words.ron`.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::lexer::Token;
use crate::humanoid::Side;

/// What fingers are called whose number alone tells them apart.
pub(super) const FINGER: &str = "finger";

const WORDS: &str = include_str!("../../../presets/names/words.ron");

#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct Words {
    left: BTreeSet<String>,
    right: BTreeSet<String>,
    glued_left: Vec<String>,
    glued_right: Vec<String>,
    pairs: Vec<(String, String)>,
    noise: BTreeSet<String>,
    control: BTreeSet<String>,
    control_ends: Vec<String>,
    helper: BTreeSet<String>,
    extra: BTreeSet<String>,
}

impl Words {
    pub(super) fn read() -> Result<Self, ron::error::SpannedError> {
        ron::from_str(WORDS)
    }

    pub(super) fn side(&self, word: &str) -> Option<Side> {
        if self.left.contains(word) {
            Some(Side::Left)
        } else if self.right.contains(word) {
            Some(Side::Right)
        } else {
            None
        }
    }

    /// Marks of a side that may be written together with a part.
    pub(super) fn glued(&self) -> impl Iterator<Item = (&str, Side)> {
        let left = self.glued_left.iter().map(|mark| (mark.as_str(), Side::Left));
        left.chain(self.glued_right.iter().map(|mark| (mark.as_str(), Side::Right)))
    }

    pub(super) fn is_noise(&self, word: &str) -> bool {
        self.noise.contains(word)
    }

    /// What is left of a word that begins with one that says nothing: `mixamoriglefthand`.
    pub(super) fn without_noise<'a>(&self, word: &'a str) -> Option<&'a str> {
        self.noise.iter().rev().filter(|noise| noise.len() >= 3).find_map(|noise| word.strip_prefix(noise.as_str()))
    }

    pub(super) fn is_control(&self, word: &str) -> bool {
        self.control.contains(word) || self.control_ends.iter().any(|end| word.ends_with(end.as_str()))
    }

    pub(super) fn is_helper(&self, word: &str) -> bool {
        self.helper.contains(word)
    }

    pub(super) fn is_extra(&self, word: &str) -> bool {
        self.extra.contains(word)
    }

    /// Letters that stand for sides in this rig alone become the plain words: where three names and more, or one that is a
    /// known word, are the same but for a `g` here and a `d` there at their beginning or end.
    pub(super) fn spell_out_pairs(&self, lists: &mut [Vec<Token>], knows: impl Fn(&str) -> bool) {
        let is_side = |token: &Token| matches!(token, Token::Word(word) if self.side(word).is_some());
        for (left, right) in &self.pairs {
            let stems = |mark: &str| -> BTreeSet<Vec<Token>> {
                let marked = lists.iter().filter_map(|list| self.at_end(list, mark).map(|at| (list, at)));
                marked
                    .map(|(list, at)| [&list[..at], &list[at + 1..]].concat())
                    .filter(|stem| !stem.is_empty() && !stem.iter().any(is_side))
                    .collect()
            };
            let (left_stems, right_stems) = (stems(left), stems(right));
            let is_known = |stem: &&Vec<Token>| {
                let words = stem.iter().filter_map(|token| match token {
                    Token::Word(word) if !self.is_noise(word) => Some(word.as_str()),
                    _ => None,
                });
                knows(&words.collect::<String>())
            };
            let both = left_stems.intersection(&right_stems);
            if both.clone().count() < 3 && !both.clone().any(|stem| is_known(&stem)) {
                continue;
            }
            for list in lists.iter_mut() {
                for (mark, word) in [(left, "left"), (right, "right")] {
                    if let Some(at) = self.at_end(list, mark) {
                        list[at] = Token::Word(word.into());
                    }
                }
            }
        }
    }

    /// Where `mark` is the first or the last word of a name of several, but for words that say nothing.
    fn at_end(&self, list: &[Token], mark: &str) -> Option<usize> {
        let says = |token: &Token| matches!(token, Token::Word(word) if word == mark || !self.is_noise(word));
        let is_mark = |token: &Token| matches!(token, Token::Word(word) if word == mark);
        let ends = [list.iter().position(says)?, list.iter().rposition(says)?];
        ends.into_iter().find(|&at| list.len() > 1 && is_mark(&list[at]))
    }
}
