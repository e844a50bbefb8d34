//! A short run of `examples/torture`: damaged models and rigs are answered, soon, in little memory, and finite.

mod common;

#[path = "../examples/torture/engine/mod.rs"]
mod engine;

use engine::{Kind, Outcome, Torture, Tried};
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

// One test and not several: memory is counted for the whole program.
#[test]
fn damaged_models_and_rigs_are_answered() {
    const COUNT: u64 = 6000;
    let corpus = common::corpus();
    let torture = Torture::new(1, corpus.as_deref());
    let mut counts = [[0_u64; 3]; 3];
    for index in 0..COUNT {
        let input = torture.input(index);
        let Tried { end, took, memory } = torture.try_out(&input, &MEMORY);
        match end {
            Ok(outcome) => counts[input.kind as usize][outcome as usize] += 1,
            Err(what) => panic!(
                "input {index} of seed {} ({}, from {}, {took:?}, {memory} bytes): {what}; \
                 replay it with --example torture -- --only {index}",
                torture.seed(),
                input.kind.name(),
                input.source
            ),
        }
    }
    // Damage that every reader refuses at its door, or none notices, would try nothing.
    for kind in Kind::ALL {
        for outcome in [Outcome::Refused, Outcome::Solved] {
            let count = counts[kind as usize][outcome as usize];
            assert!(count * 20 > COUNT / 3, "{} {outcome:?}: {counts:?}", kind.name());
        }
    }
}
