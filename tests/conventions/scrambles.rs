//! What can be done to a rig without changing what its bones are, done to every convention and every real humanoid.

use std::f32::consts::PI;

use glam::Quat;
use surefoot::humanoid::{Role, Side};

use crate::subject::{Subject, real, z_up};
use crate::table::{self, Mark};

fn made_up() -> Vec<Subject> {
    table::rigs().iter().map(Subject::from).collect()
}

type Change = (&'static str, fn(Subject) -> Subject);

fn assert_held(subjects: &[Subject], changes: &[Change], judged: impl Fn(Role) -> bool) {
    let mut all = Vec::new();
    for subject in subjects {
        for (what, change) in changes {
            let changed = change(subject.clone());
            all.extend(changed.faults(&judged).into_iter().map(|fault| format!("{what}: {fault}")));
            all.extend(changed.swapped().into_iter().map(|fault| format!("{what}: WRONG SIDE {fault}")));
        }
    }
    assert!(all.is_empty(), "{} faults\n{}", all.len(), all.join("\n"));
}

const SPELLINGS: [Change; 12] = [
    ("lower case", |subject| subject.renamed(str::to_lowercase)),
    ("upper case", |subject| subject.renamed(str::to_uppercase)),
    ("underscores", |subject| subject.renamed(|name| name.replace(['.', ' ', '-'], "_"))),
    ("dots", |subject| subject.renamed(|name| name.replace(['_', ' ', '-'], "."))),
    ("spaces", |subject| subject.renamed(|name| name.replace(['.', '_', '-'], " "))),
    ("a namespace", |subject| subject.renamed(|name| format!("Ada:{name}"))),
    ("an object", |subject| subject.renamed(|name| format!("Armature|{name}"))),
    ("a prefix", |subject| subject.renamed(|name| format!("Hero_{name}"))),
    ("a numbered prefix", |subject| subject.renamed(|name| format!("npc03_{name}"))),
    ("a suffix", |subject| subject.renamed(|name| format!("{name}_Armature"))),
    ("a maker's suffix", |subject| subject.renamed(|name| format!("{name}_bind_jnt"))),
    ("escapes", |subject| subject.renamed(|name| name.replace('.', "FBXASC046").replace(' ', "FBXASC032"))),
];

#[test]
fn spelling_does_not_matter_to_any_convention() {
    assert_held(&made_up(), &SPELLINGS, |_| true);
}

#[test]
fn spelling_does_not_matter_to_real_characters() {
    assert_held(&real(), &SPELLINGS, |_| true);
}

const LAYOUTS: [Change; 11] = [
    ("shuffled", |subject| subject.shuffled(3)),
    ("shuffled again", |subject| subject.shuffled(8)),
    ("rolled", |subject| subject.rolled(5)),
    ("rolled and shuffled", |subject| subject.rolled(11).shuffled(2)),
    ("about face", |subject| subject.placed(Quat::from_rotation_y(PI), 1.0)),
    ("facing aside", |subject| subject.placed(Quat::from_rotation_y(0.5 * PI), 1.0)),
    ("facing askew", |subject| subject.placed(Quat::from_rotation_y(0.6), 1.0)),
    ("centimetres", |subject| subject.placed(Quat::IDENTITY, 100.0)),
    ("tiny", |subject| subject.placed(Quat::IDENTITY, 0.01)),
    ("Z up", |subject| subject.placed(z_up(), 1.0)),
    ("Z up, facing aside, in centimetres", |subject| subject.placed(z_up() * Quat::from_rotation_y(0.5 * PI), 100.0)),
];

#[test]
fn order_axes_facing_size_and_up_do_not_matter_to_any_convention() {
    assert_held(&made_up(), &LAYOUTS, |_| true);
}

#[test]
fn order_axes_facing_size_and_up_do_not_matter_to_real_characters() {
    assert_held(&real(), &LAYOUTS, |_| true);
}

fn short(side: Side) -> &'static str {
    if side == Side::Left { "L" } else { "R" }
}

fn long(side: Side) -> &'static str {
    if side == Side::Left { "Left" } else { "Right" }
}

#[test]
fn where_a_name_has_its_side_does_not_matter() {
    let marks: [(&str, Mark); 10] = [
        ("L_", |stem, side| format!("{}_{stem}", short(side))),
        ("_L", |stem, side| format!("{stem}_{}", short(side))),
        (".l", |stem, side| format!("{stem}.{}", short(side).to_lowercase())),
        ("Left", |stem, side| {
            let (first, rest) = stem.split_at(stem.chars().next().map_or(0, char::len_utf8));
            format!("{}{}{rest}", long(side), first.to_uppercase())
        }),
        ("Left at the end", |stem, side| format!("{stem}{}", long(side))),
        ("left_", |stem, side| format!("{}_{stem}", long(side).to_lowercase())),
        ("_LEFT", |stem, side| format!("{stem}_{}", long(side).to_uppercase())),
        ("(L)", |stem, side| format!("{stem} ({})", short(side))),
        ("-left", |stem, side| format!("{stem}-{}", long(side).to_lowercase())),
        ("lft", |stem, side| format!("{}_{stem}", if side == Side::Left { "lft" } else { "rgt" })),
    ];
    let mut all = Vec::new();
    for (what, mark) in marks {
        for rig in table::rigs_marked(Some(mark)) {
            let subject = Subject::from(&rig);
            all.extend(subject.faults(|_| true).into_iter().map(|fault| format!("{what}: {fault}")));
            all.extend(subject.swapped().into_iter().map(|fault| format!("{what}: WRONG SIDE {fault}")));
        }
    }
    assert!(all.is_empty(), "{} faults\n{}", all.len(), all.join("\n"));
}

/// Every known bone under the words of another language, every other joint under none that says anything.
#[test]
fn translated_names_say_the_same() {
    let mut all = Vec::new();
    for language in ["Spanish", "German", "Japanese, everyday words", "Chinese", "Russian", "French", "Italian"] {
        let words = table::rig(language);
        let word = |role: Role| words.bones.iter().find(|bone| bone.role == Some(role)).map(|bone| bone.name.clone());
        for subject in made_up().into_iter().chain(real()) {
            let subject = subject.translated(word);
            all.extend(subject.faults(Role::is_required).into_iter().map(|fault| format!("{language}: {fault}")));
            all.extend(subject.swapped().into_iter().map(|fault| format!("{language}: WRONG SIDE {fault}")));
        }
    }
    assert!(all.is_empty(), "{} faults\n{}", all.len(), all.join("\n"));
}

/// Without a single name the tree and the places must do; no side may be swapped whatever is missing.
#[test]
fn most_real_humanoids_are_found_without_any_name() {
    let subjects = real();
    if subjects.is_empty() {
        return;
    }
    let mut swapped = Vec::new();
    let mut whole = 0;
    for subject in &subjects {
        let bare = subject.clone().renamed(|_| String::new());
        let faults = bare.faults(Role::is_required);
        // Sides that were named as the viewer sees them cannot be known without the names.
        if !subject.is_named_from_in_front() {
            swapped.extend(bare.swapped());
        }
        whole += usize::from(faults.is_empty());
        if !faults.is_empty() {
            println!("{}", faults.join("\n"));
        }
    }
    println!("{whole} of {} have every required bone without names", subjects.len());
    assert!(swapped.is_empty(), "{}", swapped.join("\n"));
    assert!(whole * 100 >= subjects.len() * 79, "{whole} of {}", subjects.len());
}

#[test]
fn most_made_up_bodies_are_found_without_any_name() {
    let bare: Vec<Subject> = made_up().into_iter().map(|subject| subject.renamed(|_| String::new())).collect();
    let mut whole = 0;
    let mut swapped = Vec::new();
    for subject in &bare {
        let faults = subject.faults(Role::is_required);
        swapped.extend(subject.swapped());
        whole += usize::from(faults.is_empty());
        if !faults.is_empty() {
            println!("{}", faults.join("\n"));
        }
    }
    println!("{whole} of {} have every required bone without names", bare.len());
    assert!(swapped.is_empty(), "{}", swapped.join("\n"));
    assert!(whole * 100 >= bare.len() * 70, "{whole} of {}", bare.len());
}
