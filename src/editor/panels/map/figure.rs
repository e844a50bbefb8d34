//! The figures of `assets/silhouettes.ron` as curves, triangles and places of roles.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use eframe::egui::{Pos2, Rect, Vec2, pos2, vec2};
use serde::Deserialize;
use surefoot::humanoid::Role;

use super::triangles::triangles;
use crate::editor::core::mapping::MapGroup;

/// Points between two of the table's.
const SMOOTH: usize = 6;

/// A figure ready to be drawn; x from its middle, y down from its top, 100 high.
pub struct Figure {
    pub outline: Vec<Pos2>,
    /// Three indices into the outline a triangle.
    pub triangles: Vec<[u32; 3]>,
    /// Lines within it: a collarbone, an eyelid.
    pub lines: Vec<Vec<Pos2>>,
    /// Where roles have their dots, in [`Role::ALL`]'s order.
    pub dots: Vec<(Role, Pos2)>,
    /// Lines join the dots as bones do.
    pub joined: bool,
    /// Where bones begin whose parent has no dot here.
    pub wrist: Option<Pos2>,
    /// It goes on below: its lower edge fades.
    pub is_cut: bool,
    /// Half of its width.
    pub half_width: f32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    body: Drawn,
    head: Drawn,
    hand: Drawn,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Drawn {
    mirrored: bool,
    outline: Vec<(f32, f32)>,
    lines: Vec<Vec<(f32, f32)>>,
    #[serde(default = "yes")]
    joined: bool,
    #[serde(default)]
    wrist: Option<(f32, f32)>,
    dots: BTreeMap<Role, (f32, f32)>,
}

fn yes() -> bool {
    true
}

static FIGURES: LazyLock<[Figure; 4]> = LazyLock::new(|| {
    let table: Table = ron::from_str(include_str!("../../../../assets/silhouettes.ron"))
        .expect("the bundled figures are RON that a test has read");
    let left = table.hand.figure();
    let right = left.mirrored();
    [table.body.figure(), table.head.figure(), left, right]
});

impl Figure {
    pub fn of(group: MapGroup) -> &'static Self {
        &FIGURES[group as usize]
    }

    fn mirrored(&self) -> Self {
        let flip = |point: &Pos2| pos2(-point.x, point.y);
        Self {
            outline: self.outline.iter().map(flip).collect(),
            triangles: self.triangles.clone(),
            lines: self.lines.iter().map(|line| line.iter().map(flip).collect()).collect(),
            dots: self.dots.iter().map(|(role, at)| (role.mirrored(), flip(at))).collect(),
            wrist: self.wrist.as_ref().map(flip),
            ..*self
        }
    }

    /// The dot's place of a role.
    pub fn dot(&self, role: Role) -> Option<Pos2> {
        self.dots.iter().find(|dot| dot.0 == role).map(|dot| dot.1)
    }
}

impl Drawn {
    fn figure(&self) -> Figure {
        let point = |&(x, y): &(f32, f32)| pos2(x, y);
        let flip = |point: Pos2| pos2(-point.x, point.y);
        let mut corners: Vec<Pos2> = self.outline.iter().map(point).collect();
        if self.mirrored && corners.len() > 2 {
            let other: Vec<Pos2> = corners[1..corners.len() - 1].iter().rev().map(|&corner| flip(corner)).collect();
            corners.extend(other);
        }
        let outline = smooth(&corners, true);
        let mut lines: Vec<Vec<Pos2>> = Vec::new();
        for line in &self.lines {
            let line = smooth(&line.iter().map(point).collect::<Vec<_>>(), false);
            if self.mirrored {
                lines.push(line.iter().copied().map(flip).collect());
            }
            lines.push(line);
        }
        let mut dots: Vec<(Role, Pos2)> = self.dots.iter().map(|(&role, at)| (role, point(at))).collect();
        if self.mirrored {
            let sided: Vec<(Role, Pos2)> = dots.iter().filter(|dot| dot.0.side().is_some()).copied().collect();
            dots.extend(sided.into_iter().map(|(role, at)| (role.mirrored(), flip(at))));
        }
        dots.sort_by_key(|dot| dot.0);
        Figure {
            triangles: triangles(&outline),
            lines,
            dots,
            joined: self.joined,
            wrist: self.wrist.as_ref().map(point),
            is_cut: outline.iter().any(|at| at.y > 101.0),
            half_width: outline.iter().map(|at| at.x.abs()).fold(1.0, f32::max),
            outline,
        }
    }
}

/// A Catmull-Rom curve through `points`.
fn smooth(points: &[Pos2], closed: bool) -> Vec<Pos2> {
    let count = points.len();
    if count < 3 {
        return points.to_vec();
    }
    let at = |index: isize| -> Vec2 {
        let index = if closed { index.rem_euclid(count as isize) } else { index.clamp(0, count as isize - 1) };
        points[index as usize].to_vec2()
    };
    let pieces = if closed { count } else { count - 1 };
    let mut curve = Vec::with_capacity(pieces * SMOOTH + 1);
    for piece in 0..pieces as isize {
        let [a, b, c, d] = [-1, 0, 1, 2].map(|step| at(piece + step));
        for step in 0..SMOOTH {
            let t = step as f32 / SMOOTH as f32;
            let bend = (2.0 * a - 5.0 * b + 4.0 * c - d) * t * t + (3.0 * b - a - 3.0 * c + d) * t * t * t;
            let along = 0.5 * (2.0 * b + (c - a) * t + bend);
            curve.push(along.to_pos2());
        }
    }
    if !closed {
        curve.push(at(count as isize - 1).to_pos2());
    }
    curve
}

/// From a figure's own measures to the screen.
#[derive(Clone, Copy)]
pub struct Placed {
    pub origin: Pos2,
    pub scale: f32,
}

impl Placed {
    /// The figure in the middle of a place of this size, as large as fits with some room round it.
    pub fn within(figure: &Figure, rect: Rect) -> Self {
        let scale = (rect.height() / 104.0).min(rect.width() / (2.0 * figure.half_width + 8.0)).max(0.1);
        let height = if figure.is_cut { 100.0 + (rect.height() / scale - 104.0) * 0.5 } else { 100.0 };
        let top = if figure.is_cut { rect.bottom() - height * scale } else { rect.center().y - 50.0 * scale };
        Self { origin: pos2(rect.center().x, top), scale }
    }

    pub fn at(&self, point: Pos2) -> Pos2 {
        self.origin + vec2(point.x, point.y) * self.scale
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_role_has_a_dot_on_its_page_within_the_figure() {
        for group in MapGroup::ALL {
            let figure = Figure::of(group);
            for role in group.roles() {
                let at =
                    figure.dot(role).unwrap_or_else(|| panic!("{role} has no dot on the page of the {}", group.name()));
                assert!(is_inside(&figure.outline, at), "{role} lies outside at {at}");
            }
        }
        for role in [Role::Head, Role::Neck] {
            assert!(Figure::of(MapGroup::Body).dot(role).is_some(), "the body has a head on its shoulders");
        }
    }

    /// The character faces the viewer, and hands are seen from their backs.
    #[test]
    fn sides_are_as_one_sees_them() {
        let body = Figure::of(MapGroup::Body);
        assert!(body.dot(Role::LeftFoot).unwrap().x > 0.0 && body.dot(Role::RightHand).unwrap().x < 0.0);
        let (left, right) = (Figure::of(MapGroup::LeftHand), Figure::of(MapGroup::RightHand));
        assert!(left.dot(Role::LeftThumbDistal).unwrap().x > left.dot(Role::LeftLittleDistal).unwrap().x);
        assert!(right.dot(Role::RightThumbDistal).unwrap().x < right.dot(Role::RightLittleDistal).unwrap().x);
    }

    #[test]
    fn dots_are_far_enough_apart_to_be_hit() {
        for group in MapGroup::ALL {
            let figure = Figure::of(group);
            for (index, (role, at)) in figure.dots.iter().enumerate() {
                for (other, there) in &figure.dots[index + 1..] {
                    assert!(at.distance(*there) > 5.0, "{role} and {other}");
                }
            }
        }
    }

    #[test]
    fn the_triangles_fill_the_outline() {
        for group in MapGroup::ALL {
            let figure = Figure::of(group);
            let corner = |index: u32| figure.outline[index as usize];
            let filled: f32 =
                figure.triangles.iter().map(|&[a, b, c]| area(&[corner(a), corner(b), corner(c)]).abs()).sum();
            let wanted = area(&figure.outline).abs();
            assert!((filled - wanted).abs() < 1e-3 * wanted, "{group:?}: {filled} of {wanted}");
        }
    }

    fn area(points: &[Pos2]) -> f32 {
        let next = points.iter().cycle().skip(1);
        points.iter().zip(next).map(|(a, b)| a.x * b.y - b.x * a.y).sum::<f32>() / 2.0
    }

    fn is_inside(outline: &[Pos2], at: Pos2) -> bool {
        let next = outline.iter().cycle().skip(1);
        let crossings = outline
            .iter()
            .zip(next)
            .filter(|(a, b)| (a.y > at.y) != (b.y > at.y) && at.x < (b.x - a.x) * (at.y - a.y) / (b.y - a.y) + a.x);
        crossings.count() % 2 == 1
    }
}
