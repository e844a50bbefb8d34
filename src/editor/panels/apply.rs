use crate::editor::core::{Action, Actions, Edit};
use crate::editor::widgets::Change;

/// Turns what was done to a field into actions: a drag becomes one step of undo called `label`.
pub fn push<T>(actions: &mut Actions, label: &str, change: Change<T>, edit: impl FnOnce(T) -> Edit) {
    match change {
        Change::None => {}
        Change::Begin => actions.push(Action::BeginGesture { label: label.to_owned() }),
        Change::Live(value) | Change::Set(value) => actions.edit(label, edit(value)),
        Change::Commit => actions.push(Action::CommitGesture),
        Change::Cancel => actions.push(Action::CancelGesture),
    }
}
