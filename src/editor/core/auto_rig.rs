//! The rig a character gets without being asked.

use std::collections::BTreeMap;
use std::path::Path;

use surefoot::humanoid::{Detection, Role};
use surefoot::rig::{BoneRef, DEFAULT_PRESET, Rig, preset};

use super::Stage;

/// The default preset, fitted to what this humanoid of the file has, with what is certain about the file mended. Notes for the
/// editor are left out.
pub(super) fn biped(stage: &Stage, detection: &Detection) -> Rig {
    fitted(stage, detection, DEFAULT_PRESET)
}

/// A preset, fitted likewise.
pub(super) fn fitted(stage: &Stage, detection: &Detection, name: &str) -> Rig {
    let preset = preset(name).unwrap_or_default();
    let map = detection.map();
    let name = Path::new(&stage.character().name).file_stem().unwrap_or_default().to_string_lossy();
    let mut fitted = Rig::fit_preset(&preset, stage.skeleton(), &map, &name);
    stage.character().settle(&map, &mut fitted);
    stage.character().fit_soles(&mut fitted, &map);
    Rig { editor: None, ..fitted }
}

/// The rig with this character's own bones, where those it names are another character's; none where it fits as it is.
pub(super) fn refit(stage: &Stage, rig: &Rig) -> Option<Rig> {
    let map = stage.detection().map();
    let found = rig.bones.values().filter(|bone| bone.resolve(stage.skeleton(), &map).is_ok()).count();
    if map.is_empty() || found * 2 >= rig.bones.len() {
        return None;
    }
    Some(Rig { bones: detected_bones(stage), ..rig.clone() })
}

/// What detection found, as a rig names it.
pub(super) fn detected_bones(stage: &Stage) -> BTreeMap<Role, BoneRef> {
    stage.detection().map().iter().map(|(role, joint)| (role, BoneRef::naming(stage.skeleton(), joint))).collect()
}
