//! What the name of each joint says: side, part of the body, and whether it is a control.

use super::lexer::{Token, tokens};
use super::part::Part;
use super::vocabulary::Vocabulary;
use crate::humanoid::Side;

/// What a joint is for, as far as its name tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nature {
    /// Marked as one that deforms the mesh.
    Deform,
    Plain,
    /// A twist, roll or end joint that goes with a bone.
    Helper,
    /// Moved by an animator or by the rig: IK, FK, pole, target, mechanism.
    Control,
}

/// A part a name may stand for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PartScore {
    pub part: Part,
    /// From 0 to 1.
    pub score: f32,
    /// The convention that has the name so; none for a common word.
    pub convention: Option<usize>,
}

/// What one joint's name says.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Reading {
    pub side: Option<Side>,
    pub nature: Nature,
    /// The words that are left, joined.
    pub key: String,
    /// Numbers behind the first word that is left.
    pub numbers: Vec<u32>,
    /// At most one a part, the best first.
    pub parts: Vec<PartScore>,
}

impl Reading {
    pub(super) fn score(&self, part: Part) -> f32 {
        self.parts.iter().find(|found| found.part == part).map_or(0.0, |found| found.score)
    }

    /// The part its name stands for beyond doubt: `leg` alone is thigh or shin.
    pub(super) fn certain(&self) -> Option<Part> {
        let doubtful = self.parts.get(1).is_some_and(|second| second.score >= 0.3);
        self.parts.first().filter(|best| best.score >= 0.8 && !doubtful).map(|best| best.part)
    }
}

const LEFT: &[&str] = &[
    "left",
    "l",
    "lft",
    "lf",
    "lt",
    "izq",
    "izquierda",
    "izquierdo",
    "izda",
    "links",
    "linke",
    "linker",
    "linkes",
    "linken",
    "gauche",
    "sinistra",
    "sinistro",
    "sx",
    "esquerda",
    "esquerdo",
    "esq",
    "左",
    "левая",
    "левый",
    "левое",
    "лев",
    "л",
    "왼쪽",
    "왼",
];
const RIGHT: &[&str] = &[
    "right",
    "r",
    "rgt",
    "rt",
    "der",
    "derecha",
    "derecho",
    "dcha",
    "rechts",
    "rechte",
    "rechter",
    "rechtes",
    "rechten",
    "droite",
    "droit",
    "destra",
    "destro",
    "dx",
    "direita",
    "direito",
    "右",
    "правая",
    "правый",
    "правое",
    "прав",
    "п",
    "오른쪽",
    "오른",
];
/// Sides that are told from the rest of a word without a separator; the long ones first.
const GLUED: &[(&str, Side)] = &[
    ("left", Side::Left),
    ("right", Side::Right),
    ("izquierda", Side::Left),
    ("izquierdo", Side::Left),
    ("derecha", Side::Right),
    ("derecho", Side::Right),
    ("links", Side::Left),
    ("rechts", Side::Right),
    ("linker", Side::Left),
    ("rechter", Side::Right),
    ("linke", Side::Left),
    ("rechte", Side::Right),
    ("gauche", Side::Left),
    ("droite", Side::Right),
    ("l", Side::Left),
    ("r", Side::Right),
];

/// Words that say nothing of the part.
const NOISE: &[&str] = &[
    "mixamorig",
    "mixamo",
    "bip",
    "biped",
    "valvebiped",
    "valve",
    "def",
    "jnt",
    "jt",
    "joint",
    "bone",
    "bn",
    "bind",
    "skin",
    "skn",
    "sk",
    "skel",
    "skeleton",
    "armature",
    "rig",
    "metarig",
    "cc",
    "base",
    "character",
    "char",
    "b",
    "j",
    "c",
    "m",
    "x",
    "ctr",
    "mdl",
    "human",
    "humanoid",
    "stretch",
    "bend",
    "smplhf",
    "frame",
    "bk",
    "actor",
    "avatar",
    "player",
    "ボーン",
];
const CONTROL: &[&str] = &[
    "ik",
    "fk",
    "ctrl",
    "control",
    "ctl",
    "controller",
    "pole",
    "poletarget",
    "pt",
    "target",
    "mch",
    "org",
    "tweak",
    "parent",
    "vis",
    "widget",
    "wgt",
    "handle",
    "goal",
    "aim",
    "orient",
    "tracker",
    "headtracker",
    "socket",
    "slot",
    "handslot",
    "attach",
    "attachment",
    "prop",
    "weapon",
    "master",
    "gizmo",
    "pivot",
    "lookat",
    "driver",
    "drv",
    "swing",
    "constraint",
    "con",
    "cns",
    "ikhandle",
    "fake",
    "mechanism",
    "holder",
    "mount",
    "補助",
    "ダミー",
    "親",
];
const HELPER: &[&str] = &[
    "twist",
    "roll",
    "end",
    "nub",
    "effector",
    "site",
    "helper",
    "bulge",
    "corrective",
    "share",
    "tip",
    "捩",
    "捩り",
    "捩れ",
    "先",
    "muscle",
    "fix",
    "scale",
    "offset",
    "adjust",
    "splay",
    "cup",
];
/// Ends of words written together in one case that make a control: `LEGCONTROL`.
const CONTROL_ENDS: &[&str] = &["control", "ctrl", "target", "orient", "tracker", "socket", "slot"];

/// Reads the names of a whole rig: what they share is no part of a bone's own name.
pub(super) fn read<'a>(names: impl Iterator<Item = &'a str>) -> Vec<Reading> {
    let vocabulary = Vocabulary::get();
    let mut lists: Vec<Vec<Token>> = names.map(tokens).collect();
    drop_running_numbers(&mut lists);
    let shared = shared_words(&lists, vocabulary);
    let mut readings: Vec<Reading> = lists.iter().map(|list| read_one(list, &shared, vocabulary)).collect();
    if readings.iter().filter(|reading| reading.nature == Nature::Deform).count() >= 8 {
        // A rig that marks its deforming bones says by that what the others are.
        for reading in &mut readings {
            if reading.nature == Nature::Plain {
                reading.nature = Nature::Control;
            }
        }
    }
    let fits = convention_fits(&readings, vocabulary);
    for reading in &mut readings {
        score_parts(reading, &fits, vocabulary);
    }
    readings
}

/// Exporters append a running number to every name: `DEF-foot.L_027`. It says nothing.
fn drop_running_numbers(lists: &mut [Vec<Token>]) {
    let last = |list: &Vec<Token>| match list.last() {
        Some(Token::Number(number)) if list.len() > 1 => Some(*number),
        _ => None,
    };
    let mut numbers: Vec<u32> = lists.iter().filter_map(last).collect();
    let total = numbers.len();
    numbers.sort_unstable();
    numbers.dedup();
    let named = lists.iter().filter(|list| !list.is_empty()).count();
    if total >= 8 && total * 10 >= named * 7 && numbers.len() * 10 >= total * 9 {
        for list in lists.iter_mut().filter(|list| last(list).is_some()) {
            list.pop();
        }
    }
}

/// Words in most names, such as the character's own, that no dictionary has.
fn shared_words(lists: &[Vec<Token>], vocabulary: &Vocabulary) -> Vec<String> {
    let mut counts = std::collections::BTreeMap::<&str, usize>::new();
    for list in lists {
        let mut words: Vec<&str> = list.iter().filter_map(word).collect();
        words.sort_unstable();
        words.dedup();
        for word in words {
            *counts.entry(word).or_default() += 1;
        }
    }
    let named = lists.iter().filter(|list| !list.is_empty()).count();
    counts
        .into_iter()
        .filter(|&(word, count)| count >= 6 && count * 2 > named && !vocabulary.knows(word) && side_of(word).is_none())
        .map(|(word, _)| word.to_owned())
        .collect()
}

fn word(token: &Token) -> Option<&str> {
    match token {
        Token::Word(word) => Some(word),
        Token::Number(_) => None,
    }
}

fn side_of(word: &str) -> Option<Side> {
    if LEFT.contains(&word) {
        Some(Side::Left)
    } else if RIGHT.contains(&word) {
        Some(Side::Right)
    } else {
        None
    }
}

fn read_one(list: &[Token], shared: &[String], vocabulary: &Vocabulary) -> Reading {
    let mut sides = Vec::new();
    let mut nature = Nature::Plain;
    let mut kept: Vec<&str> = Vec::new();
    let mut numbers = Vec::new();
    for token in list {
        let word = match token {
            Token::Word(word) => word.as_str(),
            Token::Number(number) => {
                if !kept.is_empty() {
                    numbers.push(*number);
                }
                continue;
            }
        };
        if let Some(side) = side_of(word) {
            sides.push(side);
        } else if CONTROL.contains(&word) || CONTROL_ENDS.iter().any(|end| word.ends_with(end)) {
            nature = Nature::Control;
        } else if HELPER.contains(&word) {
            nature = if nature == Nature::Control { nature } else { Nature::Helper };
        } else if word == "def" || word == "deform" {
            nature = if nature == Nature::Plain { Nature::Deform } else { nature };
        } else if !NOISE.contains(&word) && !shared.iter().any(|other| other == word) {
            kept.push(word);
        }
    }
    sides.dedup();
    let side = if let [side] = sides[..] { Some(side) } else { None };
    let key = kept.concat();
    let mut reading = Reading { side, nature, key, numbers, parts: Vec::new() };
    if !vocabulary.knows(&reading.key) {
        let joined: String = list.iter().filter_map(word).collect();
        if let Some((side, key)) = glued(&joined, vocabulary) {
            reading.side = side.or(reading.side);
            reading.key = key;
        } else {
            // The largest known run of words inside the name; others around it make it doubtful.
            let known = (1..kept.len())
                .rev()
                .flat_map(|length| kept.windows(length))
                .map(<[&str]>::concat)
                .find(|run| vocabulary.knows(run));
            if let Some(run) = known {
                reading.key = format!("{run}?");
            }
        }
    }
    reading
}

/// Takes apart a name written as one word in one case: `leftupleg`, `mixamoriglefthand`, `lthigh`.
fn glued(joined: &str, vocabulary: &Vocabulary) -> Option<(Option<Side>, String)> {
    let mut rest = joined;
    loop {
        if vocabulary.knows(rest) {
            return Some((None, rest.to_owned()));
        }
        for &(mark, side) in GLUED {
            let found = [rest.strip_prefix(mark), rest.strip_suffix(mark)]
                .into_iter()
                .flatten()
                .find(|key| vocabulary.knows(key))
                .map(str::to_owned);
            let inner = (mark.len() > 1)
                .then(|| rest.split_once(mark))
                .flatten()
                .map(|(before, after)| format!("{before}{after}"))
                .filter(|key| vocabulary.knows(key));
            if let Some(key) = found.or(inner) {
                return Some((Some(side), key));
            }
        }
        let prefix = NOISE.iter().filter(|noise| noise.len() >= 3).find_map(|noise| rest.strip_prefix(noise))?;
        rest = prefix;
    }
}

/// How much of this rig each convention explains, 1 for the one that explains most.
fn convention_fits(readings: &[Reading], vocabulary: &Vocabulary) -> Vec<f32> {
    let mut slots = vec![std::collections::BTreeSet::new(); vocabulary.convention_count()];
    for reading in readings.iter().filter(|reading| matches!(reading.nature, Nature::Plain | Nature::Deform)) {
        for &(convention, part) in vocabulary.entries(&reading.key) {
            if part.is_paired() || reading.side.is_none() {
                slots[convention].insert((part, reading.side));
            }
        }
    }
    let most = slots.iter().map(std::collections::BTreeSet::len).max().unwrap_or(0).max(1);
    slots.iter().map(|found| found.len() as f32 / most as f32).collect()
}

fn score_parts(reading: &mut Reading, fits: &[f32], vocabulary: &Vocabulary) {
    let (key, certainty) = match reading.key.strip_suffix('?') {
        Some(key) => (key, 0.55),
        None => (reading.key.as_str(), 1.0),
    };
    let nature = match reading.nature {
        Nature::Deform | Nature::Plain => 1.0,
        Nature::Helper => 0.2,
        Nature::Control => 0.25,
    };
    let by_convention = vocabulary.entries(key).iter().map(|&(convention, part)| {
        // A convention that explains little of the rig says little.
        let fit = fits[convention];
        PartScore { part, score: 0.35 + 0.65 * fit * fit, convention: Some(convention) }
    });
    let by_word = vocabulary.common(key).iter().map(|&(part, strength)| PartScore {
        part,
        score: strength * 0.9,
        convention: None,
    });
    let mut parts: Vec<PartScore> = by_convention
        .chain(by_word)
        .map(|found| {
            let sided = match (found.part.is_paired(), reading.side) {
                // A middle part with a side is something beside it: `DEF-pelvis.L`.
                (false, Some(_)) => 0.15,
                (true, None) => 0.8,
                _ => 1.0,
            };
            PartScore { score: found.score * certainty * nature * sided, ..found }
        })
        .collect();
    parts.sort_by(|a, b| a.part.cmp(&b.part).then(b.score.total_cmp(&a.score)));
    parts.dedup_by_key(|found| found.part);
    parts.sort_by(|a, b| b.score.total_cmp(&a.score));
    reading.parts = parts;
}
