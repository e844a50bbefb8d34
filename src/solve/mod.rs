//! The solvers: pure functions on plain data, one file each. Nothing here knows a rig.
