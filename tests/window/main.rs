//! The whole program, on the real graphics path, used as a person would use it.

mod app;
