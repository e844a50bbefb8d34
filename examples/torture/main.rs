//! Feeds damaged models and rigs to everything that reads them, and says what came of it.
//!
//! ```text
//! cargo run --release --no-default-features --features cli --example torture -- --count 1000000
//! ```
//!
//! Inputs come from a seed: the same seed and number make the same input again. A failure is printed with the command that
//! replays it alone.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use clap::Parser;
use peak_alloc::PeakAlloc;

use engine::{Kind, LONGEST, MOST_MEMORY, Outcome, Torture, Tried};

mod engine;

#[path = "../../tests/common/mod.rs"]
mod common;

/// Counts what is allocated.
#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// The input that is being tried.
static NOW: AtomicU64 = AtomicU64::new(u64::MAX);

/// Failures printed before it stops.
const ENOUGH: usize = 20;

/// Feeds damaged models and rigs to everything that reads them
#[derive(Parser)]
struct Arguments {
    /// How many inputs to try
    #[arg(long, default_value_t = 30_000)]
    count: u64,
    /// Another seed makes other inputs
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of the first input
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// Try one input alone and tell what it is; its panic is printed whole
    #[arg(long, value_name = "NUMBER", conflicts_with_all = ["count", "from"])]
    only: Option<u64>,
    /// With --only: write the input to this file
    #[arg(long, value_name = "FILE", requires = "only")]
    save: Option<PathBuf>,
    /// Leave the folder of real characters out even where it is there
    #[arg(long)]
    no_corpus: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let corpus = if arguments.no_corpus { None } else { common::corpus() };
    let torture = Torture::new(arguments.seed, corpus.as_deref());
    let replay = |index: u64| {
        let without = if corpus.is_none() { " --no-corpus" } else { "" };
        format!(
            "cargo run --release --no-default-features --features cli --example torture -- --seed {} --only {index}{without}",
            torture.seed()
        )
    };
    if let Some(index) = arguments.only {
        return only(&torture, index, arguments.save.as_deref());
    }
    std::panic::set_hook(Box::new(|_| {}));
    let last = arguments.from.saturating_add(arguments.count);
    let (mut failures, mut done) = (0, 0_u64);
    let mut table = Table::default();
    let start = Instant::now();
    let mut told = start;
    std::thread::scope(|scope| {
        let watch = scope.spawn(|| watch(&replay));
        for index in arguments.from..last {
            NOW.store(index, Ordering::Relaxed);
            let input = torture.input(index);
            let tried = torture.try_out(&input, &MEMORY);
            done += 1;
            table.add(input.kind, &tried);
            if let Err(what) = &tried.end {
                failures += 1;
                println!("FAILED {index} ({}, from {}): {what}\n  {}", input.kind.name(), input.source, replay(index));
                if failures == ENOUGH {
                    println!("stopped after {ENOUGH} failures");
                    break;
                }
            }
            if told.elapsed() > Duration::from_secs(30) {
                told = Instant::now();
                println!("{done} of {}, {:.0} a second", arguments.count, done as f64 / start.elapsed().as_secs_f64());
            }
        }
        NOW.store(u64::MAX, Ordering::Relaxed);
        watch.thread().unpark();
        DONE.store(1, Ordering::Relaxed);
    });
    let seconds = start.elapsed().as_secs_f64();
    println!("seed {}: {done} inputs in {seconds:.1} s, {:.0} a second", torture.seed(), done as f64 / seconds);
    table.print();
    println!("{failures} failures");
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

static DONE: AtomicU64 = AtomicU64::new(0);

fn only(torture: &Torture, index: u64, save: Option<&std::path::Path>) -> ExitCode {
    let input = torture.input(index);
    println!("input {index}: {}, from {}, {} bytes", input.kind.name(), input.source, input.bytes.len());
    if let Some(path) = save
        && let Err(error) = std::fs::write(path, &input.bytes)
    {
        println!("{} cannot be written: {error}", path.display());
        return ExitCode::FAILURE;
    }
    let Tried { end, took, memory } = torture.try_out(&input, &MEMORY);
    println!("{:.1} ms, {} kB", took.as_secs_f64() * 1e3, memory >> 10);
    match end {
        Ok(outcome) => println!("{outcome:?}"),
        Err(what) => {
            println!("FAILED: {what}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// Ends the program with the number of the input that never ends or eats all memory.
#[allow(clippy::exit, reason = "an input that does not come back cannot be stopped in any other way")]
fn watch(replay: &dyn Fn(u64) -> String) {
    let (mut seen, mut since) = (u64::MAX, Instant::now());
    while DONE.load(Ordering::Relaxed) == 0 {
        std::thread::park_timeout(Duration::from_millis(100));
        let now = NOW.load(Ordering::Relaxed);
        if now != seen {
            (seen, since) = (now, Instant::now());
        }
        let hangs = now != u64::MAX && since.elapsed() > LONGEST * 5;
        if hangs || MEMORY.current_usage() > MOST_MEMORY * 8 {
            println!("FAILED {now}: it does not come to an end\n  {}", replay(now));
            std::process::exit(1);
        }
    }
}

/// Ends by kind, and the dearest inputs.
#[derive(Default)]
struct Table {
    counts: [[u64; 4]; 3],
    longest: Duration,
    most: usize,
}

impl Table {
    fn add(&mut self, kind: Kind, tried: &Tried) {
        let end = match tried.end {
            Ok(Outcome::Refused) => 0,
            Ok(Outcome::Opened) => 1,
            Ok(Outcome::Solved) => 2,
            Err(_) => 3,
        };
        self.counts[kind as usize][end] += 1;
        self.longest = self.longest.max(tried.took);
        self.most = self.most.max(tried.memory);
    }

    fn print(&self) {
        println!("{:<14}{:>10}{:>10}{:>10}{:>10}", "", "refused", "opened", "solved", "failed");
        for kind in Kind::ALL {
            let [refused, opened, solved, failed] = self.counts[kind as usize];
            println!("{:<14}{refused:>10}{opened:>10}{solved:>10}{failed:>10}", kind.name());
        }
        let milliseconds = self.longest.as_secs_f64() * 1e3;
        println!("longest {milliseconds:.0} ms, most memory {} MB beside the input", self.most >> 20);
    }
}
