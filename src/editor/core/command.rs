use surefoot::humanoid::Side;

use super::mapping::{self, MapGroup};
use super::{BoneStyle, Item, Key, Session, Shortcut};

/// Where a command stands in the menu bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Category {
    File,
    Edit,
    View,
    Rig,
    Play,
    Help,
}

impl Category {
    pub const ALL: [Self; 6] = [Self::File, Self::Edit, Self::View, Self::Rig, Self::Play, Self::Help];

    pub fn name(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::View => "View",
            Self::Rig => "Rig",
            Self::Play => "Play",
            Self::Help => "Help",
        }
    }
}

/// Everything that has a name, a key or a place in a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Command {
    New,
    OpenModel,
    OpenRig,
    OpenBundled,
    AddAnimations,
    OpenScene,
    SaveScene,
    Save,
    SaveAs,
    Quit,
    Undo,
    Redo,
    Delete,
    Duplicate,
    SelectAllBones,
    SelectNone,
    SelectParent,
    SelectChild,
    Cancel,
    FrameAll,
    FrameSelected,
    ViewFront,
    ViewBack,
    ViewLeft,
    ViewRight,
    ViewTop,
    ViewBottom,
    ToggleProjection,
    GizmoMove,
    GizmoRotate,
    ToggleGizmoSpace,
    ToggleSnap,
    ToggleBones,
    ToggleBoneNames,
    ToggleGrid,
    ToggleGhost,
    ToggleLimits,
    ToggleSwingMap,
    ToggleTheme,
    AddChain,
    ToggleChain,
    AddLimit,
    ResetGoal,
    ResetHint,
    ApplyBipedPreset,
    MapAutomatically,
    MirrorMapToRight,
    MirrorMapToLeft,
    ClearBodyMap,
    ClearHeadMap,
    ClearLeftHandMap,
    ClearRightHandMap,
    AddBlock,
    AddRamp,
    AddRubble,
    AddPlatform,
    ToggleIk,
    ToggleOther,
    ShowReport,
    RunReport,
    RunScene,
    Stroll,
    PlayPause,
    StepBack,
    StepForward,
    FirstFrame,
    LastFrame,
    Palette,
    Shortcuts,
}

struct Entry {
    command: Command,
    name: &'static str,
    category: Category,
    shortcuts: &'static [Shortcut],
}

const fn entry(command: Command, name: &'static str, category: Category, shortcuts: &'static [Shortcut]) -> Entry {
    Entry { command, name, category, shortcuts }
}

/// The one table of commands: menus, palette, shortcut sheet and key handling are made from it.
const TABLE: &[Entry] = {
    use Category as In;
    use Command as C;
    use Shortcut as S;
    &[
        entry(C::New, "New rig", In::File, &[S::ctrl(Key::N)]),
        entry(C::OpenModel, "Open model…", In::File, &[S::ctrl(Key::O)]),
        entry(C::OpenRig, "Open rig…", In::File, &[S::ctrl_shift(Key::O)]),
        entry(C::OpenBundled, "Open the bundled character", In::File, &[]),
        entry(C::AddAnimations, "Add animations from file…", In::File, &[]),
        entry(C::OpenScene, "Open scene…", In::File, &[]),
        entry(C::SaveScene, "Save scene as…", In::File, &[]),
        entry(C::Save, "Save", In::File, &[S::ctrl(Key::S)]),
        entry(C::SaveAs, "Save as…", In::File, &[S::ctrl_shift(Key::S)]),
        entry(C::Quit, "Quit", In::File, &[S::ctrl(Key::Q)]),
        entry(C::Undo, "Undo", In::Edit, &[S::ctrl(Key::Z)]),
        entry(C::Redo, "Redo", In::Edit, &[S::ctrl_shift(Key::Z), S::ctrl(Key::Y)]),
        entry(C::Delete, "Delete", In::Edit, &[S::key(Key::Delete)]),
        entry(C::Duplicate, "Duplicate", In::Edit, &[S::ctrl(Key::D)]),
        entry(C::SelectAllBones, "Select all bones", In::Edit, &[S::ctrl(Key::A)]),
        entry(C::SelectNone, "Select none", In::Edit, &[S::alt(Key::A)]),
        entry(C::SelectParent, "Select parent", In::Edit, &[S::key(Key::OpenBracket)]),
        entry(C::SelectChild, "Select child", In::Edit, &[S::key(Key::CloseBracket)]),
        entry(C::Cancel, "Cancel", In::Edit, &[S::key(Key::Escape)]),
        entry(C::FrameAll, "Frame all", In::View, &[S::key(Key::Home)]),
        entry(C::FrameSelected, "Frame selected", In::View, &[S::key(Key::F)]),
        entry(C::ViewFront, "View from the front", In::View, &[S::key(Key::Num1)]),
        entry(C::ViewBack, "View from behind", In::View, &[S::ctrl(Key::Num1)]),
        entry(C::ViewLeft, "View from the left", In::View, &[S::ctrl(Key::Num3)]),
        entry(C::ViewRight, "View from the right", In::View, &[S::key(Key::Num3)]),
        entry(C::ViewTop, "View from above", In::View, &[S::key(Key::Num7)]),
        entry(C::ViewBottom, "View from below", In::View, &[S::ctrl(Key::Num7)]),
        entry(C::ToggleProjection, "Perspective or parallel", In::View, &[]),
        entry(C::GizmoMove, "Move tool", In::View, &[S::key(Key::W), S::key(Key::G)]),
        entry(C::GizmoRotate, "Rotate tool", In::View, &[S::key(Key::E)]),
        entry(C::ToggleGizmoSpace, "Local or world axes", In::View, &[]),
        entry(C::ToggleSnap, "Snap", In::View, &[]),
        entry(C::ToggleBones, "Show bones", In::View, &[]),
        entry(C::ToggleBoneNames, "Show bone names", In::View, &[]),
        entry(C::ToggleGrid, "Show grid", In::View, &[]),
        entry(C::ToggleGhost, "Ghost of the clip's pose", In::View, &[S::key(Key::O)]),
        entry(C::ToggleLimits, "Show joint limits", In::View, &[]),
        entry(C::ToggleSwingMap, "Show where a limb would swing round", In::View, &[]),
        entry(C::ToggleTheme, "Light or dark theme", In::View, &[S::ctrl_shift(Key::T)]),
        entry(C::AddChain, "Chain from the selected tip", In::Rig, &[S::ctrl(Key::I)]),
        entry(C::ToggleChain, "Switch the chain on or off", In::Rig, &[]),
        entry(C::AddLimit, "Limit for the selected bone", In::Rig, &[]),
        entry(C::ResetGoal, "Reset goal", In::Rig, &[]),
        entry(C::ResetHint, "Reset hint", In::Rig, &[]),
        entry(C::ApplyBipedPreset, "Apply the biped preset", In::Rig, &[]),
        entry(C::MapAutomatically, "Map automatically…", In::Rig, &[]),
        entry(C::MirrorMapToRight, "Mirror the map from left to right", In::Rig, &[]),
        entry(C::MirrorMapToLeft, "Mirror the map from right to left", In::Rig, &[]),
        entry(C::ClearBodyMap, "Clear the map of the body", In::Rig, &[]),
        entry(C::ClearHeadMap, "Clear the map of the head", In::Rig, &[]),
        entry(C::ClearLeftHandMap, "Clear the map of the left hand", In::Rig, &[]),
        entry(C::ClearRightHandMap, "Clear the map of the right hand", In::Rig, &[]),
        entry(C::AddBlock, "Add a block to the ground", In::Rig, &[]),
        entry(C::AddRamp, "Add a ramp to the ground", In::Rig, &[]),
        entry(C::AddRubble, "Add rubble to the ground", In::Rig, &[]),
        entry(C::AddPlatform, "Add a moving platform to the ground", In::Rig, &[]),
        entry(C::ToggleIk, "IK on or off", In::Rig, &[S::key(Key::Backslash)]),
        entry(C::ToggleOther, "Show A or B", In::Rig, &[S::key(Key::B)]),
        entry(C::ShowReport, "Show the report", In::Play, &[S::ctrl(Key::R)]),
        entry(C::RunReport, "Run the report over all grounds", In::Play, &[S::ctrl_shift(Key::R)]),
        entry(C::RunScene, "Move the ground", In::Play, &[]),
        entry(C::Stroll, "Walk without a clip", In::Play, &[]),
        entry(C::PlayPause, "Play or pause", In::Play, &[S::key(Key::Space)]),
        entry(C::StepBack, "Step back", In::Play, &[S::key(Key::Left)]),
        entry(C::StepForward, "Step forward", In::Play, &[S::key(Key::Right)]),
        entry(C::FirstFrame, "First frame", In::Play, &[S::ctrl(Key::Left)]),
        entry(C::LastFrame, "Last frame", In::Play, &[S::ctrl(Key::Right), S::key(Key::End)]),
        entry(C::Palette, "Find a command…", In::Help, &[S::ctrl(Key::P), S::ctrl_shift(Key::P)]),
        entry(C::Shortcuts, "Keyboard shortcuts", In::Help, &[S::key(Key::F1)]),
    ]
};

impl Command {
    /// All commands, as menus and the palette list them.
    pub fn all() -> impl Iterator<Item = Self> {
        TABLE.iter().map(|entry| entry.command)
    }

    pub fn in_category(category: Category) -> impl Iterator<Item = Self> {
        TABLE.iter().filter(move |entry| entry.category == category).map(|entry| entry.command)
    }

    fn entry(self) -> &'static Entry {
        TABLE.iter().find(|entry| entry.command == self).unwrap_or(&TABLE[0])
    }

    pub fn name(self) -> &'static str {
        self.entry().name
    }

    pub fn category(self) -> Category {
        self.entry().category
    }

    /// The first is shown in menus.
    pub fn shortcuts(self) -> &'static [Shortcut] {
        self.entry().shortcuts
    }

    /// The name with what it would do now, as in "Undo Set position weight".
    pub fn label(self, session: &Session) -> String {
        let history = session.document().history();
        let what = match self {
            Self::Undo => history.undo_label(),
            Self::Redo => history.redo_label(),
            _ => None,
        };
        match what {
            Some(what) => format!("{} {what}", self.name()),
            None => self.name().to_owned(),
        }
    }

    /// Whether it is a switch that is on.
    pub fn is_on(self, session: &Session) -> Option<bool> {
        let view = session.view_options();
        Some(match self {
            Self::ToggleIk => session.ik_on(),
            Self::ToggleSnap => view.snap,
            Self::RunScene => session.scene_clock().runs,
            Self::ToggleBones => view.bones != BoneStyle::Hidden,
            Self::ToggleBoneNames => view.bone_names,
            Self::ToggleGrid => view.grid,
            Self::ToggleGhost => view.ghost,
            Self::ToggleLimits => view.limits,
            Self::ToggleOther => session.shows_other(),
            Self::ToggleSwingMap => view.swing_map,
            _ => return None,
        })
    }

    /// The side that [`Command::MirrorMapToRight`] and its like take the bones from.
    pub(super) fn mirrors_from(self) -> Side {
        if self == Self::MirrorMapToLeft { Side::Right } else { Side::Left }
    }

    /// The group of roles that the command clears.
    pub(super) fn clears(self) -> Option<MapGroup> {
        MapGroup::ALL.into_iter().find(|&group| Self::clearing(group) == self)
    }

    /// The command that clears a group of roles.
    pub fn clearing(group: MapGroup) -> Self {
        match group {
            MapGroup::Body => Self::ClearBodyMap,
            MapGroup::Head => Self::ClearHeadMap,
            MapGroup::LeftHand => Self::ClearLeftHandMap,
            MapGroup::RightHand => Self::ClearRightHandMap,
        }
    }

    /// Why it can't run now; none when it can.
    pub fn unavailable(self, session: &Session) -> Option<&'static str> {
        let history = session.document().history();
        let selection = session.selection();
        let needs = |met: bool, reason: &'static str| (!met).then_some(reason);
        let bone = selection.bones().next().is_some();
        let chain = selection.chain().is_some();
        let stage = session.stage().is_some();
        match self {
            Self::OpenBundled => needs(session.has_bundled(), "This build has no bundled character"),
            Self::Undo => needs(history.undo_label().is_some() || history.in_gesture(), "Nothing to undo"),
            Self::Redo => needs(history.redo_label().is_some(), "Nothing to redo"),
            Self::Delete => needs(session.can_delete(), "Select a chain, a limit, a goal or a contact"),
            Self::Duplicate => {
                let piece = matches!(selection.primary(), Some(Item::Piece(_)));
                needs(chain || piece, "Select a chain or a piece of the ground")
            }
            Self::RunScene => needs(session.ground_moves(), "Nothing in the ground moves"),
            Self::ToggleOther => needs(session.other().is_some(), "Choose a rig to compare with first"),
            Self::ShowReport => needs(stage, "Open a model"),
            Self::RunReport => session.report_unavailable(),
            Self::OpenScene | Self::SaveScene => needs(stage, "Open a model"),
            Self::AddBlock | Self::AddRamp | Self::AddRubble | Self::AddPlatform => needs(stage, "Open a model"),
            Self::SelectAllBones | Self::FrameAll | Self::ApplyBipedPreset => needs(stage, "Open a model"),
            Self::FrameSelected | Self::AddAnimations => needs(stage, "Open a model"),
            Self::MapAutomatically => match session.stage() {
                None => Some("Open a model"),
                Some(stage) => needs(stage.detection().humanoid, "No humanoid is recognised in this file"),
            },
            Self::MirrorMapToRight | Self::MirrorMapToLeft => match session.stage() {
                None => Some("Open a model"),
                Some(stage) => needs(
                    !mapping::mirroring(stage, self.mirrors_from()).is_empty(),
                    "Both sides are mapped alike, or no bone lies there",
                ),
            },
            Self::ClearBodyMap | Self::ClearHeadMap | Self::ClearLeftHandMap | Self::ClearRightHandMap => {
                let clears = |stage| self.clears().is_some_and(|group| !mapping::clearing(stage, group).is_empty());
                match session.stage() {
                    None => Some("Open a model"),
                    Some(stage) => needs(clears(stage), "No bone is mapped there"),
                }
            }
            Self::SelectParent | Self::SelectChild | Self::AddLimit => needs(bone, "Select a bone"),
            Self::AddChain => match session.proposed_chain() {
                _ if !bone => Some("Select the bone at the tip of the chain"),
                Ok(_) => None,
                Err(reason) => Some(reason),
            },
            Self::ToggleChain | Self::ResetHint => needs(chain, "Select a chain"),
            Self::ResetGoal => needs(session.selected_goal().is_some(), "Select a goal that was moved"),
            Self::Stroll => session.stroll_unavailable(),
            Self::PlayPause if session.playback().stroll().is_some() => None,
            Self::PlayPause | Self::StepBack | Self::StepForward | Self::FirstFrame | Self::LastFrame => {
                needs(session.playback().clip.is_some(), "Choose a clip")
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashMap};

    use super::*;

    #[test]
    fn every_command_stands_once_in_the_table() {
        let all: Vec<Command> = Command::all().collect();
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
        assert_eq!(all.last(), Some(&Command::Shortcuts));
        assert_eq!(all.len(), Command::Shortcuts as usize + 1, "a command is missing from the table");
    }

    #[test]
    fn no_two_commands_share_a_shortcut() {
        let mut taken: HashMap<Shortcut, Command> = HashMap::new();
        for command in Command::all() {
            for &shortcut in command.shortcuts() {
                assert_eq!(taken.insert(shortcut, command), None, "{shortcut} of {command:?} is taken");
            }
        }
    }

    #[test]
    fn names_are_unique_and_plain() {
        let names: BTreeSet<&str> = Command::all().map(Command::name).collect();
        assert_eq!(names.len(), Command::all().count());
        assert!(names.iter().all(|name| !name.ends_with('.')));
    }
}
