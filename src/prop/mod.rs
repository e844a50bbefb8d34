//! Things that hands hold: what they look like to the editor, and where and how hands grip them.
//!
//! A grip belongs to the thing and not to the hand, and says where the *palm* is, so that one grip fits every character. A palm's
//! own axes come from where a hand's joints rest, never from which way a joint's axes point:
//!
//! - its origin is in the middle of the palm, on the skin: half-way from the wrist to the knuckles, and a seventh of that
//!   distance out of the palm's flat side;
//! - **z** points to the fingers, **y** out of the back of the hand, and **x** to the left of one who looks along the fingers of a
//!   hand that lies palm down: to the thumb of a right hand, and to the little finger of a left one.
//!
//! So the palms of both hands have the same axes where both lie flat on a table, and a left palm is the mirror image of a right
//! one with x reversed.
//!
//! ```
//! use surefoot::humanoid::Side;
//! use surefoot::glam::Vec3;
//! use surefoot::math::Transform;
//! use surefoot::prop::{Prop, prop};
//!
//! let pole = prop("pole").unwrap();
//! let grip = pole.grip("middle").unwrap();
//! let held = grip.hold(Side::Left, Transform::from_translation(Vec3::new(0.2, 1.2, 0.4)));
//! // The palm lies on the pole, which is 2 cm thick either way.
//! let from_axis = held.palm_in_world.translation - Vec3::new(0.2, 1.2, 0.4);
//! assert!((from_axis.length() - 0.02).abs() < 1e-6);
//! assert_eq!(Prop::from_ron(&pole.to_ron()).unwrap().prop, pole);
//! ```
//!
//! [`Hold::goal`] makes of it a goal for the arm, and [`Hold::fingers`] one for the fingers; both go into
//! [`Inputs`](crate::runtime::Inputs).

mod document;
mod fingers;
mod grip;
mod hold;
mod presets;
mod shape;

pub use document::{PROP_FORMAT_VERSION, Prop, PropReading};
pub use fingers::{Finger, HandPose};
pub use grip::{Grip, MadeFor, MirrorAxis};
pub use hold::{Hold, carried, carried_between};
pub use presets::{prop, prop_names};
pub use shape::PropShape;
