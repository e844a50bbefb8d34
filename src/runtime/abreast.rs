//! Limbs of two bones that have nothing to do with each other, solved side by side.

use glam::{BVec4A, Quat, Vec3, Vec4};

use super::bend;
use super::body::{Body, PlacedLimb};
use super::bound::{BoundChain, BoundSolver};
use super::limb::{self, Begun, LEAST_FLEX, REACH, THERE, UNLOCKS_OVER};
use super::memory::{ChainTarget, Outcome};
use crate::math::{NEAR_UNIT, Quatx4, Vec3x4};
use crate::skeleton::JointId;
use crate::solve::{Decision, two_bone};

/// As many as there are lanes.
pub(super) const MOST: usize = 4;

/// What one limb brings to the others' side.
#[derive(Clone, Copy)]
struct Lane {
    /// Root, middle joint and tip.
    joints: [JointId; 3],
    /// Hint, and how far it counts.
    hint: Vec4,
    bend_in_root: Vec3,
    goal: Vec3,
    weight: f32,
    length: f32,
    soften_from: f32,
    bend_range: [f32; 2],
    keeps_extension: f32,
    near_singular: bool,
    tip_rotation: Quat,
    above: Quat,
}

/// Solves those of `chains`, at most [`MOST`], of which places are asked, and leaves them fresh; the body must be rigid. How each ended; None
/// where it is left alone.
///
/// What lanes do not do is solved alone, as every other chain is.
pub(super) fn solve(
    body: &mut Body,
    chains: &[BoundChain],
    targets: &[ChainTarget],
    mut scratch: limb::Scratch,
) -> [Option<Outcome>; MOST] {
    let mut ends = [None; MOST];
    let mut begun: [Option<Begun>; MOST] = [None; MOST];
    for (((chain, target), begun), end) in chains.iter().zip(targets).zip(&mut begun).zip(&mut ends) {
        if target.weight > 0.0 {
            limb::refresh(body, chain);
            *begun = limb::begin(body, chain, target);
            *end = Some(Outcome::default());
        }
    }
    // A lane that nothing is asked of goes along with another's numbers.
    let mut lanes: Option<[Lane; MOST]> = None;
    let mut in_lane = [false; MOST];
    for (at, ((chain, target), begun)) in chains.iter().zip(targets).zip(&begun).enumerate() {
        if let Some(lane) = begun.and_then(|begun| Lane::of(body, chain, target, begun)) {
            lanes.get_or_insert([lane; MOST])[at] = lane;
            in_lane[at] = true;
        }
    }
    let Some(lanes) = lanes else { return ends };
    let (placed, outcomes, is_solved) = place(body, &lanes);
    scratch.cones.clear();
    for (at, (chain, target)) in chains.iter().zip(targets).enumerate() {
        let Some(begun) = begun[at] else { continue };
        let mut outcome = outcomes[at];
        if in_lane[at] && is_solved.test(at) {
            body.put_limb(&lanes[at].joints, &placed[at]);
            begun.note(&mut outcome);
        } else {
            outcome = limb::solve_begun(body, chain, target, begun, Vec3::ZERO, 0, scratch.again());
        }
        ends[at] = Some(outcome);
    }
    ends
}

impl Lane {
    #[inline]
    fn of(body: &Body, chain: &BoundChain, target: &ChainTarget, begun: Begun) -> Option<Self> {
        let (&BoundSolver::TwoBone { soften_from, bend_range, .. }, &[root, mid, tip]) = (&chain.solver, &*chain.path)
        else {
            return None;
        };
        let goal = target.position - body.position(root);
        let hint = bend::hint(body, chain, target, goal);
        let near_singular = hint.is_near_singular(body, chain, target);
        Some(Self {
            joints: [root, mid, tip],
            hint: hint.direction.extend(hint.weight),
            bend_in_root: chain.bend_in_root,
            goal,
            weight: target.weight,
            length: chain.length,
            soften_from: if target.keeps_extension { 1.0 } else { soften_from },
            bend_range: bend_range.unwrap_or([0.0, std::f32::consts::PI]),
            keeps_extension: f32::from(u8::from(target.keeps_extension)),
            near_singular,
            tip_rotation: begun.wanted_rotation(target, body.rotation(tip)),
            above: body.parent_rotation(root),
        })
    }
}

/// Where the limbs come to, what decided that, and for which of them it means anything.
fn place(body: &Body, lanes: &[Lane; 4]) -> ([PlacedLimb; 4], [Outcome; 4], BVec4A) {
    let number = |of: fn(&Lane) -> f32| Vec4::from_array([0, 1, 2, 3].map(|lane| of(&lanes[lane])));
    let vector = |of: fn(&Lane) -> Vec3| Vec3x4::new([0, 1, 2, 3].map(|lane| of(&lanes[lane])));
    let places =
        |at: usize| Vec3x4::from_rows([0, 1, 2, 3].map(|lane| body.globals.place_row(lanes[lane].joints[at]))).0;
    let rotations = |at: usize| Quatx4::new([0, 1, 2, 3].map(|lane| body.globals.rotation(lanes[lane].joints[at])));

    let root = places(0);
    let (mid, tip) = (places(1) - root, places(2) - root);
    let (root_rotation, mid_rotation) = (rotations(0), rotations(1));
    let goal = vector(|lane| lane.goal);
    let (bend_hint, hint_weight) = Vec3x4::from_rows([0, 1, 2, 3].map(|lane| lanes[lane].hint));
    let natural_bend = root_rotation.turned(vector(|lane| lane.bend_in_root));

    let length = number(|lane| lane.length);
    let way = (goal - tip).length();
    let is_there = hint_weight.cmpeq(Vec4::ZERO) & way.cmplt(length * THERE);
    let full = mid.length() + (tip - mid).length();
    let is_straight = tip.length().cmpge(full * REACH);
    let unlocked = Vec4::select(is_straight, (way / (length * UNLOCKS_OVER)).min(Vec4::ONE), Vec4::ONE);
    let least_of_leg = number(|lane| lane.keeps_extension) * unlocked * LEAST_FLEX;
    let solved = two_bone::solve_four(&two_bone::Problems {
        mid,
        tip,
        goal,
        bend_hint,
        hint_weight,
        natural_bend,
        weight: number(|lane| lane.weight),
        soften_from: number(|lane| lane.soften_from),
        bend_range: [number(|lane| lane.bend_range[0]).max(least_of_leg), number(|lane| lane.bend_range[1])],
    });

    let near_unit = |q: Quatx4| {
        let squared = q.length_squared();
        // One over the root of what is nearly one.
        (q * (Vec4::splat(1.5) - squared * 0.5), (squared - 1.0).abs().cmplt(Vec4::splat(NEAR_UNIT)))
    };
    let (root_new, root_sound) = near_unit(solved.root_turn * root_rotation);
    let (mid_new, mid_sound) = near_unit(solved.mid_turn * (solved.root_turn * mid_rotation));
    let (tip_new, tip_sound) = near_unit(Quatx4::new([0, 1, 2, 3].map(|lane| lanes[lane].tip_rotation)));
    let above = Quatx4::new([0, 1, 2, 3].map(|lane| lanes[lane].above));
    let (root_local, root_local_sound) = near_unit(above.conjugate() * root_new);
    let (mid_local, mid_local_sound) = near_unit(root_new.conjugate() * mid_new);
    let (tip_local, tip_local_sound) = near_unit(mid_new.conjugate() * tip_new);
    let (mid_at, tip_at) = (root + solved.mid, root + solved.tip);
    let places = (mid_at.x + mid_at.y + mid_at.z) + (tip_at.x + tip_at.y + tip_at.z);
    let is_sound = (root_sound & mid_sound & tip_sound)
        & (root_local_sound & mid_local_sound & tip_local_sound)
        & (places * 0.0).cmpeq(Vec4::ZERO);

    let [in_model, local] = [[root_new, mid_new, tip_new], [root_local, mid_local, tip_local]]
        .map(|rotations| rotations.map(Quatx4::lanes));
    let (mids, tips) = (mid_at.rows(Vec4::ONE), tip_at.rows(Vec4::ONE));
    let placed = std::array::from_fn(|lane| PlacedLimb {
        rotations: in_model.map(|lanes| lanes[lane]),
        local: local.map(|lanes| lanes[lane]),
        places: [mids[lane], tips[lane]],
    });
    let outcomes = std::array::from_fn(|lane| {
        let mut decided_by = solved.decided_by[lane];
        if lanes[lane].near_singular {
            decided_by.insert(Decision::NearSingular);
        }
        Outcome { iterations: 1, decided_by }
    });
    (placed, outcomes, solved.is_solved & is_sound & !is_there)
}
