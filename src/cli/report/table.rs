//! The report for a person's eyes.

use surefoot::quality::Figures;

use super::document::Report;
use crate::cli::output;

pub fn print(report: &Report) -> anyhow::Result<()> {
    for clip in &report.clips {
        let duty: Vec<String> = clip.duty.iter().map(|share| format!("{:.0} %", share * 100.0)).collect();
        output::line(&format!(
            "{}: {:.3} m/s, {:.1} °/s ({}), feet down {}; over flat ground by itself: slides {:.1} mm, sinks {:.1} mm, hovers {:.1} mm",
            clip.clip,
            clip.speed,
            clip.yaw_rate_deg,
            clip.travel,
            duty.join(" "),
            clip.drift_max_mm,
            clip.penetration_max_mm,
            clip.gap_max_mm,
        ))?;
    }
    let grounds = report.cells.iter().map(|row| row.ground.len()).chain([6]).max().unwrap_or(6);
    let clips = report.cells.iter().map(|row| row.clip.len()).chain([4]).max().unwrap_or(4);
    output::line(&format!(
        "{:grounds$} {:clips$} {:>7} {:>12} {:>12} {:>12} {:>10} {:>6} {:>6} {:>7} {:>6} {:>8} {:>6}  verdict",
        "ground",
        "clip",
        "drift",
        "in p95/max",
        "gap p95/max",
        "skate/own %",
        "sole °",
        "knee °",
        "step °",
        "pelvis",
        "turns",
        "let go %",
        "past °"
    ))?;
    for row in &report.cells {
        let past = if row.past.is_empty() { String::new() } else { format!(": {}", row.past.join(", ")) };
        let verdict = row.verdict.name();
        output::line(&format!(
            "{:grounds$} {:clips$} {}  {verdict}{past}",
            row.ground,
            row.clip,
            numbers(&row.figures)
        ))?;
    }
    output::line(&format!("{:grounds$} {:clips$} {}  {}", "worst", "", numbers(&report.worst.0), report.verdict))
}

fn numbers(figures: &Figures) -> String {
    let pair = |a: f32, b: f32| format!("{a:.1}/{b:.1}");
    format!(
        "{:>7.1} {:>12} {:>12} {:>12} {:>10} {:>6.1} {:>6.1} {:>7.2} {:>6.2} {:>8.1} {:>6.2}",
        figures.drift_max_mm,
        pair(figures.penetration_p95_mm, figures.penetration_max_mm),
        pair(figures.gap_p95_mm, figures.gap_max_mm),
        pair(figures.skating_ratio * 100.0, figures.skating_ratio_source * 100.0),
        pair(figures.sole_angle_settled_deg, figures.sole_angle_moving_deg),
        figures.knee_flex_min_deg,
        figures.knee_step_max_deg,
        figures.pelvis_speed_max,
        figures.pelvis_sign_changes_per_step,
        figures.let_go_share * 100.0,
        figures.limit_violation_max_deg,
    )
}
