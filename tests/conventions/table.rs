//! Reads the tables of conventions under `names/`.
//!
//! A rig begins with `== its name`. A line is `bone = what it is`, under its parent by two spaces more. What it is:
//!
//! - a role without its side, `upperArm`, at the place of that name;
//! - `spine @chest/0.5`: the role spine, half the way from the chest to what follows it;
//! - `~hand` or `~upperArm/0.5`: no role, there.
//!
//! `<Left|Right>` in a bone's name makes two of it and of all below, `[1|2|3]` a chain; a finger's chain has its roles from
//! the hand out, and what is left over is its tip. A rig in which no line is indented hangs together as a body does.

use glam::Vec3;
use surefoot::humanoid::{Role, Side};
use surefoot::math::Transform;
use surefoot::skeleton::{Joint, Skeleton};

use crate::body;

const TABLES: [&str; 5] = [
    include_str!("names/engines.txt"),
    include_str!("names/tools.txt"),
    include_str!("names/games.txt"),
    include_str!("names/capture.txt"),
    include_str!("names/languages.txt"),
];

/// A bone as it was made.
#[derive(Clone, Debug)]
pub struct Bone {
    pub name: String,
    pub parent: Option<usize>,
    pub place: Vec3,
    pub role: Option<Role>,
}

/// One convention's rig of the one body; parents first.
#[derive(Clone, Debug)]
pub struct Rig {
    pub convention: String,
    pub bones: Vec<Bone>,
}

struct Line<'a> {
    depth: usize,
    name: &'a str,
    role: Option<&'a str>,
    place: &'a str,
    along: f32,
}

/// Writes a bone's name from the name without its side, and the side.
pub type Mark = fn(&str, Side) -> String;

/// All rigs as their conventions name them.
pub fn rigs() -> Vec<Rig> {
    rigs_marked(None)
}

/// All rigs with their sides marked in another way.
pub fn rigs_marked(mark: Option<Mark>) -> Vec<Rig> {
    let sections = TABLES.iter().flat_map(|table| table.split("== ").skip(1));
    sections
        .map(|section| {
            let (convention, lines) = section.split_once('\n').unwrap();
            let lines = lines.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
            Rig {
                convention: convention.trim().to_owned(),
                bones: bones(convention, mark, &lines.map(line).collect::<Vec<_>>()),
            }
        })
        .collect()
}

/// What a line is under: a bone made before, and its side.
type Under = (Option<usize>, Option<Side>);

pub fn rig(convention: &str) -> Rig {
    rigs().into_iter().find(|rig| rig.convention == convention).unwrap_or_else(|| panic!("no convention {convention}"))
}

fn line(text: &str) -> Line<'_> {
    let (name, what) = text.rsplit_once(" = ").unwrap_or_else(|| panic!("no ` = ` in {text:?}"));
    let (role, place) = match (what.strip_prefix('~'), what.split_once(" @")) {
        (Some(place), _) => (None, place),
        (None, Some((role, place))) => (Some(role), place),
        (None, None) => (Some(what), what),
    };
    let (place, along) = place.split_once('/').map_or((place, 0.0), |(place, along)| (place, along.parse().unwrap()));
    Line { depth: (name.len() - name.trim_start().len()) / 2, name: name.trim(), role, place, along }
}

fn bones(convention: &str, mark: Option<Mark>, lines: &[Line]) -> Vec<Bone> {
    let mut made: Vec<Bone> = Vec::new();
    if lines.iter().all(|line| line.depth == 0) {
        hang_as_a_body(lines, mark, &mut made);
    } else {
        let mut at = 0;
        while at < lines.len() {
            at += branch(&lines[at..], mark, (None, None), &mut made);
        }
    }
    assert!(made.len() > 14, "{convention} is cut short");
    made
}

/// Makes the first line and what is indented below it; how many lines that were.
fn branch(lines: &[Line], mark: Option<Mark>, (parent, side): Under, made: &mut Vec<Bone>) -> usize {
    let (first, rest) = lines.split_first().unwrap();
    let below = rest.iter().take_while(|line| line.depth > first.depth).count();
    let sides = if side.is_none() && first.name.contains('<') { Side::BOTH.map(Some).to_vec() } else { vec![side] };
    for side in sides {
        let last = chain(first, mark, (parent, side), made);
        let mut at = 0;
        while at < below {
            at += branch(&rest[at..below], mark, (Some(last), side), made);
        }
    }
    below + 1
}

/// Makes one line's joint or joints; the index of the first, on which others hang.
fn chain(line: &Line, mark: Option<Mark>, (parent, side): Under, made: &mut Vec<Bone>) -> usize {
    let name = match (line.name.split_once('<'), line.name.split_once('>'), side) {
        (Some((before, _)), Some((inner, after)), Some(side)) => {
            let (left, right) = inner[before.len() + 1..].split_once('|').unwrap();
            match mark {
                Some(mark) => {
                    let stem = stem(before, after);
                    let (space, own) = stem.rfind(':').map_or(("", stem.as_str()), |at| stem.split_at(at + 1));
                    format!("{space}{}", mark(own, side))
                }
                None => format!("{before}{}{after}", if side == Side::Left { left } else { right }),
            }
        }
        _ => line.name.to_owned(),
    };
    let first = made.len();
    let place = |place: &str, along: f32| {
        let point = body::point(place, along).unwrap_or_else(|| panic!("no place {place:?} of {name}"));
        point * Vec3::new(if side == Some(Side::Right) { -1.0 } else { 1.0 }, 1.0, 1.0)
    };
    let role = |role: &str| {
        let sided = side.and_then(|side| {
            Role::ALL.into_iter().find(|found| {
                found.side() == Some(side) && found.name()[side_length(side)..].eq_ignore_ascii_case(role)
            })
        });
        sided.or_else(|| Role::from_name(role)).unwrap_or_else(|| panic!("no role {role:?} of {name}"))
    };
    let Some((before, marks)) = name.split_once('[') else {
        let finger = line.role.filter(|role| ["thumb", "index", "middle", "ring", "little"].contains(role));
        let (role, at) = match finger {
            Some(finger) => (Some(role(&finger_roles(finger, 1)[0])), place(&format!("{}1", line.place), line.along)),
            None => (line.role.map(role), place(line.place, line.along)),
        };
        made.push(Bone { name, parent, place: at, role });
        return first;
    };
    let (marks, after) = marks.split_once(']').unwrap();
    let marks: Vec<&str> = marks.split('|').collect();
    let roles = finger_roles(line.place, marks.len());
    for (step, mark) in marks.iter().enumerate() {
        // A thumb of two bones is at its knuckle and its tip.
        let joint = if line.place == "thumb" && marks.len() < 3 { step + 2 } else { step + 1 };
        made.push(Bone {
            name: format!("{before}{mark}{after}"),
            parent: if step == 0 { parent } else { Some(first + step - 1) },
            place: place(&format!("{}{joint}", line.place), 0.0),
            role: line.role.and(roles.get(step)).map(|name| role(name)),
        });
    }
    first
}

/// A name without its side and without the separators that stood round it; a namespace stays in front.
fn stem(before: &str, after: &str) -> String {
    let separator = |c: char| "._- ()".contains(c);
    let after = after.trim_start_matches(separator);
    match before.trim_end_matches(separator) {
        "" => after.to_owned(),
        before if after.is_empty() || before.ends_with(':') => format!("{before}{after}"),
        before => format!("{before}_{after}"),
    }
}

fn side_length(side: Side) -> usize {
    if side == Side::Left { 4 } else { 5 }
}

fn finger_roles(finger: &str, joints: usize) -> Vec<String> {
    let segments: &[&str] = match (finger, joints) {
        ("thumb", 1 | 2) => &["Proximal", "Distal"],
        ("thumb", _) => &["Metacarpal", "Proximal", "Distal"],
        _ => &["Proximal", "Intermediate", "Distal"],
    };
    segments.iter().map(|segment| format!("{finger}{segment}")).collect()
}

/// Every line's parent is the nearest role above it that the rig has.
fn hang_as_a_body(lines: &[Line], mark: Option<Mark>, made: &mut Vec<Bone>) {
    for line in lines {
        let sides = if line.name.contains('<') { Side::BOTH.map(Some).to_vec() } else { vec![None] };
        for side in sides {
            let first = chain(line, mark, (None, side), made);
            let role = made[first].role.unwrap_or_else(|| panic!("{} has no role to hang by", line.name));
            let above = std::iter::successors(role.parent(), |role| role.parent());
            let parent = above.into_iter().find_map(|role| made.iter().position(|bone| bone.role == Some(role)));
            made[first].parent = parent.filter(|&parent| parent < first);
        }
    }
}

impl Rig {
    pub fn skeleton(&self) -> Skeleton {
        let joints = self.bones.iter().map(|bone| {
            let above = bone.parent.map_or(Vec3::ZERO, |parent| self.bones[parent].place);
            Joint {
                name: bone.name.clone(),
                parent: bone.parent.map(|parent| parent as u16),
                rest: Transform::from_translation(bone.place - above),
                source: None,
            }
        });
        Skeleton::new(joints.collect()).unwrap()
    }
}
