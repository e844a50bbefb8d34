//! What `surefoot report --json` prints: a contract with scripts.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use surefoot::quality::{Cell, Figures, HUMAN_LEG, SourceFigures, Verdict, judge};
use surefoot::stance::{Motion, TravelSource};

#[derive(Serialize)]
pub struct Report<'a> {
    pub cells: Vec<CellRow<'a>>,
    /// Of each figure over all cells.
    pub worst: FigureRow,
    pub verdict: &'static str,
    /// What was found out about each clip.
    pub clips: Vec<ClipRow<'a>>,
}

pub struct CellRow<'a> {
    pub ground: &'a str,
    pub clip: &'a str,
    pub figures: Figures,
    pub verdict: Verdict,
    /// The figures that decided the verdict, where that is not a pass; not printed as JSON.
    pub past: Vec<&'static str>,
}

pub struct FigureRow(pub Figures);

/// Metres a second, degrees a second, and what the clip itself does over flat ground.
#[derive(Serialize)]
pub struct ClipRow<'a> {
    pub clip: &'a str,
    /// `clip`, `feet` or `still`: where the travel was read from.
    pub travel: &'static str,
    pub speed: f32,
    pub yaw_rate_deg: f32,
    /// Of a leg, metres: bars in lengths are for one of 0.9.
    pub leg_length: f32,
    /// Share of the clip that each foot is down.
    pub duty: Vec<f32>,
    pub drift_max_mm: f32,
    pub penetration_max_mm: f32,
    pub gap_max_mm: f32,
    pub knee_flex_min_deg: f32,
    pub pelvis_speed_max: f32,
    pub pelvis_sign_changes_per_step: f32,
}

impl<'a> Report<'a> {
    pub fn new<'c>(
        cells: impl Iterator<Item = ((&'a str, &'a str), &'c Cell)>,
        clips: impl Iterator<Item = (&'a str, &'a Motion)>,
    ) -> Self {
        let clips: Vec<(&str, &Motion)> = clips.collect();
        let leg_length = |clip: &str| {
            clips.iter().find(|(name, _)| *name == clip).map_or(HUMAN_LEG, |(_, motion)| motion.track.leg_length)
        };
        let mut sources: Vec<(&str, SourceFigures)> = Vec::new();
        let rows: Vec<CellRow> = cells
            .map(|((ground, clip), cell)| {
                if sources.last().is_none_or(|(name, _)| *name != clip) {
                    sources.push((clip, cell.source));
                }
                let judged = judge(&cell.figures, &cell.source, leg_length(clip));
                let deciding = judged.iter().filter(|one| one.verdict == cell.verdict && cell.verdict > Verdict::Pass);
                let past = deciding.map(|one| one.name).collect();
                CellRow { ground, clip, figures: cell.figures, verdict: cell.verdict, past }
            })
            .collect();
        let worst = rows.iter().map(|row| row.figures).reduce(|a, b| a.worse(&b)).unwrap_or_default();
        let verdict = rows.iter().map(|row| row.verdict).max().unwrap_or(Verdict::Pass).name();
        let clips = clips
            .iter()
            .zip(sources)
            .map(|(&(clip, motion), (_, source))| ClipRow::new(clip, motion, &source))
            .collect();
        Self { cells: rows, worst: FigureRow(worst), verdict, clips }
    }

    pub fn fails(&self) -> bool {
        self.cells.iter().any(|row| row.verdict == Verdict::Fail)
    }
}

impl<'a> ClipRow<'a> {
    fn new(clip: &'a str, motion: &Motion, source: &SourceFigures) -> Self {
        let twist = motion.travel.twist;
        Self {
            clip,
            travel: match motion.travel.source {
                TravelSource::Clip => "clip",
                TravelSource::Feet => "feet",
                TravelSource::Still => "still",
            },
            speed: rounded(twist.velocity.length()),
            yaw_rate_deg: rounded(twist.yaw_rate.to_degrees()),
            leg_length: rounded(motion.track.leg_length),
            duty: (0..motion.stances.feet.len()).map(|foot| rounded(motion.stances.duty(foot))).collect(),
            drift_max_mm: rounded(source.drift_max_mm),
            penetration_max_mm: rounded(source.penetration_max_mm),
            gap_max_mm: rounded(source.gap_max_mm),
            knee_flex_min_deg: rounded(source.knee_flex_min_deg),
            pelvis_speed_max: rounded(source.pelvis_speed_max),
            pelvis_sign_changes_per_step: rounded(source.pelvis_sign_changes_per_step),
        }
    }
}

impl Serialize for CellRow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("ground", self.ground)?;
        map.serialize_entry("clip", self.clip)?;
        for (name, value) in self.figures.each() {
            map.serialize_entry(name, &rounded(value))?;
        }
        map.serialize_entry("verdict", self.verdict.name())?;
        map.end()
    }
}

impl Serialize for FigureRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.each().map(|(name, value)| (name, rounded(value))))
    }
}

/// To a ten-thousandth: what is beyond that is noise, and makes files differ that are alike.
fn rounded(value: f32) -> f32 {
    let rounded = (value * 1e4).round() / 1e4;
    if rounded == 0.0 { 0.0 } else { rounded }
}
