//! Animations as clips.

use glam::{Quat, Vec3};

use super::accessor::Accessors;
use super::limits::{self, Budget};
use super::nodes::{NodeTree, unit_or_identity};
use super::progress::Stage;
use super::{ReadFault, schema};
use crate::clip::{Channel, ChannelValues, Clip, Interpolation};
use crate::skeleton::Skeleton;

/// Channels that move no joint are passed over; broken ones are left out with a warning.
///
/// # Errors
/// When there is more than can be read.
pub fn clips(
    accessors: Accessors,
    tree: &NodeTree,
    skeleton: &Skeleton,
    stage: Stage,
    warnings: &mut Vec<String>,
) -> Result<Vec<Clip>, ReadFault> {
    let mut budget = Budget::new("the animation data", limits::CLIP_FLOATS);
    let mut clips = Vec::with_capacity(accessors.document.animations.len());
    let count = accessors.document.animations.iter().map(|animation| animation.channels.len()).sum();
    let mut done = 0;
    for (index, animation) in accessors.document.animations.iter().enumerate() {
        let name = animation.name.clone().unwrap_or_default();
        let mut channels = Vec::with_capacity(animation.channels.len());
        for (place, source) in animation.channels.iter().enumerate() {
            stage.step(done, count)?;
            done += 1;
            let place = || format!("channel {place} of clip {index} ({name:?})");
            match channel(accessors, tree, skeleton, animation, source, &place, &mut budget) {
                Ok(channel) => channels.extend(channel),
                Err(fault @ ReadFault::TooLarge { .. }) => return Err(fault),
                Err(fault) => warnings.push(format!("{} is left out: {fault}.", capitalised(&place()))),
            }
        }
        let duration =
            channels.iter().filter_map(|channel: &Channel| channel.times.last().copied()).fold(0.0, f32::max);
        clips.push(Clip { name, duration, channels });
    }
    Ok(clips)
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// None where the channel moves no joint or has no keys.
fn channel(
    accessors: Accessors,
    tree: &NodeTree,
    skeleton: &Skeleton,
    animation: &schema::Animation,
    source: &schema::Channel,
    place: &dyn Fn() -> String,
    budget: &mut Budget,
) -> Result<Option<Channel>, ReadFault> {
    let wrong = |cause| ReadFault::WrongKind { place: "its data".to_owned(), cause };
    let Some(joint) = source
        .target
        .node
        .and_then(|node| tree.joint_of.get(node).copied().flatten())
        .and_then(|joint| skeleton.id(usize::from(joint)))
    else {
        return Ok(None);
    };
    let path = source.target.path.as_str();
    if !matches!(path, "translation" | "rotation" | "scale") {
        return Ok(None);
    }
    let sampler = animation.samplers.get(source.sampler).ok_or_else(|| ReadFault::IndexOutOfRange {
        place: place(),
        what: "sampler",
        index: source.sampler,
        count: animation.samplers.len(),
    })?;
    let interpolation = match sampler.interpolation.as_deref() {
        None | Some("LINEAR") => Interpolation::Linear,
        Some("STEP") => Interpolation::Step,
        Some("CUBICSPLINE") => Interpolation::Cubic,
        Some(_) => return Err(wrong("its interpolation is unknown")),
    };
    budget.take(accessors.get(sampler.input, &place())?.count)?;
    budget.take(accessors.get(sampler.output, &place())?.count.saturating_mul(4))?;

    let times: Vec<f32> = accessors.floats::<1>(sampler.input, "keys")?.into_iter().map(|[time]| time).collect();
    if times.is_empty() {
        return Ok(None);
    }
    if !times.iter().all(|time| time.is_finite() && *time >= 0.0) || !times.is_sorted() {
        return Err(wrong("its times do not rise"));
    }
    let vectors = || -> Result<Vec<Vec3>, ReadFault> {
        Ok(accessors.floats::<3>(sampler.output, "values")?.into_iter().map(Vec3::from).collect())
    };
    let values = match path {
        "translation" => ChannelValues::Translation(vectors()?),
        "scale" => ChannelValues::Scale(vectors()?),
        _ => {
            let rotations = accessors.floats::<4>(sampler.output, "values")?.into_iter().map(Quat::from_array);
            ChannelValues::Rotation(match interpolation {
                Interpolation::Cubic => rotations.collect(),
                Interpolation::Step | Interpolation::Linear => rotations.map(unit_or_identity).collect(),
            })
        }
    };
    let (count, finite) = match &values {
        ChannelValues::Translation(values) | ChannelValues::Scale(values) => {
            (values.len(), values.iter().all(|value| value.is_finite()))
        }
        ChannelValues::Rotation(values) => (values.len(), values.iter().all(|value| value.is_finite())),
    };
    let a_key = if interpolation == Interpolation::Cubic { 3 } else { 1 };
    if count != times.len() * a_key {
        return Err(wrong("it has not one value a key"));
    }
    if !finite {
        return Err(wrong("it has values that are not finite"));
    }
    Ok(Some(Channel { joint, interpolation, times, values }))
}
