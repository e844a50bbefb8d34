//! The dictionaries of bone names under `presets/names`.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;

use super::lexer;
use super::part::Part;

/// One convention's names of bones, without sides.
#[derive(Deserialize)]
struct Dictionary {
    name: String,
    bones: BTreeMap<Part, Vec<String>>,
}

const DICTIONARIES: [&str; 16] = [
    include_str!("../../../presets/names/mixamo.ron"),
    include_str!("../../../presets/names/vrm.ron"),
    include_str!("../../../presets/names/unreal.ron"),
    include_str!("../../../presets/names/rigify.ron"),
    include_str!("../../../presets/names/biped.ron"),
    include_str!("../../../presets/names/daz.ron"),
    include_str!("../../../presets/names/makehuman.ron"),
    include_str!("../../../presets/names/cmu.ron"),
    include_str!("../../../presets/names/joints.ron"),
    include_str!("../../../presets/names/mmd_english.ron"),
    include_str!("../../../presets/names/mmd_japanese.ron"),
    include_str!("../../../presets/names/chinese.ron"),
    include_str!("../../../presets/names/spanish.ron"),
    include_str!("../../../presets/names/german.ron"),
    include_str!("../../../presets/names/french.ron"),
    include_str!("../../../presets/names/russian.ron"),
];
const COMMON: &str = include_str!("../../../presets/names/common.ron");

/// All dictionaries, indexed by the key of a name.
#[derive(Default)]
pub(super) struct Vocabulary {
    conventions: Vec<String>,
    /// Per key: convention and part.
    entries: BTreeMap<String, Vec<(usize, Part)>>,
    /// Per key: parts and how strongly the word stands for them.
    common: BTreeMap<String, Vec<(Part, f32)>>,
}

impl Vocabulary {
    /// The embedded dictionaries, read once.
    pub(super) fn get() -> &'static Self {
        static VOCABULARY: OnceLock<Vocabulary> = OnceLock::new();
        // A test reads every file; should one be broken all the same, detection goes on by structure.
        VOCABULARY.get_or_init(|| Self::read().unwrap_or_default())
    }

    fn read() -> Result<Self, ron::error::SpannedError> {
        let mut vocabulary = Self::default();
        for text in DICTIONARIES {
            let dictionary: Dictionary = ron::from_str(text)?;
            let convention = vocabulary.conventions.len();
            vocabulary.conventions.push(dictionary.name);
            for (part, names) in dictionary.bones {
                for name in names {
                    vocabulary.entries.entry(lexer::key(&name)).or_default().push((convention, part));
                }
            }
        }
        let common: Vec<(String, Vec<(Part, f32)>)> = ron::from_str(COMMON)?;
        vocabulary.common = common.into_iter().map(|(word, parts)| (lexer::key(&word), parts)).collect();
        Ok(vocabulary)
    }

    pub(super) fn convention_count(&self) -> usize {
        self.conventions.len()
    }

    pub(super) fn convention_name(&self, convention: usize) -> &str {
        &self.conventions[convention]
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
        let vocabulary = Vocabulary::read().unwrap();
        assert_eq!(vocabulary.convention_count(), DICTIONARIES.len());
        let names: std::collections::BTreeSet<_> = vocabulary.conventions.iter().collect();
        assert_eq!(names.len(), DICTIONARIES.len(), "names of conventions repeat");
        assert_eq!(vocabulary.common("leg").len(), 4);
    }
}
