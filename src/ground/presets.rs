//! Scenes that come with Surefoot.

use super::Scene;

const SCENES: [(&str, &str); 5] = [
    ("low-ceiling", include_str!("../../presets/scenes/low-ceiling.ron")),
    ("raft", include_str!("../../presets/scenes/raft.ron")),
    ("rubble", include_str!("../../presets/scenes/rubble.ron")),
    ("stairs-and-landing", include_str!("../../presets/scenes/stairs-and-landing.ron")),
    ("stepping-stones", include_str!("../../presets/scenes/stepping-stones.ron")),
];

/// The names that [`scene`] knows, in the order of the alphabet.
pub fn scene_names() -> impl Iterator<Item = &'static str> {
    SCENES.iter().map(|&(name, _)| name)
}

/// The scene that comes with Surefoot under this name. One's own are read with [`Scene::from_ron`], which is also how to use one of
/// these with changes: they stand in `presets/scenes`.
pub fn scene(name: &str) -> Option<Scene> {
    let (_, text) = SCENES.iter().find(|(known, _)| *known == name)?;
    // That each of them reads is tested.
    Scene::from_ron(text).ok().map(|reading| reading.scene)
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;
    use crate::ground::{Ground, LayerMask};

    #[test]
    fn every_scene_is_sound_in_its_own_form_and_carries_whoever_stands_at_its_origin() {
        for (name, text) in SCENES {
            let reading = Scene::from_ron(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(reading.warnings, [], "{name}");
            assert!(reading.scene.to_ron() == text, "{name} is not as it would be saved:\n{}", reading.scene.to_ron());
            assert_eq!(reading.scene.validate(), [], "{name}");
            assert!(!reading.scene.name.is_empty(), "{name}");
            let ground = reading.scene.placed(Vec3::Z).unwrap_or_else(|missing| panic!("{name}: {missing:?}"));
            let hit = ground.cast(Vec3::Y * 0.5, Vec3::NEG_Y, 2.0, LayerMask::ALL);
            assert!(hit.is_some_and(|hit| hit.point.y.abs() < 0.3), "{name}: {hit:?}");
        }
        assert!(scene("moon").is_none());
        assert!(scene_names().is_sorted());
    }
}
