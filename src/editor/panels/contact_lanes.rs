//! When each foot stands in the clip, as lanes under the timeline: shown, dragged, added and taken away.

use eframe::egui::{
    self, Align2, Color32, CursorIcon, Key, Modifiers, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, UiBuilder,
    WidgetInfo, pos2, vec2,
};

use crate::editor::core::contacts::{self, Stretch};
use crate::editor::core::{
    Action, Actions, Command, ContactLane, ContactPart, Item, Playback, PlaybackAction, Session,
};
use crate::editor::meaning;
use crate::editor::theme::{self, ROW, STEP, Theme};
use crate::editor::widgets::{Icon, icon_button};

/// Top of the first lane and from lane to lane, below the top of the panel.
const TOP: f32 = 80.0;
const LANE: f32 = 24.0;
/// Half of a bar's height.
const HALF: f32 = 7.0;
/// How far to either side of an end it can be taken hold of.
const GRIP: f32 = 5.0;

/// A stretch being dragged.
#[derive(Debug)]
struct Drag {
    lane: ContactLane,
    at: usize,
    part: ContactPart,
    from_x: f32,
}

/// What is being dragged in the lanes.
#[derive(Debug, Default)]
pub struct LanesState {
    drag: Option<Drag>,
}

/// From time to place.
#[derive(Clone, Copy)]
pub struct Scale {
    pub track: Rect,
    /// Seconds.
    pub duration: f32,
}

impl Scale {
    pub fn x_of(&self, time: f32) -> f32 {
        self.track.left() + self.track.width() * (time / self.duration).clamp(0.0, 1.0)
    }

    /// Of the clip.
    pub fn time_at(&self, x: f32) -> f32 {
        self.seconds(x - self.track.left()).clamp(0.0, self.duration)
    }

    fn seconds(&self, points: f32) -> f32 {
        points / self.track.width().max(1.0) * self.duration
    }
}

fn middle_of(top: f32, place: usize) -> f32 {
    top + TOP + (place as f32 + 0.5) * LANE
}

/// The lane at this height, where there is one.
pub fn lane_at(top: f32, y: f32, lanes: &[ContactLane]) -> Option<&ContactLane> {
    let place = (y - top - TOP) / LANE;
    if place >= 0.0 { lanes.get(place as usize) } else { None }
}

/// The names of the lanes beside them, with what puts one back and what adds to it.
pub fn names(ui: &mut Ui, top: f32, session: &Session, lanes: &[ContactLane], actions: &mut Actions) {
    let theme = Theme::of(ui);
    let panel = ui.max_rect();
    for (place, lane) in lanes.iter().enumerate() {
        let y = middle_of(top, place);
        let title = meaning::chain_title(&lane.chain);
        ui.painter().text(
            pos2(panel.left(), y),
            Align2::LEFT_CENTER,
            format!("{title} contact"),
            theme::body(),
            theme.text2,
        );
        if !session.can_set_contacts() {
            continue;
        }
        let right =
            Rect::from_min_max(pos2(panel.right() - 2.0 * ROW, y - ROW / 2.0), pos2(panel.right(), y + ROW / 2.0));
        let builder = UiBuilder::new().max_rect(right).layout(egui::Layout::right_to_left(egui::Align::Center));
        ui.scope_builder(builder.id_salt(("contact lane", place)), |ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            let name = format!("Add a contact of the {} at the playhead", title.to_lowercase());
            let time = session.playback().time;
            let more = contacts::added(&lane.down, time, session.playback().duration);
            ui.add_enabled_ui(more.is_some(), |ui| {
                if icon_button(ui, Icon::Plus, &name, false).clicked() {
                    add(session, lane, time, actions);
                }
            });
            if lane.found.is_some() {
                let name = format!("Back to the contacts that are found for the {}", title.to_lowercase());
                if icon_button(ui, Icon::Reset, &name, false).clicked() {
                    reset(session, lane, actions);
                }
            }
        });
    }
}

/// Adds a contact at a time of the clip, where the foot is up.
pub fn add(session: &Session, lane: &ContactLane, time: f32, actions: &mut Actions) {
    if let Some((down, at)) = contacts::added(&lane.down, time, session.playback().duration)
        && let Some(edit) = session.set_contacts(lane, Some(down))
    {
        actions.edit(format!("Add a contact of the {}", low_title(lane)), edit);
        actions.select(Item::Contact { foot: lane.foot, at });
    }
}

/// Lets what is found in the clip count again.
pub fn reset(session: &Session, lane: &ContactLane, actions: &mut Actions) {
    if let Some(edit) = session.set_contacts(lane, None) {
        actions.edit(format!("Find the contacts of the {}", low_title(lane)), edit);
    }
}

fn low_title(lane: &ContactLane) -> String {
    meaning::chain_title(&lane.chain).to_lowercase()
}

/// The lanes themselves; the feet take turns in two tones.
pub fn ui(
    ui: &mut Ui,
    rect: Rect,
    scale: Scale,
    session: &Session,
    lanes: &[ContactLane],
    state: &mut LanesState,
    actions: &mut Actions,
) {
    if state.drag.is_some() {
        follow(ui, scale, session, state, actions);
    }
    let theme = Theme::of(ui);
    for (place, lane) in lanes.iter().enumerate() {
        let color = if place % 2 == 0 { theme.leg } else { theme.bg1.lerp_to_gamma(theme.leg, 0.6) };
        let y = middle_of(rect.top(), place);
        let bars = Bars { scale, rect, y, color };
        if let Some(found) = &lane.found {
            // What was found stays in sight under what was set.
            for piece in found.iter().flat_map(|&stretch| pieces(stretch, scale.duration)) {
                let x = scale.x_of(piece.from)..=scale.x_of(piece.to);
                ui.painter_at(rect).hline(x, y + HALF + 2.5, Stroke::new(2.0, theme.text3));
            }
        }
        for at in 0..lane.down.len() {
            stretch(ui, &bars, session, lane, at, state, actions);
        }
    }
    if let Some(drag) = &state.drag
        && let Some((place, lane)) = lanes.iter().enumerate().find(|(_, lane)| lane.foot == drag.lane.foot)
        && let Some(Item::Contact { foot, at }) = session.selection().primary()
        && foot == lane.foot
        && let Some(&[from, to]) = lane.down.get(at)
    {
        readout(ui, rect, scale, middle_of(rect.top(), place), drag.part, [from, to]);
    }
}

/// One lane as it is drawn.
struct Bars {
    scale: Scale,
    rect: Rect,
    y: f32,
    color: Color32,
}

/// A part of a stretch that lies within the clip, and which of its ends are the stretch's own.
struct Piece {
    from: f32,
    to: f32,
    starts: bool,
    ends: bool,
}

/// A stretch over the clip's end shows at both ends of the lane.
fn pieces([from, to]: Stretch, duration: f32) -> impl Iterator<Item = Piece> {
    let is_over = to > duration + 1e-3;
    let first = Piece { from, to: to.min(duration), starts: true, ends: !is_over };
    let second = is_over.then_some(Piece { from: 0.0, to: to - duration, starts: false, ends: true });
    std::iter::once(first).chain(second)
}

fn stretch(
    ui: &mut Ui,
    bars: &Bars,
    session: &Session,
    lane: &ContactLane,
    at: usize,
    state: &mut LanesState,
    actions: &mut Actions,
) {
    let theme = Theme::of(ui);
    let item = Item::Contact { foot: lane.foot, at };
    let name = meaning::contact_name(&meaning::chain_title(&lane.chain), at);
    let [from, to] = lane.down[at];
    let is_selected = session.selection().contains(item);
    let sense = if session.can_set_contacts() { Sense::click_and_drag() } else { Sense::click() };
    let mut parts: Vec<(ContactPart, Response)> = Vec::new();
    let mut drawn: Vec<(Rect, Piece)> = Vec::new();
    for (index, piece) in pieces([from, to], bars.scale.duration).enumerate() {
        let [left, right] = [piece.from, piece.to].map(|time| bars.scale.x_of(time));
        let bar = Rect::from_x_y_ranges(left..=right.max(left + 3.0), bars.y - HALF..=bars.y + HALF);
        let id = ui.make_persistent_id(("contact", lane.foot, at, index));
        let whole = ui.interact(bar.intersect(bars.rect), id, sense);
        let name = if index == 0 { name.clone() } else { format!("{name} from the clip's beginning") };
        whole.widget_info(|| WidgetInfo::selected(Role::Button, true, is_selected, &name));
        parts.push((ContactPart::Whole, whole));
        // A short bar keeps a middle to take hold of.
        let inside = GRIP.min(bar.width() / 4.0);
        for (part, is_own, x, word) in [
            (ContactPart::Start, piece.starts, left - GRIP..=left + inside, "Start"),
            (ContactPart::End, piece.ends, right - inside..=right + GRIP, "End"),
        ] {
            if is_own && sense.senses_drag() {
                let grip = Rect::from_x_y_ranges(x, bar.y_range()).intersect(bars.rect);
                let end = ui.interact(grip, id.with(part), Sense::click_and_drag());
                let time = if part == ContactPart::Start { from } else { to };
                end.widget_info(|| WidgetInfo {
                    value: Some(f64::from(time)),
                    ..WidgetInfo::labeled(Role::Slider, true, format!("{word} of {}", lower_first(&name)))
                });
                parts.push((part, end.on_hover_and_drag_cursor(CursorIcon::ResizeHorizontal)));
            }
        }
        drawn.push((bar, piece));
    }
    let is_lit = is_selected || parts.iter().any(|(_, response)| response.hovered());
    let fill = if is_lit { bars.color.lerp_to_gamma(theme.text1, 0.18) } else { bars.color };
    let painter = ui.painter_at(bars.rect);
    for (bar, piece) in &drawn {
        painter.rect_filled(*bar, 4.0, fill);
        if is_selected {
            painter.rect_stroke(*bar, 4.0, Stroke::new(1.5, theme.selection), StrokeKind::Outside);
        }
        if is_lit && sense.senses_drag() && bar.width() > 4.0 * GRIP {
            let ends = [(piece.starts, bar.left() + 4.0), (piece.ends, bar.right() - 4.0)];
            for (_, x) in ends.into_iter().filter(|(is_own, _)| *is_own) {
                painter.vline(x, bar.top() + 4.0..=bar.bottom() - 4.0, Stroke::new(1.5, theme.ink));
            }
        }
    }
    for (part, response) in parts {
        if response.clicked() || response.secondary_clicked() {
            actions.select(item);
        }
        if response.drag_started()
            && let Some(origin) = ui.input(|input| input.pointer.press_origin())
        {
            let verb = if part == ContactPart::Whole { "Move" } else { "Set" };
            actions.playback(PlaybackAction::Play(false));
            actions.push(Action::BeginGesture { label: format!("{verb} {}", lower_first(&name)) });
            actions.select(item);
            state.drag = Some(Drag { lane: lane.clone(), at, part, from_x: origin.x });
        }
        if response.hovered() && state.drag.is_none() {
            actions.push(Action::Hover(Some(item)));
            actions.hint(hint(session, part, &name));
        }
        response.context_menu(|ui| menu(ui, session, lane, at, actions));
    }
}

fn hint(session: &Session, part: ContactPart, name: &str) -> String {
    if !session.can_set_contacts() {
        return format!(
            "{name}, as found: a clip without a name can't be told from others, so nothing is kept for it."
        );
    }
    match part {
        ContactPart::Start => format!("{name}: drag to say when the foot lands; Shift leaves the frames."),
        ContactPart::End => format!("{name}: drag to say when the foot lifts; Shift leaves the frames."),
        ContactPart::Whole => format!("{name}: drag to move it, Delete to take it away."),
    }
}

fn menu(ui: &mut Ui, session: &Session, lane: &ContactLane, at: usize, actions: &mut Actions) {
    if !session.can_set_contacts() {
        return;
    }
    if ui.button("Take the contact away").clicked() {
        actions.select(Item::Contact { foot: lane.foot, at });
        actions.run(Command::Delete);
        ui.close();
    }
    ui.add_enabled_ui(lane.found.is_some(), |ui| {
        if ui.button("Back to the found contacts").clicked() {
            reset(session, lane, actions);
            ui.close();
        }
    });
}

/// What the pointer has made of the stretch that it holds; the playhead goes along with an end, so that the foot is seen as it lands or lifts.
fn follow(ui: &Ui, scale: Scale, session: &Session, state: &mut LanesState, actions: &mut Actions) {
    let Some(drag) = &state.drag else { return };
    if ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
        actions.push(Action::CancelGesture);
        state.drag = None;
        return;
    }
    let (at, is_down, is_free) =
        ui.input(|input| (input.pointer.latest_pos(), input.pointer.primary_down(), input.modifiers.shift));
    if let Some(at) = at
        && let Some(&before) = drag.lane.down.get(drag.at)
    {
        let clip_s = scale.duration;
        let by_s = scale.seconds(at.x - drag.from_x);
        let end = if drag.part == ContactPart::End { before[1] } else { before[0] };
        let snapped = ((end + by_s) / Playback::FRAME).round() * Playback::FRAME;
        let by_s = if is_free { by_s } else { snapped - end };
        let now = contacts::moved(before, drag.part, by_s, clip_s);
        let (down, place) = contacts::replaced(&drag.lane.down, drag.at, now, clip_s);
        if let Some(edit) = session.set_contacts(&drag.lane, Some(down)) {
            actions.edit(String::new(), edit);
            actions.select(Item::Contact { foot: drag.lane.foot, at: place });
        }
        let shown = match drag.part {
            ContactPart::Start => Some(now[0].rem_euclid(clip_s)),
            ContactPart::End if now[1] <= clip_s => Some(now[1]),
            ContactPart::End => Some(now[1].rem_euclid(clip_s)),
            ContactPart::Whole => None,
        };
        if let Some(time) = shown {
            actions.playback(PlaybackAction::Seek(time));
        }
    }
    actions.hint("Shift leaves the frames, Esc puts it back.");
    if !is_down {
        actions.push(Action::CommitGesture);
        state.drag = None;
    }
}

/// The times of what is dragged, over it.
fn readout(ui: &Ui, rect: Rect, scale: Scale, y: f32, part: ContactPart, [from, to]: Stretch) {
    let theme = Theme::of(ui);
    let within = |time: f32| if time > scale.duration { time - scale.duration } else { time };
    let (text, time) = match part {
        ContactPart::Start => (format!("lands {from:.3} s"), from),
        ContactPart::End => (format!("lifts {:.3} s", within(to)), within(to)),
        ContactPart::Whole => (format!("{from:.3} – {:.3} s", within(to)), from),
    };
    let galley = ui.painter().layout_no_wrap(text, theme::small(), theme.text1);
    let size = galley.size() + vec2(2.0 * STEP, 3.0);
    let left =
        (scale.x_of(time) - size.x / 2.0).clamp(rect.left() + STEP, (rect.right() - size.x - STEP).max(rect.left()));
    let plate = Rect::from_min_size(pos2(left, y - HALF - size.y - 4.0), size);
    ui.painter().rect_filled(plate, 4.0, theme.bg3);
    ui.painter().galley(plate.min + vec2(STEP, 1.5), galley, theme.text1);
}

fn lower_first(text: &str) -> String {
    crate::editor::widgets::lower_first(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stretch_over_the_end_shows_at_both() {
        let ends =
            |stretch| pieces(stretch, 1.0).map(|one| (one.from, one.to, one.starts, one.ends)).collect::<Vec<_>>();
        assert_eq!(ends([0.25, 0.5]), [(0.25, 0.5, true, true)]);
        assert_eq!(ends([0.75, 1.25]), [(0.75, 1.0, true, false), (0.0, 0.25, false, true)]);
        assert_eq!(ends([0.0, 1.0]), [(0.0, 1.0, true, true)]);
    }
}
