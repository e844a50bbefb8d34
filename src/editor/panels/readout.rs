//! The figures that matter, under the eye: gap of the soles, height of the pelvis, bend of the knees.

use eframe::egui::{self, Align2, Color32, Rect, Role, Sense, Ui, WidgetInfo, vec2};
use surefoot::rig::Solver;

use super::plate;
use crate::editor::core::{Session, Stage};
use crate::editor::theme::{self, STEP, Theme};

/// Soles within this of the ground are well placed, metres.
const GOOD_GAP: f32 = 0.003;
/// Beyond this they are not, metres.
const BAD_GAP: f32 = 0.010;

pub fn ui(ui: &mut Ui, rect: Rect, session: &Session) {
    let Some(stage) = session.stage() else { return };
    if !session.ik_on() {
        return;
    }
    let theme = Theme::of(ui);
    let mut lines: Vec<(&str, String, Color32)> = Vec::new();
    if let Some(gap) = worst_gap(stage) {
        let color = match gap.abs() {
            gap if gap <= GOOD_GAP => theme.ground,
            gap if gap <= BAD_GAP => theme.warn,
            _ => theme.bad,
        };
        lines.push(("gap", format!("{:.1} mm", gap * 1000.0), color));
        let pelvis = stage.report().pelvis_offset.y * 1000.0;
        lines.push(("pelvis", format!("{pelvis:+.0} mm"), theme.text1));
    }
    if let Some(bend) = selected_bend(session, stage) {
        lines.push(("bend", format!("{bend:.0}°"), theme.text1));
    }
    if lines.is_empty() {
        return;
    }
    // Where the ground bar takes the whole width, above it.
    let lift = if rect.width() < super::ground_bar::WIDTH + 150.0 { 44.0 } else { 0.0 };
    plate(ui, "readout", rect, Align2::RIGHT_BOTTOM, lift, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        for (name, value, color) in lines {
            let name_galley = ui.painter().layout_no_wrap(name.to_owned(), theme::body(), theme.text2);
            let value_galley = ui.painter().layout_no_wrap(value.clone(), theme::body(), color);
            let (row, response) = ui.allocate_exact_size(vec2(112.0, 18.0), Sense::hover());
            response.widget_info(|| WidgetInfo {
                current_text_value: Some(value.clone()),
                ..WidgetInfo::labeled(Role::Label, true, name)
            });
            let y = row.center().y - name_galley.size().y / 2.0;
            ui.painter().galley(egui::pos2(row.left() + STEP, y), name_galley, theme.text2);
            let right = row.right() - STEP - value_galley.size().x;
            ui.painter().galley(egui::pos2(right, y), value_galley, color);
        }
    });
}

/// The gap of the planted sole that is farthest from none: of each, that of its lowest contact, since a heel that the
/// animation lifts is no gap. Below 0 it is inside the ground.
fn worst_gap(stage: &Stage) -> Option<f32> {
    let feet = stage.report().feet.iter().filter(|foot| foot.planted);
    let lowest = feet.filter_map(|foot| {
        let touching = foot.contacts.iter().filter(|contact| contact.ground.is_some());
        touching.map(|contact| contact.gap).min_by(f32::total_cmp)
    });
    // Adding 0 makes a negative zero positive, so that nobody reads "-0.0".
    lowest.max_by(|a, b| a.abs().total_cmp(&b.abs())).map(|gap| (gap * 1e4).round() / 1e4 + 0.0)
}

/// How far the middle joint of the selected limb is bent, degrees; 0 is straight.
fn selected_bend(session: &Session, stage: &Stage) -> Option<f32> {
    let chain = session.document().rig().chains.get(session.selection().chain()?)?;
    let Solver::TwoBone(two_bone) = &chain.solver else { return None };
    let at = |bone| Some(stage.solved_globals().position(stage.joint(bone)?));
    let (root, mid, tip) = (at(&chain.root)?, at(&two_bone.mid)?, at(&chain.tip)?);
    let angle = (mid - root).angle_between(tip - mid).to_degrees();
    angle.is_finite().then_some(angle)
}
