//! What is said of a rig with faults: the code, the place to the column, and the right spelling.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use surefoot::rig::{Code, Diagnostic, FORMAT_VERSION, Rig, Severity, validate};

const SOUND: &str = r#"Rig(
    format_version: 1,
    reference_leg_length: 0.85,
    chains: [
        (
            name: "left_arm",
            root: Role(leftUpperArm),
            tip: Role(leftHand),
            solver: TwoBone(mid: Role(leftLowerArm), hint: (mode: Character), soften_from: 0.9),
            position_weight: 0.5,
        ),
    ],
    limits: [
        (bone: Role(leftLowerArm), shape: Hinge(min_deg: 0.0, max_deg: 150.0)),
    ],
    look_at: (head_bone: Role(head)),
    grounding: (step_up: 0.3),
)
"#;

/// The text with one piece replaced, which must be in it once.
fn with(piece: &str, other: &str) -> String {
    assert_eq!(SOUND.matches(piece).count(), 1, "{piece}");
    SOUND.replace(piece, other)
}

fn all(text: &str) -> Vec<Diagnostic> {
    match Rig::from_ron(text) {
        Ok(reading) => reading.warnings,
        Err(error) => error.diagnostics,
    }
}

/// Code, line and column of everything that is wrong.
fn places(text: &str) -> Vec<(Code, u32, u32)> {
    let place = |d: &Diagnostic| d.place.map(|place| (d.code, place.line, place.column));
    all(text).iter().map(|d| place(d).expect("what is read from a text has a place")).collect()
}

#[track_caller]
fn one(text: &str) -> Diagnostic {
    let mut all = all(text);
    assert_eq!(all.len(), 1, "{all:#?}");
    all.remove(0)
}

#[test]
fn a_sound_rig_reads_without_a_word() {
    assert_eq!(all(SOUND), []);
    assert_eq!(Rig::from_ron(SOUND).unwrap().rig.chains[0].position_weight, 0.5);
}

#[test]
fn a_field_that_an_older_file_lacks_has_its_default() {
    let rig = Rig::from_ron(SOUND).unwrap().rig;
    assert_eq!(rig.chains[0].rotation_weight, 1.0);
    assert_eq!(rig.grounding.unwrap().max_tilt_deg, 45.0);
    assert_eq!(rig.look_at.unwrap().clamp, 0.5);
}

#[test]
fn a_field_nobody_knows_warns_and_the_rest_is_read() {
    let text = with("position_weight: 0.5,", "position_weight: 0.5,\n            colour: Red(1, [2]),");
    let diagnostic = one(&text);
    assert_eq!((diagnostic.code, diagnostic.severity), (Code::UnknownField, Severity::Warning));
    assert_eq!(places(&text), [(Code::UnknownField, 11, 13)]);
    assert_eq!(diagnostic.path, "chains[0].colour");
    assert!(diagnostic.message.contains("Chain has no field `colour`"), "{diagnostic}");
    assert_eq!(Rig::from_ron(&text).unwrap().rig, Rig::from_ron(SOUND).unwrap().rig);
}

#[test]
fn a_misspelt_field_is_an_error_with_the_right_spelling() {
    let text = with("position_weight", "postion_weight");
    assert_eq!(places(&text), [(Code::MisspeltField, 10, 13)]);
    let diagnostic = one(&text);
    assert_eq!(diagnostic.severity, Severity::Error);
    assert_eq!(diagnostic.nearest.as_deref(), Some("position_weight"));
    assert_eq!(
        diagnostic.to_string(),
        "10:13: error[misspelt-field]: Chain has no field `postion_weight`; did you mean `position_weight`?"
    );
    // A required field that is misspelt is not missing too.
    assert_eq!(places(&with("tip: Role", "tpi: Role")), [(Code::MisspeltField, 8, 13)]);
}

#[test]
fn wrong_names_and_variants_are_named_with_their_places() {
    assert_eq!(places(&with("Rig(", "Rug(")), [(Code::WrongName, 1, 1)]);
    assert_eq!(places(&with("hint: (", "hint: Hnit(")), [(Code::WrongName, 9, 60)]);
    assert_eq!(places(&with("hint: (", "hint: Hint(")), []);

    let solver = one(&with("TwoBone(", "TwoBones("));
    assert_eq!((solver.code, solver.nearest.as_deref()), (Code::UnknownVariant, Some("TwoBone")));
    assert_eq!(solver.place.map(|place| (place.line, place.column)), Some((9, 21)));

    let ccd = one(&with("TwoBone(mid", "Ccd(mid"));
    assert_eq!(
        (ccd.code, ccd.nearest, ccd.expected.as_deref()),
        (Code::UnknownVariant, None, Some("one of TwoBone, Fabrik"))
    );

    let role = one(&with("Role(leftHand)", "Role(LeftHnad)"));
    assert_eq!((role.code, role.nearest.as_deref()), (Code::UnknownVariant, Some("leftHand")));
    assert_eq!(role.place.map(|place| (place.line, place.column)), Some((8, 23)));

    let mode = one(&with("mode: Character", "mode: Followtip"));
    assert_eq!((mode.code, mode.nearest.as_deref()), (Code::UnknownVariant, Some("FollowTip")));
}

#[test]
fn wrong_types_and_missing_fields_say_what_was_expected() {
    let text = one(&with("soften_from: 0.9", "soften_from: \"much\""));
    assert_eq!((text.code, text.expected.as_deref()), (Code::WrongType, Some("a number from 0.5 to 1")));
    assert_eq!(text.path, "chains[0].solver.soften_from");
    assert_eq!(places(&with("name: \"left_arm\"", "name: 7")), [(Code::WrongType, 6, 19)]);
    assert_eq!(places(&with("Role(leftHand)", "\"hand\"")), [(Code::WrongType, 8, 18)]);
    assert_eq!(places(&with("Role(leftHand)", "Role(leftHand, leftFoot)")), [(Code::WrongType, 8, 18)]);
    assert_eq!(places(&with("Hinge(min_deg: 0.0, max_deg: 150.0)", "Hinge")), [(Code::WrongType, 14, 43)]);
    assert_eq!(places(&with("            tip: Role(leftHand),\n", "")), [(Code::MissingField, 5, 9)]);
    assert_eq!(places(&with("mid: Role(leftLowerArm), ", "")), [(Code::MissingField, 9, 21)]);
    assert_eq!(places(&with("    format_version: 1,\n", "")), [(Code::MissingField, 1, 1)]);
    assert_eq!(places(&with("\"left_arm\"", "\" \"")), [(Code::Empty, 6, 19)]);
    assert_eq!(places("[]"), [(Code::WrongType, 1, 1)]);
    assert_eq!(places("()").len(), 2);
}

#[test]
fn numbers_out_of_range_are_told_with_the_range() {
    let weight = one(&with("position_weight: 0.5", "position_weight: 1.5"));
    assert_eq!((weight.code, weight.expected.as_deref()), (Code::OutOfRange, Some("a number from 0 to 1")));
    assert_eq!(weight.place.map(|place| (place.line, place.column)), Some((10, 30)));
    for bad in ["NaN", "inf", "-inf", "1e40", "-0.1"] {
        assert_eq!(
            places(&with("position_weight: 0.5", &format!("position_weight: {bad}")))[0].0,
            Code::OutOfRange,
            "{bad}"
        );
    }
    assert_eq!(places(&with("0.85", "0")), [(Code::OutOfRange, 3, 27)]);
    assert_eq!(places(&with("(step_up: 0.3)", "(layers: -1)")), [(Code::OutOfRange, 17, 25)]);
    assert_eq!(places(&with("(step_up: 0.3)", "(layers: 1.5)")), [(Code::WrongType, 17, 25)]);
}

#[test]
fn a_version_from_the_future_is_refused_by_its_number_alone() {
    let text = with("format_version: 1", &format!("format_version: {}, wings: Fabulous", FORMAT_VERSION + 1));
    let diagnostic = one(&text);
    assert_eq!(diagnostic.code, Code::VersionTooNew);
    assert_eq!(diagnostic.place.map(|place| (place.line, place.column)), Some((2, 21)));
    assert!(diagnostic.message.contains(&format!("version {}", FORMAT_VERSION + 1)), "{diagnostic}");
    assert_eq!(places(&with("format_version: 1", "format_version: 0")), [(Code::OutOfRange, 2, 21)]);
}

#[test]
fn duplicates_and_strangers_are_found() {
    let chain = "    chains: [\n";
    let second = "    chains: [\n(name: \"left_arm\", root: Role(spine), tip: Role(head), solver: Fabrik()),\n";
    assert_eq!(places(&with(chain, second)), [(Code::DuplicateChain, 7, 19)]);
    let limit = "    limits: [\n";
    let second = "    limits: [\n(bone: Role(leftLowerArm), shape: Hinge(min_deg: 0, max_deg: 1)),\n";
    assert_eq!(places(&with(limit, second)), [(Code::DuplicateLimit, 15, 16)]);
    assert_eq!(places(&with("min_deg: 0.0", "min_deg: 151.0")), [(Code::Mismatch, 14, 58)]);
    assert_eq!(places(&with("Role(leftHand)", "Role(leftUpperArm)")), [(Code::SameBone, 8, 18)]);
    assert_eq!(places(&with("position_weight: 0.5", "enabled: true, enabled: true")), [(Code::DuplicateField, 10, 28)]);

    let foot = one(&with("(step_up: 0.3)", "(feet: [(chain: \"left_arn\")])"));
    assert_eq!((foot.code, foot.nearest.as_deref()), (Code::UnknownChain, Some("left_arm")));

    let bones = "    bones: {leftHand: Role(head), head: Node(\"Head\"), head: Node(\"Head\")},\n    chains: [\n";
    let codes: Vec<Code> = all(&with(chain, bones)).iter().map(|d| d.code).collect();
    assert!(codes.contains(&Code::RoleOfRole) && codes.contains(&Code::DuplicateField), "{codes:?}");
}

#[test]
fn one_bone_named_in_two_ways_is_one_bone() {
    let bones = "    bones: {leftUpperArm: Node(\"a\"), leftLowerArm: Node(\"b\"), leftHand: Node(\"c\"), head: Node(\"d\")},\n    chains: [\n";
    let text = with("    chains: [\n", bones);
    assert_eq!(all(&text), []);
    let text = text.replace("tip: Role(leftHand)", "tip: Node(\"a\")");
    assert_eq!(places(&text), [(Code::SameBone, 9, 18)]);
}

#[test]
fn a_role_that_the_characters_bones_leave_out_is_a_warning() {
    let bones =
        "    bones: {leftUpperArm: Node(\"a\"), leftLowerArm: Node(\"b\"), leftHand: Node(\"c\")},\n    chains: [\n";
    let diagnostic = one(&with("    chains: [\n", bones));
    assert_eq!((diagnostic.code, diagnostic.severity), (Code::RoleWithoutNode, Severity::Warning));
    assert_eq!(diagnostic.path, "look_at.head_bone");
}

#[test]
fn broken_text_says_where_it_breaks() {
    assert_eq!(places(&with("leftUpperArm),", "leftUpperArm)")), [(Code::Syntax, 7, 37)]);
    assert_eq!(places(&with("0.85,", "0.85;")), [(Code::Syntax, 3, 31)]);
    assert_eq!(places(&with("\"left_arm\"", "\"left_arm")), [(Code::Syntax, 6, 19)]);
    assert_eq!(places(SOUND.trim_end().strip_suffix(')').unwrap()), [(Code::Syntax, 1, 4)]);
    assert_eq!(places(&with("    ],\n    look_at", "    look_at")), [(Code::Syntax, 15, 12)]);
    assert_eq!(places(&format!("{SOUND}(")), [(Code::Syntax, 19, 1)]);
    assert_eq!(places(""), [(Code::Syntax, 1, 1)]);
    assert_eq!(places("/* "), [(Code::Syntax, 1, 1)]);
    assert_eq!(places(&with("\"left_arm\"", "\"\\q\"")), [(Code::Syntax, 6, 20)]);
}

#[test]
fn all_faults_come_at_once_in_the_order_of_the_text() {
    let text = SOUND
        .replace("reference_leg_length: 0.85", "reference_leg_length: -1")
        .replace("leftUpperArm),", "leftUperArm)")
        .replace("soften_from: 0.9", "soften: 0.9")
        .replace("position_weight", "positoin_weight")
        .replace("Hinge", "Hing")
        .replace("(step_up: 0.3)", "(step_up: \"a\", feet: [(chain: \"x\")])");
    let expected = [
        (Code::OutOfRange, 3, 27),
        (Code::UnknownVariant, 7, 24),
        (Code::Syntax, 7, 36),
        (Code::UnknownField, 9, 79),
        (Code::MisspeltField, 10, 13),
        (Code::UnknownVariant, 14, 43),
        (Code::WrongType, 17, 26),
        (Code::UnknownChain, 17, 46),
    ];
    assert_eq!(places(&text), expected, "{:#?}", all(&text));
}

#[test]
fn other_ways_to_write_the_same_rig_are_read_too() {
    let sound = Rig::from_ron(SOUND).unwrap().rig;
    let other = SOUND
        .replace("Rig(", "\u{feff}#![enable(implicit_some)]\n/* a /* nested */ comment */ (")
        .replace(
            "TwoBone(mid: Role(leftLowerArm), hint: (mode: Character), soften_from: 0.9)",
            "TwoBone((mid: Role(leftLowerArm), hint: (mode: Character), soften_from: 0.9))",
        )
        .replace("look_at: (head_bone: Role(head))", "look_at: Some(LookAt(head_bone: Role(head)))")
        .replace("\"left_arm\"", "r#\"left_arm\"#")
        .replace("150.0", "+1.5e2 /* degrees */");
    assert_eq!(Rig::from_ron(&other).map(|reading| (reading.rig, reading.warnings)), Ok((sound, Vec::new())));
}

#[test]
fn rigs_made_in_memory_are_checked_by_the_same_rules() {
    let mut rig = Rig::from_ron(SOUND).unwrap().rig;
    assert_eq!(validate(&rig), []);
    rig.chains[0].position_weight = f32::NAN;
    rig.chains.push(rig.chains[0].clone());
    let found: Vec<(Code, String)> = validate(&rig).into_iter().map(|d| (d.code, d.path)).collect();
    let expected = [
        (Code::OutOfRange, "chains[0].position_weight"),
        (Code::OutOfRange, "chains[1].position_weight"),
        (Code::DuplicateChain, "chains[1].name"),
    ];
    assert_eq!(found, expected.map(|(code, path)| (code, path.to_owned())));
    assert!(validate(&rig).iter().all(|d| d.place.is_none()));
}

#[test]
fn the_first_version_opens_for_ever() {
    let text = include_str!("fixtures/rig_v1.ron");
    let reading = Rig::from_ron(text).unwrap();
    assert_eq!(reading.warnings, []);
    assert_eq!(reading.rig.format_version, FORMAT_VERSION);
    assert_eq!(reading.rig.chains.len(), 3);
    assert_eq!(reading.rig.to_ron(), text);
}

#[test]
fn contacts_set_by_hand_are_in_order_within_their_clip_and_once() {
    let contacts = |entries: &str| with("(step_up: 0.3)", &format!("(contacts: [{entries}])"));
    let entry = |down: &str| contacts(&format!(r#"(clip: "walk", clip_s: 1.0, chain: "left_arm", down: [{down}])"#));
    for sound in ["", "(0.0, 1.0)", "(0.25, 0.5), (0.75, 1.125)"] {
        assert_eq!(all(&entry(sound)), [], "{sound}");
    }
    let faults = [
        ("(0.5, 0.25)", Code::Mismatch, "down[0]"),
        ("(1.0, 1.5)", Code::Mismatch, "down[0]"),
        ("(0.5, 1.75)", Code::Mismatch, "down[0]"),
        ("(0.5, 0.75), (0.25, 0.375)", Code::Mismatch, "down[1]"),
        ("(0.25, 0.5), (0.5, 0.75)", Code::Mismatch, "down[1]"),
        ("(0.25, 0.5), (0.75, 1.5)", Code::Mismatch, "down[1]"),
        ("(-0.5, 0.5)", Code::OutOfRange, "down[0].0"),
        ("(0.5, inf)", Code::OutOfRange, "down[0].1"),
        ("(NaN, 0.5)", Code::OutOfRange, "down[0].0"),
    ];
    for (down, code, place) in faults {
        let all = all(&entry(down));
        let found = all.iter().map(|one| (one.code, one.path.as_str())).collect::<Vec<_>>();
        assert!(found.contains(&(code, &format!("grounding.contacts[0].{place}"))), "{down}: {found:?}");
    }
    let twice = r#"(clip: "walk", clip_s: 1.0, chain: "left_arm"), (clip: "walk", clip_s: 2.0, chain: "left_arm")"#;
    assert_eq!(one(&contacts(twice)).code, Code::DuplicateContacts);
    let stranger = one(&contacts(r#"(clip: "walk", clip_s: 1.0, chain: "left_am")"#));
    assert_eq!((stranger.code, stranger.nearest.as_deref()), (Code::UnknownChain, Some("left_arm")));
    let unnamed = one(&contacts(r#"(clip: "", clip_s: 1.0, chain: "left_arm")"#));
    assert_eq!(unnamed.code, Code::Empty);
}
