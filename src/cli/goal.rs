//! Goals and points as arguments spell them.

use surefoot::glam::{Quat, Vec3};
use surefoot::humanoid::HumanoidMap;
use surefoot::rig::Chain;
use surefoot::skeleton::Skeleton;

/// `--goal`: model space, metres.
#[derive(Clone, Debug, PartialEq)]
pub struct GoalArg {
    /// The role of a chain's tip, or a chain's name.
    pub chain: String,
    pub position: Vec3,
    /// Unit.
    pub rotation: Option<Quat>,
}

/// Reads `leftHand=x,y,z` or `leftHand=x,y,z,qx,qy,qz,qw`.
pub fn parse(text: &str) -> Result<GoalArg, String> {
    const EXPECTED: &str = "expected ROLE=x,y,z or ROLE=x,y,z,qx,qy,qz,qw, as in leftHand=0.1,1.2,0.4";
    let (chain, numbers) = text.split_once('=').ok_or(EXPECTED)?;
    let chain = chain.trim();
    if chain.is_empty() {
        return Err(EXPECTED.into());
    }
    let (position, rotation) = match self::numbers(numbers)?.as_slice() {
        &[x, y, z] => (Vec3::new(x, y, z), None),
        &[x, y, z, qx, qy, qz, qw] => {
            let rotation = Quat::from_xyzw(qx, qy, qz, qw);
            let length = rotation.length();
            if !(0.9..1.1).contains(&length) {
                return Err(format!("the rotation has length {length}; a quaternion x y z w has length 1"));
            }
            (Vec3::new(x, y, z), Some(rotation / length))
        }
        others => return Err(format!("there are {} numbers; {EXPECTED}", others.len())),
    };
    Ok(GoalArg { chain: chain.to_owned(), position, rotation })
}

/// Reads `x,y,z`.
pub fn parse_point(text: &str) -> Result<Vec3, String> {
    match numbers(text)?.as_slice() {
        &[x, y, z] => Ok(Vec3::new(x, y, z)),
        others => Err(format!("there are {} numbers; expected x,y,z, as in 0,1.6,2", others.len())),
    }
}

fn numbers(text: &str) -> Result<Vec<f32>, String> {
    let number = |part: &str| match part.trim().parse::<f32>() {
        Ok(value) if value.is_finite() => Ok(value),
        _ => Err(format!("{part:?} is not a number")),
    };
    text.split(',').map(number).collect()
}

/// Whether a goal is meant for a chain.
pub fn is_for(goal: &GoalArg, chain: &Chain, skeleton: &Skeleton, map: &HumanoidMap) -> bool {
    let tip = || chain.tip.resolve(skeleton, map).ok().and_then(|tip| map.role_of(tip));
    chain.name == goal.chain || tip().is_some_and(|role| role.name() == goal.chain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_are_a_name_and_three_or_seven_numbers() {
        let goal = parse("leftHand=0.1,-1.2,4e-1").unwrap();
        assert_eq!((goal.chain.as_str(), goal.position, goal.rotation), ("leftHand", Vec3::new(0.1, -1.2, 0.4), None));
        let turned = parse("left_arm = 0,0,0, 0,1,0,0").unwrap();
        assert_eq!((turned.chain.as_str(), turned.rotation), ("left_arm", Some(Quat::from_xyzw(0.0, 1.0, 0.0, 0.0))));
        for wrong in
            ["leftHand", "=1,2,3", "a=1,2", "a=1,2,3,4", "a=1,2,x", "a=1,2,nan", "a=1,2,3,0,0,0,0", "a=1,2,inf"]
        {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
        assert_eq!(parse_point("0,1,2"), Ok(Vec3::new(0.0, 1.0, 2.0)));
        assert!(parse_point("0,1").is_err());
    }
}
