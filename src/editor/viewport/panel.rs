//! The viewport as a panel: allocate, interact, push actions, paint.

use std::sync::Arc;

use eframe::egui::{self, CursorIcon, Key, PointerButton, Pos2, Response, Role, Sense, Ui, WidgetInfo};
use glam::{Affine3A, Quat, Vec3};
use surefoot::character::Character;
use surefoot::math::{Transform, reject};
use surefoot::pose::Globals;
use surefoot::skin::Bounds;

use super::camera::{NamedView, OrbitCamera};
use super::camera_moves::{asked_for, between, look_from};
use super::ghost::GhostCache;
use super::gizmo::{Gizmo, GizmoDrag, Moved, Part, Rules};
use super::lens::Lens;
use super::overlay::{AxisWidget, Overlay, handle_rect};
use super::picking::DrawnBone;
use super::prop::PropCache;
use super::scene::{
    RenderCamera, RenderCharacter, RenderGround, RenderScene, SceneColors, SceneStyle, Shading, key_light,
};
use super::{navigation, picking, stage};
use crate::editor::core::{
    Action, Actions, GizmoSpace, Handle, Item, SelectHow, Session, Shading as ShadingChoice, Stage, Treadmill,
};
use crate::editor::meaning;
use crate::editor::render::SharedRenderer;
use crate::editor::theme::Theme;

/// Seconds a camera move that was asked for takes.
const EASE: f32 = 0.15;

/// What the viewport remembers between frames. Nothing of it is part of the document.
#[derive(Default)]
pub struct Viewport {
    camera: OrbitCamera,
    ease: Option<Ease>,
    seen_request: Option<u64>,
    drag: Option<Drag>,
    clicks_here: ClicksHere,
    ground: Option<GroundCache>,
    prop: PropCache,
    ghost: GhostCache,
    /// How far what moves under the character had carried it when it was last seen.
    carried: Vec3,
    pose: Option<Arc<Globals>>,
}

#[derive(Clone, Copy)]
struct Ease {
    from: OrbitCamera,
    to: OrbitCamera,
    /// 0..=1.
    along: f32,
}

/// Something that can be grabbed, being dragged.
struct Drag {
    item: Item,
    gizmo: GizmoDrag,
}

/// Clicks on one place go through what lies behind one another.
#[derive(Default)]
struct ClicksHere {
    at: Option<Pos2>,
    count: usize,
}

struct GroundCache {
    /// Of the ground that is laid on stage.
    serial: u64,
    bounds: Bounds,
    character: Arc<Character>,
    world_from_model: Transform,
    /// How far the character had gone when the ground was made.
    made_at: Vec3,
    ground: RenderGround,
    grid_spacing: f32,
}

impl Viewport {
    pub fn ui(&mut self, ui: &mut Ui, session: &Session, renderer: &SharedRenderer, actions: &mut Actions) {
        let Some(stage) = session.stage() else { return };
        let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "Viewport"));
        if rect.width() < 2.0 || rect.height() < 2.0 {
            return;
        }
        self.go_along(stage);
        self.obey_camera_request(ui, session, stage, rect.aspect_ratio());
        let hovered_before = response.hover_pos();
        let axes = AxisWidget::new(rect, self.camera.rotation().inverse());
        let lit_axis = hovered_before.and_then(|at| axes.hit(at));

        let camera = self.camera;
        let lens = Lens::new(&camera, rect);
        let gizmo = gizmo_of_selection(session);
        let bones = picking::drawn_bones(stage);
        let part = match &self.drag {
            Some(drag) => Some(drag.gizmo.part),
            None => hovered_before.zip(gizmo).and_then(|(at, gizmo)| gizmo.part_at(&lens, at)),
        };
        let moved = self.drag(ui, &response, session, &lens, gizmo, actions);
        if navigation::navigate(ui, &response, &mut self.camera, self.drag.is_some()) {
            self.ease = None;
        }
        if self.drag.is_none() {
            self.point(ui, &response, session, stage, &bones, &lens, part, lit_axis, actions);
        }

        self.paint(ui, session, stage, &bones, renderer, rect, gizmo, part, moved);
        let painter = ui.painter_at(rect);
        axes.draw(&painter, Theme::of(ui), lit_axis);
        // Names for those who cannot see the picture, and for tests.
        for handle in session.handles() {
            if let Some(area) = handle_rect(&Lens::new(&self.camera, rect), handle) {
                let id = response.id.with(handle.item);
                let name = meaning::item_name(session, handle.item);
                ui.interact(area, id, Sense::hover()).widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
            }
        }
    }

    /// The camera goes where a raft carries the character, and does not turn with it.
    fn go_along(&mut self, stage: &Stage) {
        let carried = stage.carried().translation - stage.world_from_model().translation;
        let way = carried - self.carried;
        self.carried = carried;
        self.camera.target += way;
        if let Some(ease) = &mut self.ease {
            ease.from.target += way;
            ease.to.target += way;
        }
    }

    fn obey_camera_request(&mut self, ui: &Ui, session: &Session, stage: &Stage, aspect: f32) {
        let (serial, request) = session.camera_request();
        if self.seen_request != Some(serial) {
            let first = self.seen_request.is_none();
            self.seen_request = Some(serial);
            let to = asked_for(self.camera, request, session, stage, aspect, first);
            if first || session.view_options().reduced_motion {
                self.camera = to;
            } else {
                self.ease = Some(Ease { from: self.camera, to, along: 0.0 });
            }
        }
        if let Some(ease) = &mut self.ease {
            ease.along += ui.input(|input| input.stable_dt).min(0.05) / EASE;
            self.camera = between(&ease.from, &ease.to, ease.along);
            if ease.along >= 1.0 {
                self.ease = None;
            }
            ui.ctx().request_repaint();
        }
    }

    /// Begins, follows or ends the drag of a handle; what the pointer has made of it this frame.
    fn drag(
        &mut self,
        ui: &Ui,
        response: &Response,
        session: &Session,
        lens: &Lens<'_>,
        gizmo: Option<Gizmo>,
        actions: &mut Actions,
    ) -> Option<Moved> {
        if response.drag_started_by(PointerButton::Primary)
            && !ui.input(|input| input.modifiers.alt)
            && let Some(at) = ui.input(|input| input.pointer.press_origin())
        {
            self.drag = begin(session, lens, gizmo, at);
            if let Some(drag) = &self.drag {
                actions.select(drag.item);
                let verb = if matches!(drag.gizmo.part, Part::Ring(_)) { "Turn" } else { "Move" };
                let name = meaning::item_name(session, drag.item).to_lowercase();
                actions.push(Action::BeginGesture { label: format!("{verb} {name}") });
            }
        }
        let drag = self.drag.as_mut()?;
        if navigation::gave_up(ui) {
            actions.push(Action::CancelGesture);
            self.drag = None;
            return None;
        }
        for (key, axis) in [(Key::X, 0), (Key::Y, 1), (Key::Z, 2)] {
            if ui.input(|input| input.key_pressed(key)) && !matches!(drag.gizmo.part, Part::Ring(_)) {
                let bound = Part::Arrow(axis);
                drag.gizmo = drag.gizmo.bound_to(if drag.gizmo.part == bound { Part::Free } else { bound });
            }
        }
        let at = ui.input(|input| input.pointer.latest_pos())?;
        let view = session.view_options();
        let (fine, ctrl) = ui.input(|input| (input.modifiers.shift, input.modifiers.command));
        let snap = (view.snap || ctrl).then(|| (view.snap_distance, view.snap_angle_deg.to_radians()));
        let moved = drag.gizmo.moved(lens, at, Rules { fine, snap });
        let turned = matches!(drag.gizmo.part, Part::Ring(_));
        let item = drag.item;
        // Only a ring writes a rotation: a goal that is moved keeps having none, and the hand turns with the arm.
        let rotation = turned.then_some(moved.rotation);
        if moved.position.is_finite() && (response.dragged() || response.drag_stopped()) {
            actions.push(Action::MoveHandle { item, position_in_world: moved.position, rotation_in_world: rotation });
        }
        actions.hint("Shift for fine, Ctrl to snap, X, Y or Z to bind to an axis, Esc to cancel.");
        if response.drag_stopped() || !ui.input(|input| input.pointer.primary_down()) {
            actions.push(Action::CommitGesture);
            self.drag = None;
        }
        Some(moved)
    }

    /// Hover, hints and clicks while nothing is dragged.
    #[expect(clippy::too_many_arguments, reason = "what the pointer is over is found once and used here")]
    fn point(
        &mut self,
        ui: &Ui,
        response: &Response,
        session: &Session,
        stage: &Stage,
        bones: &[DrawnBone],
        lens: &Lens<'_>,
        part: Option<Part>,
        axis: Option<usize>,
        actions: &mut Actions,
    ) {
        let Some(at) = response.hover_pos() else { return };
        let handle = picking::handle_at(lens, session, at).map(|handle| handle.item);
        let item = handle.or_else(|| picking::bone_at(lens, stage, bones, at, 0));
        if axis.is_some() || part.is_some() || handle.is_some() {
            ui.ctx().set_cursor_icon(if handle.is_some() || part.is_some() {
                CursorIcon::Grab
            } else {
                CursorIcon::PointingHand
            });
        }
        if part.is_none() {
            actions.push(Action::Hover(item));
        }
        actions.hint(hint(session, item, part, axis));

        if response.clicked_by(PointerButton::Primary) {
            if let Some(axis) = axis {
                let view = [NamedView::Left, NamedView::Top, NamedView::Front][axis];
                let mut to = self.camera;
                look_from(&mut to, view, Vec3::Z);
                self.ease = Some(Ease { from: self.camera, to, along: 0.0 });
            } else if part.is_none() {
                self.click(ui, session, stage, bones, lens, at, handle, actions);
            }
        }
        if response.double_clicked_by(PointerButton::Primary) {
            actions.run(if item.is_some() {
                crate::editor::core::Command::FrameSelected
            } else {
                crate::editor::core::Command::FrameAll
            });
        }
    }

    #[expect(clippy::too_many_arguments, reason = "what the pointer is over is found once and used here")]
    fn click(
        &mut self,
        ui: &Ui,
        session: &Session,
        stage: &Stage,
        bones: &[DrawnBone],
        lens: &Lens<'_>,
        at: Pos2,
        handle: Option<Item>,
        actions: &mut Actions,
    ) {
        let same_place = self.clicks_here.at.is_some_and(|before| before.distance(at) < 3.0);
        self.clicks_here = ClicksHere { at: Some(at), count: if same_place { self.clicks_here.count + 1 } else { 0 } };
        let item = handle.or_else(|| picking::bone_at(lens, stage, bones, at, self.clicks_here.count));
        let modifiers = ui.input(|input| input.modifiers);
        let how = if modifiers.command {
            SelectHow::Toggle
        } else if modifiers.shift {
            SelectHow::Add
        } else {
            SelectHow::Replace
        };
        match item {
            Some(item) => actions.push(Action::Select { item, how }),
            None if how == SelectHow::Replace && !session.selection().is_empty() => {
                actions.push(Action::ClearSelection);
            }
            None => {}
        }
    }

    #[expect(clippy::too_many_arguments, reason = "one frame's findings, painted in one order")]
    fn paint(
        &mut self,
        ui: &Ui,
        session: &Session,
        stage: &Stage,
        bones: &[DrawnBone],
        renderer: &SharedRenderer,
        rect: egui::Rect,
        gizmo: Option<Gizmo>,
        part: Option<Part>,
        moved: Option<Moved>,
    ) {
        let theme = Theme::of(ui);
        let painter = ui.painter_at(rect);
        match renderer.failure() {
            None => {
                let scene = self.scene(session, stage, theme, rect, ui.ctx().pixels_per_point());
                painter.add(renderer.shape(rect, scene));
            }
            Some(why) => {
                painter.rect_filled(rect, 0.0, theme.viewport_bottom);
                let galley = painter.layout(why, crate::editor::theme::body(), theme.text2, rect.width() * 0.6);
                painter.galley(rect.center_bottom() - egui::vec2(galley.size().x * 0.5, 96.0), galley, theme.text2);
            }
        }
        let lens = Lens::new(&self.camera, rect);
        let overlay = Overlay { painter: &painter, lens, session, stage, bones, theme };
        overlay.pieces();
        overlay.look();
        overlay.limits();
        overlay.bones();
        overlay.swing_map();
        overlay.contacts();
        overlay.steps();
        overlay.handles();
        if let Some(gizmo) = gizmo {
            let shown = moved.map_or(gizmo, |moved| Gizmo { origin: moved.position, ..gizmo });
            overlay.gizmo(&shown, part);
        }
        if let (Some(moved), Some(drag)) = (moved, &self.drag)
            && let Some(at) = ui.input(|input| input.pointer.latest_pos())
        {
            overlay.readout(at, &readout(drag, &moved));
        }
    }

    fn scene(
        &mut self,
        session: &Session,
        stage: &Stage,
        theme: &Theme,
        rect: egui::Rect,
        pixels_per_point: f32,
    ) -> RenderScene {
        let view = session.view_options();
        let pixels = |points: f32| ((points * pixels_per_point).round() as u32).max(1);
        let size_px = [pixels(rect.width()), pixels(rect.height())];
        let forward = stage.body_frame().forward;
        let pose = match &mut self.pose {
            Some(pose) => {
                if **pose != *stage.solved_globals() {
                    *pose = Arc::new(stage.solved_globals().clone());
                }
                pose.clone()
            }
            none => none.insert(Arc::new(stage.solved_globals().clone())).clone(),
        };
        let (ground, grid_spacing) = self.ground(stage);
        let placed = stage.placed_prop(session.document()).filter(|_| !session.is_mapping());
        let prop = placed.and_then(|(prop, place)| self.prop.render(&prop.shape, place, self.camera.eye()));
        RenderScene {
            size_px,
            camera: RenderCamera::of(&self.camera, size_px),
            character: Some(RenderCharacter {
                character: stage.character().clone(),
                pose,
                world_from_model: Affine3A::IDENTITY,
            }),
            ghost: self.ghost.render(session, stage, self.camera.eye()),
            prop,
            ground: Some(ground),
            to_key_light: key_light(forward),
            colors: SceneColors::from(theme),
            style: SceneStyle {
                shading: match view.shading {
                    ShadingChoice::Textured => Shading::Textured,
                    ShadingChoice::Clay => Shading::Clay,
                    ShadingChoice::XRay => Shading::XRay,
                },
                shadows: true,
                grid_spacing: view.grid.then_some(grid_spacing),
            },
        }
    }

    /// The ground's triangles and the metres between lines of its grid, made anew when the scene or the character changes.
    fn ground(&mut self, stage: &Stage) -> (RenderGround, f32) {
        let is_shown = |cache: &&GroundCache| {
            cache.serial == stage.ground_serial()
                && Arc::ptr_eq(&cache.character, stage.character())
                && cache.world_from_model == stage.world_from_model()
                && reject(stage.gone() - cache.made_at, Vec3::Y).length() < cache.ground.fade_radius * stage::SPARE
        };
        if self.ground.as_ref().filter(is_shown).is_none() {
            self.make_ground(stage);
        }
        let Some(cache) = &self.ground else { return (stage::ground_under(stage.ground(), Bounds::EMPTY), 1.0) };
        let mut ground = RenderGround { offset: -stage.gone(), ..cache.ground.clone() };
        stage::follow(&mut ground, stage.ground());
        stage::uncover(&mut ground, stage.ground(), cache.bounds, self.camera.eye());
        (ground, cache.grid_spacing)
    }

    fn make_ground(&mut self, stage: &Stage) {
        let bounds = stage::bounds_of(stage.character(), stage.rest_globals());
        let made_at = stage.gone();
        let serial = stage.ground_serial();
        let mut over = self.camera;
        let is_other = self.ground.as_ref().is_some_and(|cache| cache.serial != serial);
        let shown = Treadmill { scene: stage.ground(), gone: made_at };
        if is_other && self.drag.is_none() && stage::lift_over(&mut over, &shown) {
            self.ease = Some(Ease { from: self.camera, to: over, along: 0.0 });
        }
        self.ground = Some(GroundCache {
            serial,
            bounds,
            character: stage.character().clone(),
            world_from_model: stage.world_from_model(),
            made_at,
            ground: stage::ground_around(stage.ground(), bounds, made_at),
            grid_spacing: stage::grid_spacing(bounds.size().y),
        });
    }
}

/// The handle of what is selected; of a chain, its goal.
fn selected_handle(session: &Session) -> Option<&Handle> {
    let item = match session.selection().primary()? {
        Item::Chain(index) => Item::Goal(index),
        Item::LookAt => Item::LookTarget,
        item => item,
    };
    session.handles().iter().find(|handle| handle.item == item)
}

fn gizmo_of_selection(session: &Session) -> Option<Gizmo> {
    let handle = selected_handle(session)?;
    let view = session.view_options();
    let turns = matches!(handle.item, Item::Goal(_) | Item::Prop);
    let orientation =
        if view.gizmo_space == GizmoSpace::Local && turns { handle.rotation_in_world } else { Quat::IDENTITY };
    Some(Gizmo::new(handle.position_in_world, orientation, view.gizmo, turns))
}

/// What a press at `at` grabs: a part of the gizmo, or a handle in the plane that faces the viewer.
fn begin(session: &Session, lens: &Lens<'_>, gizmo: Option<Gizmo>, at: Pos2) -> Option<Drag> {
    let of_gizmo = gizmo.zip(selected_handle(session));
    let grabbed = of_gizmo.and_then(|(gizmo, handle)| Some((gizmo, handle, gizmo.part_at(lens, at)?)));
    let (gizmo, handle, part) = match grabbed {
        Some(grabbed) => grabbed,
        None => {
            let handle = picking::handle_at(lens, session, at)?;
            let mode = session.view_options().gizmo;
            (Gizmo::new(handle.position_in_world, Quat::IDENTITY, mode, false), handle, Part::Free)
        }
    };
    Some(Drag { item: handle.item, gizmo: GizmoDrag::begin(gizmo, part, handle.rotation_in_world, lens, at) })
}

fn readout(drag: &Drag, moved: &Moved) -> String {
    if matches!(drag.gizmo.part, Part::Ring(_)) {
        return format!("{:.1}°", moved.angle.to_degrees());
    }
    let [x, y, z] = moved.position.to_array();
    format!("{x:.3}  {y:.3}  {z:.3} m")
}

fn hint(session: &Session, item: Option<Item>, part: Option<Part>, axis: Option<usize>) -> String {
    if let Some(axis) = axis {
        return format!("Click to look along {}.", ["X", "Y", "Z"][axis]);
    }
    let at_hand = match part {
        Some(Part::Arrow(_)) => Some("Drag to move along this axis. Shift for fine, Ctrl to snap."),
        Some(Part::Plane(_)) => Some("Drag to move in this plane. Shift for fine, Ctrl to snap."),
        Some(Part::Ring(_)) => Some("Drag to turn about this axis. Shift for fine, Ctrl to snap."),
        Some(Part::Free) => Some("Drag to move freely. Shift for fine, Ctrl to snap."),
        None => None,
    };
    if let Some(hint) = at_hand {
        return hint.into();
    }
    let name = item.map(|item| meaning::item_name(session, item));
    match (item, name) {
        (Some(Item::Hint(_)), Some(name)) => format!("{name}: drag the diamond to aim the bend. Esc to cancel."),
        (Some(Item::LookTarget), Some(name)) => format!("{name}: drag to aim head and eyes. Esc to cancel."),
        (Some(Item::Prop), Some(name)) => format!("{name}: drag to move what the hands hold. Esc to cancel."),
        (Some(Item::Goal(_)), Some(name)) => format!("{name}: drag to pull the limb. Esc to cancel."),
        (Some(_), Some(name)) => format!("{name}. Click to select, Shift to add, double click to frame."),
        _ => navigation::HINT.into(),
    }
}
