//! Which bone has which role, as the Map workspace shows and changes it.

mod candidates;
mod change;
mod counterpart;
mod group;
mod state;
#[cfg(test)]
mod tests;

pub use candidates::candidates;
pub use change::{RoleChange, assigning, automatic, clearing, edit_of, mirroring};
pub use group::MapGroup;
pub use state::{RoleState, RoleView};
