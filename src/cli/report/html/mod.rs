//! The report as one page that needs nothing else: no script, no network, pictures drawn in it.

use std::fmt::Write;

use surefoot::ground::Ground;
use surefoot::quality::{Cell, Judged, Playing, Recording, Subject, Verdict, judge};

use super::document::Report;

mod graph;
mod grid;
mod side_view;
mod text;

use text::escaped;

/// One measured cell with what it was measured on.
#[derive(Clone, Copy)]
pub struct Measured<'a> {
    pub ground_name: &'a str,
    pub clip_name: &'a str,
    pub subject: Subject<'a>,
    pub ground: &'a (dyn Ground + Sync),
    pub cell: &'a Cell,
}

/// So many cells at most are shown with graphs.
const MOST_DETAILS: usize = 10;

pub struct Page<'a> {
    pub rig: String,
    pub model: String,
    pub report: &'a Report<'a>,
    pub cells: &'a [Measured<'a>],
    /// As they were measured.
    pub playing: &'a Playing,
    /// What is worse than in the baseline; none without one.
    pub worse: Option<&'a [String]>,
}

impl Page<'_> {
    pub fn html(&self) -> String {
        let mut page = String::new();
        let title = format!("Foot placement of {} on {}", self.rig, self.model);
        let verdict = self.report.verdict;
        // Writing to a string cannot fail.
        let _ = write!(
            page,
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
             <title>{0}</title>\n<style>{STYLE}</style></head>\n<body><h1>{0}</h1>\n<p>Verdict: <b class=\"{verdict}\">{verdict}</b>, \
             over {1} cells.</p>\n",
            escaped(&title),
            self.cells.len(),
        );
        self.clips(&mut page);
        self.worse(&mut page);
        let details = self.details();
        grid::write(&mut page, self.cells, &details);
        self.bars(&mut page);
        for &index in &details {
            self.detail(&mut page, index);
        }
        page.push_str("</body></html>\n");
        page
    }

    fn clips(&self, page: &mut String) {
        page.push_str(
            "<h2>Clips</h2>\n<table><tr><th>clip<th>speed<th>turn<th>read from<th>feet down<th>slides by itself\
             <th>sinks<th>hovers</tr>\n",
        );
        for clip in &self.report.clips {
            let duty: Vec<String> = clip.duty.iter().map(|duty| format!("{:.0} %", duty * 100.0)).collect();
            let _ = writeln!(
                page,
                "<tr><th>{}<td>{:.2} m/s<td>{:.1} °/s<td>{}<td>{}<td>{:.1} mm<td>{:.1} mm<td>{:.1} mm</tr>",
                escaped(clip.clip),
                clip.speed,
                clip.yaw_rate_deg,
                clip.travel,
                duty.join(", "),
                clip.drift_max_mm,
                clip.penetration_max_mm,
                clip.gap_max_mm,
            );
        }
        page.push_str("</table>\n");
    }

    fn worse(&self, page: &mut String) {
        match self.worse {
            Some([]) => page.push_str("<h2>Since the baseline</h2>\n<p>Nothing got worse.</p>\n"),
            Some(lines) => {
                page.push_str("<h2>Worse than the baseline</h2>\n<ul>\n");
                for line in lines {
                    let _ = writeln!(page, "<li>{}</li>", escaped(line));
                }
                page.push_str("</ul>\n");
            }
            None => {}
        }
    }

    fn judged(&self, index: usize) -> Vec<Judged> {
        let Measured { subject, cell, .. } = &self.cells[index];
        judge(&cell.figures, &cell.source, subject.motion.track.leg_length)
    }

    /// Each figure's worst cell: where it is farthest past its target.
    fn worst_by_figure(&self) -> Vec<(Judged, usize)> {
        let mut worst: Vec<(Judged, usize)> = Vec::new();
        for index in 0..self.cells.len() {
            for judged in self.judged(index) {
                let past = |judged: &Judged| judged.excess();
                match worst.iter_mut().find(|(other, _)| other.name == judged.name) {
                    Some(held) if past(&held.0) >= past(&judged) => {}
                    Some(held) => *held = (judged, index),
                    None => worst.push((judged, index)),
                }
            }
        }
        worst
    }

    /// The cells that are shown whole: the worst of each figure that is past its target, and the first cell of each clip.
    fn details(&self) -> Vec<usize> {
        let mut worst: Vec<(Judged, usize)> =
            self.worst_by_figure().into_iter().filter(|(judged, _)| judged.verdict > Verdict::Pass).collect();
        worst.sort_by_key(|(judged, _)| std::cmp::Reverse(judged.verdict));
        let mut shown: Vec<usize> = Vec::new();
        let firsts =
            (0..self.cells.len()).filter(|&at| at == 0 || self.cells[at].clip_name != self.cells[at - 1].clip_name);
        for index in worst.into_iter().map(|(_, index)| index).chain(firsts) {
            if shown.len() < MOST_DETAILS && !shown.contains(&index) {
                shown.push(index);
            }
        }
        shown.sort_unstable();
        shown
    }

    fn bars(&self, page: &mut String) {
        page.push_str(
            "<h2>Worst of each figure</h2>\n<table><tr><th>figure<th>worst<th>target<th>fails<th>where</tr>\n",
        );
        for (judged, index) in self.worst_by_figure() {
            let Measured { ground_name, clip_name, .. } = self.cells[index];
            let fail = if judged.fail.is_finite() { format!("{:.3}", judged.fail) } else { "–".to_owned() };
            let _ = writeln!(
                page,
                "<tr><th>{}<td class=\"{}\">{:.3}<td>{:.3}<td>{fail}<td>{} {}</tr>",
                judged.name,
                judged.verdict.name(),
                judged.value,
                judged.target,
                escaped(ground_name),
                escaped(clip_name),
            );
        }
        page.push_str("</table>\n");
    }

    fn detail(&self, page: &mut String, index: usize) {
        let Measured { ground_name, clip_name, subject, ground, cell } = self.cells[index];
        let playing = Playing { with_joints: true, ..self.playing.clone() };
        let recording = Recording::of(subject, ground, &playing);
        let verdict = cell.verdict.name();
        let _ = writeln!(
            page,
            "<section id=\"cell{index}\"><h2>{} <span>{}</span> <b class=\"{verdict}\">{verdict}</b></h2>",
            escaped(ground_name),
            escaped(clip_name),
        );
        page.push_str("<div class=\"detail\"><table>");
        for judged in self.judged(index) {
            let _ =
                write!(page, "<tr><th>{}<td class=\"{}\">{:.2}</tr>", judged.name, judged.verdict.name(), judged.value);
        }
        page.push_str("</table>\n");
        side_view::write(page, &recording, subject, ground);
        page.push_str("</div>\n");
        graph::write(page, &recording, subject);
        page.push_str("</section>\n");
    }
}

const STYLE: &str = "
:root{color-scheme:light dark;--ink:#1d232b;--soft:#5b6673;--line:#c9d0d8;--pass:#1d6b3a;--pass-in:#dcf1e3;--warn:#7a5200;--warn-in:#fbecc8;\
--fail:#9c1c1c;--fail-in:#f9dcdc;--a:#1463b8;--b:#b4501b}
@media(prefers-color-scheme:dark){:root{--ink:#e4e8ed;--soft:#9aa5b1;--line:#3a444f;--pass:#8fdca9;--pass-in:#173824;--warn:#f1cb72;\
--warn-in:#3f3008;--fail:#ff9d9d;--fail-in:#481a1a;--a:#6cb2ff;--b:#ffa274}body{background:#14181d}}
body{font:14px/1.45 system-ui,sans-serif;color:var(--ink);max-width:72rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.4rem}h2{font-size:1.1rem;margin:2rem 0 .5rem}h2 span{color:var(--soft);font-weight:400}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}th,td{border:1px solid var(--line);padding:.2rem .5rem;text-align:right}
th{font-weight:500;text-align:left}td a,td a:visited{color:inherit}
.pass{background:var(--pass-in);color:var(--pass)}.warn{background:var(--warn-in);color:var(--warn)}.fail{background:var(--fail-in);color:var(--fail)}
b.pass,b.warn,b.fail{padding:.05rem .4rem;border-radius:.2rem}
.grid td{text-align:center;min-width:2.2rem}.detail{display:flex;flex-wrap:wrap;gap:1.5rem;align-items:flex-start}
svg{display:block;margin:.4rem 0;max-width:100%;height:auto}svg text{font:11px system-ui,sans-serif;fill:var(--soft)}
svg .axis{stroke:var(--line);fill:none}svg .down{fill:var(--soft);opacity:.12}svg .a{stroke:var(--a);fill:none;stroke-width:1.5}
svg .b{stroke:var(--b);fill:none;stroke-width:1.5}svg .source{stroke-dasharray:4 3;opacity:.7}svg .bone{stroke:var(--ink);stroke-width:2;stroke-linecap:round}
svg .ground{opacity:.6}svg .sole{stroke-width:4;stroke-linecap:round}
";
