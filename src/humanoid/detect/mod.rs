//! Finds the humanoid in a skeleton: which joint has which role, how sure that is, and why.
//!
//! Three sources, the stronger first: what the file itself declares (VRM), names, and the shape of the tree. Names
//! decide between joints, geometry decides whether this is a humanoid at all, and the shape of the tree fills in
//! what has no name.

mod body;
mod chain;
mod confidence;
mod details;
mod fingers;
mod lexer;
mod limbs;
mod one;
mod part;
mod reading;
mod sides;
mod structure;
#[cfg(test)]
mod tests;
mod torso;
mod tree;
mod upright;
mod verdict;
mod vocabulary;
mod words;

pub use vocabulary::{DictionaryError, Names};

use crate::humanoid::{HumanoidMap, Role};
use crate::skeleton::{JointId, Skeleton};
use verdict::Lean;

/// What is known of one joint beside its place in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct JointHint {
    /// Listed among the joints of a skin.
    pub in_skin: bool,
    /// The sum of the weights with which it moves vertices; 0 for a control, or where it is not known.
    pub influence: f32,
    /// Carries a mesh of its own.
    pub has_mesh: bool,
}

/// What detection looks at.
#[derive(Clone, Copy, Debug)]
pub struct DetectInput<'a> {
    pub skeleton: &'a Skeleton,
    /// One a joint; joints past its end count as plain.
    pub joints: &'a [JointHint],
    /// Bones that the file itself declares; they are taken as they stand.
    pub declared: &'a [(Role, JointId)],
}

/// A joint that was given a role.
#[derive(Clone, Debug, PartialEq)]
pub struct DetectedBone {
    pub role: Role,
    pub joint: JointId,
    /// From 0 (a guess) to 1 (declared by the file).
    pub confidence: f32,
    /// What spoke for it, as a phrase for people.
    pub why: String,
}

/// The humanoid that was found, or that there is none.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Detection {
    /// False for an animal, a prop, a plain mesh; there are no bones then.
    pub humanoid: bool,
    /// From 0 (nothing like a humanoid) to 1 (a whole one, declared by the file).
    pub score: f32,
    /// In [`Role::ALL`]'s order.
    pub bones: Vec<DetectedBone>,
    /// Required roles without a joint, in [`Role::ALL`]'s order; all of them where this is no humanoid.
    pub missing: Vec<Role>,
    /// Other humanoids in the same file, the one with more bones first.
    pub others: Vec<Self>,
}

impl Detection {
    pub fn map(&self) -> HumanoidMap {
        self.bones.iter().map(|bone| (bone.role, bone.joint)).collect()
    }

    /// The character's number `n`, from 1: this one, then the [`others`](Self::others); none past the last.
    pub fn choose(&self, n: usize) -> Option<&Self> {
        match n.checked_sub(1)? {
            0 => Some(self),
            other => self.others.get(other - 1),
        }
    }

    pub fn get(&self, role: Role) -> Option<&DetectedBone> {
        self.bones.iter().find(|bone| bone.role == role)
    }
}

/// Whether a name marks a joint that takes up a limb's twist.
pub(crate) fn is_twist(name: &str) -> bool {
    const WORDS: [&str; 2] = ["twist", "roll"];
    // 左腕捩 has no mark between its words.
    const MARK: char = '捩';
    // Taking a name apart takes long beside looking at its letters, and a rig has hundreds. Escapes are plain letters too.
    let holds =
        |word: &&str| name.as_bytes().windows(word.len()).any(|part| part.eq_ignore_ascii_case(word.as_bytes()));
    if name.is_ascii() && !WORDS.iter().any(holds) && !name.contains(lexer::ESCAPE) {
        return false;
    }
    lexer::tokens(name)
        .iter()
        .any(|token| matches!(token, lexer::Token::Word(word) if WORDS.contains(&word.as_str()) || word.contains(MARK)))
}

/// Finds the humanoid in a skeleton, and others beside it where the file holds several characters.
pub fn detect(input: &DetectInput) -> Detection {
    detect_with(input, Names::built_in())
}

/// As [`detect`](fn@detect), with other names of bones than those that come with Surefoot.
pub fn detect_with(input: &DetectInput, names: &Names) -> Detection {
    let skeleton = input.skeleton;
    let readings = reading::read(skeleton.ids().map(|joint| skeleton.name(joint)), names);
    let standing = upright::stood_up(input, &readings);
    let upright = DetectInput { skeleton: standing.as_ref().unwrap_or(skeleton), ..*input };
    let mut found = one::separate(&upright, &readings, names);
    if found.len() >= 2 {
        let mut first = found.remove(0);
        first.others = found;
        return first;
    }
    let whole = one::find(&upright, &readings, names, None, Lean::Any);
    if whole.humanoid || standing.is_some() {
        return whole;
    }
    let turned = upright::from_z_up(skeleton);
    let turned = one::find(&DetectInput { skeleton: &turned, ..*input }, &readings, names, None, Lean::Little);
    if turned.humanoid { turned } else { whole }
}
