//! All keys on one sheet, made from the table of commands.

use eframe::egui::{self, Context, Frame, Id, Margin, Modal, Rect, Ui, pos2, vec2};

use crate::editor::core::{Actions, Category, Command, Session};
use crate::editor::theme::{self, STEP, Theme};
use crate::editor::widgets::{Weight, button};

/// What the mouse does, which no command says.
const MOUSE: [(&str, &str); 7] = [
    ("Orbit", "Drag on nothing, or middle button"),
    ("Pan", "Right button, or Shift+middle"),
    ("Zoom", "Wheel"),
    ("Select; add; toggle", "Click; Shift; Ctrl"),
    ("Frame a bone", "Double click"),
    ("Change a value", "Drag; Shift fine, Ctrl snaps"),
    ("Type a value", "Click; 90/2 works"),
];

const COLUMN: f32 = 296.0;

pub fn ui(ctx: &Context, session: &Session, actions: &mut Actions) {
    if !session.shortcuts_open() {
        return;
    }
    let theme = Theme::of_window(ctx);
    let frame = Frame::window(&ctx.global_style()).inner_margin(Margin::same(20));
    let response = Modal::new(Id::unique("shortcuts")).frame(frame).show(ctx, |ui| {
        ui.label(egui::RichText::new("Keyboard and mouse").font(theme::title()).color(theme.text1));
        ui.add_space(2.0 * STEP);
        egui::ScrollArea::vertical().max_height(ctx.content_rect().height() - 160.0).show(ui, |ui| {
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = 8.0 * STEP;
                let columns: [&[Category]; 3] = [
                    &[Category::File, Category::Edit],
                    &[Category::View],
                    &[Category::Rig, Category::Play, Category::Help],
                ];
                for (place, categories) in columns.into_iter().enumerate() {
                    ui.vertical(|ui| {
                        ui.set_width(COLUMN);
                        ui.spacing_mut().item_spacing.y = 2.0;
                        for &category in categories {
                            group(ui, category);
                        }
                        if place == 1 {
                            head(ui, "Mouse");
                            MOUSE.iter().for_each(|(what, how)| row(ui, what, how));
                        }
                    });
                }
            });
        });
        ui.add_space(2.0 * STEP);
        if button(ui, "Close", Weight::Normal).clicked() {
            actions.run(Command::Shortcuts);
        }
    });
    if response.should_close() {
        actions.run(Command::Shortcuts);
    }
}

fn group(ui: &mut Ui, category: Category) {
    let commands: Vec<Command> =
        Command::in_category(category).filter(|command| !command.shortcuts().is_empty()).collect();
    if commands.is_empty() {
        return;
    }
    head(ui, category.name());
    for command in commands {
        let keys: Vec<String> = command.shortcuts().iter().map(ToString::to_string).collect();
        row(ui, command.name().trim_end_matches('…'), &keys.join("  or  "));
    }
}

fn head(ui: &mut Ui, title: &str) {
    ui.add_space(2.0 * STEP);
    ui.label(egui::RichText::new(title).font(theme::section()).color(Theme::of(ui).text3));
}

fn row(ui: &mut Ui, what: &str, keys: &str) {
    let theme = Theme::of(ui);
    let (id, rect) = ui.allocate_space(vec2(COLUMN, 20.0));
    let response = ui.interact(rect, id, egui::Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, format!("{what}: {keys}")));
    let keys = ui.painter().layout_no_wrap(keys.to_owned(), theme::body(), theme.text2);
    let what = theme::line_of(ui, what, theme::body(), theme.text1, COLUMN - keys.size().x - 2.0 * STEP);
    let y = |height: f32| Rect::center(&rect).y - height / 2.0;
    ui.painter().galley(pos2(rect.right() - keys.size().x, y(keys.size().y)), keys, theme.text2);
    ui.painter().galley(pos2(rect.left(), y(what.size().y)), what, theme.text1);
}
