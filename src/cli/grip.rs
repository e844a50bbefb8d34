//! `--prop` and `--grip`: a thing in the scene, and the hands that hold it.

use std::path::Path;

use surefoot::glam::{Affine3A, Vec3};
use surefoot::humanoid::{Role, Side};
use surefoot::math::Transform;
use surefoot::prop::{Prop, prop, prop_names};
use surefoot::runtime::{BoundRig, FingerGoal, Hang};

use super::goal::{self, GoalArg};
use super::trouble::Trouble;

/// `--prop`: where it stands, model space, metres.
#[derive(Clone, Debug, PartialEq)]
pub struct PropArg {
    /// A prop that comes with Surefoot, or a file.
    pub what: String,
    pub model_from_prop: Transform,
}

/// `--grip`: a hand and the name of a grip.
#[derive(Clone, Debug, PartialEq)]
pub struct GripArg {
    pub side: Side,
    pub grip: String,
}

/// What hands are asked to do.
#[derive(Default)]
pub struct Held {
    /// Model space, as if they were given by `--goal`.
    pub goals: Vec<GoalArg>,
    pub fingers: Vec<FingerGoal>,
    /// From the prop to where one hangs, world space.
    pub hang: Option<Hang>,
}

/// Reads `mug@x,y,z` or `FILE.ron@x,y,z,qx,qy,qz,qw`.
pub fn parse_prop(text: &str) -> Result<PropArg, String> {
    const EXPECTED: &str = "expected NAME@x,y,z or FILE@x,y,z,qx,qy,qz,qw, as in mug@0.2,1.1,0.4";
    let (what, place) = text.rsplit_once('@').filter(|(what, _)| !what.is_empty()).ok_or(EXPECTED)?;
    let place = goal::parse(&format!("prop={place}")).map_err(|_| EXPECTED)?;
    let rotation = place.rotation.unwrap_or_default();
    let model_from_prop = Transform { rotation, ..Transform::from_translation(place.position) };
    Ok(PropArg { what: what.to_owned(), model_from_prop })
}

/// Reads `leftHand=GRIP`.
pub fn parse_grip(text: &str) -> Result<GripArg, String> {
    const EXPECTED: &str = "expected leftHand=GRIP or rightHand=GRIP, as in rightHand=body";
    let (hand, grip) = text.split_once('=').filter(|(_, grip)| !grip.trim().is_empty()).ok_or(EXPECTED)?;
    let side = match Role::from_name(hand.trim()) {
        Some(Role::LeftHand) => Side::Left,
        Some(Role::RightHand) => Side::Right,
        _ => return Err(EXPECTED.into()),
    };
    Ok(GripArg { side, grip: grip.trim().to_owned() })
}

/// The goals of the hands that hold `prop`.
pub fn hold(prop: Option<&PropArg>, grips: &[GripArg], hangs: bool, bound: &BoundRig) -> anyhow::Result<Held> {
    let Some(arg) = prop else { return Ok(Held::default()) };
    let thing = read(&arg.what)?;
    let root = bound.world_from_model();
    let in_world = root.unscaled().to_affine();
    let world_from_prop = Transform::from_affine(in_world * arg.model_from_prop.to_affine());
    let mut held = Held::default();
    for GripArg { side, grip: name } in grips {
        let Some(grip) = thing.grip(name) else {
            let names: Vec<&str> = thing.grips.iter().map(|grip| grip.name.as_str()).collect();
            return Err(Trouble::new(format!("the prop {} has no grip {name:?}", arg.what))
                .fix(format!("use one of {}", names.join(", ")))
                .into());
        };
        let hold = grip.hold(*side, world_from_prop);
        let Some(goal) = hold.goal(bound, root) else {
            return Err(Trouble::new(format!("the character has no {}", hand_name(*side)))
                .fix("map the hand in `bones` of the rig")
                .into());
        };
        let model_from_world: Affine3A = in_world.inverse();
        held.goals.push(GoalArg {
            chain: goal.chain.to_owned(),
            position: model_from_world.transform_point3(goal.position_in_world),
            rotation: goal.rotation_in_world.map(|rotation| (root.rotation.conjugate() * rotation).normalize()),
        });
        held.fingers.push(hold.fingers());
    }
    held.hang = hangs.then(|| Hang::from(world_from_prop.rotation * Vec3::Z));
    Ok(held)
}

fn hand_name(side: Side) -> &'static str {
    match side {
        Side::Left => Role::LeftHand.name(),
        Side::Right => Role::RightHand.name(),
    }
}

/// A prop that comes with Surefoot, by its name; else a file.
fn read(what: &str) -> anyhow::Result<Prop> {
    if let Some(known) = prop(what) {
        return Ok(known);
    }
    let path = Path::new(what);
    if !path.exists() {
        let names: Vec<&str> = prop_names().collect();
        return Err(Trouble::new(format!("there is no prop {what:?}"))
            .fix(format!("use one of {}, or a prop's .ron file", names.join(", ")))
            .into());
    }
    let text = std::fs::read_to_string(path)
        .map_err(|error| Trouble::new(format!("{} cannot be read", path.display())).why(error))?;
    let reading = Prop::from_ron(&text).map_err(|error| {
        Trouble::new(format!("{} is no prop", path.display())).why(error).fix("mend what is told above")
    })?;
    for warning in reading.warnings {
        eprintln!("{}:{warning}", path.display());
    }
    Ok(reading.prop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn props_have_a_place_and_grips_a_hand() {
        let mug = parse_prop("mug@0.1,-1.2,4e-1").unwrap();
        assert_eq!((mug.what.as_str(), mug.model_from_prop.translation), ("mug", Vec3::new(0.1, -1.2, 0.4)));
        let file = parse_prop("a@b/c.ron@0,0,0,0,1,0,0").unwrap();
        assert_eq!((file.what.as_str(), file.model_from_prop.rotation.y), ("a@b/c.ron", 1.0));
        for wrong in ["mug", "@1,2,3", "mug@1,2", "mug@1,2,3,4", "mug@1,2,x"] {
            assert!(parse_prop(wrong).is_err(), "{wrong}");
        }
        assert_eq!(parse_grip("leftHand=body"), Ok(GripArg { side: Side::Left, grip: "body".into() }));
        for wrong in ["leftHand", "leftFoot=body", "leftHand= ", "hand=body"] {
            assert!(parse_grip(wrong).is_err(), "{wrong}");
        }
    }
}
