//! When the feet of a clip are down, and how its root crosses the ground.
//!
//! [`Motion::of`] reads a clip once: its feet are sampled over the loop ([`Track`]), the root's travel is taken from the clip or, for one
//! in place, from the planted feet ([`Travel`]), and each foot's stances are found by height and speed over the ground ([`Stances`]) with
//! thresholds that a person can change ([`Thresholds`]). [`Motion::play`] then gives the pose and the root at any time, and
//! [`Motion::tell`] what the solver wants to know of each foot.
//!
//! Everything is in the axes in which the character stands by itself (see
//! [`BoundRig::world_from_model`](crate::runtime::BoundRig::world_from_model)): metres, +Y up, the soles on height 0.

mod intervals;
mod motion;
mod planar;
mod tell;
pub(crate) mod thresholds;
mod track;
mod travel;

pub use intervals::{FootStances, FootTimes, Interval, Stances};
pub use motion::{Motion, RootMotion};
pub use planar::{Planar, Twist};
pub use thresholds::Thresholds;
pub use track::{Contacts, Track};
pub use travel::{Travel, TravelSource};
