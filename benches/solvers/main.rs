//! The solvers beside their peers, in one run: `cargo bench --no-default-features --bench solvers`.
//!
//! Each figure is the least of several rounds in which ours and the peers take turns, so that what else the machine does falls on
//! all of them. A word as argument runs the sections whose name holds it.

mod body;
mod chains;
mod dice;
mod limbs;
#[path = "../../tests/runtime/person.rs"]
#[allow(dead_code, reason = "the tests need more of it")]
#[allow(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]
mod person;
mod timing;

fn main() {
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_default();
    let sections: [(&str, fn()); 5] = [
        ("chains", chains::free),
        ("limits", chains::held),
        ("two_bone", limbs::two_bone),
        ("look_at", limbs::look_at),
        ("body", body::whole),
    ];
    for (name, run) in sections {
        if name.contains(&wanted) {
            println!("\n## {name}");
            run();
        }
    }
}
