//! The report as a person meets it.

use std::time::{Duration, Instant};

use eframe::egui::pos2;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use surefoot::quality::Verdict;

use super::{Window, click, window};
use crate::editor::core::test_session::walking;
use crate::editor::core::{Action, Command, Edit, Session, ground_title};
use crate::editor::panels::Workspace;

fn wait(harness: &mut Harness<'_, Window>, until: impl Fn(&Session) -> bool) {
    let start = Instant::now();
    while !until(&harness.state().session) {
        assert!(start.elapsed() < Duration::from_secs(300), "the background does not come back");
        std::thread::sleep(Duration::from_millis(5));
        harness.step();
    }
    harness.run();
}

/// A window in which the report has been run.
fn measured() -> Harness<'static, Window> {
    let mut harness = window(walking());
    click(&mut harness, "Report workspace");
    assert_eq!(harness.state().panels.workspace, Workspace::Report);
    harness.get_by_label("Run").click();
    harness.step();
    wait(&mut harness, |session| session.report().suite().is_some());
    harness
}

#[test]
fn its_command_opens_it_and_a_run_can_be_watched_and_cancelled() {
    let mut harness = window(walking());
    harness.state_mut().session.apply(Action::Run(Command::ShowReport));
    harness.run();
    assert_eq!(harness.state().panels.workspace, Workspace::Report);
    harness.check_accessibility();
    harness.get_by_label("144 grounds");
    harness.get_by_label("Run").click();
    harness.step();
    harness.step();
    let progress = harness.get_by_label("Report progress").accesskit_node().value().unwrap_or_default();
    assert!(progress.ends_with(" of 144"), "{progress}");
    harness.get_by_label("Cancel").click();
    harness.step();
    harness.run();
    harness.get_by_label("Run");
    assert!(harness.state().session.report().suite().is_none());
}

#[test]
fn cells_say_what_they_are_and_lead_to_their_ground_and_its_graphs() {
    let mut harness = measured();
    harness.check_accessibility();
    let suite = harness.state().session.report().suite().unwrap();
    let [pass, warn, fail] = suite.counts(false);
    let index = suite.cells.iter().position(|cell| cell.verdict() > Verdict::Pass).unwrap_or(0);
    let ground = suite.cells[index].ground;
    for text in [format!("{pass} pass"), format!("{warn} warn"), format!("{fail} fail")] {
        harness.get_by_label(&text);
    }
    harness.get_by_label("slope 0° at 0: pass");
    let verdict = suite.cells[index].verdict().name();
    let name = format!("{}: {verdict}", ground_title(&ground));
    harness.get_by_label_contains(&name).click();
    harness.step();
    wait(&mut harness, |session| session.report().detail().is_some() && session.playback().stretch().is_some());
    assert_eq!(harness.state().session.document().base(), Some(ground));
    for graph in ["Foot height", "Gap while down", "Speed of the ball", "Knee bend", "Pelvis over the root"] {
        harness.get_by_label(&format!("{graph} graph"));
    }
    // The ends of a graph are those of what was measured.
    let end = harness.state().session.report().detail().unwrap().recording.frames.last().unwrap().time_s;
    let graph = harness.get_by_label("Knee bend graph").rect();
    for (x, wanted) in [(graph.left() + 1.0, 0.0), (graph.right() - 1.0, end)] {
        let at = pos2(x, graph.center().y);
        harness.drag_at(at);
        harness.drop_at(at);
        harness.run();
        let time = harness.state().session.playback().time_in_stretch().unwrap();
        assert!((time - wanted).abs() < 0.03, "{time} and {wanted}");
    }
    click(&mut harness, "Go to the worst frame");
    click(&mut harness, "Right leg graphs");
    click(&mut harness, "Show all figures");
    harness.check_accessibility();
    harness.get_by_label_contains("Knee step: ");
}

#[test]
fn what_changed_since_is_called_out_of_date() {
    let mut harness = measured();
    harness.get_by_label("Of this rig and clip");
    let mut grounding = harness.state().session.document().rig().grounding.clone().unwrap();
    grounding.step_up *= 0.5;
    let edit = Edit::Grounding(Some(Box::new(grounding)));
    harness.state_mut().session.apply(Action::Edit { label: "Step".into(), edit });
    harness.step();
    harness.run();
    harness.get_by_label("Out of date");
    harness.get_by_label("Run again");
}
