//! Figures of foot placement, from motions whose slide, depth and gap are known by construction, and over whole grounds.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod constructed;
mod played;
