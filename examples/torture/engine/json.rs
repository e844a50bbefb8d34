//! Damage to glTF's structure: a document that is still JSON and says something else.

use serde_json::{Map, Value, json};

use super::dice::Dice;

const NUMBERS: [f64; 20] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    2.0,
    3.0,
    0.5,
    1e-30,
    1e20,
    1e38,
    -1e38,
    1e300,
    65_535.0,
    65_536.0,
    1_048_576.0,
    16_777_217.0,
    2_147_483_648.0,
    4_294_967_295.0,
    9_007_199_254_740_993.0,
    18_446_744_073_709_551_615.0,
];
const STRINGS: [&str; 24] = [
    "",
    "SCALAR",
    "VEC2",
    "VEC3",
    "VEC4",
    "MAT4",
    "STEP",
    "LINEAR",
    "CUBICSPLINE",
    "translation",
    "rotation",
    "scale",
    "weights",
    "Hips",
    "mixamorig:LeftUpLeg",
    "left_foot",
    "../../etc/passwd",
    "data:application/octet-stream;base64,AAAA",
    "data:,",
    "image/png",
    "EXT_meshopt_compression",
    "KHR_draco_mesh_compression",
    "腰",
    "\u{0}\u{202e}",
];
const COUNTS: [u64; 10] = [0, 1, 255, 256, 65_535, 65_536, 1_000_000, 40_000_000, u32::MAX as u64, i64::MAX as u64];

/// Changes `document` in one to six places; parts of `whole`, which is sound, turn up where they do not belong.
pub fn damage(document: &mut Value, whole: &Value, dice: &mut Dice) {
    for _ in 0..=dice.below(6).min(dice.below(6)) {
        let stop = 2 + dice.below(8);
        change(pick(document, dice, stop), whole, dice);
    }
}

/// Some value below `value`: every key of an object and every place of a list is as likely.
fn pick<'a>(value: &'a mut Value, dice: &mut Dice, depth: usize) -> &'a mut Value {
    let below = match &*value {
        Value::Object(map) => map.len(),
        Value::Array(list) => list.len(),
        _ => 0,
    };
    if below == 0 || depth == 0 {
        return value;
    }
    let at = dice.below(below);
    let child = match value {
        Value::Object(map) => map.values_mut().nth(at),
        Value::Array(list) => list.get_mut(at),
        _ => None,
    };
    pick(child.expect("its place was drawn among them"), dice, depth - 1)
}

fn change(value: &mut Value, whole: &Value, dice: &mut Dice) {
    match (dice.below(8), &mut *value) {
        (0, _) => *value = anything(dice),
        (1, _) => {
            let mut donor = whole.clone();
            let depth = 1 + dice.below(8);
            *value = pick(&mut donor, dice, depth).take();
        }
        (_, Value::Object(map)) => change_object(map, dice),
        (_, Value::Array(list)) => change_list(list, dice),
        (_, Value::Number(number)) => {
            let old = number.as_f64().unwrap_or_default();
            *value = match dice.below(7) {
                0 => json!(old + 1.0),
                1 if old == old.trunc() && old.abs() < 1e15 => json!(old as i64 + 1),
                2 if old == old.trunc() && old.abs() < 1e15 => json!(old as i64 - 1),
                3 => json!(-old),
                4 => json!(old * 1e6),
                5 => json!(dice.pick(&COUNTS)),
                _ => json!(dice.pick(&NUMBERS)),
            };
        }
        (_, Value::String(text)) => match dice.below(4) {
            0 => *text = text.chars().rev().collect(),
            1 => *text = text.chars().take(dice.below(text.len())).collect(),
            2 => *text = text.repeat(1 + dice.below(40)),
            _ => *text = (*dice.pick(&STRINGS)).to_owned(),
        },
        _ => *value = anything(dice),
    }
}

fn anything(dice: &mut Dice) -> Value {
    match dice.below(9) {
        0 => Value::Null,
        1 => json!(true),
        2 => json!([]),
        3 => json!({}),
        4 => json!(dice.pick(&STRINGS)),
        5 => json!(dice.pick(&COUNTS)),
        6 => (0..dice.below(200)).fold(json!([]), |inside, _| json!([inside])),
        7 => json!([dice.pick(&NUMBERS), dice.pick(&NUMBERS), dice.pick(&NUMBERS)]),
        _ => json!(dice.pick(&NUMBERS)),
    }
}

fn change_object(map: &mut Map<String, Value>, dice: &mut Dice) {
    let key = |dice: &mut Dice, map: &Map<String, Value>| map.keys().nth(dice.below(map.len())).cloned();
    let (Some(first), Some(second)) = (key(dice, map), key(dice, map)) else { return };
    match dice.below(4) {
        0 => drop(map.remove(&first)),
        1 => drop(map.insert(first, anything(dice))),
        2 => {
            let moved = map.remove(&first).unwrap_or_default();
            drop(map.insert(second, moved));
        }
        _ => {
            let copied = map.get(&first).cloned().unwrap_or_default();
            let name = format!("{first}{}", dice.pick(&["_0", "_1", "s", ""]));
            drop(map.insert(name, copied));
        }
    }
}

fn change_list(list: &mut Vec<Value>, dice: &mut Dice) {
    if list.is_empty() {
        list.push(anything(dice));
        return;
    }
    let (a, b) = (dice.below(list.len()), dice.below(list.len()));
    match dice.below(6) {
        0 => drop(list.remove(a)),
        1 => list.swap(a, b),
        2 => list.insert(a, list[b].clone()),
        3 => list.truncate(a),
        4 => list[a] = anything(dice),
        _ => {
            let times = if dice.once_in(20) { 2000 } else { 1 + dice.below(20) };
            let again = list[a].clone();
            list.extend(std::iter::repeat_n(again, times));
        }
    }
}
