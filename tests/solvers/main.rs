//! What people reported of solvers elsewhere, as inputs with right answers, and the kinds of fault behind them as properties.

// A helper that cannot make what a test needs fails that test.
#![allow(clippy::unwrap_used)]

mod chain;
mod kinds;
mod limbs;
mod looks;
