//! FABRIK: ours, extrapolated and plain, beside rebirth-ik and a textbook loop.

use std::cell::RefCell;
use std::hint::black_box;

use surefoot::glam::{Quat, Vec3};
use surefoot::solve::fabrik::{self, JointFrame, Method, Params, Workspace};
use surefoot::solve::limits::Cone;

use crate::dice::Dice;
use crate::timing::{Work, side_by_side};

const MOST: u32 = 100;
const ROUNDS: usize = 7;

/// What a solver did over all goals.
#[derive(Clone, Copy, Default)]
struct Tally {
    iterations: u64,
    met: u32,
}

struct Setup {
    name: String,
    goals: Vec<Vec3>,
    is_bent: bool,
}

fn setups() -> Vec<Setup> {
    let mut setups = Vec::new();
    let path = std::env::var("SUREFOOT_BENCH_TARGETS").unwrap_or_else(|_| "../shared/bench/targets.txt".into());
    if let Ok(text) = std::fs::read_to_string(&path) {
        let goals = text.lines().filter_map(|line| {
            let mut numbers = line.split_whitespace().filter_map(|number| number.parse().ok());
            Some(Vec3::new(numbers.next()?, numbers.next()?, numbers.next()?))
        });
        let goals: Vec<Vec3> = goals.collect();
        for is_bent in [false, true] {
            setups.push(Setup { name: "shared goals".into(), goals: goals.clone(), is_bent });
        }
    } else {
        println!("no goals at {path}; own seeds alone (SUREFOOT_BENCH_TARGETS names another file)");
    }
    for is_bent in [false, true] {
        let goals = (1..=10).flat_map(|seed| {
            let mut dice = Dice::new(seed);
            std::iter::repeat_with(move || dice.in_ball(0.999)).take(1000)
        });
        setups.push(Setup { name: "ten seeds".into(), goals: goals.collect(), is_bent });
    }
    setups
}

/// A chain of length 1, straight up or wound like a spring.
fn rest(joints: usize, is_bent: bool) -> Vec<Vec3> {
    let bones = joints - 1;
    let bone = |bone: usize| {
        let turn = bone as f32 / bones as f32 * 5.0;
        if is_bent { Vec3::new(0.6 * turn.cos(), 0.8, 0.6 * turn.sin()) } else { Vec3::Y }
    };
    let mut points = vec![Vec3::ZERO];
    for k in 0..bones {
        points.push(points[k] + bone(k) / bones as f32);
    }
    points
}

pub fn free() {
    println!("ns a goal | mean iterations | share reached; {MOST} iterations at most; ratio of time to rebirth-ik's");
    for setup in setups() {
        let shape = if setup.is_bent { "bent rest" } else { "straight rest" };
        println!("\n{}, {shape}", setup.name);
        println!(
            "{:>6} {:>6}  {:>26} {:>26} {:>26} {:>26} {:>6}",
            "joints", "within", "rebirth-ik", "textbook", "ours plain", "ours extrapolated", "ratio"
        );
        for joints in [4, 10, 20, 50, 100] {
            for tolerance in [1e-3, 1e-6] {
                row(&setup, joints, tolerance);
            }
        }
    }
}

fn row(setup: &Setup, joints: usize, tolerance: f32) {
    let rest = rest(joints, setup.is_bent);
    let lengths: Vec<f32> = rest.windows(2).map(|pair| pair[0].distance(pair[1])).collect();
    let total: f32 = lengths.iter().sum();
    let tallies = RefCell::new([Tally::default(); 4]);
    let met = |tip: Vec3, goal: Vec3| u32::from(tip.distance(goal) <= tolerance * total * 1.01);
    // Longer chains take long enough to need fewer goals.
    let goals = &setup.goals[..setup.goals.len().min(if joints > 20 { 2000 } else { usize::MAX })];

    let theirs: Vec<rebirth_ik::Vec3> = rest.iter().map(|p| rebirth_ik::Vec3::new(p.x, p.y, p.z)).collect();
    let mut their_joints = theirs.clone();
    let rebirth = || {
        let mut tally = Tally::default();
        for goal in goals {
            their_joints.copy_from_slice(&theirs);
            let target = rebirth_ik::Vec3::new(goal.x, goal.y, goal.z);
            let report = rebirth_ik::solve_chain(&mut their_joints, &lengths, target, MOST, tolerance * total);
            let tip = their_joints[joints - 1];
            tally.iterations += u64::from(report.iterations);
            tally.met += met(Vec3::new(tip.x, tip.y, tip.z), *goal);
        }
        black_box(&their_joints);
        tallies.borrow_mut()[0] = tally;
    };
    let mut plain_joints = rest.clone();
    let book = || {
        let mut tally = Tally::default();
        for &goal in goals {
            plain_joints.copy_from_slice(&rest);
            tally.iterations += u64::from(textbook(&mut plain_joints, &lengths, goal, tolerance * total));
            tally.met += met(plain_joints[joints - 1], goal);
        }
        black_box(&plain_joints);
        tallies.borrow_mut()[1] = tally;
    };
    let ours = |method: Method, place: usize| {
        let (rest, tallies) = (rest.clone(), &tallies);
        let mut moved = rest.clone();
        let mut workspace = Workspace::for_joints(joints);
        let params = Params { method, tolerance, max_iterations: MOST, ..Params::default() };
        move || {
            let mut tally = Tally::default();
            for &goal in goals {
                moved.copy_from_slice(&rest);
                let outcome = fabrik::solve(&mut moved, &rest, goal, &params, &mut workspace);
                tally.iterations += u64::from(outcome.iterations);
                tally.met += met(moved[joints - 1], goal);
            }
            black_box(&moved);
            tallies.borrow_mut()[place] = tally;
        }
    };
    let mut works: [Work; 4] =
        [Box::new(rebirth), Box::new(book), Box::new(ours(Method::Plain, 2)), Box::new(ours(Method::Extrapolated, 3))];
    let times = side_by_side(ROUNDS, goals.len(), &mut works);
    print!("{joints:>6} {tolerance:>6.0e}");
    for (time, tally) in times.iter().zip(tallies.borrow().iter()) {
        let count = goals.len() as f64;
        print!("  {time:>10.0} {:>6.1} {:>7.4}", tally.iterations as f64 / count, f64::from(tally.met) / count);
    }
    println!(" {:>6.2}", times[3] / times[0]);
}

/// The loop as most programs have it.
fn textbook(joints: &mut [Vec3], lengths: &[f32], goal: Vec3, tolerance: f32) -> u32 {
    let last = lengths.len();
    let root = joints[0];
    let mut iterations = 0;
    while joints[last].distance(goal) > tolerance && iterations < MOST {
        joints[last] = goal;
        for k in (0..last).rev() {
            joints[k] = joints[k + 1] + (joints[k] - joints[k + 1]).normalize_or_zero() * lengths[k];
        }
        joints[0] = root;
        for k in 0..last {
            joints[k + 1] = joints[k] + (joints[k + 1] - joints[k]).normalize_or_zero() * lengths[k];
        }
        iterations += 1;
    }
    iterations
}

/// Chains whose joints are held to cones of 40° round the bone before and to 10° of twist; the goals are the tips of poses inside
/// the limits, so every one can be reached.
pub fn held() {
    let limit = Cone { bone: Vec3::Y, side: Vec3::X, swing: [0.7, 0.7], twist: [-0.17, 0.17] };
    let frame = JointFrame { incoming: Quat::IDENTITY, at_rest: Quat::IDENTITY, limit: Some(limit) };
    println!("ns a goal | mean iterations | share reached; {MOST} iterations at most");
    println!(
        "{:>6} {:>6}  {:>26} {:>26} {:>26} {:>6}",
        "joints", "within", "plain", "extrapolated", "descent", "ratio"
    );
    for joints in [4, 10, 20] {
        let rest = rest(joints, false);
        let frames = vec![frame; joints - 1];
        let mut dice = Dice::new(5);
        let goals: Vec<Vec3> = std::iter::repeat_with(|| {
            let (mut turn, mut tip) = (Quat::IDENTITY, Vec3::ZERO);
            for _ in 0..joints - 1 {
                let swing = Vec3::new(dice.signed(), 0.0, dice.signed()) * 0.48;
                turn *= Quat::from_scaled_axis(swing);
                tip += turn * Vec3::Y / (joints - 1) as f32;
            }
            tip
        })
        .take(1000)
        .collect();
        for tolerance in [1e-3, 1e-6] {
            let tallies = RefCell::new([Tally::default(); 3]);
            let ours = |method: Method, place: usize| {
                let (rest, goals, frames, tallies) = (&rest, &goals, &frames, &tallies);
                let mut moved = rest.clone();
                let mut workspace = Workspace::for_joints(joints);
                move || {
                    let params = Params { method, tolerance, max_iterations: MOST, frames, ..Params::default() };
                    let mut tally = Tally::default();
                    for &goal in goals {
                        moved.copy_from_slice(rest);
                        let outcome = fabrik::solve(&mut moved, rest, goal, &params, &mut workspace);
                        tally.iterations += u64::from(outcome.iterations);
                        tally.met += u32::from(outcome.error <= tolerance * 1.01);
                    }
                    black_box(&moved);
                    tallies.borrow_mut()[place] = tally;
                }
            };
            let mut works: [Work; 3] = [
                Box::new(ours(Method::Plain, 0)),
                Box::new(ours(Method::Extrapolated, 1)),
                Box::new(ours(Method::Descent, 2)),
            ];
            let times = side_by_side(3, goals.len(), &mut works);
            print!("{joints:>6} {tolerance:>6.0e}");
            for (time, tally) in times.iter().zip(tallies.borrow().iter()) {
                let count = goals.len() as f64;
                print!("  {time:>10.0} {:>6.1} {:>7.4}", tally.iterations as f64 / count, f64::from(tally.met) / count);
            }
            println!(" {:>6.2}", times[1] / times[0]);
        }
    }
}
