//! When each foot is near the ground in a clip, for the lanes of the timeline.

use std::sync::Arc;

use surefoot::clip::{Clip, Playback};
use surefoot::math::Transform;
use surefoot::pose::Globals;
use surefoot::skeleton::JointId;

use crate::editor::core::{Session, Stage};
use crate::editor::meaning;

/// One foot's stretches on the ground, seconds.
#[derive(Clone, Debug, PartialEq)]
pub struct Lane {
    pub name: String,
    pub stretches: Vec<(f32, f32)>,
}

/// Lanes of the clip that was asked for last.
#[derive(Debug, Default)]
pub struct Lanes {
    made_for: Option<MadeFor>,
    lanes: Vec<Lane>,
}

/// The character, the clip, the feet and the height below which they stand.
#[derive(Clone, Debug, PartialEq)]
struct MadeFor {
    character: usize,
    world_from_model: Transform,
    clip: usize,
    feet: Vec<(String, JointId)>,
    height: f32,
}

/// Samples a second; a contact that is shorter is no contact.
const RATE: f32 = 60.0;
/// A long clip is sampled more coarsely: the lanes are a picture.
const MOST_SAMPLES: usize = 1200;

impl Lanes {
    /// The lanes for the clip that is chosen, worked out anew only when something they depend on changed.
    pub fn of(&mut self, session: &Session) -> &[Lane] {
        let wanted = made_for(session);
        if self.made_for != wanted {
            self.lanes = match (session.stage(), &wanted) {
                (Some(stage), Some(wanted)) => lanes(stage, wanted),
                _ => Vec::new(),
            };
            self.made_for = wanted;
        }
        &self.lanes
    }
}

fn made_for(session: &Session) -> Option<MadeFor> {
    let (stage, clip) = (session.stage()?, session.playback().clip?);
    let rig = session.document().rig();
    let grounding = rig.grounding.as_ref()?;
    let feet = grounding.feet.iter().filter_map(|foot| {
        let chain = rig.chains.iter().find(|chain| chain.name == foot.chain)?;
        Some((meaning::chain_title(&chain.name), stage.joint(&chain.tip)?))
    });
    let scale = stage.leg_length() / rig.reference_leg_length.max(1e-6);
    Some(MadeFor {
        character: Arc::as_ptr(stage.character()) as usize,
        world_from_model: stage.world_from_model(),
        clip,
        feet: feet.collect(),
        height: grounding.flat_threshold * scale,
    })
}

fn lanes(stage: &Stage, wanted: &MadeFor) -> Vec<Lane> {
    let character = stage.character();
    let Some(clip) = stage.clip(wanted.clip) else { return Vec::new() };
    let height = |pose: &Globals, foot: JointId| pose.position(foot).y;
    let rest: Vec<f32> = wanted.feet.iter().map(|(_, foot)| height(stage.rest_globals(), *foot)).collect();
    let times = times(clip);
    let mut on_ground = vec![Vec::with_capacity(times.len()); wanted.feet.len()];
    let mut pose = character.pose_under_clips().clone();
    for &time in &times {
        pose.copy_from(character.pose_under_clips());
        clip.sample(time, Playback::Once, &mut pose);
        let globals = Globals::under(stage.skeleton(), &pose, stage.world_from_model());
        for (place, (_, foot)) in wanted.feet.iter().enumerate() {
            on_ground[place].push(height(&globals, *foot) - rest[place] <= wanted.height);
        }
    }
    let named = wanted.feet.iter().zip(on_ground);
    named.map(|((name, _), on_ground)| Lane { name: name.clone(), stretches: stretches(&times, &on_ground) }).collect()
}

fn times(clip: &Clip) -> Vec<f32> {
    let count = ((clip.duration * RATE).ceil() as usize).clamp(1, MOST_SAMPLES);
    (0..=count).map(|sample| clip.duration * sample as f32 / count as f32).collect()
}

/// From samples to stretches; one sample alone is passed over.
fn stretches(times: &[f32], on_ground: &[bool]) -> Vec<(f32, f32)> {
    let mut stretches = Vec::new();
    let mut began = None;
    for (place, &on) in on_ground.iter().enumerate() {
        match (on, began) {
            (true, None) => began = Some(place),
            (false, Some(from)) => {
                if place - from > 1 {
                    stretches.push((times[from], times[place - 1]));
                }
                began = None;
            }
            _ => {}
        }
    }
    if let Some(from) = began.filter(|from| on_ground.len() - from > 1) {
        stretches.push((times[from], times[on_ground.len() - 1]));
    }
    stretches
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_become_stretches() {
        let times = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        let on = [true, true, false, true, false, true, true];
        assert_eq!(stretches(&times, &on), [(0.0, 1.0), (5.0, 6.0)]);
        assert!(stretches(&times, &[false; 7]).is_empty());
        assert_eq!(stretches(&times, &[true; 7]), [(0.0, 6.0)]);
    }
}
