//! Clips of other files, laid over the character on stage.

use std::sync::Arc;

use surefoot::character::Character;
use surefoot::clip::Clip;
use surefoot::humanoid::HumanoidMap;
use surefoot::retarget::RetargetError;

use super::{LoadedModel, Stage};

/// A file whose clips were added, and the clips as they fit this character.
pub(super) struct AddedClips {
    /// The file's name.
    file: String,
    source: Arc<Character>,
    source_map: HumanoidMap,
    clips: Vec<Clip>,
}

/// A clip that can be played.
#[derive(Clone, Copy, Debug)]
pub struct StageClip<'a> {
    pub clip: &'a Clip,
    /// The name of the file it was added from; none for the character's own.
    pub file: Option<&'a str>,
}

impl Stage {
    /// The character's own clips, then those that were added.
    pub fn clips(&self) -> impl Iterator<Item = StageClip<'_>> {
        clips(self.character(), &self.added)
    }

    /// The clip at this index of [`Stage::clips`].
    pub fn clip(&self, index: usize) -> Option<&Clip> {
        self.clips().nth(index).map(|found| found.clip)
    }

    /// Lays the clips of `model` over this character; how many there are. A file of the same name is replaced.
    pub(in crate::editor::core) fn add_clips(
        &mut self,
        file: &str,
        model: &LoadedModel,
    ) -> Result<usize, RetargetError> {
        let source_map = model.detection.map();
        let clips = model.character.clips_for(&source_map, self.character(), self.map())?;
        let count = clips.len();
        self.added.retain(|added| added.file != file);
        self.added.push(AddedClips { file: file.to_owned(), source: model.character.clone(), source_map, clips });
        Ok(count)
    }

    /// The index of the first clip that was added from this file.
    pub(in crate::editor::core) fn first_clip_from(&self, file: &str) -> Option<usize> {
        self.clips().position(|clip| clip.file == Some(file))
    }

    /// Lays all added clips anew, as when roles have changed. What has no role in common any more keeps what it had.
    pub(in crate::editor::core) fn lay_added_clips(&mut self) {
        let mut added = std::mem::take(&mut self.added);
        for one in &mut added {
            if let Ok(clips) = one.source.clips_for(&one.source_map, self.character(), self.map()) {
                one.clips = clips;
            }
        }
        self.added = added;
    }

    /// Takes over the files whose clips were added to another stage of the same character.
    pub(in crate::editor::core) fn keep_added_clips(&mut self, other: Self) {
        self.added = other.added;
        self.lay_added_clips();
    }
}

pub(super) fn clips<'a>(
    character: &'a Character,
    added: &'a [AddedClips],
) -> impl Iterator<Item = StageClip<'a>> + use<'a> {
    let own = character.clips.iter().map(|clip| StageClip { clip, file: None });
    let others = added
        .iter()
        .flat_map(|added| added.clips.iter().map(|clip| StageClip { clip, file: Some(added.file.as_str()) }));
    own.chain(others)
}
