//! Grounds from meshes, and measures of foot placement.
