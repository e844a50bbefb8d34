//! How far things may turn, drawn over the picture: the cones and fans of joint limits. Cones are sampled through the solver's own
//! clamp, so what is seen is what holds.

use std::f32::consts::PI;

use eframe::egui::{Color32, Mesh, Pos2, Shape, Stroke, lerp};
use glam::{Quat, Vec3};
use surefoot::math::{angle_between, swing_twist};
use surefoot::solve::limits::Cone;

use super::overlay::Overlay;
use crate::editor::core::{Item, JointLimitState, RangeState, Session, Stage};
use crate::editor::meaning;

/// Points round a cone.
const AROUND: u32 = 72;
/// Rings from the bone's rest direction to the rim.
const RINGS: usize = 6;

/// A limit to be drawn, and whether it is what is being looked at rather than one of a chain's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShownLimit {
    pub state: JointLimitState,
    pub strong: bool,
}

/// Limits that are selected, themselves or by their bone, and those of the selected chain.
pub fn shown_limits(session: &Session, stage: &Stage) -> Vec<ShownLimit> {
    if !session.view_options().limits || session.is_mapping() {
        return Vec::new();
    }
    let selection = session.selection();
    let strength = |state: &JointLimitState| {
        let own = Item::Limit(state.limit);
        if selection.contains(own) || selection.contains(Item::Bone(state.joint)) {
            Some(true)
        } else if session.hover() == Some(own) || state.chain.is_some() && state.chain == selection.chain() {
            Some(false)
        } else {
            None
        }
    };
    JointLimitState::all(stage).filter_map(|state| Some(ShownLimit { strong: strength(&state)?, state })).collect()
}

/// How large a limit is drawn, metres.
pub fn radius_of(state: &JointLimitState, stage: &Stage) -> f32 {
    let leg = stage.leg_length();
    (state.bone_length * 0.6).clamp(leg * 0.22, leg * 0.36)
}

/// The direction of the bone under a rotation from rest, world space.
pub fn bone_under(cone: &Cone, world_from_rest: Quat, from_rest: Quat) -> Vec3 {
    world_from_rest * (from_rest * cone.bone)
}

impl Overlay<'_> {
    pub fn limits(&self) {
        for limit in shown_limits(self.session, self.stage) {
            self.limit(&limit);
        }
    }

    fn limit(&self, limit: &ShownLimit) {
        let state = &limit.state;
        let own = self.theme.color(meaning::of_joint(self.stage, state.joint));
        let tint = Tint { color: own, strength: if limit.strong { 1.0 } else { 0.6 } };
        let radius = radius_of(state, self.stage);
        match state.range {
            RangeState::Cone { cone, world_from_rest, from_rest, swing_held, twist_held } => {
                let placed = PlacedCone { at: state.position, radius, cone, world_from_rest };
                self.cone(&placed, from_rest, swing_held, tint);
                if limit.strong {
                    self.roll(&placed, from_rest, twist_held, tint);
                }
            }
            RangeState::Hinge { straight, axis, least, greatest, bend, held } => {
                let range = [least.clamp(0.0, PI), greatest.clamp(0.0, PI)];
                let fan = Fan { at: state.position, radius, straight, axis };
                self.hinge(&fan, range, bend, held, tint);
                if limit.strong {
                    self.angles(&fan, range, bend);
                }
            }
        }
    }

    fn cone(&self, placed: &PlacedCone, from_rest: Quat, held: bool, tint: Tint) {
        let rim: Vec<Quat> = placed.cone.rim(AROUND).collect();
        let point = |from_rest: Quat| placed.point(from_rest);
        let edge: Vec<Vec3> = rim.iter().map(|&rotation| point(rotation)).collect();
        let now = point(from_rest);
        // Its side from the joint to the rim, and the cap that the bone's end moves on.
        self.fan(placed.at, &closed(&edge), tint.at(0.06), tint.at(0.24));
        let rings = (0..=RINGS).map(|ring| {
            let share = ring as f32 / RINGS as f32;
            rim.iter().map(|&rotation| point(Quat::IDENTITY.slerp(rotation, share))).collect::<Vec<_>>()
        });
        self.cap(&rings.collect::<Vec<_>>(), tint.at(0.09));
        let quarter = rim.len() / 4;
        for across in [0, quarter] {
            let arc = |end: Quat| (0..=12).map(move |step| Quat::IDENTITY.slerp(end, step as f32 / 12.0));
            let there = arc(rim[across]).collect::<Vec<_>>().into_iter().rev();
            let line: Vec<Vec3> = there.chain(arc(rim[across + 2 * quarter])).map(point).collect();
            self.path(&line, 1.0, |_| tint.at(0.35));
        }
        let viewer = self.lens.towards_viewer(placed.at);
        let of_edge = |at: Vec3| {
            let off = (at - placed.at) / placed.radius.max(1e-6);
            let near = lerp(0.35..=1.0, (off.dot(viewer) * 0.5 + 0.5).clamp(0.0, 1.0));
            let close = angle_between(at - placed.at, now - placed.at) / 0.5;
            let red = if held { (-close * close).exp() } else { 0.0 };
            tint.at(1.0).lerp_to_gamma(self.theme.bad, red).gamma_multiply(near)
        };
        self.path(&closed(&edge), if held { 2.4 } else { 1.8 }, of_edge);
        if let Some(rest) = self.lens.project(point(Quat::IDENTITY)) {
            self.painter.circle_stroke(rest, 3.0, Stroke::new(1.2, tint.at(0.8)));
        }
        self.needle(placed.at, now, held, tint);
    }

    /// The dial of the roll, round the end of the bone's needle.
    fn roll(&self, placed: &PlacedCone, from_rest: Quat, held: bool, tint: Tint) {
        let cone = &placed.cone;
        let swing = swing_twist(from_rest, cone.bone).swing;
        let center = placed.point(from_rest);
        let around = |rotation: Quat| center + placed.world_from_rest * (rotation * cone.side) * (placed.radius * 0.24);
        let turned = |angle: f32| swing * cone.clamp(Quat::from_axis_angle(cone.bone, angle)).rotation;
        let steps = || (0..=64).map(|step| PI * (step as f32 / 32.0 - 1.0));
        let whole: Vec<Vec3> = steps().map(|angle| around(swing * Quat::from_axis_angle(cone.bone, angle))).collect();
        self.path(&whole, 1.0, |_| tint.at(0.25));
        let arc: Vec<Vec3> = steps().map(|angle| around(turned(angle))).collect();
        self.fan(center, &arc, tint.at(0.10), tint.at(0.22));
        self.path(&arc, 2.2, |_| tint.at(1.0));
        let color = if held { self.theme.bad } else { tint.at(1.0) };
        let now = around(from_rest);
        self.path(&[center, now], 2.0, |_| color);
        if let Some(at) = self.lens.project(now) {
            self.painter.circle_filled(at, 2.6, color);
        }
    }

    fn hinge(&self, fan: &Fan, [least, greatest]: [f32; 2], bend: f32, held: bool, tint: Tint) {
        let steps = (0..=40).map(|step| fan.point(lerp(least..=greatest, step as f32 / 40.0)));
        let arc: Vec<Vec3> = steps.collect();
        self.fan(fan.at, &arc, tint.at(0.10), tint.at(0.24));
        let at_least = (bend - least).abs() < (bend - greatest).abs();
        for (end, angle) in [(at_least, least), (!at_least, greatest)] {
            let (width, color) = if held && end { (2.4, self.theme.bad) } else { (1.4, tint.at(0.7)) };
            self.path(&[fan.at, fan.point(angle)], width, |_| color);
        }
        let now = fan.point(bend);
        self.path(&arc, 1.8, |at| {
            let close = angle_between(at - fan.at, now - fan.at) / 0.35;
            let red = if held { (-close * close).exp() } else { 0.0 };
            tint.at(1.0).lerp_to_gamma(self.theme.bad, red)
        });
        self.needle(fan.at, now, held, tint);
    }

    /// The ends of a hinge and where it is, in degrees.
    fn angles(&self, fan: &Fan, [least, greatest]: [f32; 2], bend: f32) {
        let outside = Fan { radius: fan.radius * 1.14, ..*fan };
        let label = |angle: f32, color: Color32| {
            if let Some(at) = self.lens.project(outside.point(angle)) {
                self.tag(at, &format!("{:.0}°", angle.to_degrees()), color);
            }
        };
        label(bend, self.theme.text1);
        for end in [least, greatest] {
            // Beside the needle it would be told twice.
            if (end - bend).abs() > 0.14 {
                label(end, self.theme.text2);
            }
        }
    }

    fn needle(&self, from: Vec3, to: Vec3, held: bool, tint: Tint) {
        let color = if held { self.theme.bad } else { tint.at(1.0) };
        self.path(&[from, to], 2.2, |_| color);
        if let Some(at) = self.lens.project(to) {
            self.painter.circle(at, 4.0, color, Stroke::new(1.5, self.theme.ink));
        }
    }

    /// Triangles from `apex` to a line of points, whose colour changes on the way. Without seams, unlike single polygons.
    pub(super) fn fan(&self, apex: Vec3, line: &[Vec3], at_apex: Color32, at_line: Color32) {
        let Some(apex) = self.lens.project(apex) else { return };
        let mut mesh = Mesh::default();
        mesh.colored_vertex(apex, at_apex);
        let mut before: Option<u32> = None;
        for &point in line {
            let vertex = self.lens.project(point).map(|at| {
                mesh.colored_vertex(at, at_line);
                mesh.vertices.len() as u32 - 1
            });
            if let Some((before, now)) = before.zip(vertex) {
                mesh.add_triangle(0, before, now);
            }
            before = vertex;
        }
        self.painter.add(Shape::mesh(mesh));
    }

    /// The surface through closed rings of equally many points.
    fn cap(&self, rings: &[Vec<Vec3>], color: Color32) {
        for pair in rings.windows(2) {
            let mut mesh = Mesh::default();
            let seen: Option<Vec<Pos2>> = pair.iter().flatten().map(|&point| self.lens.project(point)).collect();
            let Some(seen) = seen else { continue };
            let count = pair[0].len();
            seen.into_iter().for_each(|at| mesh.colored_vertex(at, color));
            for step in 0..count {
                let (a, b) = (step as u32, ((step + 1) % count) as u32);
                let outward = count as u32;
                mesh.add_triangle(a, b, a + outward);
                mesh.add_triangle(b, b + outward, a + outward);
            }
            self.painter.add(Shape::mesh(mesh));
        }
    }

    /// A line through points of the world, coloured by the middle of each part.
    pub(super) fn path(&self, points: &[Vec3], width: f32, color: impl Fn(Vec3) -> Color32) {
        for pair in points.windows(2) {
            // A segment without length has no direction, and would be drawn with one all the same.
            if let Some(segment) = self.lens.segment(pair[0], pair[1]).filter(|[a, b]| a.distance(*b) > 0.02) {
                self.painter.line_segment(segment, Stroke::new(width, color(pair[0].lerp(pair[1], 0.5))));
            }
        }
    }
}

/// A meaning's colour at one strength for all that is drawn with it.
#[derive(Clone, Copy)]
struct Tint {
    color: Color32,
    strength: f32,
}

impl Tint {
    fn at(self, share: f32) -> Color32 {
        self.color.gamma_multiply(share * self.strength)
    }
}

struct PlacedCone {
    at: Vec3,
    radius: f32,
    cone: Cone,
    world_from_rest: Quat,
}

impl PlacedCone {
    fn point(&self, from_rest: Quat) -> Vec3 {
        self.at + bone_under(&self.cone, self.world_from_rest, from_rest) * self.radius
    }
}

/// A sector in the plane of a hinge.
#[derive(Clone, Copy)]
pub struct Fan {
    pub at: Vec3,
    pub radius: f32,
    pub straight: Vec3,
    pub axis: Vec3,
}

impl Fan {
    pub fn point(&self, angle: f32) -> Vec3 {
        self.at + Quat::from_axis_angle(self.axis, angle) * self.straight * self.radius
    }
}

fn closed(points: &[Vec3]) -> Vec<Vec3> {
    points.iter().chain(points.first()).copied().collect()
}
