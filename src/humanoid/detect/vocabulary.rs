//! The dictionaries of bone names under `presets/names`, and those that users add.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;

use super::lexer;
use super::part::Part;
use super::words::Words;

/// One convention's names of bones, without sides.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Dictionary {
    name: String,
    bones: BTreeMap<Part, Vec<String>>,
}

macro_rules! dictionaries {
    ($($name:literal),* $(,)?) => {
        &[$(include_str!(concat!("../../../presets/names/", $name, ".ron"))),*]
    };
}

const DICTIONARIES: &[&str] = dictionaries![
    "mixamo",
    "ready_player_me",
    "human_ik",
    "maya",
    "advanced_skeleton",
    "vrm",
    "vrm_0",
    "vroid",
    "unreal",
    "unreal_5",
    "rigify",
    "auto_rig_pro",
    "makehuman",
    "biped",
    "character_creator",
    "daz",
    "quaternius",
    "kaykit",
    "kenney",
    "roblox",
    "second_life",
    "cmu",
    "xsens",
    "optitrack",
    "joints",
    "mmd_english",
    "mmd_japanese",
    "chinese",
    "korean",
    "spanish",
    "german",
    "french",
    "russian",
];
const COMMON: &str = include_str!("../../../presets/names/common.ron");

/// Why a dictionary cannot be used, and where in its text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{dictionary}:{line}:{column}: {fault}")]
pub struct DictionaryError {
    /// As it was called when it was given.
    pub dictionary: String,
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    pub fault: String,
}

/// The names of bones that detection knows.
///
/// [`Names::built_in`] has what comes with Surefoot; [`Names::with`] adds dictionaries of one's own, which weigh more.
#[derive(Clone, Debug, Default)]
pub struct Names {
    conventions: Vec<Convention>,
    /// Per key: convention and part.
    entries: BTreeMap<String, Vec<(usize, Part)>>,
    /// Per key: parts and how strongly the word stands for them.
    common: BTreeMap<String, Vec<(Part, f32)>>,
    words: Words,
}

#[derive(Clone, Debug)]
struct Convention {
    name: String,
    /// Added by the user.
    own: bool,
    parts: usize,
}

impl Names {
    /// The embedded dictionaries, read once.
    pub fn built_in() -> &'static Self {
        static NAMES: OnceLock<Names> = OnceLock::new();
        // A test reads every file; should one be broken all the same, detection goes on by structure.
        NAMES.get_or_init(|| Self::read().unwrap_or_default())
    }

    /// These and more dictionaries, each with what it is called in errors (a file's name, say) and its text.
    ///
    /// One is a RON text as under `presets/names`: `(name: "Studio", bones: {upperArm: ["UArm", "Oberarm"]})`. The parts are
    /// VRM's bones without their side (`hips`, `spine`, `chest`, `upperChest`, `neck`, `head`, `eye`, `jaw`, `shoulder`,
    /// `upperArm`, `lowerArm`, `hand`, `upperLeg`, `lowerLeg`, `foot`, `toes`) and the fingers `thumb`, `index`, `middle`,
    /// `ring` and `little`. Case and separators do not matter, and names stand without what marks the side.
    ///
    /// A text that cannot be read is left out and told of; the others are taken all the same.
    pub fn with<'a>(&self, texts: impl IntoIterator<Item = (&'a str, &'a str)>) -> (Self, Vec<DictionaryError>) {
        let mut names = self.clone();
        let mut errors = Vec::new();
        for (called, text) in texts {
            match ron::from_str::<Dictionary>(text.trim_start_matches('\u{feff}')) {
                Ok(dictionary) => names.add(dictionary, true),
                Err(error) => errors.push(DictionaryError {
                    dictionary: called.into(),
                    line: error.span.start.line,
                    column: error.span.start.col,
                    fault: error.code.to_string(),
                }),
            }
        }
        (names, errors)
    }

    fn read() -> Result<Self, ron::error::SpannedError> {
        let mut names = Self { words: Words::read()?, ..Self::default() };
        for text in DICTIONARIES {
            names.add(ron::from_str(text)?, false);
        }
        let common: Vec<(String, Vec<(Part, f32)>)> = ron::from_str(COMMON)?;
        names.common = common.into_iter().map(|(word, parts)| (lexer::key(&word), parts)).collect();
        Ok(names)
    }

    fn add(&mut self, dictionary: Dictionary, own: bool) {
        let convention = self.conventions.len();
        self.conventions.push(Convention { name: dictionary.name, own, parts: dictionary.bones.len() });
        for (part, names) in dictionary.bones {
            for key in names.iter().map(|name| lexer::key(name)).filter(|key| !key.is_empty()) {
                let entries = self.entries.entry(key).or_default();
                if !entries.contains(&(convention, part)) {
                    entries.push((convention, part));
                }
            }
        }
    }

    pub(super) fn words(&self) -> &Words {
        &self.words
    }

    pub(super) fn convention_count(&self) -> usize {
        self.conventions.len()
    }

    pub(super) fn convention_name(&self, convention: usize) -> &str {
        &self.conventions[convention].name
    }

    /// How many parts a convention of the user's own has names for; none for one that comes with Surefoot.
    pub(super) fn own_parts(&self, convention: usize) -> Option<usize> {
        Some(self.conventions[convention].parts).filter(|_| self.conventions[convention].own)
    }

    /// Whether any dictionary has `key`.
    pub(super) fn knows(&self, key: &str) -> bool {
        self.entries.contains_key(key) || self.common.contains_key(key)
    }

    /// Conventions in which `key` names a part.
    pub(super) fn entries(&self, key: &str) -> &[(usize, Part)] {
        self.entries.get(key).map_or(&[], Vec::as_slice)
    }

    /// Parts that `key` stands for in any convention.
    pub(super) fn common(&self, key: &str) -> &[(Part, f32)] {
        self.common.get(key).map_or(&[], Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dictionary_is_read() {
        let names = Names::read().unwrap();
        assert_eq!(names.convention_count(), DICTIONARIES.len());
        let called: std::collections::BTreeSet<_> =
            names.conventions.iter().map(|convention| &convention.name).collect();
        assert_eq!(called.len(), DICTIONARIES.len(), "names of conventions repeat");
        assert_eq!(names.common("leg").len(), 4);
    }

    /// A file beside the others that nobody reads would be a silent gap.
    #[test]
    fn every_file_of_names_is_listed() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/presets/names");
        let files = std::fs::read_dir(folder).unwrap().count();
        assert_eq!(files, DICTIONARIES.len() + 2, "common.ron and words.ron, and the dictionaries");
    }

    #[test]
    fn a_broken_dictionary_is_told_of_by_place_and_the_others_count() {
        let texts = [
            ("good.ron", "(name: \"Studio\", bones: {upperArm: [\"Zarg\"]})"),
            ("bad.ron", "(\n    name: \"Bad\",\n    bones: {uperArm: [\"Zarg\"]},\n)"),
        ];
        let (names, errors) = Names::built_in().with(texts);
        assert_eq!(names.entries("zarg").len(), 1);
        let [error] = &errors[..] else { panic!("{errors:?}") };
        assert_eq!((error.dictionary.as_str(), error.line), ("bad.ron", 3));
        assert!(error.column > 1 && error.fault.contains("uperArm"), "{error}");
    }
}
