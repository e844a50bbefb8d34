//! Where a limb's knee or elbow would swing round: worked out on a thread of its own, kept until what it depends on changes.

use std::sync::mpsc::{Receiver, TryRecvError, channel};

use glam::Quat;
use surefoot::ground::NoGround;
use surefoot::math::Transform;
use surefoot::pose::Pose;
use surefoot::runtime::{BoundRig, Goal, Inputs, SingularGoal};

/// The least turn that is shown, radians a metre: 1° a millimetre.
pub const LEAST_TURN_RATE: f32 = 17.453_293;

/// What the map depends on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Question {
    /// Changes whenever the rig is bound anew.
    pub bound_serial: u64,
    /// Index into the rig's chains.
    pub chain: usize,
    pub chain_name: String,
    pub goal_rotation: Option<Quat>,
    pub pose: Pose,
    pub root: Transform,
}

impl Question {
    fn answer(&self, bound: &BoundRig) -> Vec<SingularGoal> {
        let goals = [Goal {
            chain: &self.chain_name,
            position_in_world: self.root.translation,
            rotation_in_world: self.goal_rotation,
            hint_in_world: None,
            weight: 1.0,
        }];
        let inputs = Inputs { root: self.root, goals: &goals, ..Inputs::settled(&NoGround) };
        bound.singular_goals(&self.pose, self.chain, LEAST_TURN_RATE, &inputs)
    }
}

/// The map that is shown and the one that is being worked out.
#[derive(Default)]
pub(super) struct SwingMap {
    done: Option<(Question, Vec<SingularGoal>)>,
    job: Option<(Question, Receiver<Vec<SingularGoal>>)>,
}

impl SwingMap {
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// The last map of this chain, though something may have changed since.
    pub fn of_chain(&self, chain: usize) -> Option<&[SingularGoal]> {
        self.done.as_ref().filter(|(question, _)| question.chain == chain).map(|(_, goals)| &goals[..])
    }

    pub fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    /// Takes what is finished, and begins anew where it does not answer `question`. One thread at a time.
    pub fn follow(&mut self, question: Question, bound: &BoundRig) {
        if let Some((asked, answer)) = self.job.take() {
            match answer.try_recv() {
                Ok(goals) => self.done = Some((asked, goals)),
                Err(TryRecvError::Empty) => self.job = Some((asked, answer)),
                Err(TryRecvError::Disconnected) => {}
            }
        }
        let is_answered = self.done.as_ref().is_some_and(|(asked, _)| *asked == question);
        if self.job.is_some() || is_answered {
            return;
        }
        let (sender, receiver) = channel();
        let (bound, asked) = (bound.clone(), question.clone());
        // Nobody listens any more only when the map is no longer wanted.
        let work = move || drop(sender.send(asked.answer(&bound)));
        let thread = std::thread::Builder::new().name("swing map".into()).spawn(work);
        self.job = thread.ok().map(|_| (question, receiver));
    }
}
