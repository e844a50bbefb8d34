//! A and B as a person meets them.

use std::time::{Duration, Instant};

use egui_kittest::kittest::Queryable;

use super::{click, window};
use crate::editor::core::test_session::walking;
use crate::editor::core::{Action, Change, Command, OtherAction};

#[test]
fn two_rigs_are_measured_together_and_gone_between() {
    let mut harness = window(walking());
    click(&mut harness, "Compare with another rig");
    click(&mut harness, "The preset simple");
    assert_eq!(harness.state().session.other().unwrap().name, "Simple preset");
    harness.get_by_label("B, the rig to compare with");
    harness.check_accessibility();
    harness.state_mut().session.apply(Action::Run(Command::RunReport));
    let start = Instant::now();
    while harness.state().session.report().suite().is_none() {
        assert!(start.elapsed() < Duration::from_secs(300), "the background does not come back");
        std::thread::sleep(Duration::from_millis(5));
        harness.step();
    }
    harness.run();
    let report = harness.state().session.report();
    let suite = report.suite().unwrap();
    assert!(report.is_current());
    let other = suite.other.as_ref().unwrap();
    assert_eq!(other.cells.len(), suite.cells.len());
    let [better, same, worse] = suite.changes().unwrap();
    // One ray a foot tilts and reaches worse than heel, ball and toe on most of the grounds.
    assert!(better + same + worse == suite.cells.len() && worse > suite.cells.len() / 2 && worse > 10 * better);
    for (index, (a, b)) in suite.cells.iter().zip(&other.cells).enumerate() {
        assert_eq!(a.ground, b.ground);
        let change = suite.change(index).unwrap();
        assert!(b.verdict() <= a.verdict() || change == Change::Worse);
        assert_eq!(Change::of(a, b), change.reversed());
    }
    harness.get_by_label_contains(&format!("{better} better, {worse} worse, {same} the same"));
    harness.check_accessibility();
    // The grid is of the one that is seen.
    let fails = suite.counts(true)[2];
    assert_ne!(fails, suite.counts(false)[2]);
    harness.state_mut().session.apply(Action::Other(OtherAction::Show(true)));
    harness.run();
    harness.get_by_label(&format!("{fails} fail"));
    // Another to compare with has not been measured.
    harness.state_mut().session.apply(Action::Other(OtherAction::Preset("biped")));
    harness.run();
    assert!(!harness.state().session.report().is_current());
    harness.get_by_label("Run again to measure B, biped preset");
}
