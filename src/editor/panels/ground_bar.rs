//! The ground under the character: its form, its figures and its heading, in one bar over the viewport.

use eframe::egui::{Align2, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use surefoot::ground::{GroundScene, GroundShape};

use super::apply::push;
use super::{plate, scene_menu};
use crate::editor::core::{Action, Actions, Command, Edit, Item, Session};
use crate::editor::theme::{self, Meaning, RADIUS, ROW, STEP, Theme};
use crate::editor::widgets::{Change, Icon, ValueField, heading_dial, icon_button};

/// The forms in the order of the bar, each as it is first taken.
pub const FORMS: [(&str, Icon, GroundShape); 6] = [
    ("Flat", Icon::Flat, GroundShape::Flat),
    ("Slope", Icon::Slope, GroundShape::Slope { angle_deg: 20.0 }),
    ("Stairs", Icon::Stairs, GroundShape::Stairs { rise: 0.15, run: 0.30 }),
    ("Bumps", Icon::Bumps, GroundShape::Bumps { amplitude: 0.06, length: 1.2 }),
    ("Ledge", Icon::Ledge, GroundShape::Ledge { height: 0.15 }),
    ("Ramp", Icon::Ramp, GroundShape::RampCorner { angle_deg: 20.0 }),
];

/// The bar's width at most; in a narrower viewport its forms are icons alone.
pub const WIDTH: f32 = 840.0;

pub fn ui(ui: &mut Ui, rect: Rect, session: &Session, actions: &mut Actions) {
    let shown = plate(ui, "ground bar", rect, Align2::LEFT_BOTTOM, 0.0, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = STEP;
            forms(ui, session, rect.width() < WIDTH, actions);
            scene_menu::button(ui, session, actions);
            if session.ground_moves() {
                motion(ui, session, actions);
            }
            if let Some(scene) = session.document().base().filter(|base| base.shape != GroundShape::Flat) {
                ui.separator();
                figures(ui, &scene, "", Some(if rect.width() < WIDTH { 80.0 } else { 112.0 }), actions);
                ui.add_space(STEP);
                heading(ui, &scene, "Heading", 26.0, actions);
            }
        });
    });
    if shown.response.contains_pointer() {
        actions.push(Action::Hover(Some(Item::Ground)));
        actions.hint(
            "The ground the feet stand on. Drag a figure, point the dial the way it rises; Shift is fine, Ctrl snaps.",
        );
    }
}

/// A button for each form of ground.
pub fn forms(ui: &mut Ui, session: &Session, icons_only: bool, actions: &mut Actions) {
    let base = session.document().base();
    for (name, icon, shape) in FORMS {
        let is_alike = |base: GroundScene| std::mem::discriminant(&shape) == std::mem::discriminant(&base.shape);
        let current = base.is_some_and(is_alike);
        if form_button(ui, name, icon, current, icons_only) && !current {
            let ground = GroundScene { shape, ..base.unwrap_or_default() };
            actions.edit(format!("Stand on {}", name.to_lowercase()), Edit::Ground(ground));
        }
    }
}

fn motion(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    let runs = session.scene_clock().runs;
    let (icon, name) = if runs { (Icon::Pause, "Stop the ground") } else { (Icon::Play, "Move the ground") };
    if icon_button(ui, icon, name, runs).clicked() {
        actions.run(Command::RunScene);
    }
}

fn form_button(ui: &mut Ui, name: &str, icon: Icon, current: bool, icon_only: bool) -> bool {
    let theme = Theme::of(ui);
    let color = if current { theme.text1 } else { theme.text2 };
    let galley = ui.painter().layout_no_wrap(name.to_owned(), theme::body(), color);
    let text_width = if icon_only { 0.0 } else { galley.size().x + 1.5 * STEP };
    let (rect, response) = ui.allocate_exact_size(vec2(text_width + 16.0 + 3.0 * STEP, ROW + 2.0), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), current, name));
    if current {
        ui.painter().rect_filled(rect, RADIUS, theme.fill_of(Meaning::Ground));
    } else if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, RADIUS, theme.bg3);
    }
    let mark = Rect::from_center_size(pos2(rect.left() + 1.5 * STEP + 8.0, rect.center().y), theme::square(16.0));
    icon.paint(ui.painter(), mark, if current { theme.ground } else { theme.text3 });
    let at = pos2(mark.right() + 1.5 * STEP, rect.center().y - galley.size().y / 2.0);
    if icon_only {
        return response.on_hover_text(name).clicked();
    }
    ui.painter().galley(at, galley, color);
    response.clicked()
}

/// The figures of a form. In the bar they stand side by side, each `width` wide and named by its unit; in a panel one a
/// row, with a label.
pub fn figures(ui: &mut Ui, scene: &GroundScene, prefix: &str, width: Option<f32>, actions: &mut Actions) {
    let mut one = |ui: &mut Ui, figure: Figure<'_>, set: &dyn Fn(f32) -> GroundShape| {
        let name = format!("{prefix}{}", figure.name);
        let unit = if width.is_some() { figure.named_unit() } else { figure.unit.to_owned() };
        let field = |ui: &mut Ui| {
            let field = ValueField::new(&name, figure.value, figure.range.clone())
                .unit(&unit)
                .scale(figure.scale)
                .decimals(figure.decimals)
                .snap(figure.snap)
                .meaning(Meaning::Ground)
                .tip(figure.about);
            match width {
                Some(width) => field.tight().show_sized(ui, width),
                None => field.show(ui),
            }
        };
        let change = match width {
            Some(_) => field(ui),
            None => crate::editor::widgets::property(ui, figure.label, field),
        };
        let edit = |value| Edit::Ground(GroundScene { shape: set(value), ..*scene });
        push(actions, figure.step, change, edit);
    };
    match scene.shape {
        GroundShape::Flat => {}
        GroundShape::Slope { angle_deg } => {
            one(ui, Figure::angle("Slope angle", angle_deg, 45.0, "Set slope angle"), &|angle_deg| {
                GroundShape::Slope { angle_deg }
            });
        }
        GroundShape::RampCorner { angle_deg } => {
            let set = |angle_deg| GroundShape::RampCorner { angle_deg };
            one(ui, Figure::angle("Ramp angle", angle_deg, 45.0, "Set ramp angle"), &set);
        }
        GroundShape::Stairs { rise, run } => {
            let figure = Figure::length("Stair rise", "Rise", rise, 0.0..=0.4, "Set stair rise", "Height of a step.");
            one(ui, figure, &|rise| GroundShape::Stairs { rise, run });
            let figure = Figure::length("Stair run", "Run", run, 0.1..=1.0, "Set stair run", "Depth of a step.");
            one(ui, figure, &|run| GroundShape::Stairs { rise, run });
        }
        GroundShape::Bumps { amplitude, length } => {
            let about = "Height of a wave over the middle.";
            let figure = Figure::length("Bump height", "Height", amplitude, 0.0..=0.3, "Set bump height", about);
            one(ui, figure, &|amplitude| GroundShape::Bumps { amplitude, length });
            let figure =
                Figure::length("Bump length", "Length", length, 0.2..=5.0, "Set bump length", "From wave to wave.");
            one(ui, figure, &|length| GroundShape::Bumps { amplitude, length });
        }
        GroundShape::Ledge { height } => {
            let about = "How far the ground drops beyond the edge, 20 cm ahead; below 0 it rises.";
            let figure = Figure::length("Ledge drop", "Drop", height, -0.5..=0.5, "Set ledge drop", about);
            one(ui, figure, &|height| GroundShape::Ledge { height });
        }
    }
}

/// The dial of the heading.
pub fn heading(ui: &mut Ui, scene: &GroundScene, name: &str, side: f32, actions: &mut Actions) {
    let change: Change<f32> = heading_dial(ui, name, scene.heading_deg, side, Meaning::Ground);
    push(actions, "Turn the ground", change, |heading_deg| Edit::Ground(GroundScene { heading_deg, ..*scene }));
}

struct Figure<'a> {
    name: &'a str,
    label: &'a str,
    value: f32,
    range: std::ops::RangeInclusive<f32>,
    unit: &'a str,
    scale: f64,
    decimals: usize,
    snap: f64,
    step: &'a str,
    about: &'a str,
}

impl<'a> Figure<'a> {
    fn angle(name: &'a str, value: f32, most: f32, step: &'a str) -> Self {
        let about = "How steep the ground rises towards the heading; below 0 it falls.";
        Self {
            name,
            label: "Angle",
            value,
            range: -most..=most,
            unit: "°",
            scale: 1.0,
            decimals: 0,
            snap: 5.0,
            step,
            about,
        }
    }

    fn length(
        name: &'a str,
        label: &'a str,
        value: f32,
        range: std::ops::RangeInclusive<f32>,
        step: &'a str,
        about: &'a str,
    ) -> Self {
        Self { name, label, value, range, unit: "cm", scale: 100.0, decimals: 0, snap: 5.0, step, about }
    }

    /// In the bar a figure has no label: "15 cm rise".
    fn named_unit(&self) -> String {
        match self.unit {
            "°" => "°".to_owned(),
            unit => format!("{unit} {}", self.label.to_lowercase()),
        }
    }
}
