use eframe::egui::{DragAndDrop, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use crate::editor::theme::{self, RADIUS, ROW, STEP, Theme};

/// One of a few, side by side. Returns the one that was clicked.
///
/// `name` says what is chosen, for those who hear it: "Rig" of the choices is spoken as "Rig workspace".
pub fn segmented<T: Copy + PartialEq>(ui: &mut Ui, name: &str, current: T, choices: &[(T, &str)]) -> Option<T> {
    segments(ui, name, current, choices, false)
}

/// As [`segmented`], and what is dragged and held over one chooses it too: its page opens to be dropped on.
pub fn segmented_pages<T: Copy + PartialEq>(ui: &mut Ui, name: &str, current: T, choices: &[(T, &str)]) -> Option<T> {
    let is_carrying = DragAndDrop::has_any_payload(ui.ctx());
    segments(ui, name, current, choices, is_carrying)
}

fn segments<T: Copy + PartialEq>(
    ui: &mut Ui,
    name: &str,
    current: T,
    choices: &[(T, &str)],
    is_carrying: bool,
) -> Option<T> {
    let theme = Theme::of(ui);
    let galleys: Vec<_> = choices
        .iter()
        .map(|&(choice, text)| {
            let color = if choice == current { theme.text1 } else { theme.text2 };
            ui.painter().layout_no_wrap(text.to_owned(), theme::body(), color)
        })
        .collect();
    let widths: Vec<f32> = galleys.iter().map(|galley| (galley.size().x + 6.0 * STEP).round()).collect();
    let inset = 3.0;
    let (_, rect) = ui.allocate_space(vec2(widths.iter().sum::<f32>() + 2.0 * inset, ROW + 2.0 * inset));
    ui.painter().rect_filled(rect, RADIUS + inset, theme.bg0);
    let mut picked = None;
    let mut left = rect.left() + inset;
    for ((&(choice, text), galley), width) in choices.iter().zip(galleys).zip(widths) {
        let part = Rect::from_min_size(pos2(left, rect.top() + inset), vec2(width, ROW));
        left += width;
        let response = ui.interact(part, ui.make_persistent_id(("segment", name, text)), Sense::click());
        response.widget_info(|| {
            WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), choice == current, format!("{text} {name}"))
        });
        if choice == current {
            ui.painter().rect_filled(part, RADIUS, theme.bg3);
        } else if response.hovered() || response.has_focus() {
            ui.painter().rect_filled(part, RADIUS, theme.bg2);
        }
        ui.painter().galley(part.center() - galley.size() / 2.0, galley, theme.text1);
        if (response.clicked() || is_carrying && response.contains_pointer()) && choice != current {
            picked = Some(choice);
        }
    }
    picked
}
