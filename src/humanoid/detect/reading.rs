//! What the name of each joint says: side, part of the body, and whether it is a control.

use std::collections::{BTreeMap, BTreeSet};

use super::lexer::{Token, tokens};
use super::part::Part;
use super::vocabulary::Names;
use super::words::FINGER;
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
    /// What hangs on a body and is no limb of it: hair, a skirt, an ear.
    pub extra: bool,
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
        let second = self.parts.get(1).map_or(0.0, |second| second.score);
        self.parts.first().filter(|best| best.score >= 0.8 && second < 0.7 * best.score).map(|best| best.part)
    }
}

/// Reads the names of a whole rig: what they share is no part of a bone's own name.
pub(super) fn read<'a>(names: impl Iterator<Item = &'a str>, known: &Names) -> Vec<Reading> {
    let mut lists: Vec<Vec<Token>> = names.map(tokens).collect();
    drop_running_numbers(&mut lists);
    known.words().spell_out_pairs(&mut lists, |key| known.knows(key));
    let shared = shared_words(&lists, known);
    let mut readings: Vec<Reading> = lists.iter().map(|list| read_one(list, &shared, known)).collect();
    if readings.iter().filter(|reading| reading.nature == Nature::Deform).count() >= 8 {
        // A rig that marks its deforming bones says by that what the others are.
        for reading in &mut readings {
            if reading.nature == Nature::Plain {
                reading.nature = Nature::Control;
            }
        }
    }
    let fits = convention_fits(&readings, known);
    for reading in &mut readings {
        score_parts(reading, &fits, known);
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
fn shared_words(lists: &[Vec<Token>], known: &Names) -> BTreeSet<String> {
    let mut counts = BTreeMap::<&str, usize>::new();
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
        .filter(|&(word, count)| {
            let means_something = known.knows(word) || known.words().side(word).is_some() || word == FINGER;
            count >= 6 && count * 2 > named && !means_something
        })
        .map(|(word, _)| word.to_owned())
        .collect()
}

fn word(token: &Token) -> Option<&str> {
    match token {
        Token::Word(word) => Some(word),
        Token::Number(_) => None,
    }
}

fn read_one(list: &[Token], shared: &BTreeSet<String>, known: &Names) -> Reading {
    let words = known.words();
    let mut sides = Vec::new();
    let mut nature = Nature::Plain;
    let mut extra = false;
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
        if let Some(side) = words.side(word) {
            sides.push(side);
        } else if words.is_control(word) {
            nature = Nature::Control;
        } else if words.is_helper(word) {
            nature = if nature == Nature::Control { nature } else { Nature::Helper };
        } else if word == "def" || word == "deform" {
            nature = if nature == Nature::Plain { Nature::Deform } else { nature };
        } else if !words.is_noise(word) && !shared.contains(word) {
            extra |= words.is_extra(word);
            kept.push(word);
        }
    }
    sides.dedup();
    let side = if let [side] = sides[..] { Some(side) } else { None };
    let mut reading = Reading { side, nature, extra, key: kept.concat(), numbers, parts: Vec::new() };
    // `LFArm` is the left F-arm, not the arm of a side that is written LF.
    let split = list.iter().filter_map(word).filter(|word| words.side(word).is_some()).find_map(|mark| {
        let (letter, rest) = mark.split_at_checked(1).filter(|(_, rest)| rest.len() == 1)?;
        let key = format!("{rest}{}", reading.key);
        Some((words.side(letter)?, key)).filter(|(_, key)| !known.entries(key).is_empty())
    });
    if let Some((side, key)) = split {
        return Reading { side: Some(side), key, ..reading };
    }
    if let Some((key, whole)) = listed(list, shared, known) {
        // A dictionary that lists the whole name knows better what its words are for.
        let nature = if nature == Nature::Deform { nature } else { Nature::Plain };
        reading = Reading { key, nature, extra: false, side: side.filter(|_| !whole), ..reading };
    } else if !known.knows(&reading.key) {
        let joined: String = list.iter().filter_map(word).filter(|word| !shared.contains(*word)).collect();
        if let Some((side, key)) = glued(&reading.key, known).or_else(|| glued(&joined, known)) {
            reading.side = side.or(reading.side);
            reading.key = key;
        } else {
            // The largest known run of words inside the name; others around it make it doubtful.
            let run = (1..kept.len())
                .rev()
                .flat_map(|length| kept.windows(length))
                .map(<[&str]>::concat)
                .find(|run| known.knows(run));
            if let Some(run) = run {
                reading.key = format!("{run}?");
            }
        }
    } else {
        reading.extra = false;
    }
    reading
}

/// The key under which a dictionary lists the name with its numbers or with words that are else left out, `L5`, `上半身2`,
/// `NeckTwist`; and whether what looked like a side is part of it.
fn listed(list: &[Token], shared: &BTreeSet<String>, known: &Names) -> Option<(String, bool)> {
    let words = known.words();
    let is_side = |token: &Token| word(token).is_some_and(|word| words.side(word).is_some());
    let is_noise = |token: &Token| word(token).is_some_and(|word| words.is_noise(word) || shared.contains(word));
    let odd = |token: &Token| match token {
        Token::Word(word) => words.is_control(word) || words.is_helper(word) || words.is_noise(word),
        Token::Number(_) => true,
    };
    // A number that belongs to the prefix is none of the bone's.
    let first = list.iter().position(|token| word(token).is_some() && !is_noise(token)).unwrap_or(0);
    let join = |keep: &dyn Fn(&Token) -> bool| -> String {
        let pieces =
            list.iter().enumerate().filter(|&(at, token)| keep(token) && (at >= first || word(token).is_some()));
        let pieces = pieces.map(|(_, token)| match token {
            Token::Word(word) => word.clone(),
            Token::Number(number) => number.to_string(),
        });
        pieces.collect()
    };
    if !list.iter().any(odd) {
        return None;
    }
    let lists = |key: &String| !known.entries(key).is_empty();
    let whole = [join(&|_| true), join(&|token| !is_noise(token))];
    let whole = whole.into_iter().find(|key| list.iter().any(is_side) && lists(key));
    if let Some(key) = whole {
        return Some((key, true));
    }
    let number = |token: &Token| matches!(token, Token::Number(_));
    let without_side = [
        join(&|token| !is_side(token)),
        join(&|token| !is_side(token) && !number(token)),
        join(&|token| !is_side(token) && !is_noise(token)),
        join(&|token| !is_side(token) && !is_noise(token) && !number(token)),
    ];
    without_side.into_iter().find(lists).map(|key| (key, false))
}

/// Takes apart a name written as one word in one case: `leftupleg`, `mixamoriglefthand`, `lthigh`.
fn glued(joined: &str, known: &Names) -> Option<(Option<Side>, String)> {
    let knows = |key: &str| known.knows(key) || key.starts_with(FINGER);
    let mut rest = joined;
    loop {
        if knows(rest) {
            return Some((None, rest.to_owned()));
        }
        for (mark, side) in known.words().glued() {
            let found = [rest.strip_prefix(mark), rest.strip_suffix(mark)]
                .into_iter()
                .flatten()
                .find(|key| knows(key))
                .map(str::to_owned);
            let inner = (mark.len() > 1)
                .then(|| rest.split_once(mark))
                .flatten()
                .map(|(before, after)| format!("{before}{after}"))
                .filter(|key| knows(key));
            if let Some(key) = found.or(inner) {
                return Some((Some(side), key));
            }
        }
        rest = known.words().without_noise(rest)?;
    }
}

/// A convention that explains fewer bones than this is hardly the rig's.
const FEW: f32 = 8.0;

/// How much of this rig each convention explains, 1 for the one that explains most.
fn convention_fits(readings: &[Reading], known: &Names) -> Vec<f32> {
    let mut slots = vec![BTreeSet::new(); known.convention_count()];
    for reading in readings.iter().filter(|reading| matches!(reading.nature, Nature::Plain | Nature::Deform)) {
        for &(convention, part) in known.entries(&reading.key) {
            if part.is_paired() || reading.side.is_none() {
                slots[convention].insert((part, reading.side));
            }
        }
    }
    let most = slots.iter().map(BTreeSet::len).max().unwrap_or(0).max(1);
    let parts =
        |found: &BTreeSet<(Part, Option<Side>)>| found.iter().map(|(part, _)| part).collect::<BTreeSet<_>>().len();
    let fit = |(convention, found): (usize, &BTreeSet<_>)| {
        let fit = found.len() as f32 / most as f32 * (found.len() as f32 / FEW).min(1.0);
        // A dictionary of the user's own may have no more than the few names that the others lack.
        known.own_parts(convention).map_or(fit, |own| fit.max(parts(found) as f32 / own.max(1) as f32))
    };
    slots.iter().enumerate().map(fit).collect()
}

fn score_parts(reading: &mut Reading, fits: &[f32], known: &Names) {
    let (key, certainty) = match reading.key.strip_suffix('?') {
        Some(key) => (key, 0.55),
        None => (reading.key.as_str(), 1.0),
    };
    let nature = match reading.nature {
        Nature::Deform | Nature::Plain => 1.0,
        Nature::Helper => 0.2,
        Nature::Control => 0.25,
    };
    let extra = if reading.extra { 0.5 } else { 1.0 };
    let by_convention = known.entries(key).iter().map(|&(convention, part)| {
        // A convention that explains little of the rig says little; what the user adds is meant.
        let fit = fits[convention];
        let own = if known.own_parts(convention).is_some() { 0.1 } else { 0.0 };
        PartScore { part, score: 0.35 + 0.65 * fit * fit + own, convention: Some(convention) }
    });
    let by_word =
        known.common(key).iter().map(|&(part, strength)| PartScore { part, score: strength * 0.9, convention: None });
    let mut parts: Vec<PartScore> = by_convention
        .chain(by_word)
        .map(|found| {
            let sided = match (found.part.is_paired(), reading.side) {
                // A middle part with a side is something beside it: `DEF-pelvis.L`.
                (false, Some(_)) => 0.15,
                (true, None) => 0.8,
                _ => 1.0,
            };
            PartScore { score: found.score * certainty * nature * sided * extra, ..found }
        })
        .collect();
    parts.sort_by(|a, b| a.part.cmp(&b.part).then(b.score.total_cmp(&a.score)));
    parts.dedup_by_key(|found| found.part);
    parts.sort_by(|a, b| b.score.total_cmp(&a.score));
    reading.parts = parts;
}
