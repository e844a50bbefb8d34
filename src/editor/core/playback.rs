use glam::Vec3;

use super::{Pace, Stroll};

/// What happens at the end of a clip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum LoopMode {
    #[default]
    Loop,
    Once,
    PingPong,
}

impl LoopMode {
    pub const ALL: [Self; 3] = [Self::Loop, Self::Once, Self::PingPong];

    pub fn name(self) -> &'static str {
        match self {
            Self::Loop => "Loop",
            Self::Once => "Once",
            Self::PingPong => "Ping-pong",
        }
    }
}

/// What the timeline can ask for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlaybackAction {
    /// A clip of the character; none shows the rest pose.
    Clip(Option<usize>),
    /// Walks without a clip, from where it has come to where it does so already.
    Stroll(Pace),
    Play(bool),
    /// Seconds.
    Seek(f32),
    /// Seconds since the stretch that is played began.
    SeekInStretch(f32),
    /// So many frames of 1/60 s forward or back; stops playing.
    Step(i32),
    Speed(f32),
    Loop(LoopMode),
    /// Whether the character goes over the ground as the clip does, or treads on the spot.
    Travel(bool),
}

/// A part of a travelling clip that is played over and over, as a report has measured it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// Whole loops of the clip before it.
    pub first_lap: u32,
    /// So many loops, 1 or more.
    pub laps: u32,
    /// Where over the ground the clip begins, metres.
    pub start: Vec3,
}

/// Where the clip stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Playback {
    /// Index into the character's clips; none is the rest pose.
    pub clip: Option<usize>,
    /// Seconds into the clip.
    pub time: f32,
    /// Seconds; 0 for the rest pose.
    pub duration: f32,
    /// 0.1..=2.
    pub speed: f32,
    pub loop_mode: LoopMode,
    pub playing: bool,
    /// The character goes over the ground as the clip does.
    pub travels: bool,
    /// Whole loops since the clip was chosen or sought.
    laps: u32,
    /// Ping-pong is on its way back.
    backwards: bool,
    stretch: Option<Stretch>,
    stroll: Option<Stroll>,
}

impl Default for Playback {
    fn default() -> Self {
        Self {
            clip: None,
            time: 0.0,
            duration: 0.0,
            speed: 1.0,
            loop_mode: LoopMode::Loop,
            playing: false,
            travels: true,
            laps: 0,
            backwards: false,
            stretch: None,
            stroll: None,
        }
    }
}

impl Playback {
    pub const FRAME: f32 = 1.0 / 60.0;
    pub const SPEED_RANGE: std::ops::RangeInclusive<f32> = 0.1..=2.0;

    /// `durations` are those of the character's clips.
    pub(super) fn apply(&mut self, action: PlaybackAction, durations: &[f32]) {
        let keeps_lap = self.stretch.is_some() && matches!(action, PlaybackAction::Seek(_) | PlaybackAction::Step(_));
        if !matches!(action, PlaybackAction::Play(_) | PlaybackAction::Speed(_)) && !keeps_lap {
            self.laps = self.stretch.map_or(0, |stretch| stretch.first_lap);
        }
        let was_playing = self.playing;
        match action {
            PlaybackAction::Stroll(pace) => {
                let mut stroll = self.stroll.unwrap_or_default();
                let begins = self.stroll.is_none();
                self.apply(PlaybackAction::Clip(None), durations);
                stroll.pace = pace.clamped();
                self.stroll = Some(stroll);
                self.playing |= begins || was_playing;
            }
            PlaybackAction::Clip(clip) => {
                (self.stretch, self.laps, self.stroll) = (None, 0, None);
                self.clip = clip.filter(|&clip| clip < durations.len());
                self.duration = self.clip.map_or(0.0, |clip| durations[clip].max(0.0));
                self.time = 0.0;
                self.backwards = false;
                self.playing &= self.clip.is_some();
            }
            PlaybackAction::Play(playing) => {
                self.playing = playing && (self.clip.is_some() || self.stroll.is_some());
                let at_end = self.loop_mode == LoopMode::Once && self.time >= self.duration;
                if self.playing && at_end {
                    self.time = 0.0;
                }
            }
            PlaybackAction::Seek(time) if time.is_finite() => self.time = time.clamp(0.0, self.duration),
            PlaybackAction::Seek(_) => {}
            PlaybackAction::SeekInStretch(time) => self.seek_in_stretch(time),
            PlaybackAction::Step(frames) => {
                self.playing = false;
                let frame = (self.time / Self::FRAME).round() + frames as f32;
                self.time = (frame * Self::FRAME).clamp(0.0, self.duration);
            }
            PlaybackAction::Speed(speed) if speed.is_finite() => {
                self.speed = speed.clamp(*Self::SPEED_RANGE.start(), *Self::SPEED_RANGE.end());
            }
            PlaybackAction::Speed(_) => {}
            PlaybackAction::Loop(mode) => {
                self.loop_mode = mode;
                self.backwards = false;
            }
            PlaybackAction::Travel(travels) => self.travels = travels,
        }
    }

    /// Plays this part over and over, from `time` seconds after its beginning; none plays the clip as usual.
    pub(super) fn set_stretch(&mut self, stretch: Option<Stretch>, time: f32) {
        self.laps = 0;
        self.stretch = stretch;
        if stretch.is_some() {
            self.travels = true;
            self.backwards = false;
            self.seek_in_stretch(time);
        }
    }

    fn seek_in_stretch(&mut self, time: f32) {
        let Some(stretch) = self.stretch.filter(|_| time.is_finite() && self.duration > 0.0) else { return };
        let laps = stretch.laps.max(1);
        let time = time.clamp(0.0, laps as f32 * self.duration);
        // Its end is the end of the last lap and not the beginning of one more.
        let lap = ((time / self.duration) as u32).min(laps - 1);
        self.laps = stretch.first_lap + lap;
        self.time = (time - lap as f32 * self.duration).clamp(0.0, self.duration);
    }

    /// The walk without a clip, where that is what is shown.
    pub fn stroll(&self) -> Option<&Stroll> {
        self.stroll.as_ref()
    }

    /// The part that is played over and over; none for the whole clip.
    pub fn stretch(&self) -> Option<Stretch> {
        self.stretch.filter(|_| self.travels)
    }

    /// Seconds since the stretch began; none where none is played.
    pub fn time_in_stretch(&self) -> Option<f32> {
        let stretch = self.stretch()?;
        Some(self.laps.saturating_sub(stretch.first_lap) as f32 * self.duration + self.time)
    }

    /// Seconds for which the clip has gone on; none where the character treads on the spot.
    pub fn travelled_s(&self) -> Option<f32> {
        self.travels.then_some(self.laps as f32 * self.duration + self.time)
    }

    /// The same when the clip has gone on for so many seconds.
    pub(super) fn at_travelled(&self, travelled_s: f32) -> Self {
        let laps = if self.duration > 0.0 { (travelled_s / self.duration).floor() } else { 0.0 };
        Self { laps: laps as u32, time: travelled_s - laps * self.duration, ..*self }
    }

    /// Moves on by `dt` seconds of wall time.
    pub(super) fn advance(&mut self, dt: f32) {
        let step = dt * self.speed;
        if let Some(stroll) = self.stroll.as_mut().filter(|_| self.playing) {
            stroll.advance(step);
        }
        if !self.playing || self.duration <= 0.0 {
            return;
        }
        match self.loop_mode {
            LoopMode::Loop => {
                self.laps = self.laps.wrapping_add(((self.time + step) / self.duration) as u32);
                if let Some(Stretch { first_lap, laps, .. }) = self.stretch {
                    self.laps = first_lap + self.laps.saturating_sub(first_lap) % laps.max(1);
                }
                self.time = (self.time + step).rem_euclid(self.duration);
            }
            LoopMode::Once => {
                self.time = (self.time + step).min(self.duration);
                self.playing = self.time < self.duration;
            }
            LoopMode::PingPong => {
                let round = 2.0 * self.duration;
                let along = if self.backwards { round - self.time } else { self.time };
                let along = (along + step).rem_euclid(round);
                self.backwards = along > self.duration;
                self.time = if self.backwards { round - along } else { along };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn playing(mode: LoopMode) -> Playback {
        let mut playback = Playback::default();
        playback.apply(PlaybackAction::Clip(Some(0)), &[2.0]);
        playback.apply(PlaybackAction::Loop(mode), &[2.0]);
        playback.apply(PlaybackAction::Play(true), &[2.0]);
        playback
    }

    #[test]
    fn each_mode_ends_its_own_way() {
        let times = |mode| {
            let mut playback = playing(mode);
            [1.5; 4].map(|dt| {
                playback.advance(dt);
                playback.time
            })
        };
        assert_eq!(times(LoopMode::Loop), [1.5, 1.0, 0.5, 0.0]);
        assert_eq!(times(LoopMode::Once), [1.5, 2.0, 2.0, 2.0]);
        assert_eq!(times(LoopMode::PingPong), [1.5, 1.0, 0.5, 2.0]);
    }

    #[test]
    fn played_once_it_stops_and_starts_over() {
        let mut playback = playing(LoopMode::Once);
        playback.advance(5.0);
        assert!(!playback.playing);
        playback.apply(PlaybackAction::Play(true), &[2.0]);
        assert_eq!((playback.playing, playback.time), (true, 0.0));
    }

    #[test]
    fn a_stretch_is_played_over_and_over_and_sought_within() {
        let mut playback = playing(LoopMode::Loop);
        let stretch = Stretch { first_lap: 1, laps: 2, start: Vec3::ZERO };
        playback.set_stretch(Some(stretch), 3.5);
        assert_eq!((playback.time, playback.travelled_s(), playback.time_in_stretch()), (1.5, Some(5.5), Some(3.5)));
        playback.advance(1.0);
        assert_eq!((playback.time, playback.time_in_stretch()), (0.5, Some(0.5)), "from its end to its beginning");
        playback.advance(2.0);
        playback.apply(PlaybackAction::Seek(1.0), &[2.0]);
        assert_eq!(playback.time_in_stretch(), Some(3.0), "the ruler seeks within the lap");
        playback.apply(PlaybackAction::SeekInStretch(4.0), &[2.0]);
        assert_eq!((playback.time, playback.travelled_s()), (2.0, Some(6.0)));
        playback.apply(PlaybackAction::Clip(Some(0)), &[2.0]);
        assert_eq!((playback.stretch(), playback.travelled_s()), (None, Some(0.0)));
    }

    #[test]
    fn nonsense_changes_nothing() {
        let mut playback = playing(LoopMode::Loop);
        let before = playback;
        playback.apply(PlaybackAction::Seek(f32::NAN), &[2.0]);
        playback.apply(PlaybackAction::Speed(f32::INFINITY), &[2.0]);
        assert_eq!(playback, before);
        playback.apply(PlaybackAction::Clip(Some(7)), &[2.0]);
        assert_eq!((playback.clip, playback.playing), (None, false));
    }
}
