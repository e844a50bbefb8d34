use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// Something that is worked out on a thread of its own.
pub struct Background<T> {
    answer: Receiver<T>,
}

/// How a [`Background`] stands.
pub enum News<T> {
    Busy,
    Done(T),
    /// The thread ended without an answer.
    Lost,
}

impl<T: Send + 'static> Background<T> {
    /// None where there is no thread to be had.
    pub fn start(name: &str, work: impl FnOnce() -> T + Send + 'static) -> Option<Self> {
        let (sender, answer) = channel();
        // Nobody listens any more only when the answer is no longer wanted.
        let work = move || drop(sender.send(work()));
        std::thread::Builder::new().name(name.into()).spawn(work).ok().map(|_| Self { answer })
    }

    pub fn poll(&self) -> News<T> {
        match self.answer.try_recv() {
            Ok(answer) => News::Done(answer),
            Err(TryRecvError::Empty) => News::Busy,
            Err(TryRecvError::Disconnected) => News::Lost,
        }
    }
}
