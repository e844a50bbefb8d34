//! Grounds by headings, each cell coloured and lettered.

use std::fmt::Write;

use surefoot::quality::{Verdict, judge};

use super::Measured;
use super::text::escaped;

/// A letter says what the colour says.
fn letter(verdict: &str) -> &'static str {
    match verdict {
        "pass" => "P",
        "warn" => "W",
        _ => "F",
    }
}

/// A table a clip. Grounds that differ in their heading alone share a row.
pub fn write(page: &mut String, cells: &[Measured], detailed: &[usize]) {
    let mut clips: Vec<&str> = Vec::new();
    for cell in cells {
        if !clips.contains(&cell.clip_name) {
            clips.push(cell.clip_name);
        }
    }
    page.push_str("<h2>Grounds</h2>\n<p>P pass, W warn, F fail; a linked cell is shown below. Columns are headings, degrees.</p>\n");
    for clip in clips {
        let of_clip: Vec<usize> = (0..cells.len()).filter(|&at| cells[at].clip_name == clip).collect();
        let (mut shapes, mut headings): (Vec<&str>, Vec<f32>) = (Vec::new(), Vec::new());
        for &at in &of_clip {
            let (shape, heading) = parts(cells[at].ground_name);
            if !shapes.contains(&shape) {
                shapes.push(shape);
            }
            if !headings.contains(&heading) {
                headings.push(heading);
            }
        }
        headings.sort_by(f32::total_cmp);
        let _ = write!(page, "<table class=\"grid\"><tr><th>{}", escaped(clip));
        for heading in &headings {
            let _ = write!(page, "<th>{heading}");
        }
        page.push_str("</tr>\n");
        for shape in shapes {
            let _ = write!(page, "<tr><th>{}", escaped(shape));
            for &heading in &headings {
                match of_clip.iter().find(|&&at| parts(cells[at].ground_name) == (shape, heading)) {
                    Some(&at) => write_cell(page, cells[at], at, detailed.contains(&at)),
                    None => page.push_str("<td>"),
                }
            }
            page.push_str("</tr>\n");
        }
        page.push_str("</table>\n");
    }
}

fn write_cell(page: &mut String, measured: Measured, at: usize, is_detailed: bool) {
    let Measured { subject, cell, .. } = measured;
    let verdict = cell.verdict.name();
    let judged = judge(&cell.figures, &cell.source, subject.motion.track.leg_length);
    let past = judged.iter().filter(|one| one.verdict > Verdict::Pass);
    let past: Vec<String> = past.map(|one| format!("{} {:.2}", one.name, one.value)).collect();
    let shown = letter(verdict);
    let _ = write!(
        page,
        "<td class=\"{verdict}\" title=\"{verdict}{}{}\">",
        if past.is_empty() { "" } else { ": " },
        past.join(", ")
    );
    let _ = if is_detailed { write!(page, "<a href=\"#cell{at}\">{shown}</a>") } else { write!(page, "{shown}") };
}

/// The ground without its heading, and the heading in degrees.
fn parts(ground: &str) -> (&str, f32) {
    match ground.rsplit_once('@') {
        Some((shape, heading)) => heading.parse().map_or((ground, 0.0), |heading| (shape, heading)),
        None => (ground, 0.0),
    }
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn headings_are_split_off() {
        assert_eq!(parts("slope:20@90"), ("slope:20", 90.0));
        assert_eq!(parts("stairs:0.15x0.3"), ("stairs:0.15x0.3", 0.0));
        assert_eq!(parts("my@ground.ron"), ("my@ground.ron", 0.0));
    }
}
