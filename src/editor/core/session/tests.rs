use glam::Vec3;
use surefoot::ground::{GroundScene, GroundShape};
use surefoot::humanoid::Role;
use surefoot::rig::{BoneRef, HintMode, Rig, Solver};

use super::super::handles::hint_of_mut;
use super::super::test_session::{mannequin, open};
use super::super::{
    Action, Answer, Command, Edit, Item, LoadedModel, LoopMode, Next, PathPurpose, PlaybackAction, Prompt, Request,
    SelectHow, Severity, Trouble,
};
use super::{Opened, Session};

fn bone(session: &Session, role: Role) -> Item {
    Item::Bone(session.stage().unwrap().map().get(role).unwrap())
}

fn select(session: &mut Session, item: Item) {
    session.apply(Action::Select { item, how: SelectHow::Replace });
}

fn edit(session: &mut Session, label: &str, edit: Edit) {
    session.apply(Action::Edit { label: label.into(), edit });
    session.tick(0.0);
}

fn slope(angle_deg: f32) -> Edit {
    Edit::Ground(GroundScene { shape: GroundShape::Slope { angle_deg }, ..GroundScene::default() })
}

#[test]
fn a_character_is_rigged_at_once_and_that_can_be_undone() {
    let mut session = open(mannequin());
    assert!(session.document().rig().chains.len() >= 5);
    assert!(!session.document().is_dirty(), "nobody's work would be lost yet");
    assert_eq!(session.problems(), []);
    assert!(session.stage().unwrap().is_bound());
    session.apply(Action::Run(Command::Undo));
    assert!(session.document().rig().chains.is_empty());
    session.apply(Action::Run(Command::Redo));
    assert!(!session.document().is_dirty());
}

#[test]
fn feet_stand_on_the_slope_and_ik_off_passes_the_pose_through() {
    let mut session = open(mannequin());
    edit(&mut session, "Set slope", slope(20.0));
    let report = session.stage().unwrap().report();
    assert_eq!(report.feet.len(), 2);
    for contact in report.feet.iter().flat_map(|foot| foot.contacts) {
        assert!(contact.gap.abs() < 0.005, "{contact:?}");
    }
    session.apply(Action::Run(Command::ToggleIk));
    session.tick(0.0);
    let stage = session.stage().unwrap();
    assert_eq!(stage.solved_globals(), stage.incoming_globals());
}

#[test]
fn a_goal_that_is_dragged_is_reached_in_one_step_and_esc_takes_it_back() {
    let mut session = open(mannequin());
    let arm =
        session.document().rig().chains.iter().position(|chain| chain.tip == BoneRef::Role(Role::LeftHand)).unwrap();
    let item = Item::Goal(arm);
    let start = session.handles().iter().find(|handle| handle.item == item).unwrap().position_in_world;
    let before = session.document().rig().clone();
    session.apply(Action::BeginGesture { label: "Move goal".into() });
    for step in 1..=10 {
        let position_in_world = start + Vec3::new(-0.01, 0.01, 0.01) * step as f32;
        session.apply(Action::MoveHandle { item, position_in_world, rotation_in_world: None });
        session.tick(1.0 / 60.0);
    }
    let report = session.stage().unwrap().report().chains.iter().find(|report| report.chain == arm).copied().unwrap();
    assert!(report.reached && report.error < 0.001, "{report:?}");
    session.apply(Action::Run(Command::Cancel));
    assert_eq!(session.document().rig(), &before);

    session.apply(Action::BeginGesture { label: "Move goal".into() });
    session.apply(Action::MoveHandle { item, position_in_world: start + Vec3::Y * 0.1, rotation_in_world: None });
    session.apply(Action::MoveHandle { item, position_in_world: start + Vec3::Y * 0.2, rotation_in_world: None });
    session.apply(Action::CommitGesture);
    assert_eq!(session.document().history().undo_label(), Some("Move goal"));
    session.apply(Action::Run(Command::Undo));
    assert_eq!(session.document().rig(), &before);
}

#[test]
fn a_hint_lies_where_it_was_put() {
    for mode in [HintMode::RestBend, HintMode::Character, HintMode::FollowTip] {
        let mut session = open(mannequin());
        edit(&mut session, "Set slope", slope(15.0));
        let leg = session
            .document()
            .rig()
            .chains
            .iter()
            .position(|chain| chain.tip == BoneRef::Role(Role::LeftFoot))
            .unwrap();
        let mut chain = session.document().rig().chains[leg].clone();
        hint_of_mut(&mut chain).mode = mode;
        edit(&mut session, "Set mode", Edit::Chain { index: leg, chain });
        let at = |session: &Session| {
            session.handles().iter().find(|handle| handle.item == Item::Hint(leg)).unwrap().position_in_world
        };
        let wanted = at(&session) + Vec3::new(0.05, 0.1, 0.2);
        session.apply(Action::MoveHandle { item: Item::Hint(leg), position_in_world: wanted, rotation_in_world: None });
        // Straight after: solving may turn the leg, and what carries the hint with it.
        let stage = session.stage().unwrap();
        let now = super::super::handles::handles(session.document(), stage);
        let now = now.iter().find(|handle| handle.item == Item::Hint(leg)).unwrap().position_in_world;
        assert!(now.distance(wanted) < 1e-4, "{mode:?}: {now} and not {wanted}");
    }
}

#[test]
fn nonsense_positions_do_not_reach_the_document() {
    let mut session = open(mannequin());
    let before = session.document().rig().clone();
    for item in [Item::Goal(0), Item::Hint(0), Item::LookTarget, Item::Goal(99), Item::Ground] {
        session.apply(Action::MoveHandle { item, position_in_world: Vec3::NAN, rotation_in_world: None });
    }
    session.apply(Action::MoveHandle { item: Item::Goal(99), position_in_world: Vec3::ONE, rotation_in_world: None });
    assert_eq!(session.document().rig(), &before);
}

#[test]
fn a_chain_is_marked_from_its_tip_and_taken_back() {
    let mut session = open(mannequin());
    let chains = session.document().rig().chains.len();
    let tip = bone(&session, Role::LeftIndexDistal);
    select(&mut session, tip);
    assert_eq!(Command::AddChain.unavailable(&session), None);
    session.apply(Action::Run(Command::AddChain));
    assert_eq!(session.selection().primary(), Some(Item::Chain(chains)));
    let chain = &session.document().rig().chains[chains];
    assert_eq!((chain.name.as_str(), &chain.root), ("left_index_distal", &BoneRef::Role(Role::LeftIndexProximal)));
    session.apply(Action::Run(Command::Undo));
    assert_eq!(session.document().rig().chains.len(), chains);
    assert!(session.selection().is_empty(), "what is gone is not selected");
}

#[test]
fn two_bones_make_a_long_chain_whichever_was_selected_first() {
    for (first, second) in [(Role::Hips, Role::Head), (Role::Head, Role::Hips)] {
        let mut session = open(mannequin());
        let (first, second) = (bone(&session, first), bone(&session, second));
        session.apply(Action::SelectAll(vec![first, second]));
        session.apply(Action::Run(Command::AddChain));
        let chain = session.document().rig().chains.last().unwrap();
        assert!(matches!(chain.solver, Solver::Fabrik(_)));
        assert_eq!((&chain.root, &chain.tip), (&BoneRef::Role(Role::Hips), &BoneRef::Role(Role::Head)));
    }
}

#[test]
fn a_role_given_in_a_preset_keeps_the_roles_that_were_found() {
    let mut session = open(mannequin());
    let preset = Rig { bones: Default::default(), ..Rig::clone(session.document().rig()) };
    edit(&mut session, "Make a preset", Edit::Rig(Box::new(preset)));
    let feet = session.stage().unwrap().map().get(Role::LeftFoot);
    edit(&mut session, "Drop the jaw", Edit::Role { role: Role::Jaw, bone: None });
    let map = session.stage().unwrap().map();
    assert_eq!((map.get(Role::LeftFoot), map.get(Role::Jaw)), (feet, None));
}

#[test]
fn a_rig_of_another_character_is_fitted_to_this_one() {
    let mut session = open(mannequin());
    let fitted = Rig::clone(session.document().rig());
    let mut foreign = fitted.clone();
    for (role, bone) in &mut foreign.bones {
        *bone = BoneRef::Node(format!("mixamorig:{role}"));
    }
    session.opened(Opened { rig: Some(("/a/foreign.ron".into(), foreign, Vec::new())), ..Opened::default() });
    assert_eq!(session.document().rig().bones, fitted.bones);
    assert!(session.document().is_dirty() && session.stage().unwrap().is_bound());
    assert_eq!(session.count_problems(Severity::Error), 0);
}

#[test]
fn quitting_asks_saves_and_goes_on() {
    let mut session = open(mannequin());
    session.apply(Action::Run(Command::Quit));
    assert_eq!(session.take_requests(), [Request::Quit], "nothing to save");
    edit(&mut session, "Set slope", slope(30.0));
    session.apply(Action::Run(Command::Quit));
    assert_eq!(session.prompt(), Some(&Prompt::Unsaved(Next::Quit)));
    session.apply(Action::Run(Command::Cancel));
    assert_eq!(session.prompt(), None);
    assert_eq!(session.take_requests(), []);

    session.apply(Action::Run(Command::Quit));
    session.apply(Action::Answer(Answer::Save));
    let asked = session.take_requests();
    assert!(matches!(asked[..], [Request::PickPath { purpose: PathPurpose::SaveRig, .. }]), "{asked:?}");
    session.path_chosen(PathPurpose::SaveRig, "/a/hero.rig.ron".into());
    let written = session.take_requests();
    let [Request::Write { path, text }] = &written[..] else { panic!("{written:?}") };
    assert_eq!(path.to_str(), Some("/a/hero.rig.ron"));
    assert_eq!(Rig::from_ron(text).unwrap().rig, **session.document().rig());
    session.saved(path.clone());
    assert_eq!(session.take_requests(), [Request::Quit]);
    assert_eq!(session.title(), "hero.rig.ron — Surefoot");
}

#[test]
fn a_save_that_fails_or_is_called_off_does_not_quit() {
    for fails in [true, false] {
        let mut session = open(mannequin());
        edit(&mut session, "Set slope", slope(30.0));
        session.apply(Action::Run(Command::Quit));
        session.apply(Action::Answer(Answer::Save));
        session.take_requests();
        if fails {
            session.path_chosen(PathPurpose::SaveRig, "/a/b.ron".into());
            session.take_requests();
            session.failed(Trouble::new("The disk is full"));
        } else {
            session.pick_cancelled();
        }
        // A later save of its own must not close the window.
        session.saved("/a/b.ron".into());
        assert_eq!(session.take_requests(), []);
    }
}

#[test]
fn a_file_that_cannot_be_read_leaves_everything_open() {
    let mut session = open(mannequin());
    let before = session.document().rig().clone();
    session.apply(Action::OpenPaths(vec!["/a/broken.glb".into()]));
    assert!(session.loading().is_some());
    session.failed(Trouble::new("/a/broken.glb can't be opened"));
    assert!(session.loading().is_none() && session.stage().is_some());
    assert_eq!(session.document().rig(), &before);
    let message = session.messages().iter().find(|message| message.severity == Severity::Error).unwrap();
    let id = message.id;
    session.tick(100.0);
    assert!(session.messages().iter().any(|message| message.id == id), "errors stay");
    session.apply(Action::Dismiss(id));
    assert!(session.messages().iter().all(|message| message.id != id));
}

#[test]
fn recovered_work_is_unsaved_work() {
    let mut session = open(mannequin());
    let rig = Rig { name: "lost".into(), ..Rig::clone(session.document().rig()) };
    session.opened(Opened { recovered: Some((rig, Some("/a/hero.ron".into()))), ..Opened::default() });
    assert_eq!(session.title(), "hero.ron* — Surefoot");
    assert_eq!(session.document().rig().name, "lost");
}

#[test]
fn a_model_that_changed_on_disk_is_read_again_under_the_same_rig() {
    let model = LoadedModel { path: Some("/a/hero.glb".into()), ..mannequin() };
    let mut session = open(model.clone());
    edit(&mut session, "Rename", Edit::Name("mine".into()));
    session.note_change_on_disk("/a/other.glb".as_ref());
    assert!(session.changed_on_disk().is_empty(), "nothing of ours");
    session.note_change_on_disk("/a/hero.glb".as_ref());
    session.apply(Action::Reload("/a/hero.glb".into()));
    assert_eq!(session.take_requests(), [Request::ReloadModel { path: "/a/hero.glb".into() }]);
    session.opened(Opened { model: Some(model), keeps_rig: true, ..Opened::default() });
    assert_eq!((session.document().rig().name.as_str(), session.document().is_dirty()), ("mine", true));
}

#[test]
fn playing_moves_the_pose_and_not_the_document() {
    let mut session = open(mannequin());
    session.apply(Action::Playback(PlaybackAction::Clip(Some(0))));
    session.apply(Action::Playback(PlaybackAction::Loop(LoopMode::Loop)));
    session.apply(Action::Run(Command::PlayPause));
    session.tick(0.1);
    let first = session.stage().unwrap().solved_globals().clone();
    session.tick(0.1);
    assert_ne!(session.stage().unwrap().solved_globals(), &first);
    assert!(!session.document().is_dirty());
}

/// A small generator, so that a failure has a seed to repeat.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        // xorshift64*
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % sides
    }

    fn share(&mut self) -> f32 {
        self.roll(1001) as f32 / 1000.0
    }

    fn point(&mut self) -> Vec3 {
        Vec3::new(self.share() * 2.0 - 1.0, self.share() * 2.0, self.share() * 2.0 - 1.0)
    }
}

fn random_item(dice: &mut Dice, session: &Session) -> Item {
    let index = dice.roll(session.document().rig().chains.len() + 2);
    let joints: Vec<_> = session.stage().unwrap().skeleton().ids().collect();
    match dice.roll(9) {
        0..=2 => Item::Bone(joints[dice.roll(joints.len())]),
        3 => Item::Chain(index),
        4 => Item::Goal(index),
        5 => Item::Hint(index),
        6 => Item::Limit(dice.roll(session.document().rig().limits.len() + 1)),
        7 => [Item::LookAt, Item::LookTarget, Item::Grounding, Item::Ground][dice.roll(4)],
        _ => Item::LookTarget,
    }
}

fn random_edit(dice: &mut Dice, session: &Session) -> Edit {
    let rig = session.document().rig();
    let index = dice.roll(rig.chains.len() + 1);
    match dice.roll(9) {
        0 => Edit::RemoveChain(index),
        1 => Edit::MoveChain { from: index, to: dice.roll(8) },
        2..=4 => {
            let Some(mut chain) = rig.chains.get(index).cloned() else { return Edit::RemoveLimit(index) };
            match dice.roll(4) {
                0 => chain.position_weight = dice.share(),
                1 => chain.enabled = !chain.enabled,
                2 => chain.name = ["arm", "leg", "", "left_leg"][dice.roll(4)].into(),
                _ => hint_of_mut(&mut chain).weight = dice.share(),
            }
            Edit::Chain { index, chain }
        }
        5 => slope(dice.share() * 60.0 - 30.0),
        6 => {
            let mut look_at = rig.look_at.clone();
            if let Some(look_at) = &mut look_at {
                look_at.clamp = dice.share();
            }
            Edit::LookAt(look_at.map(Box::new))
        }
        7 => {
            let mut grounding = rig.grounding.clone();
            if let Some(grounding) = &mut grounding {
                grounding.weight = dice.share();
            }
            Edit::Grounding(grounding.map(Box::new))
        }
        _ => Edit::All(vec![Edit::Name(format!("rig {}", dice.roll(5))), Edit::Goal { chain: index, goal: None }]),
    }
}

fn random_action(dice: &mut Dice, session: &Session) -> Action {
    let leaves_the_document = [
        Command::New,
        Command::OpenModel,
        Command::OpenRig,
        Command::OpenBundled,
        Command::Save,
        Command::SaveAs,
        Command::Quit,
    ];
    match dice.roll(12) {
        0..=3 => Action::Edit { label: "Edit".into(), edit: random_edit(dice, session) },
        4 => Action::Select {
            item: random_item(dice, session),
            how: [SelectHow::Replace, SelectHow::Add, SelectHow::Toggle][dice.roll(3)],
        },
        5 => Action::MoveHandle {
            item: random_item(dice, session),
            position_in_world: dice.point(),
            rotation_in_world: None,
        },
        6 => Action::BeginGesture { label: "Drag".into() },
        7 => [Action::CommitGesture, Action::CancelGesture][dice.roll(2)].clone(),
        8 => Action::Hover(Some(random_item(dice, session))),
        9 => [
            Action::Playback(PlaybackAction::Clip(Some(dice.roll(6)))),
            Action::Playback(PlaybackAction::Seek(dice.share())),
            Action::JumpInHistory(dice.roll(30)),
        ][dice.roll(3)]
        .clone(),
        _ => {
            let commands: Vec<Command> =
                Command::all().filter(|command| !leaves_the_document.contains(command)).collect();
            Action::Run(commands[dice.roll(commands.len())])
        }
    }
}

fn check_invariants(session: &Session, what: &str) {
    for &item in session.selection().items() {
        assert!(session.is_valid(item), "{what}: {item:?} is selected and is not there");
    }
    assert!(session.hover().is_none_or(|item| session.is_valid(item)), "{what}: hover");
    let rig = session.document().rig();
    let names: std::collections::BTreeSet<&str> = rig.chains.iter().map(|chain| chain.name.as_str()).collect();
    assert_eq!(names.len(), rig.chains.len(), "{what}: names repeat");
    let text = rig.to_ron();
    let back =
        Rig::from_ron(&text).unwrap_or_else(|error| panic!("{what}: what is saved can't be read: {error}\n{text}"));
    assert_eq!(back.rig, **rig, "{what}: saved and read is another rig");
    let stage = session.stage().unwrap();
    let finite = stage.solved_globals().matrices().all(|matrix| matrix.is_finite());
    assert!(finite, "{what}: the pose is not finite");
}

#[test]
fn whatever_is_pressed_everything_stays_sound_and_can_be_undone() {
    let model = mannequin();
    for seed in 1..=12 {
        let mut dice = Dice(0x9E37_79B9 * seed);
        let mut session = open(model.clone());
        let mut done = Vec::new();
        for _ in 0..150 {
            let action = random_action(&mut dice, &session);
            done.push(format!("{action:?}"));
            session.apply(action);
            session.tick(1.0 / 60.0);
            let last = done.last().map_or("", String::as_str);
            check_invariants(&session, &format!("seed {seed}, step {}, {last}", done.len()));
        }
        session.apply(Action::CommitGesture);
        let steps = session.document().history().labels().len();
        session.apply(Action::JumpInHistory(steps));
        let last = session.document().rig().clone();
        for _ in 1..steps {
            session.apply(Action::Run(Command::Undo));
            check_invariants(&session, "undo");
        }
        assert!(session.document().rig().chains.is_empty(), "the first document was empty");
        assert_eq!(session.document().history().undo_label(), None);
        for _ in 1..steps {
            session.apply(Action::Run(Command::Redo));
        }
        assert_eq!(session.document().rig(), &last);
    }
}

#[test]
fn what_was_edited_while_a_file_was_read_is_asked_about() {
    let arrive = |session: &mut Session| {
        session.opened(Opened { model: Some(mannequin()), ..Opened::default() });
    };
    let loading = || {
        let mut session = open(mannequin());
        session.apply(Action::OpenPaths(vec!["hero.glb".into()]));
        assert!(session.loading().is_some());
        session
    };
    let mut session = loading();
    arrive(&mut session);
    assert_eq!(session.prompt(), None, "nothing was changed meanwhile");

    // Kept: the answer to the question is to stay.
    let mut session = loading();
    edit(&mut session, "Set slope", slope(20.0));
    arrive(&mut session);
    assert_eq!(session.prompt(), Some(&Prompt::Unsaved(Next::TakeOver)));
    assert_eq!(session.document().history().undo_label(), Some("Set slope"), "nothing is replaced before the answer");
    session.apply(Action::Answer(Answer::Cancel));
    assert_eq!(session.document().history().undo_label(), Some("Set slope"));

    // Given up: what was read takes its place, once.
    arrive(&mut session);
    assert_eq!(session.prompt(), None, "nothing is being read any more, so this is no surprise");
    let mut session = loading();
    edit(&mut session, "Set slope", slope(20.0));
    arrive(&mut session);
    session.apply(Action::Answer(Answer::Discard));
    assert_ne!(session.document().history().undo_label(), Some("Set slope"));
    assert!(!session.document().is_dirty());

    // Saved first.
    let mut session = loading();
    edit(&mut session, "Set slope", slope(20.0));
    arrive(&mut session);
    session.apply(Action::Answer(Answer::Save));
    session.take_requests();
    session.path_chosen(PathPurpose::SaveRig, "/rigs/a.ron".into());
    assert!(session.take_requests().iter().any(|request| matches!(request, Request::Write { .. })));
    session.saved("/rigs/a.ron".into());
    assert!(session.document().path().is_none(), "the character that was read has a rig of its own");
}

/// The model's file is never among what is written, whatever is mended or given another role before saving.
#[test]
fn b5_saving_writes_the_rig_and_nothing_else() {
    let model = LoadedModel { path: Some("/models/hero.glb".into()), ..mannequin() };
    let (character, rest) = (model.character.clone(), model.character.skeleton.rest().clone());
    let mut session = open(model);
    for fix in [
        surefoot::rig::Fix::MetresPerUnit { value: 0.01 },
        surefoot::rig::Fix::Up { axis: surefoot::rig::Axis::Z },
        surefoot::rig::Fix::SwapSides,
    ] {
        edit(&mut session, "Mend", Edit::Mend(fix));
    }
    session.take_requests();
    session.apply(Action::Run(Command::Save));
    session.path_chosen(PathPurpose::SaveRig, "/rigs/hero.rig.ron".into());
    let written: Vec<Request> =
        session.take_requests().into_iter().filter(|request| matches!(request, Request::Write { .. })).collect();
    assert!(matches!(&written[..], [Request::Write { path, .. }] if path.ends_with("hero.rig.ron")), "{written:?}");
    assert_eq!(*session.stage().unwrap().character().skeleton.rest(), rest);
    assert!(std::sync::Arc::ptr_eq(session.stage().unwrap().character(), &character));
}
