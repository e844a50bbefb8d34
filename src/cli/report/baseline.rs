//! Comparison with an earlier report.

use std::path::Path;

use serde_json::Value;

use super::document::Report;
use crate::cli::files;
use crate::cli::trouble::Trouble;

/// Less than this share of the earlier figure, or this much, is no change.
const SHARE: f64 = 0.01;
const LEAST: f64 = 0.05;
/// Shares of frames are small numbers.
const LEAST_RATIO: f64 = 0.002;

/// Cells of an earlier report.
pub struct Baseline {
    cells: Vec<Value>,
}

pub fn read(path: &Path) -> anyhow::Result<Baseline> {
    let text = files::text(path)?;
    let wrong = |why: String| {
        Trouble::new(format!("{} is no report", path.display()))
            .why(why)
            .fix("make one with `surefoot report RIG --model MODEL --json > FILE`")
    };
    let value: Value = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    match value.get("cells") {
        Some(Value::Array(cells)) => Ok(Baseline { cells: cells.clone() }),
        _ => Err(wrong("it has no list `cells`".into()).into()),
    }
}

/// A line for each figure that is worse than it was, and for each verdict.
pub fn compare(before: &Baseline, now: &Report) -> Vec<String> {
    let mut worse = Vec::new();
    for row in &now.cells {
        let is_same = |cell: &&Value| cell["ground"] == row.ground && cell["clip"] == row.clip;
        let Some(earlier) = before.cells.iter().find(is_same) else { continue };
        for (name, value) in row.figures.each() {
            let (Some(was), value) = (earlier[name].as_f64(), f64::from(value)) else { continue };
            let by = match name {
                "knee_flex_min_deg" => was - value,
                "skating_ratio_source" => continue,
                _ => value - was,
            };
            let least = if matches!(name, "skating_ratio" | "let_go_share") { LEAST_RATIO } else { LEAST };
            if by > least.max(was.abs() * SHARE) {
                worse.push(format!("{} {}: {name} {was:.3} -> {value:.3}", row.ground, row.clip));
            }
        }
    }
    worse
}
