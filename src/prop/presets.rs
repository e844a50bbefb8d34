//! Props that come with Surefoot.

use super::Prop;

const PROPS: [(&str, &str); 4] = [
    ("box", include_str!("../../presets/props/box.ron")),
    ("ledge", include_str!("../../presets/props/ledge.ron")),
    ("mug", include_str!("../../presets/props/mug.ron")),
    ("pole", include_str!("../../presets/props/pole.ron")),
];

/// The names that [`prop`] knows, in the order of the alphabet.
pub fn prop_names() -> impl Iterator<Item = &'static str> {
    PROPS.iter().map(|&(name, _)| name)
}

/// The prop that comes with Surefoot under this name. One's own are read with [`Prop::from_ron`], which is also how to use one of
/// these with changes: they stand in `presets/props`.
pub fn prop(name: &str) -> Option<Prop> {
    let (_, text) = PROPS.iter().find(|(known, _)| *known == name)?;
    // That each of them reads is tested.
    Prop::from_ron(text).ok().map(|reading| reading.prop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_prop_is_sound_and_in_its_own_form() {
        for (name, text) in PROPS {
            let reading = Prop::from_ron(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(reading.warnings, [], "{name}");
            assert!(reading.prop.to_ron() == text, "{name} is not as it would be saved:\n{}", reading.prop.to_ron());
            assert_eq!(reading.prop.validate(), [], "{name}");
            assert!(!reading.prop.grips.is_empty(), "{name}");
        }
        assert!(prop("anvil").is_none());
        assert!(prop_names().is_sorted());
    }
}
