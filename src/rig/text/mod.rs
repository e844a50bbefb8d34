//! RON as a tree in which every value knows its place, so that all faults of a document can be told at once.
//!
//! ron's own reader stops at the first fault and knows no unknown fields; it reads what this tree has passed.

mod layout;
mod parse;
mod place;
mod tree;

pub use layout::{compact, pretty};
pub use parse::{MAX_BYTES, parse};
pub use place::{Place, Places};
pub use tree::{Entry, Node, Tree};
