//! The editor without a window: document, edits, history, selection, commands and session.
//!
//! # The contract between this folder and what draws
//!
//! - A panel is a function `fn ui(ui: &mut egui::Ui, session: &Session, state: &mut PanelState, actions: &mut Actions)`.
//!   It reads the session, keeps nothing but its own state (a search text, what is folded) and asks for changes by pushing
//!   [`Action`]s. It holds `&Session`, so it cannot change anything itself.
//! - After the frame the application hands every action to [`Session::apply`] in order, then calls [`Session::tick`].
//! - A change of the document is an [`Edit`] with a label for the undo menu. Edits replace whole parts: clone the chain,
//!   change the field, push it back with [`Actions::edit`].
//! - While something is dragged: [`Action::BeginGesture`], edits, [`Action::CommitGesture`]; all of it is one undo
//!   step. [`Action::CancelGesture`] restores what was there before. An edit outside a gesture is a step of its own.
//! - Everything with a name, a key or a menu entry is a [`Command`]; [`Command::unavailable`] says why it can't run now.
//!
//! Nothing here names a GUI, drawing or dialog crate.

mod action;
mod auto_rig;
mod command;
pub mod contacts;
mod document;
mod edit;
mod explain;
mod handles;
mod history;
mod joint_limit;
mod look_state;
pub mod mapping;
mod marking;
mod message;
mod playback;
mod problem;
pub mod props;
mod report;
mod request;
mod scene_clock;
mod selection;
mod session;
mod shortcut;
mod stage;
mod stroll;
mod swing_map;
#[cfg(test)]
pub mod test_session;
mod treadmill;
mod view_options;

pub use action::{Action, Actions, Answer};
pub use command::{Category, Command};
pub use contacts::{ContactLane, ContactPart};
pub use document::Document;
pub use edit::Edit;
pub use explain::{ShoulderTurn, explain_chain, explain_limit, explain_look, shoulder_turn};
pub use handles::Handle;
pub use history::History;
pub use joint_limit::{JointLimitState, RangeState};
pub use look_state::LookState;
pub use marking::{bone_ref, propose_limit, propose_shoulder};
pub use message::{Message, Severity, Trouble};
pub use playback::{LoopMode, Playback, PlaybackAction};
pub use problem::{Fix, Problem};
pub use props::{grip_of, hand_of, known_props};
pub use report::{Change, Detail, FootReport, ReportAction, Suite, SuiteCell, ground_title};
pub use request::{LeftOver, Next, PathPurpose, Prompt, Request};
pub use scene_clock::{NewPiece, SceneClock};
pub use selection::{Item, SelectHow, Selection};
pub use session::{Opened, Session, scene_title};
pub use shortcut::{Key, Shortcut};
pub use stage::{LoadedModel, OtherAction, OtherRig, Stage, StageClip};
pub use stroll::{Pace, Stroll};
pub use swing_map::LEAST_TURN_RATE;
pub use treadmill::Treadmill;
pub use view_options::{BoneStyle, CameraRequest, GizmoMode, GizmoSpace, Shading, ThemeChoice, ViewOptions};
