use std::path::PathBuf;

use glam::{Quat, Vec3};

use super::{Command, Edit, Item, OtherAction, PlaybackAction, ReportAction, SelectHow};

/// Everything that a panel, the viewport or the desktop can ask for.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// One change of the document. `label` is what the undo menu says, as in "Set position weight".
    Edit {
        label: String,
        edit: Edit,
    },
    /// Moves what can be grabbed in the viewport: a goal, a hint or the look target. World space, metres; the session turns it
    /// into the right edit. Without a rotation the handle keeps the one it has.
    MoveHandle {
        item: Item,
        position_in_world: Vec3,
        rotation_in_world: Option<Quat>,
    },
    /// Edits from here on become one step called `label`.
    BeginGesture {
        label: String,
    },
    CommitGesture,
    /// Restores what was there when the gesture began.
    CancelGesture,
    Select {
        item: Item,
        how: SelectHow,
    },
    SelectAll(Vec<Item>),
    ClearSelection,
    /// What the pointer is over, anywhere; none when it leaves.
    Hover(Option<Item>),
    Run(Command),
    Playback(PlaybackAction),
    Report(ReportAction),
    Other(OtherAction),
    /// Undoes or redoes until this many steps are done.
    JumpInHistory(usize),
    /// What the thing under the pointer does and which keys matter, for the status bar; cleared every frame.
    Hint(String),
    /// Removes a message by its id.
    Dismiss(u64),
    /// The answer to the open [`super::Prompt`].
    Answer(Answer),
    /// Files or typed paths: a model, a rig, or a model and a rig.
    OpenPaths(Vec<PathBuf>),
    /// A scene's file, as the ground.
    OpenScene(PathBuf),
    /// The time at which the ground is shown, seconds.
    SeekScene(f32),
    /// Files whose clips are laid over the character that is open; nothing is asked.
    AddAnimations(Vec<PathBuf>),
    CancelLoading,
    /// Reads a file again that another program has changed.
    Reload(PathBuf),
    /// Keeps what is open instead.
    KeepMine(PathBuf),
    /// The Map workspace is shown, or is no more: the rest pose stands there, without IK.
    ShowMapping(bool),
    /// Makes the changes that [`Command::MapAutomatically`] proposes, or drops them.
    EndMapPreview {
        apply: bool,
    },
    /// Maps and rigs another of the characters in the file, by its index in [`super::Stage::detections`].
    ChooseCharacter(usize),
    /// Applies the automatic repair of the problem at this index of [`super::Session::problems`].
    FixProblem(usize),
    /// Mends everything about the character's file that can be, as one step.
    FixAll,
}

/// What a person answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Cancel,
    /// Save first, then go on.
    Save,
    /// Go on without saving.
    Discard,
    /// The path typed where there is no file dialog.
    Path(PathBuf),
    /// Bring back what the last run did not save.
    Recover,
}

/// Actions of one frame, in order.
#[derive(Debug, Default)]
pub struct Actions {
    queue: Vec<Action>,
}

impl Actions {
    pub fn push(&mut self, action: Action) {
        self.queue.push(action);
    }

    pub fn edit(&mut self, label: impl Into<String>, edit: Edit) {
        self.push(Action::Edit { label: label.into(), edit });
    }

    pub fn run(&mut self, command: Command) {
        self.push(Action::Run(command));
    }

    /// Makes `item` the only selected one.
    pub fn select(&mut self, item: Item) {
        self.push(Action::Select { item, how: SelectHow::Replace });
    }

    pub fn hint(&mut self, text: impl Into<String>) {
        self.push(Action::Hint(text.into()));
    }

    pub fn playback(&mut self, action: PlaybackAction) {
        self.push(Action::Playback(action));
    }

    pub fn take(&mut self) -> Vec<Action> {
        std::mem::take(&mut self.queue)
    }
}
