use super::*;
use crate::math::{angle_between, direction_or};
use proptest::prelude::*;

fn params() -> Params<'static> {
    Params { tolerance: 1e-4, max_iterations: 100, ..Params::default() }
}

fn run(joints: &[Vec3], goal: Vec3, params: &Params) -> (Vec<Vec3>, Outcome) {
    let mut moved = joints.to_vec();
    let outcome = solve(&mut moved, joints, goal, params, &mut Workspace::default());
    for (now, before) in moved.windows(2).zip(joints.windows(2)) {
        let (now, before) = (now[0].distance(now[1]), before[0].distance(before[1]));
        assert!((now - before).abs() < 1e-5 * before.max(1.0), "{before} became {now}");
    }
    (moved, outcome)
}

#[test]
fn a_straight_chain_bends_when_the_goal_is_on_its_line() {
    let chain = [0.0, 0.4, 0.8, 1.2].map(|z| Vec3::new(0.0, 0.0, z));
    let goal = Vec3::new(0.0, 0.0, 1.0);
    let (moved, outcome) = run(&chain, goal, &params());
    assert!(outcome.reached && moved[3].distance(goal) < 1e-4, "{outcome:?}");
    let hinted = run(&chain, goal, &Params { bend_hint: Vec3::new(0.0, 1.0, 0.3), ..params() }).0;
    assert!(hinted[1].y > 0.05 && hinted[2].y > 0.05 && hinted[1].x.abs() < 1e-5, "{hinted:?}");
}

#[test]
fn out_of_reach_is_straight_towards_the_goal() {
    let chain = [[0.0, 1.0, 0.0], [0.0, 0.5, 0.02], [0.0, 0.0, 0.0]].map(Vec3::from);
    let full = chain[0].distance(chain[1]) + chain[1].distance(chain[2]);
    for degree in 0..360 {
        let (sine, cosine) = (degree as f32).to_radians().sin_cos();
        let direction = Vec3::new(cosine, sine, 0.0);
        let (moved, outcome) = run(&chain, chain[0] + direction * 2.0, &params());
        assert!(
            moved[2].distance(chain[0] + direction * full) < 1e-4 && outcome.decided_by.contains(Decision::OutOfReach)
        );
    }
}

#[test]
fn no_jump_between_reachable_and_not() {
    let chain = [[0.0, 1.0, 0.0], [0.0, 0.5, 0.02], [0.0, 0.0, 0.0]].map(Vec3::from);
    let direction = Vec3::new(0.6, -0.8, 0.0);
    let full = chain[0].distance(chain[1]) + chain[1].distance(chain[2]);
    let inside = run(&chain, chain[0] + direction * (full - 1e-4), &params()).0;
    let outside = run(&chain, chain[0] + direction * (full + 1e-4), &params()).0;
    for (a, b) in inside.iter().zip(&outside) {
        assert!(a.distance(*b) < 0.02, "{a} {b}");
    }
}

#[test]
fn singular_and_broken_goals_do_no_harm() {
    let chain = [[0.0, 1.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.5, 0.0]].map(Vec3::from);
    let (moved, _) = run(&chain, Vec3::new(0.3, 0.8, 0.0), &params());
    assert!(moved[2].distance(Vec3::new(0.416, 0.723, 0.0)) < 1e-3, "{moved:?}");
    let pair = [[0.0, 1.0, 0.0], [0.0, 0.5, 0.0], [0.0, 0.1, 0.0]].map(Vec3::from);
    let (moved, outcome) = run(&pair, pair[0], &params());
    assert!(
        (moved[2].distance(pair[0]) - 0.1).abs() < 2e-3 && outcome.decided_by.contains(Decision::TooNear),
        "{moved:?}"
    );
    for goal in [Vec3::NAN, Vec3::INFINITY] {
        assert_eq!(run(&pair, goal, &params()).0, pair);
    }
    assert!(run(&pair, Vec3::splat(3e30), &params()).0.iter().all(|joint| joint.is_finite()));
}

#[test]
fn the_same_shape_far_from_the_origin() {
    let chain = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.7], [0.0, 2.0, 0.0]].map(Vec3::from);
    let goal = Vec3::new(0.4, 1.2, 0.3);
    let offset = Vec3::new(251.0, 5.0, 268.0);
    let near = run(&chain, goal, &params()).0;
    let mut far = chain.map(|joint| joint + offset);
    let incoming = far;
    solve(&mut far, &incoming, goal + offset, &params(), &mut Workspace::default());
    for (a, b) in near.iter().zip(far) {
        assert!((b - offset).distance(*a) < 1e-3);
    }
}

/// A chain whose joints have their y axis along the bone, straight up, each held to a cone round it.
fn held_chain(bones: usize, half_angle: f32) -> (Vec<Vec3>, Vec<JointFrame>) {
    let joints = (0..=bones).map(|k| Vec3::Y * (k as f32 / bones as f32)).collect();
    let limit = Cone { bone: Vec3::Y, side: Vec3::X, swing: [half_angle; 2], twist: [-0.1, 0.1] };
    let frame = JointFrame { incoming: Quat::IDENTITY, at_rest: Quat::IDENTITY, limit: Some(limit) };
    (joints, vec![frame; bones])
}

fn bends(joints: &[Vec3]) -> impl Iterator<Item = f32> {
    let bones: Vec<Vec3> = std::iter::once(Vec3::Y).chain(joints.windows(2).map(|pair| pair[1] - pair[0])).collect();
    (1..bones.len()).map(move |bone| angle_between(bones[bone - 1], bones[bone]))
}

#[test]
fn no_joint_leaves_its_cone_and_what_can_be_reached_is() {
    let (chain, frames) = held_chain(6, 0.4);
    for method in [Method::Extrapolated, Method::Plain, Method::Descent] {
        let params = Params { method, frames: &frames, tolerance: 1e-3, ..params() };
        // On the arc that six bones of 0.3 rad each make, so it can be reached.
        let arc: Vec3 = (1..=6).map(|k| Vec3::new((0.3 * k as f32).sin(), (0.3 * k as f32).cos(), 0.0) / 6.0).sum();
        for (goal, within) in [(arc, true), (Vec3::new(0.9, -0.4, 0.0), false), (Vec3::new(0.0, -1.0, 0.0), false)] {
            let (moved, outcome) = run(&chain, goal, &params);
            assert!(bends(&moved).all(|bend| bend < 0.4 + 1e-3), "{method:?} {:?}", bends(&moved).collect::<Vec<_>>());
            assert_eq!(outcome.reached, within, "{method:?} {goal} {outcome:?}");
            assert!(within || outcome.decided_by.contains(Decision::Limit));
        }
    }
}

#[test]
fn the_turns_of_a_held_chain_lay_it_out_and_keep_their_twist() {
    let (chain, frames) = held_chain(5, 0.5);
    let params = Params { frames: &frames, ..params() };
    let mut workspace = Workspace::default();
    for goal in [Vec3::new(0.5, 0.6, 0.3), Vec3::new(-0.8, 0.2, 0.1), Vec3::new(0.1, 0.95, -0.2)] {
        let mut moved = chain.clone();
        solve(&mut moved, &chain, goal, &params, &mut workspace);
        let mut before = Quat::IDENTITY;
        for (bone, &turn) in workspace.turns().iter().enumerate() {
            assert!((turn * Vec3::Y * 0.2).distance(moved[bone + 1] - moved[bone]) < 1e-4);
            let twist = crate::math::swing_twist(before.conjugate() * turn, Vec3::Y).twist;
            assert!(2.0 * twist.y.abs().atan2(twist.w.abs()) < 0.1 + 1e-3);
            before = turn;
        }
    }
}

#[test]
fn a_stiff_bone_turns_less() {
    let chain: Vec<Vec3> = (0..=4).map(|k| Vec3::new(0.02 * k as f32, 0.25 * k as f32, 0.0)).collect();
    let goal = Vec3::new(0.6, 0.4, 0.0);
    let first_bend = |stiffness: &[f32]| {
        let moved = run(&chain, goal, &Params { stiffness, tolerance: 1e-3, ..params() }).0;
        angle_between(chain[1] - chain[0], moved[1] - moved[0])
    };
    assert!(first_bend(&[0.9]) < 0.6 * first_bend(&[]));
    // Stiffness 1 does not turn at all.
    assert!(first_bend(&[1.0]) < 1e-3);
}

/// The points of a ball of radius 0.999, from a seed.
fn ball(seed: u64, count: usize) -> Vec<Vec3> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40) as f32 / (1u32 << 23) as f32 - 1.0
    };
    let mut points = Vec::new();
    while points.len() < count {
        let point = Vec3::new(next(), next(), next());
        if point.length() <= 0.999 {
            points.push(point);
        }
    }
    points
}

fn straight(joints: usize) -> Vec<Vec3> {
    (0..joints).map(|k| Vec3::Y * (k as f32 / (joints - 1) as f32)).collect()
}

/// The share of goals reached and the mean of the iterations.
fn reached(joints: usize, goals: &[Vec3], params: &Params) -> (f32, f32) {
    let rest = straight(joints);
    let mut workspace = Workspace::for_joints(joints);
    let mut moved = rest.clone();
    let outcomes = goals.iter().map(|&goal| {
        moved.copy_from_slice(&rest);
        solve(&mut moved, &rest, goal, params, &mut workspace)
    });
    let (mut met, mut iterations) = (0.0, 0.0);
    for outcome in outcomes {
        met += f32::from(u8::from(outcome.reached));
        iterations += outcome.iterations as f32;
    }
    (met / goals.len() as f32, iterations / goals.len() as f32)
}

#[test]
fn extrapolation_reaches_more_in_fewer_sweeps() {
    for seed in [1, 2, 3] {
        let goals = ball(seed, 400);
        for joints in [4, 10, 20, 50] {
            let params = Params { tolerance: 1e-3, max_iterations: 100, ..Params::default() };
            let (ours, sweeps) = reached(joints, &goals, &params);
            let (plain, plain_sweeps) = reached(joints, &goals, &Params { method: Method::Plain, ..params });
            assert!(
                ours >= 0.995 && ours >= plain && sweeps < 0.7 * plain_sweeps,
                "{joints} joints: {ours} in {sweeps}, plain {plain} in {plain_sweeps}"
            );
            // What a rig asks for by default.
            let (default, _) = reached(joints, &goals, &Params::default());
            assert!(default >= 0.99 || joints > 20, "{joints} joints: {default} within 15 sweeps");
        }
    }
}

#[test]
fn a_used_workspace_changes_nothing() {
    let mut used = Workspace::default();
    for goal in ball(7, 50) {
        for joints in [20, 4, 10] {
            let rest = straight(joints);
            let (mut fresh, mut again) = (rest.clone(), rest.clone());
            solve(&mut fresh, &rest, goal, &params(), &mut Workspace::for_joints(joints));
            solve(&mut again, &rest, goal, &params(), &mut used);
            assert_eq!(fresh, again);
        }
    }
}

#[test]
fn descent_curls_where_sweeps_bend_evenly() {
    let chain = straight(8);
    let goal = Vec3::new(0.5, 0.3, 0.2);
    let (swept, _) = run(&chain, goal, &Params { tolerance: 1e-3, ..params() });
    let (curled, outcome) = run(&chain, goal, &Params { method: Method::Descent, tolerance: 1e-3, ..params() });
    assert!(outcome.reached, "{outcome:?}");
    let sharpest = |joints: &[Vec3]| bends(joints).fold(0.0, f32::max);
    assert!(sharpest(&curled) > 2.0 * sharpest(&swept), "{} {}", sharpest(&curled), sharpest(&swept));
}

proptest! {
    #[test]
    fn nearly_all_goals_within_reach_are_met(seed in prop::collection::vec(prop::array::uniform3(-1.0_f32..1.0), 4..12),
        goal in prop::array::uniform3(-1.0_f32..1.0), share in 0.3_f32..0.9) {
        let mut chain = vec![Vec3::ZERO];
        for step in &seed {
            let last = chain[chain.len() - 1];
            chain.push(last + direction_or(Vec3::from(*step), Vec3::X) * 0.2);
        }
        let full = 0.2 * seed.len() as f32;
        let goal = direction_or(goal.into(), Vec3::Z) * (full * share);
        let (_, outcome) = run(&chain, goal, &Params { tolerance: 1e-3, ..params() });
        prop_assert!(outcome.reached, "{outcome:?}");
    }

    /// Any chain, goal, limits, stiffness and method: finite, of its lengths, and no worse than it came where it is free.
    #[test]
    fn anything_finite_stays_whole(
        points in prop::collection::vec(prop::array::uniform3(-2.0_f32..2.0), 2..9),
        goal in prop::array::uniform3(prop_oneof![-3.0_f32..3.0, Just(0.0), Just(3e30), Just(f32::NAN), Just(f32::INFINITY)]),
        swing in 0.0_f32..3.0, stiffness in 0.0_f32..1.0, method in 0..3_usize, is_held: bool,
    ) {
        let chain: Vec<Vec3> = points.into_iter().map(Vec3::from).collect();
        let limit = Cone { bone: Vec3::Y, side: Vec3::X, swing: [swing, swing * 0.5], twist: [-swing, swing] };
        let frame = JointFrame { incoming: Quat::IDENTITY, at_rest: Quat::IDENTITY, limit: is_held.then_some(limit) };
        let frames = vec![frame; chain.len() - 1];
        let stiffness = [stiffness];
        let method = [Method::Extrapolated, Method::Plain, Method::Descent][method];
        let params = Params { method, frames: &frames, stiffness: if is_held { &stiffness } else { &[] }, ..params() };
        let (moved, outcome) = run(&chain, goal.into(), &params);
        prop_assert!(moved.iter().all(|joint| joint.is_finite()) && outcome.error.is_finite());
        prop_assert_eq!(moved[0], chain[0]);
        let goal = Vec3::from(goal);
        if goal.is_finite() && !is_held {
            let before = far_apart(chain[chain.len() - 1], goal);
            prop_assert!(outcome.error <= before * (1.0 + 1e-4) + 1e-4, "{} was {before}", outcome.error);
        }
    }
}
