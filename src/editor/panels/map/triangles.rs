//! Cuts a closed outline into triangles, since the toolkit fills convex shapes only.

use eframe::egui::Pos2;

/// Indices of `outline`, three a triangle: ears are cut off until nothing is left. The outline must not cross itself; of one that
/// does, some part stays open.
pub fn triangles(outline: &[Pos2]) -> Vec<[u32; 3]> {
    let mut left: Vec<usize> = (0..outline.len()).collect();
    if turning(outline) < 0.0 {
        left.reverse();
    }
    let mut found = Vec::with_capacity(outline.len());
    while left.len() > 3 {
        let Some(ear) = (0..left.len()).find(|&place| is_ear(outline, &left, place)) else { return found };
        found.push(corners(&left, ear).map(|index| index as u32));
        left.remove(ear);
    }
    if left.len() == 3 {
        found.push([left[0] as u32, left[1] as u32, left[2] as u32]);
    }
    found
}

fn corners(left: &[usize], place: usize) -> [usize; 3] {
    let count = left.len();
    [left[(place + count - 1) % count], left[place], left[(place + 1) % count]]
}

fn is_ear(outline: &[Pos2], left: &[usize], place: usize) -> bool {
    let ear = corners(left, place);
    let [a, b, c] = ear.map(|index| outline[index]);
    cross(a, b, c) > 0.0
        && left
            .iter()
            .filter(|index| !ear.contains(index))
            .map(|&index| outline[index])
            .all(|point| cross(a, b, point) < 0.0 || cross(b, c, point) < 0.0 || cross(c, a, point) < 0.0)
}

/// Twice the area of the triangle, above 0 where it turns as the outline does.
fn cross(a: Pos2, b: Pos2, c: Pos2) -> f32 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

fn turning(outline: &[Pos2]) -> f32 {
    let next = outline.iter().cycle().skip(1);
    outline.iter().zip(next).map(|(a, b)| a.x * b.y - b.x * a.y).sum()
}

#[cfg(test)]
mod tests {
    use eframe::egui::pos2;

    use super::*;

    #[test]
    fn a_notched_square_becomes_triangles_either_way_round() {
        let notched = [pos2(0.0, 0.0), pos2(4.0, 0.0), pos2(4.0, 4.0), pos2(2.0, 1.0), pos2(0.0, 4.0)];
        let area = |outline: &[Pos2]| -> f32 {
            triangles(outline)
                .into_iter()
                .map(|part| {
                    let [a, b, c] = part.map(|index| outline[index as usize]);
                    cross(a, b, c).abs() / 2.0
                })
                .sum()
        };
        // The square's 16 less the notch: 4 wide and 3 deep.
        assert_eq!(area(&notched), 10.0);
        let reversed: Vec<Pos2> = notched.iter().rev().copied().collect();
        assert_eq!(area(&reversed), 10.0);
        assert!(triangles(&notched[..2]).is_empty());
    }
}
