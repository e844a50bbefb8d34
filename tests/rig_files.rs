//! Rigs as files that a person has edited by hand or saved with another version: opened, told of, and saved again.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::PathBuf;

use surefoot::rig::{Code, Diagnostic, FORMAT_VERSION, Rig, Severity, preset};

/// A saved rig on disk.
struct File {
    _folder: tempfile::TempDir,
    path: PathBuf,
}

impl File {
    /// As this version saves it.
    fn saved() -> Self {
        Self::with(&sound())
    }

    fn with(text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("hero.ron");
        std::fs::write(&path, text).unwrap();
        Self { path, _folder: folder }
    }

    fn text(&self) -> String {
        std::fs::read_to_string(&self.path).unwrap()
    }

    /// Replaces one piece that must be there once, as a person does in an editor of text.
    fn edited(piece: &str, other: &str) -> Self {
        let text = sound();
        assert_eq!(text.matches(piece).count(), 1, "{piece} in\n{text}");
        Self::with(&text.replace(piece, other))
    }

    fn open(&self) -> Result<(Rig, Vec<Diagnostic>), Vec<Diagnostic>> {
        match Rig::from_ron(&self.text()) {
            Ok(reading) => Ok((reading.rig, reading.warnings)),
            Err(error) => Err(error.diagnostics),
        }
    }

    fn save(&self, rig: &Rig) {
        std::fs::write(&self.path, rig.to_ron()).unwrap();
    }

    /// Refused with one error at the place of `word` that names it and says what would be right; the file stays as it was.
    #[track_caller]
    fn is_refused(&self, code: Code, word: &str, right: &str) -> Diagnostic {
        let before = self.text();
        let found = self.open().expect_err("an error");
        assert_eq!(self.text(), before);
        let [fault] = found.as_slice() else { panic!("{found:#?}") };
        assert_eq!((fault.code, fault.severity), (code, Severity::Error), "{fault}");
        let at = before.find(word).unwrap();
        let line = before[..at].matches('\n').count() as u32 + 1;
        let column = before[..at].chars().rev().take_while(|&c| c != '\n').count() as u32 + 1;
        assert_eq!(fault.place.map(|place| (place.line, place.column)), Some((line, column)), "{fault}");
        let said = fault.to_string();
        assert!(said.contains(word) && said.contains(right), "{said}");
        fault.clone()
    }
}

fn sound() -> String {
    let mut rig = preset("biped").unwrap();
    rig.name = "hero".into();
    rig.chains[0].position_weight = 0.75;
    rig.to_ron()
}

#[test]
fn f1_a_a_file_without_a_field_that_came_later_opens_with_its_default() {
    let file = File::edited("            position_weight: 0.75,\n", "");
    let (rig, warnings) = file.open().unwrap();
    assert_eq!((rig.chains[0].position_weight, warnings), (1.0, Vec::new()));
    let before = file.text();
    file.save(&rig);
    assert_eq!(file.text(), before, "a default is left out, so nothing changes");
}

#[test]
fn f1_b_an_unknown_field_opens_with_a_warning_that_saving_loses_it() {
    let file = File::edited("    name: \"hero\",\n", "    name: \"hero\",\n    wind_strength: Gale(3, [2.5]),\n");
    let (rig, warnings) = file.open().unwrap();
    let [warning] = warnings.as_slice() else { panic!("{warnings:#?}") };
    assert_eq!((warning.code, warning.severity), (Code::UnknownField, Severity::Warning));
    assert!(warning.message.contains("wind_strength") && warning.message.contains("lost when the rig is saved"));
    let line = file.text().lines().position(|line| line.contains("wind_strength")).unwrap() as u32 + 1;
    assert_eq!(warning.place.map(|place| (place.line, place.column)), Some((line, 5)));
    file.save(&rig);
    assert_eq!(file.text(), sound(), "all else is as it was");
}

#[test]
fn f1_c_a_misspelt_field_is_refused_with_the_right_spelling() {
    let file = File::edited("position_weight", "positon_weight");
    let fault = file.is_refused(Code::MisspeltField, "positon_weight", "`position_weight`");
    assert_eq!(fault.path, "chains[0].positon_weight");
}

#[test]
fn f1_d_another_name_in_front_is_refused_by_both_names() {
    let text = sound();
    let file = File::with(&text.replacen("\nRig(", "\nScene(", 1));
    file.is_refused(Code::WrongName, "Scene", "Rig");
}

#[test]
fn f1_e_an_unknown_solver_is_refused_with_those_that_there_are() {
    let text = sound();
    let first = text.find("TwoBone(").unwrap();
    let file = File::with(&format!("{}Ccd({}", &text[..first], &text[first + "TwoBone(".len()..]));
    file.is_refused(Code::UnknownVariant, "Ccd", "one of TwoBone, Fabrik");
}

#[test]
fn f1_f_a_higher_version_is_refused_by_its_number_and_nothing_else() {
    let later = (FORMAT_VERSION + 6).to_string();
    let file = File::edited(
        &format!("format_version: {FORMAT_VERSION},"),
        &format!("format_version: {later}, wings: [\"left\"], chains: Many,"),
    );
    let fault = file.is_refused(Code::VersionTooNew, &later, &format!("versions up to {FORMAT_VERSION}"));
    assert_eq!(fault.path, "format_version");
    assert!(fault.to_string().contains("a newer Surefoot"), "{fault}");
}

#[test]
fn six_faults_by_hand_are_told_at_once_and_mended_one_by_one() {
    let whole = sound();
    let pairs = [
        ("reference_leg_length: 0.85", "reference_leg_length: \"long\""),
        ("position_weight: 0.75", "position_weight: 7.5"),
        ("root: Role(leftUpperArm)", "root: Role(leftUperArm)"),
        ("grounding: (", "grounding: (max_tild_deg: 3.0, "),
    ];
    let mut text = whole.clone();
    for (right, wrong) in pairs {
        assert_eq!(text.matches(right).count(), 1, "{right} in\n{text}");
        text = text.replace(right, wrong);
    }
    for left in (1..=pairs.len()).rev() {
        let found = File::with(&text).open().unwrap_err();
        assert_eq!(found.len(), left, "{found:#?}");
        assert!(found.iter().all(|fault| fault.place.is_some() && fault.fix().is_some()), "{found:#?}");
        let (right, wrong) = pairs[left - 1];
        text = text.replace(wrong, right);
    }
    assert_eq!(text, whole);
}

#[test]
fn a_saved_rig_opened_and_saved_again_is_the_same_file() {
    let file = File::saved();
    let before = std::fs::read(&file.path).unwrap();
    let (rig, warnings) = file.open().unwrap();
    assert_eq!(warnings, []);
    file.save(&rig);
    assert_eq!(std::fs::read(&file.path).unwrap(), before);
}
