//! What is drawn over the picture: bones, chains, handles, contacts, the gizmo and the axes. Crisp at every scale, in the
//! theme's colours, from the same geometry that picking uses.

use eframe::egui::{Align2, Color32, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, pos2, vec2};
use glam::{Quat, Vec3};
use surefoot::humanoid::Role;
use surefoot::math::direction_or;
use surefoot::rig::Chain;
use surefoot::skeleton::JointId;

use super::gizmo::{Gizmo, Part, arrow_head};
use super::lens::Lens;
use super::picking::DrawnBone;
use crate::editor::core::mapping::{RoleState, RoleView};
use crate::editor::core::{BoneStyle, GizmoMode, Handle, Item, Session, ShoulderTurn, Stage, shoulder_turn};
use crate::editor::meaning;
use crate::editor::theme::{self, Theme};

/// One frame's overlay.
pub struct Overlay<'a> {
    pub painter: &'a Painter,
    pub lens: Lens<'a>,
    pub session: &'a Session,
    pub stage: &'a Stage,
    pub bones: &'a [DrawnBone],
    pub theme: &'static Theme,
}

impl Overlay<'_> {
    pub(super) fn is_lit(&self, item: Item) -> bool {
        self.session.selection().contains(item) || self.session.hover() == Some(item)
    }

    pub(super) fn line(&self, from: Vec3, to: Vec3, stroke: Stroke) {
        if let Some(segment) = self.lens.segment(from, to) {
            self.painter.line_segment(segment, stroke);
        }
    }

    /// Bones from joint to child, faint; then the rig's chains in their colours; then what is selected or hovered.
    pub fn bones(&self) {
        let view = self.session.view_options();
        let globals = self.stage.solved_globals();
        self.ghost();
        if view.bones == BoneStyle::Hidden {
            self.lit_bones();
            return;
        }
        let fingers = |joint| self.stage.map().role_of(joint).is_some_and(is_finger);
        for bone in self.bones {
            let (from, to) = (globals.position(bone.joint), globals.position(bone.to));
            let width = if fingers(bone.joint) { 0.8 } else { 1.3 };
            let color = self.theme.text1.gamma_multiply(0.34);
            match view.bones {
                BoneStyle::Octahedra => self.octahedron(from, to, color),
                _ => self.line(from, to, Stroke::new(width, color)),
            }
        }
        if self.session.is_mapping() {
            self.roles();
        } else {
            self.chains();
        }
        self.lit_bones();
        if view.bone_names {
            for bone in self.bones {
                self.small_label(globals.position(bone.joint), self.stage.skeleton().name(bone.joint));
            }
        }
    }

    fn octahedron(&self, from: Vec3, to: Vec3, color: Color32) {
        let length = from.distance(to);
        let along = direction_or(to - from, Vec3::Y);
        let side = surefoot::math::any_orthogonal(along);
        let other = along.cross(side);
        let waist = from + along * (length * 0.18);
        let corners = [side, other, -side, -other].map(|way| waist + way * (length * 0.08));
        let stroke = Stroke::new(1.0, color);
        for corner in 0..4 {
            self.line(from, corners[corner], stroke);
            self.line(corners[corner], to, stroke);
            self.line(corners[corner], corners[(corner + 1) % 4], stroke);
        }
    }

    fn chains(&self) {
        let globals = self.stage.solved_globals();
        for (index, chain) in self.session.document().rig().chains.iter().enumerate() {
            let Some(joints) = meaning::chain_joints(chain, self.stage) else { continue };
            let lit =
                self.is_lit(Item::Chain(index)) || self.is_lit(Item::Goal(index)) || self.is_lit(Item::Hint(index));
            let own = self.theme.color(meaning::of_chain(chain, Some(self.stage)));
            let color = if lit { self.theme.selection } else { own };
            let color = if chain.enabled && self.session.ik_on() { color } else { color.gamma_multiply(0.4) };
            let width = if lit { 3.6 } else { 2.6 };
            for pair in joints.windows(2) {
                self.line(globals.position(pair[0]), globals.position(pair[1]), Stroke::new(width, color));
            }
            if lit {
                self.shoulder(index, chain, joints[0], own);
            }
            for &joint in &joints {
                self.joint_dot(globals.position(joint), color);
            }
        }
    }

    /// The bone that helps the limb to reach: where it came in, where it went, and how far.
    fn shoulder(&self, index: usize, chain: &Chain, root: JointId, color: Color32) {
        let Some(helped) = shoulder_turn(self.stage, index, chain).filter(ShoulderTurn::is_seen) else { return };
        let [now, incoming] = [self.stage.solved_globals(), self.stage.incoming_globals()];
        let from = now.position(helped.joint);
        let to = now.position(root);
        // Drawn from where the joint is now: what is below may have carried it along.
        let came_in = from + incoming.position(root) - incoming.position(helped.joint);
        let longer = |end: Vec3| from + (end - from) * 1.25;
        let arc = |step: u32| {
            longer(from + (came_in - from).lerp(to - from, step as f32 / 12.0).normalize_or_zero() * from.distance(to))
        };
        let arc: Vec<Vec3> = (0..=12).map(arc).collect();
        self.fan(from, &arc, color.gamma_multiply(0.15), color.gamma_multiply(0.4));
        self.path(&arc, 1.6, |_| color);
        self.line(from, longer(came_in), Stroke::new(1.2, color.gamma_multiply(0.6)));
        self.line(from, to, Stroke::new(3.0, color));
        self.joint_dot(from, color);
        if let Some(at) = self.lens.project(longer(to)) {
            self.tag(at + vec2(0.0, -14.0), &format!("shoulder {:.0}°", helped.turn.to_degrees()), self.theme.text1);
        }
    }

    /// What asks for a look stands out among the bones that have roles.
    fn roles(&self) {
        let globals = self.stage.solved_globals();
        for view in RoleView::all(self.stage) {
            let Some(joint) = view.joint else { continue };
            let Some(at) = self.lens.project(globals.position(joint)) else { continue };
            let color = self.theme.color(meaning::of_role(view.role));
            let [bad, warn] = [self.theme.bad, self.theme.warn];
            match view.state {
                RoleState::Wrong => {
                    let square = Rect::from_center_size(at, Vec2::splat(11.0));
                    self.painter.rect(square, 2.0, bad, Stroke::new(1.5, self.theme.ink), StrokeKind::Outside);
                }
                RoleState::Doubtful => {
                    let corners = [vec2(0.0, -8.0), vec2(8.0, 6.0), vec2(-8.0, 6.0)].map(|corner| at + corner);
                    self.painter.add(Shape::convex_polygon(corners.to_vec(), warn, Stroke::new(1.5, self.theme.ink)));
                }
                _ if is_finger(view.role) => {
                    self.painter.circle_filled(at, 1.8, color);
                }
                _ => self.joint_dot(globals.position(joint), color),
            }
        }
    }

    fn joint_dot(&self, position: Vec3, color: Color32) {
        if let Some(at) = self.lens.project(position) {
            self.painter.circle(at, 4.0, self.theme.ink, Stroke::new(1.6, color));
        }
    }

    fn lit_bones(&self) {
        let globals = self.stage.solved_globals();
        let hovered = self.session.hover().and_then(|item| match item {
            Item::Bone(joint) => Some(joint),
            _ => None,
        });
        for (joint, strong) in
            self.session.selection().bones().map(|joint| (joint, true)).chain(hovered.map(|joint| (joint, false)))
        {
            let color = if strong { self.theme.selection } else { self.theme.selection.gamma_multiply(0.7) };
            let from = globals.position(joint);
            for child in self.bones.iter().filter(|bone| bone.joint == joint) {
                self.line(from, globals.position(child.to), Stroke::new(3.6, color));
            }
            self.joint_dot(from, color);
            if !strong || self.session.selection().items().len() == 1 {
                self.label(from, &meaning::joint_name(self.stage, joint), color);
            }
        }
    }

    /// Goals as rings, hints as diamonds, the look target as an eye: shape and colour both say what it is.
    pub fn handles(&self) {
        for handle in self.session.handles() {
            let Some(at) = self.lens.project(handle.position_in_world) else { continue };
            let lit = self.is_lit(handle.item);
            let own = self.theme.color(meaning::of_item(self.session, handle.item));
            let color = if lit { self.theme.selection } else { own };
            let color = if handle.is_set || lit { color } else { color.gamma_multiply(0.75) };
            let quiet = Stroke::new(1.2, color.gamma_multiply(0.8));
            let far = handle.position_in_world.distance(handle.anchor_in_world) > 1e-3 * self.stage.leg_length();
            if far && let Some(segment) = self.lens.segment(handle.anchor_in_world, handle.position_in_world) {
                self.painter.extend(Shape::dashed_line(&segment, quiet, 4.0, 4.0));
            }
            match handle.item {
                Item::Hint(_) => self.diamond(at, color, lit),
                Item::LookTarget => {
                    self.painter.circle(at, 8.0, self.theme.ink, Stroke::new(2.2, color));
                    self.painter.circle_filled(at, 3.0, color);
                }
                _ => {
                    let radius = if handle.is_set { 9.0 } else { 7.0 };
                    self.painter.circle_stroke(at, radius, Stroke::new(if lit { 2.4 } else { 1.6 }, color));
                    self.painter.circle_filled(at, 2.4, color);
                }
            }
            if lit {
                let name = meaning::item_name(self.session, handle.item).to_lowercase();
                self.label(handle.position_in_world, &name, color);
            }
        }
    }

    fn diamond(&self, at: Pos2, color: Color32, lit: bool) {
        let reach = if lit { 8.0 } else { 6.5 };
        let corners = [vec2(0.0, -reach), vec2(reach, 0.0), vec2(0.0, reach), vec2(-reach, 0.0)];
        let corners = corners.into_iter().map(|corner| at + corner).collect();
        self.painter.add(Shape::convex_polygon(corners, self.theme.ink, Stroke::new(1.8, color)));
    }

    pub fn gizmo(&self, gizmo: &Gizmo, lit: Option<Part>) {
        let colors = [self.theme.axis_x, self.theme.axis_y, self.theme.axis_z];
        let shown = |part: Part, color: Color32| if lit == Some(part) { self.theme.selection } else { color };
        if gizmo.mode == GizmoMode::Rotate && gizmo.turns {
            for (axis, color) in colors.into_iter().enumerate() {
                let part = Part::Ring(axis);
                let width = if lit == Some(part) { 3.4 } else { 2.2 };
                self.painter.add(Shape::line(gizmo.ring(&self.lens, axis), Stroke::new(width, shown(part, color))));
            }
        } else {
            for (axis, color) in colors.into_iter().enumerate() {
                if let Some(corners) = gizmo.plane(&self.lens, axis) {
                    let color = shown(Part::Plane(axis), color);
                    let fill = color.gamma_multiply(0.28);
                    self.painter.add(Shape::convex_polygon(corners.to_vec(), fill, Stroke::new(1.0, color)));
                }
            }
            for (axis, color) in colors.into_iter().enumerate() {
                let Some(arrow) = gizmo.arrow(&self.lens, axis) else { continue };
                let part = Part::Arrow(axis);
                let color = shown(part, color);
                self.painter.line_segment(arrow, Stroke::new(if lit == Some(part) { 3.4 } else { 2.4 }, color));
                self.painter.add(Shape::convex_polygon(arrow_head(arrow).to_vec(), color, Stroke::NONE));
            }
        }
        if let Some(center) = self.lens.project(gizmo.origin) {
            let color = shown(Part::Free, self.theme.text1.gamma_multiply(0.85));
            self.painter.circle_stroke(center, 12.0, Stroke::new(1.6, color));
        }
    }

    /// Text beside the pointer while something is dragged.
    pub fn readout(&self, at: Pos2, text: &str) {
        self.plate(at + vec2(18.0, 18.0), text, self.theme.text1);
    }

    fn label(&self, position: Vec3, text: &str, color: Color32) {
        if let Some(at) = self.lens.project(position) {
            self.plate(at + vec2(14.0, -16.0), text, color);
        }
    }

    fn small_label(&self, position: Vec3, text: &str) {
        if let Some(at) = self.lens.project(position) {
            self.painter.text(at + vec2(6.0, -2.0), Align2::LEFT_BOTTOM, text, theme::small(), self.theme.text2);
        }
    }

    /// A small text centred on a point, on a ground of its own.
    pub(super) fn tag(&self, at: Pos2, text: &str, color: Color32) {
        let galley = self.painter.layout_no_wrap(text.to_owned(), theme::small(), color);
        let ground = Rect::from_center_size(at, galley.size() + vec2(8.0, 3.0));
        self.painter.rect_filled(ground, 4.0, self.theme.bg0.gamma_multiply(0.78));
        self.painter.galley(ground.min + vec2(4.0, 1.5), galley, color);
    }

    fn plate(&self, at: Pos2, text: &str, color: Color32) {
        let galley = self.painter.layout_no_wrap(text.to_owned(), theme::body(), color);
        let size = galley.size() + vec2(12.0, 6.0);
        let bounds = self.lens.rect.shrink(4.0);
        let min = pos2(
            at.x.min(bounds.right() - size.x).max(bounds.left()),
            (at.y - size.y * 0.5).min(bounds.bottom() - size.y).max(bounds.top()),
        );
        let plate = Rect::from_min_size(min, size);
        self.painter.rect_filled(plate, 5.0, self.theme.bg0.gamma_multiply(0.82));
        self.painter.galley(plate.min + vec2(6.0, 3.0), galley, color);
    }
}

/// The axes of the world in a corner, and the directions one can click to look along them.
pub struct AxisWidget {
    center: Pos2,
    rotation: Quat,
}

const AXIS_LENGTH: f32 = 26.0;

impl AxisWidget {
    /// `camera_from_world` is the camera's inverse rotation.
    pub fn new(rect: Rect, camera_from_world: Quat) -> Self {
        Self { center: rect.right_top() + vec2(-56.0, 56.0), rotation: camera_from_world }
    }

    /// The ends of x, y and z on screen and how far each points at the viewer.
    fn ends(&self) -> [(Pos2, f32); 3] {
        [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| {
            let seen = self.rotation * axis;
            (self.center + vec2(seen.x, -seen.y) * AXIS_LENGTH, seen.z)
        })
    }

    /// The axis whose end is under `at`.
    pub fn hit(&self, at: Pos2) -> Option<usize> {
        let near = self.ends().map(|(end, depth)| (end.distance(at), depth));
        let hits = (0..3).filter(|&axis| near[axis].0 < 11.0);
        hits.max_by(|&a, &b| near[a].1.total_cmp(&near[b].1))
    }

    pub fn draw(&self, painter: &Painter, theme: &Theme, lit: Option<usize>) {
        let colors = [theme.axis_x, theme.axis_y, theme.axis_z];
        let ends = self.ends();
        let mut order = [0, 1, 2];
        order.sort_by(|&a, &b| ends[a].1.total_cmp(&ends[b].1));
        for axis in order {
            let (end, _) = ends[axis];
            let color = if lit == Some(axis) { theme.selection } else { colors[axis] };
            painter.line_segment([self.center, end], Stroke::new(2.2, color));
            painter.circle_filled(end, 7.5, color);
            painter.text(end, Align2::CENTER_CENTER, ["X", "Y", "Z"][axis], theme::small(), theme.ink);
        }
    }
}

/// Where assistive technology, and a test, finds a handle.
pub fn handle_rect(lens: &Lens<'_>, handle: &Handle) -> Option<Rect> {
    let at = lens.project(handle.position_in_world)?;
    lens.rect.contains(at).then(|| Rect::from_center_size(at, Vec2::splat(18.0)))
}

fn is_finger(role: Role) -> bool {
    let name = role.name();
    ["Thumb", "Index", "Middle", "Ring", "Little"].iter().any(|finger| name.contains(finger))
}
