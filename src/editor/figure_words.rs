//! What the figures of a report are called, and how their amounts are written.

use surefoot::quality::{Judged, Verdict};

use super::theme::Meaning;

struct Words {
    name: &'static str,
    title: &'static str,
    unit: &'static str,
    /// From the figure's own unit to the one that is shown.
    scale: f32,
    decimals: usize,
}

const fn words(name: &'static str, title: &'static str, unit: &'static str, scale: f32, decimals: usize) -> Words {
    Words { name, title, unit, scale, decimals }
}

const WORDS: [Words; 14] = [
    words("drift_max_mm", "slide", " mm", 1.0, 1),
    words("skating_ratio", "skating", " %", 100.0, 1),
    words("penetration_p95_mm", "depth, usual", " mm", 1.0, 1),
    words("penetration_max_mm", "depth", " mm", 1.0, 1),
    words("gap_p95_mm", "gap, usual", " mm", 1.0, 1),
    words("gap_max_mm", "gap", " mm", 1.0, 1),
    words("sole_angle_settled_deg", "sole angle, settled", "°", 1.0, 1),
    words("sole_angle_moving_deg", "sole angle, moving", "°", 1.0, 1),
    words("knee_flex_min_deg", "least knee bend", "°", 1.0, 1),
    words("knee_step_max_deg", "knee step", "°", 1.0, 1),
    words("pelvis_speed_max", "pelvis speed", " m/s", 1.0, 2),
    words("pelvis_sign_changes_per_step", "pelvis turns a step", "", 1.0, 1),
    words("let_go_share", "stands let go", " %", 100.0, 1),
    words("limit_violation_max_deg", "past a joint limit", "°", 1.0, 2),
];

fn of(name: &str) -> Option<&'static Words> {
    WORDS.iter().find(|words| words.name == name)
}

/// What a figure is called: "knee step".
pub fn title(judged: &Judged) -> &'static str {
    of(judged.name).map_or(judged.name, |words| words.title)
}

fn number(value: f32, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".into() } else { text.into() }
}

/// A figure's value with its unit: "7.1°".
pub fn value(judged: &Judged) -> String {
    let (scale, decimals, unit) =
        of(judged.name).map_or((1.0, 2, ""), |words| (words.scale, words.decimals, words.unit));
    let (value, target) = (number(judged.value * scale, decimals), number(judged.target * scale, decimals));
    // What is past its target must not read as if it were on it.
    let is_unclear = judged.verdict > Verdict::Pass && value == target;
    let decimals = if is_unclear { decimals + 2 } else { decimals };
    format!("{}{unit}", number(judged.value * scale, decimals))
}

/// A figure's target with its unit: "6°", "at least 2°".
pub fn target(judged: &Judged) -> String {
    let (scale, decimals, unit) =
        of(judged.name).map_or((1.0, 2, ""), |words| (words.scale, words.decimals, words.unit));
    let least = if judged.less_is_worse { "at least " } else { "" };
    format!("{least}{}{unit}", number(judged.target * scale, decimals))
}

/// "knee step 7.1° of 6°".
pub fn against_target(judged: &Judged) -> String {
    let between = if judged.less_is_worse { ", " } else { " of " };
    let unit = of(judged.name).map_or("", |words| words.unit);
    let (value, target) = (value(judged), target(judged));
    // "2.7 of 1.4 m/s", but "7.1° of 6°".
    let value = if unit.starts_with(' ') { value.trim_end_matches(unit) } else { &value };
    format!("{} {value}{between}{target}", title(judged))
}

/// The letter that says what the colour says.
pub fn letter(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Pass => "P",
        Verdict::Warn => "W",
        Verdict::Fail => "F",
    }
}

pub fn meaning(verdict: Verdict) -> Meaning {
    match verdict {
        Verdict::Pass => Meaning::Ground,
        Verdict::Warn => Meaning::Warn,
        Verdict::Fail => Meaning::Bad,
    }
}

/// With its first letter large.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use surefoot::quality::{Figures, SourceFigures, judge};

    use super::*;

    #[test]
    fn every_figure_that_is_judged_has_words() {
        for judged in judge(&Figures::default(), &SourceFigures::default(), 0.9) {
            assert!(of(judged.name).is_some(), "{}", judged.name);
        }
    }

    #[test]
    fn a_figure_is_told_with_its_target() {
        let figures =
            Figures { knee_step_max_deg: 7.123, gap_max_mm: 5.01, knee_flex_min_deg: 1.0, ..Figures::default() };
        let source = SourceFigures { knee_flex_min_deg: 10.0, ..SourceFigures::default() };
        let judged = judge(&figures, &source, 0.9);
        let told = |name: &str| against_target(judged.iter().find(|judged| judged.name == name).unwrap());
        assert_eq!(told("knee_step_max_deg"), "knee step 7.1° of 6°");
        assert_eq!(told("gap_max_mm"), "gap 5.01 of 5 mm");
        assert_eq!(told("knee_flex_min_deg"), "least knee bend 1°, at least 2°");
    }
}
