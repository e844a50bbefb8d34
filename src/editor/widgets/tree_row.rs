//! One row of a tree.

use eframe::egui::{
    self, Color32, Rect, Response, Role, Sense, Ui, WidgetInfo, pos2, text::LayoutJob, text::TextFormat, vec2,
};

use super::Icon;
use crate::editor::theme::{self, Meaning, ROW, STEP, Theme};

/// What a row shows.
pub struct TreeRow<'a> {
    /// In full, for assistive tools.
    pub name: &'a str,
    /// Where the part of the name that is shown begins, in bytes.
    pub shown_from: usize,
    /// In a quieter tone at the right: the bone's role.
    pub note: &'a str,
    pub depth: usize,
    /// Whether it is unfolded; none for a row with nothing below.
    pub open: Option<bool>,
    pub selected: bool,
    /// Lit because the same thing is under the pointer elsewhere.
    pub hovered: bool,
    /// Colour of the note and of a mark before the name.
    pub meaning: Meaning,
    /// Byte ranges of the name to mark as found.
    pub marks: &'a [std::ops::Range<usize>],
    /// A row that is kept only for what is found below it.
    pub faded: bool,
}

/// What was done to a row.
pub struct TreeRowResponse {
    pub response: Response,
    /// The arrow was pressed.
    pub folded: bool,
}

const INDENT: f32 = 13.0;

impl TreeRow<'_> {
    /// Paints the row over the whole width; `id_salt` tells rows of the same name apart.
    pub fn show(self, ui: &mut Ui, id_salt: usize) -> TreeRowResponse {
        let (_, rect) = ui.allocate_space(vec2(ui.available_width(), ROW - 2.0));
        let id = ui.make_persistent_id(("row", id_salt));
        let response = ui.interact(rect, id, Sense::click());
        response.widget_info(|| WidgetInfo::selected(Role::TreeItem, ui.is_enabled(), self.selected, self.name));
        ui.ctx().accesskit_node_builder(id, |node| {
            node.set_level(self.depth + 1);
            if let Some(open) = self.open {
                node.set_expanded(open);
            }
        });
        let left = rect.left() + 3.0 * STEP + self.depth.min(24) as f32 * INDENT;
        let arrow = Rect::from_center_size(pos2(left, rect.center().y), theme::square(16.0));
        let mut folded = false;
        if let Some(open) = self.open {
            let fold = ui.interact(arrow.expand(2.0), id.with("fold"), Sense::click());
            fold.widget_info(|| {
                let what = if open { "Fold" } else { "Unfold" };
                WidgetInfo::labeled(Role::DisclosureTriangle, ui.is_enabled(), format!("{what} {}", self.name))
            });
            folded = fold.clicked();
        }
        if ui.is_rect_visible(rect) {
            self.paint(ui, rect, arrow, response.hovered() || self.hovered, response.has_focus());
        }
        TreeRowResponse { response, folded }
    }

    fn paint(&self, ui: &Ui, rect: Rect, arrow: Rect, hovered: bool, focused: bool) {
        let theme = Theme::of(ui);
        let painter = ui.painter();
        if self.selected {
            painter.rect_filled(rect, 0.0, theme.row_of(Meaning::Selection));
            painter.rect_filled(rect.with_max_x(rect.left() + 2.0), 0.0, theme.selection);
        } else if hovered || focused {
            painter.rect_filled(rect, 0.0, theme.row_hovered());
        }
        if let Some(open) = self.open {
            let icon = if open { Icon::ChevronDown } else { Icon::ChevronRight };
            icon.paint(painter, arrow.shrink(2.0), theme.text3);
        }
        let name_left = arrow.right() + 1.5 * STEP;
        let right = rect.right() - 3.0 * STEP;
        let note_color = match (self.selected, self.meaning) {
            (true, _) => theme.selection,
            (false, Meaning::Plain) => theme.text3,
            (false, meaning) => theme.color(meaning),
        };
        let name_color = if self.faded { theme.text3 } else { theme.text1 };
        let name = self.name_galley(ui, right - name_left, name_color, theme.selection);
        let y = |height: f32| rect.center().y - height / 2.0;
        let room = right - name_left - name.size().x - 2.0 * STEP;
        let note = theme::line_of(ui, self.note, theme::small(), note_color, room);
        if !self.note.is_empty() && !note.elided {
            painter.galley(pos2(right - note.size().x, y(note.size().y)), note, note_color);
        }
        painter.galley(pos2(name_left, y(name.size().y)), name, name_color);
    }

    fn name_galley(&self, ui: &Ui, width: f32, color: Color32, mark: Color32) -> std::sync::Arc<egui::Galley> {
        if self.marks.is_empty() {
            return theme::line_of(ui, &self.name[self.shown_from..], theme::body(), color, width);
        }
        let format = |color: Color32| TextFormat { font_id: theme::body(), color, ..TextFormat::default() };
        let mut job = LayoutJob { break_on_newline: false, ..LayoutJob::default() };
        // What is found in the hidden part shows the whole name.
        let mut at = if self.marks[0].start < self.shown_from { 0 } else { self.shown_from };
        for range in self.marks {
            job.append(&self.name[at..range.start], 0.0, format(color));
            job.append(&self.name[range.clone()], 0.0, format(mark));
            at = range.end;
        }
        job.append(&self.name[at..], 0.0, format(color));
        job.wrap = egui::text::TextWrapping::truncate_at_width(width.max(0.0));
        ui.fonts_mut(|fonts| fonts.layout_job(job))
    }
}
