//! Grounds from triangle meshes, and measured foot placement: a clip is played over a ground ([`Recording`]), the recording is measured
//! ([`Figures`]), and many grounds at once ([`run`]) tell where a rig falls short. [`bake`] makes a clip of what was solved.

mod bake;
mod figures;
mod mesh_ground;
mod metrics;
mod moment;
mod player;
mod recording;
mod suite;
mod under;
mod verdict;

pub use bake::bake;
pub use figures::{Figures, SourceFigures};
pub use mesh_ground::{MeshGround, MeshGroundError};
pub use metrics::measure;
pub use moment::{Moment, worst_moment};
pub use player::path_height;
pub use recording::{FootFrame, Frame, Passage, Playing, Recording, Subject};
pub use suite::{Cancelled, Cell, run, suite_grounds};
pub use under::Under;
pub use verdict::{HUMAN_LEG, Judged, Verdict, judge};
