//! Damaged inputs from fixed seeds, and what every reader and solver must make of them: an answer, soon, in little memory,
//! finite, and no panic.

mod bytes;
mod dice;
mod json;
mod ron;
mod sources;
mod trial;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use peak_alloc::PeakAlloc;
use surefoot::character::Character;
use surefoot::rig::preset;

use dice::Dice;
use sources::{Model, Rigs};
use trial::Partner;

pub use trial::Outcome;

/// No input may take longer.
pub const LONGEST: Duration = Duration::from_secs(2);
/// No input may need more memory than this beside itself, bytes.
pub const MOST_MEMORY: usize = 512 << 20;

/// Which reader an input is for and how it was damaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A model whose bytes were changed.
    Bytes,
    /// A model whose JSON was changed and is still JSON.
    Json,
    /// A rig.
    Rig,
}

impl Kind {
    pub const ALL: [Self; 3] = [Self::Bytes, Self::Json, Self::Rig];

    pub fn name(self) -> &'static str {
        match self {
            Self::Bytes => "model, bytes",
            Self::Json => "model, JSON",
            Self::Rig => "rig, text",
        }
    }
}

/// One damaged input.
pub struct Input {
    pub kind: Kind,
    /// What it was made of.
    pub source: String,
    pub bytes: Vec<u8>,
}

/// What one input came to, and what that cost.
pub struct Tried {
    /// An end that must not be has a sentence about it.
    pub end: Result<Outcome, String>,
    pub took: Duration,
    /// Bytes at the highest, beside the input.
    pub memory: usize,
}

/// Everything that inputs are made of.
pub struct Torture {
    seed: u64,
    models: Vec<Model>,
    bundled: Model,
    rigs: Rigs,
    partner: Partner,
}

impl Torture {
    /// Made of files that come with the source, and of small real ones where `corpus` is a folder of them.
    pub fn new(seed: u64, corpus: Option<&Path>) -> Self {
        let nothing_beside = |_: &str| Err(std::io::ErrorKind::NotFound.into());
        let bundled = sources::bundled();
        let models = sources::models(corpus);
        // The smallest is the one made for this: it is sound and has every part.
        let made = models.iter().find(|model| model.name == "made").unwrap_or(&bundled);
        let person = Character::from_bytes(&made.name, &made.bytes, &nothing_beside)
            .unwrap_or_else(|error| panic!("the model to start from is not sound: {error}"));
        let rigs = sources::rigs(&person);
        let map = person.detect().map();
        let partner = Partner { map, person, rig: preset("biped").unwrap_or_default() };
        Self { seed, models, bundled, rigs, partner }
    }

    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The input of a number: always the same from the same files.
    pub fn input(&self, index: u64) -> Input {
        let mut dice = Dice::new(self.seed, index);
        let kind = Kind::ALL[(index % 3) as usize];
        if kind == Kind::Rig {
            let at = dice.below(self.rigs.0.len());
            return Input { kind, source: format!("rig {at}"), bytes: ron::damage(&self.rigs.0[at], &mut dice) };
        }
        // Small files far more often than large ones: the smallest of several draws.
        let at = (0..4).map(|_| dice.below(self.models.len())).min().unwrap_or_default();
        let model = if dice.once_in(400) { &self.bundled } else { &self.models[at] };
        let mut bytes = model.bytes.clone();
        match &model.json {
            Some(whole) if kind == Kind::Json => {
                let mut document = whole.clone();
                json::damage(&mut document, whole, &mut dice);
                bytes = match &model.binary {
                    Some(binary) => sources::glb(&document, Some(binary)),
                    None => serde_json::to_vec(&document).unwrap_or_default(),
                };
            }
            _ => bytes::damage(&mut bytes, &mut dice),
        }
        Input { kind, source: model.name.clone(), bytes }
    }

    /// Feeds an input to its reader and to all that follows; `memory` is what the program allocates with.
    pub fn try_out(&self, input: &Input, memory: &PeakAlloc) -> Tried {
        memory.reset_peak_usage();
        let before = memory.current_usage();
        let start = Instant::now();
        let end = catch_unwind(AssertUnwindSafe(|| match input.kind {
            Kind::Bytes | Kind::Json => trial::model(&input.bytes, &self.partner),
            Kind::Rig => trial::rig(&input.bytes, &self.partner),
        }));
        let (took, memory) = (start.elapsed(), memory.peak_usage().saturating_sub(before));
        let end = match end {
            Ok(Ok(_)) if took > LONGEST => Err(format!("it took {:.1} s", took.as_secs_f64())),
            Ok(Ok(_)) if memory > MOST_MEMORY => Err(format!("it took {} MB", memory >> 20)),
            Ok(end) => end,
            Err(panic) => Err(format!("panic: {}", said(panic.as_ref()))),
        };
        Tried { end, took, memory }
    }
}

fn said(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("without a word")
}
