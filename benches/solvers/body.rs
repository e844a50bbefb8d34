//! A whole biped: two legs on the ground, two arms, look-at, and the palette that a renderer takes. Local to model is in it twice, before
//! and after the solvers: `solve` does both, and the palette is made of what it leaves in the memory.

use std::hint::black_box;

use surefoot::glam::{Affine3A, Quat, Vec3};
use surefoot::math::Transform;
use surefoot::runtime::{Goal, Inputs};
use surefoot::skeleton::{Joint, Skeleton};

use crate::person::{self, Person, Slope};
use crate::timing::{Work, side_by_side};

/// Joints of a usual game character, fingers and all.
const JOINTS: usize = 65;

pub fn whole() {
    let built = Person { rolls: 3, ..Person::default() }.build();
    let mut joints: Vec<Joint> = Vec::from(built.skeleton.clone());
    let hands: Vec<u16> = ["leftHand", "rightHand"]
        .into_iter()
        .filter_map(|name| joints.iter().position(|joint| joint.name == name).map(|at| at as u16))
        .collect();
    let mut parent = hands[0];
    while joints.len() < JOINTS {
        let at = joints.len();
        // Fingers of three bones, from one hand and the other in turn.
        parent = if at.is_multiple_of(3) { hands[at / 3 % 2] } else { parent };
        let rest = Transform {
            translation: Vec3::new(0.03, 0.0, 0.01),
            rotation: Quat::from_rotation_x(0.1),
            scale: Vec3::ONE,
        };
        joints.push(Joint { name: format!("finger{at}"), parent: Some(parent), rest, source: None });
        parent = at as u16;
    }
    let Ok(skeleton) = Skeleton::new(joints) else { return };
    let map = surefoot::humanoid::Role::ALL
        .into_iter()
        .filter_map(|role| Some((role, skeleton.find(role.name())?)))
        .collect();
    let Ok(bound) = person::whole().bind_with(&skeleton, &map) else { return };
    let mut memory = bound.memory();
    let slope = Slope::rising(12.0, 30.0);
    let mut pose = skeleton.rest().clone();
    let inverse_bind: Vec<Affine3A> = skeleton.rest_globals().matrices().map(|matrix| matrix.inverse()).collect();
    let mut palette = vec![Affine3A::IDENTITY; skeleton.len()];
    let frames = 1000;
    let work = || {
        for frame in 0..frames {
            let t = frame as f32 * 0.01;
            let goals = ["left_arm", "right_arm"].map(|chain| Goal {
                chain,
                position_in_world: Vec3::new(if chain == "left_arm" { 0.3 } else { -0.3 }, 1.2 + 0.1 * t.sin(), 0.4),
                rotation_in_world: None,
                hint_in_world: None,
                weight: 1.0,
            });
            pose.copy_from(skeleton.rest());
            let inputs = Inputs {
                dt: 1.0 / 60.0,
                goals: &goals,
                look_target_in_world: Some(Vec3::new(t.sin(), 1.5, 2.0)),
                ..Inputs::settled(&slope)
            };
            bound.solve(&mut pose, &mut memory, &inputs);
            for ((out, model), inverse) in palette.iter_mut().zip(memory.globals().matrices()).zip(&inverse_bind) {
                *out = model * *inverse;
            }
            black_box(&palette);
        }
    };
    let mut locals = skeleton.rest().clone();
    let mut alone = skeleton.rest_globals().clone();
    let laid_out = || {
        for _ in 0..frames {
            alone.update_from(&skeleton, black_box(&locals), 0);
            black_box(&alone);
        }
        black_box(&mut locals);
    };
    let mut works: [Work; 2] = [Box::new(work), Box::new(laid_out)];
    let times = side_by_side(21, frames, &mut works);
    println!("{JOINTS} joints, everything     {:>7.2} µs", times[0] / 1000.0);
    println!("of it local to model, once {:>7.2} µs", times[1] / 1000.0);
}
