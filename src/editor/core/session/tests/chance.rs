//! Whatever is pressed: the session stays sound, and every step can be taken back.

use glam::Vec3;
use surefoot::rig::Rig;

use super::slope;
use crate::editor::core::Session;
use crate::editor::core::handles::hint_of_mut;
use crate::editor::core::test_session::{mannequin, open};
use crate::editor::core::{Action, Command, Edit, Item, PlaybackAction, SelectHow};

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
