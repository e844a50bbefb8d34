//! What `--clip` names.

use std::path::Path;

use surefoot::clip::Clip;

use super::trouble::Trouble;

/// By name, else by number from 0.
pub fn find<'a>(clips: &'a [Clip], wanted: &str, model: &Path) -> anyhow::Result<&'a Clip> {
    let by_number = || wanted.parse().ok().and_then(|index: usize| clips.get(index));
    clips.iter().find(|clip| clip.name == wanted).or_else(by_number).ok_or_else(|| {
        let names: Vec<String> =
            clips.iter().enumerate().map(|(index, clip)| format!("{index} {:?}", clip.name)).collect();
        let fix = if names.is_empty() {
            "leave --clip out: it has no clips; --animations takes them from another file".into()
        } else {
            format!("use one of {}", names.join(", "))
        };
        Trouble::new(format!("{} has no clip {wanted:?}", model.display())).fix(fix).into()
    })
}
