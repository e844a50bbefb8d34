use std::sync::Arc;

use surefoot::rig::Rig;

/// The document as it was after each step, and which of these is current.
///
/// Steps are whole snapshots: a rig is a few kilobytes, and nothing can be forgotten in an inverse edit.
#[derive(Clone, Debug)]
pub struct History {
    /// Never empty; the first is the document as it was opened.
    steps: Vec<Step>,
    current: usize,
    saved: Option<u64>,
    next_id: u64,
    gesture: Option<Gesture>,
}

#[derive(Clone, Debug)]
struct Step {
    id: u64,
    label: String,
    rig: Arc<Rig>,
}

#[derive(Clone, Debug)]
struct Gesture {
    label: String,
    /// The document as the gesture has changed it so far.
    rig: Arc<Rig>,
}

impl History {
    /// Undo goes back this many steps.
    pub const LIMIT: usize = 200;

    /// `saved` says whether `rig` is what stands in its file.
    pub fn new(rig: Rig, saved: bool) -> Self {
        let first = Step { id: 0, label: "Open".into(), rig: Arc::new(rig) };
        Self { steps: vec![first], current: 0, saved: saved.then_some(0), next_id: 1, gesture: None }
    }

    /// The document as it stands, a gesture under way included.
    pub fn rig(&self) -> &Arc<Rig> {
        self.gesture.as_ref().map_or(&self.steps[self.current].rig, |gesture| &gesture.rig)
    }

    pub fn undo_label(&self) -> Option<&str> {
        (self.current > 0).then(|| self.steps[self.current].label.as_str())
    }

    pub fn redo_label(&self) -> Option<&str> {
        self.steps.get(self.current + 1).map(|step| step.label.as_str())
    }

    /// Labels of all steps, oldest first; the first is the opened document.
    pub fn labels(&self) -> impl ExactSizeIterator<Item = &str> {
        self.steps.iter().map(|step| step.label.as_str())
    }

    /// Index of the current step in [`History::labels`].
    pub fn position(&self) -> usize {
        self.current
    }

    /// Differs from what stands in the file.
    pub fn is_dirty(&self) -> bool {
        let in_gesture = self.gesture.as_ref().is_some_and(|gesture| gesture.rig != self.steps[self.current].rig);
        in_gesture || self.saved != Some(self.steps[self.current].id)
    }

    pub fn in_gesture(&self) -> bool {
        self.gesture.is_some()
    }

    pub(super) fn mark_saved(&mut self) {
        self.saved = Some(self.steps[self.current].id);
    }

    /// No step stands in a file any more.
    pub(super) fn forget_saved(&mut self) {
        self.saved = None;
    }

    /// Takes `rig` as the next step, or into the gesture under way. A change that changes nothing is no step.
    pub(super) fn push(&mut self, label: String, rig: Rig) {
        if let Some(gesture) = &mut self.gesture {
            if *gesture.rig != rig {
                gesture.rig = Arc::new(rig);
            }
            return;
        }
        if *self.steps[self.current].rig == rig {
            return;
        }
        self.steps.truncate(self.current + 1);
        self.steps.push(Step { id: self.next_id, label, rig: Arc::new(rig) });
        self.next_id += 1;
        if self.steps.len() > Self::LIMIT + 1 {
            self.steps.remove(0);
        }
        self.current = self.steps.len() - 1;
    }

    /// A gesture that is still open is committed first.
    pub(super) fn begin_gesture(&mut self, label: String) {
        self.commit_gesture();
        self.gesture = Some(Gesture { label, rig: self.steps[self.current].rig.clone() });
    }

    pub(super) fn commit_gesture(&mut self) {
        if let Some(gesture) = self.gesture.take() {
            self.push(gesture.label, Arc::unwrap_or_clone(gesture.rig));
        }
    }

    /// Whether there was one to cancel.
    pub(super) fn cancel_gesture(&mut self) -> bool {
        self.gesture.take().is_some()
    }

    /// Goes to step `position`, clamped to those there are. A gesture under way is committed first.
    pub(super) fn jump(&mut self, position: usize) {
        self.commit_gesture();
        self.current = position.min(self.steps.len() - 1);
    }

    pub(super) fn undo(&mut self) {
        self.commit_gesture();
        self.current = self.current.saturating_sub(1);
    }

    pub(super) fn redo(&mut self) {
        self.jump(self.current + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> Rig {
        Rig { name: name.into(), ..Rig::default() }
    }

    fn name(history: &History) -> &str {
        &history.rig().name
    }

    #[test]
    fn undo_and_redo_walk_the_steps_and_say_what_they_would_do() {
        let mut history = History::new(named("a"), true);
        history.push("To b".into(), named("b"));
        history.push("To c".into(), named("c"));
        assert_eq!((history.undo_label(), history.redo_label()), (Some("To c"), None));
        history.undo();
        assert_eq!((name(&history), history.undo_label(), history.redo_label()), ("b", Some("To b"), Some("To c")));
        history.undo();
        history.undo();
        assert_eq!((name(&history), history.undo_label()), ("a", None));
        history.redo();
        history.push("To d".into(), named("d"));
        assert_eq!((name(&history), history.redo_label()), ("d", None), "a new step drops what was undone");
    }

    #[test]
    fn the_star_follows_the_saved_step_through_undo_and_redo() {
        let mut history = History::new(named("a"), true);
        assert!(!history.is_dirty());
        history.push("To b".into(), named("b"));
        assert!(history.is_dirty());
        history.mark_saved();
        history.undo();
        assert!(history.is_dirty());
        history.redo();
        assert!(!history.is_dirty());
        history.undo();
        history.push("To c".into(), named("c"));
        assert!(history.is_dirty(), "the saved step was dropped");
    }

    #[test]
    fn a_drag_is_one_step_and_cancel_restores() {
        let mut history = History::new(named("a"), true);
        history.begin_gesture("Drag".into());
        for index in 0..50 {
            history.push("ignored".into(), named(&format!("b{index}")));
        }
        assert_eq!(name(&history), "b49");
        assert!(history.is_dirty());
        history.commit_gesture();
        assert_eq!(history.undo_label(), Some("Drag"));
        history.begin_gesture("Drag again".into());
        history.push("ignored".into(), named("c"));
        assert!(history.cancel_gesture());
        assert_eq!((name(&history), history.redo_label()), ("b49", None));
        history.undo();
        assert_eq!(name(&history), "a");
    }

    #[test]
    fn a_gesture_that_ends_where_it_began_is_no_step() {
        let mut history = History::new(named("a"), true);
        history.begin_gesture("Drag".into());
        history.push(String::new(), named("b"));
        history.push(String::new(), named("a"));
        history.commit_gesture();
        assert_eq!(history.undo_label(), None);
        assert!(!history.is_dirty());
    }

    #[test]
    fn the_oldest_steps_are_dropped_beyond_the_limit() {
        let mut history = History::new(named("first"), true);
        for index in 0..History::LIMIT + 5 {
            history.push("Step".into(), named(&index.to_string()));
        }
        assert_eq!(history.labels().len(), History::LIMIT + 1);
        history.jump(0);
        assert_eq!(name(&history), "4");
    }
}
