//! A rig as text: what is written reads back to the same rig and the same bytes, and no bytes harm the reader.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeMap;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use surefoot::ground::{GroundScene, GroundShape, Scene, scene_names};
use surefoot::humanoid::Role;
use surefoot::rig::{
    BoneRef, Chain, ClipContacts, Code, EditorNotes, EyeMaps, Fabrik, FabrikMethod, Foot, FootLock, Gait, GoalNote,
    Grounding, GroundingMethod, Hint, HintMode, JointLimit, LimitShape, LookAt, LookRange, PropNote, RangeMap, Rig,
    Shoulder, Solver, TwistBone, TwoBone, preset, validate,
};

/// Any number within the bounds, the ends and the awkward ones among them.
fn number(min: f32, max: f32) -> BoxedStrategy<f32> {
    prop_oneof![6 => min..=max, 1 => Just(min), 1 => Just(max), 1 => Just(0.1_f32.clamp(min, max))].boxed()
}

fn unit() -> BoxedStrategy<f32> {
    number(0.0, 1.0).boxed()
}

fn point() -> BoxedStrategy<[f32; 3]> {
    prop_oneof![Just([0.0; 3]), [number(-1e6, 1e6), number(-2.0, 2.0), number(-1e-7, 1e-7)]].boxed()
}

fn role() -> BoxedStrategy<Role> {
    (0..Role::COUNT).prop_map(|index| Role::ALL[index]).boxed()
}

/// A bone that no other tag can stand for.
fn bone(tag: &'static str) -> BoxedStrategy<BoneRef> {
    prop_oneof![
        any::<String>().prop_map(move |name| BoneRef::Node(format!("{tag}{name}"))),
        any::<String>().prop_map(move |path| BoneRef::Path(format!("root/{tag}/{path}"))),
    ]
    .boxed()
}

fn hint() -> BoxedStrategy<Hint> {
    let mode = prop_oneof![
        Just(HintMode::RestBend),
        Just(HintMode::Character),
        Just(HintMode::FollowTip),
        Just(HintMode::AnimatedBend)
    ];
    (mode, point(), unit()).prop_map(|(mode, offset, weight)| Hint { mode, offset, weight }).boxed()
}

fn solver() -> BoxedStrategy<Solver> {
    let shoulder = (bone("clavicle"), number(0.0, 4.0), unit(), number(0.0, 90.0))
        .prop_map(|(bone, weight, offset, max_turn_deg)| Shoulder { bone, weight, offset, max_turn_deg });
    let two_bone = (bone("mid"), hint(), number(0.5, 1.0), unit(), option::of(shoulder)).prop_map(
        |(mid, hint, soften_from, max_stretch, shoulder)| TwoBone { mid, hint, soften_from, max_stretch, shoulder },
    );
    let method = prop_oneof![Just(FabrikMethod::Sweeps), Just(FabrikMethod::Descent)];
    let fabrik = (number(1e-6, 0.1), 1_u32..=100, vec(unit(), 0..4), hint(), method).prop_map(
        |(tolerance, max_iterations, stiffness, hint, method)| Fabrik {
            tolerance,
            max_iterations,
            stiffness,
            hint,
            method,
        },
    );
    prop_oneof![two_bone.prop_map(Solver::TwoBone), fabrik.prop_map(Solver::Fabrik)].boxed()
}

fn chain() -> BoxedStrategy<Chain> {
    (any::<String>(), any::<bool>(), bone("root"), bone("tip"), solver(), unit(), unit(), number(0.0, 5.0))
        .prop_map(|(name, enabled, root, tip, solver, position_weight, rotation_weight, fade_half_life)| Chain {
            name,
            enabled,
            root,
            tip,
            solver,
            position_weight,
            rotation_weight,
            fade_half_life,
        })
        .boxed()
}

fn limit_shape() -> BoxedStrategy<LimitShape> {
    let range = || (number(-180.0, 180.0), number(-180.0, 180.0)).prop_map(|(a, b)| (a.min(b), a.max(b)));
    prop_oneof![
        range().prop_map(|(min_deg, max_deg)| LimitShape::Hinge { min_deg, max_deg }),
        ([number(0.0, 180.0), number(0.0, 180.0)], range()).prop_map(|(swing_deg, (twist_min_deg, twist_max_deg))| {
            LimitShape::Cone { swing_deg, twist_min_deg, twist_max_deg }
        }),
    ]
    .boxed()
}

fn look_range() -> BoxedStrategy<LookRange> {
    [number(0.0, 180.0), number(0.0, 180.0), number(0.0, 180.0), number(0.0, 180.0)]
        .prop_map(|[left_deg, right_deg, up_deg, down_deg]| LookRange { left_deg, right_deg, up_deg, down_deg })
        .boxed()
}

fn eye_maps() -> BoxedStrategy<EyeMaps> {
    let map = || {
        let any = (number(0.0, 180.0), number(0.0, 180.0));
        let any = any.prop_map(|(input_max_deg, output_max_deg)| RangeMap { input_max_deg, output_max_deg });
        prop_oneof![Just(RangeMap::default()), any]
    };
    (map(), map(), map(), map()).prop_map(|(inner, outer, up, down)| EyeMaps { inner, outer, up, down }).boxed()
}

fn look_at() -> BoxedStrategy<LookAt> {
    let numbers = [unit(), unit(), unit(), unit(), unit()];
    let bones = (vec(bone("spine"), 0..4), option::of(bone("neck")), bone("head"), vec(bone("eye"), 0..3));
    let limits = (look_range(), prop_oneof![Just(LookRange::default()), look_range()]);
    let motion = (number(0.0, 3600.0), number(0.0, 5.0));
    (any::<bool>(), numbers, bones, limits, option::of(eye_maps()), any::<bool>(), motion)
        .prop_map(|(enabled, [weight, body, head, eyes, clamp], bones, ranges, eye_maps, weighted, motion)| {
            let (max_speed_deg, half_life) = motion;
            let (spine, neck, head_bone, eye_bones) = bones;
            let spine_weights = if weighted { vec![0.3; spine.len()] } else { Vec::new() };
            LookAt {
                enabled,
                weight,
                body,
                head,
                eyes,
                clamp,
                spine,
                spine_weights,
                neck,
                head_bone,
                eye_bones,
                head_range: ranges.0,
                eye_range: ranges.1,
                eye_maps,
                max_speed_deg,
                half_life,
            }
        })
        .boxed()
}

/// Of some of the chains, in clips of names and lengths of their own.
fn clip_contacts(chains: Vec<String>) -> BoxedStrategy<Vec<ClipContacts>> {
    let chains_are_none = chains.is_empty();
    let one = move |(index, count): (usize, usize)| {
        let chain = chains[index % chains.len()].clone();
        // Ends that rise by parts of the clip, the last one into the next loop.
        (number(0.01, 1e3), number(0.0, 0.9)).prop_map(move |(clip_s, into)| ClipContacts {
            clip: format!("clip {index}"),
            clip_s,
            chain: chain.clone(),
            down: (0..count)
                .map(|at| {
                    let ends = [at as f32 + 0.25, at as f32 + if at + 1 == count { 1.0 + 0.2 * into } else { 0.75 }];
                    ends.map(|end| end / count as f32 * clip_s)
                })
                .collect(),
        })
    };
    let picks = vec(0_usize..4, 0..3).prop_map(|counts| counts.into_iter().enumerate().collect::<Vec<_>>());
    picks
        .prop_flat_map(move |picks| {
            let picks = if chains_are_none { Vec::new() } else { picks };
            picks.into_iter().map(one.clone()).collect::<Vec<_>>()
        })
        .boxed()
}

fn grounding(chains: Vec<String>) -> BoxedStrategy<Grounding> {
    let contacts = clip_contacts(chains.clone());
    let feet = (0..=chains.len()).prop_flat_map(move |count| {
        let feet: Vec<_> = chains[..count]
            .iter()
            .map(|chain| {
                let chain = chain.clone();
                let points = [option::of(point()), option::of(point()), option::of(point())];
                (option::of(bone("toes")), points, [option::of(unit()), option::of(unit())]).prop_map(
                    move |(toes, [heel, ball, toe], [half_breadth, heel_radius])| Foot {
                        chain: chain.clone(),
                        toes,
                        heel,
                        ball,
                        toe,
                        half_breadth,
                        heel_radius,
                    },
                )
            })
            .collect();
        feet
    });
    let lengths = [number(0.0, 5.0), number(0.0, 5.0), number(0.0, 5.0), number(0.0, 5.0), number(0.0, 5.0)];
    let times = [number(0.0, 5.0), number(0.0, 5.0), number(0.0, 5.0)];
    let method = prop_oneof![Just(GroundingMethod::Full), Just(GroundingMethod::Simple)];
    let own = (any::<u32>(), method, number(-0.5, 0.5), number(0.0, 90.0), number(0.0, 60.0), foot_lock(), contacts);
    (feet, any::<bool>(), [unit(), unit(), unit(), unit(), unit(), unit()], lengths, times, own)
        .prop_map(
            |(
                feet,
                enabled,
                units,
                lengths,
                times,
                (layers, method, sole_offset, max_tilt_deg, heel_lift_deg, lock, contacts),
            )| {
                Grounding {
                    enabled,
                    weight: units[0],
                    feet,
                    ray_up: lengths[0],
                    ray_down: lengths[1],
                    sole_offset,
                    max_tilt_deg,
                    step_up: lengths[2],
                    step_down: lengths[3],
                    flat_threshold: units[1],
                    layers,
                    method,
                    pelvis_weight: units[2],
                    max_pelvis_drop: lengths[4],
                    pelvis_half_life: times[0],
                    foot_half_life: times[1],
                    pelvis_rise_half_life: times[2],
                    heel_lift_deg,
                    swing_clearance: units[3],
                    set_back: units[4],
                    lean: units[5],
                    fades_above: enabled.then_some(lengths[0] * 20.0),
                    lock,
                    contacts,
                }
            },
        )
        .boxed()
}

fn foot_lock() -> BoxedStrategy<FootLock> {
    (any::<bool>(), [number(0.0, 5.0), number(0.0, 10.0)], unit(), number(0.0, 180.0), number(0.0, 5.0))
        .prop_map(|(enabled, [lock_below, release_above], release_distance, release_angle_deg, release_half_life)| {
            FootLock { enabled, lock_below, release_above, release_distance, release_angle_deg, release_half_life }
        })
        .boxed()
}

fn gait(chains: Vec<String>) -> BoxedStrategy<Gait> {
    let lengths = (number(0.01, 5.0), number(0.001, 1.0), unit(), number(0.0, 5.0), number(0.0, 5.0), unit());
    let angles = (number(5.0, 90.0), number(1.0, 90.0), number(0.0, 60.0), number(0.0, 60.0));
    let times = (number(0.02, 5.0), number(0.0, 5.0), number(0.0, 5.0));
    let own = (any::<bool>(), number(0.05, 0.9), unit(), unit(), any::<u32>(), 0..=chains.len());
    (lengths, angles, times, own)
        .prop_map(move |(lengths, angles, times, (enabled, air_share, overshoot, tilt_weight, layers, split))| Gait {
            enabled,
            groups: vec![chains[..split].to_vec(), chains[split..].to_vec()],
            step_distance: lengths.0,
            stand_distance: lengths.1,
            step_angle_deg: angles.0,
            stand_angle_deg: angles.1,
            step_duration: times.0,
            air_share,
            lift: lengths.2,
            overshoot,
            step_up: lengths.3,
            step_down: lengths.4,
            crouch: lengths.5,
            body_half_life: times.1,
            tilt_weight,
            max_tilt_deg: angles.2,
            tilt_half_life: times.2,
            heel_lift_deg: angles.3,
            layers,
        })
        .boxed()
}

fn prop_note() -> BoxedStrategy<PropNote> {
    let grip = || option::of(any::<String>());
    (any::<String>(), point(), option::of([unit(), unit(), unit(), unit()]), grip(), grip(), any::<bool>())
        .prop_map(|(name, position, rotation, left, right, hang)| PropNote {
            prop: format!("prop{name}"),
            position,
            rotation,
            left,
            right,
            hang,
        })
        .boxed()
}

fn editor(chains: Vec<String>) -> BoxedStrategy<EditorNotes> {
    let shape = prop_oneof![
        Just(GroundShape::Flat),
        number(-80.0, 80.0).prop_map(|angle_deg| GroundShape::Slope { angle_deg }),
        (number(-2.0, 2.0), number(0.05, 10.0)).prop_map(|(rise, run)| GroundShape::Stairs { rise, run }),
        (number(0.0, 2.0), number(0.1, 100.0)).prop_map(|(amplitude, length)| GroundShape::Bumps { amplitude, length }),
        number(-5.0, 5.0).prop_map(|height| GroundShape::Ledge { height }),
        number(-60.0, 60.0).prop_map(|angle_deg| GroundShape::RampCorner { angle_deg }),
    ];
    let goal = (point(), option::of([unit(), unit(), unit(), unit()]));
    (
        option::of(any::<String>()),
        shape,
        number(-360.0, 360.0),
        option::of(any::<String>()),
        vec(goal, 0..3),
        option::of(point()),
        option::of(prop_note()),
        option::of((0..scene_names().count(), any::<String>())),
    )
        .prop_map(move |(model, shape, heading_deg, clip, goals, look_target, prop, scene)| EditorNotes {
            model,
            ground: GroundScene { shape, heading_deg },
            scene: scene.map(|(index, name)| {
                let shipped = scene_names().nth(index).and_then(surefoot::ground::scene);
                Scene { name, ..shipped.unwrap() }
            }),
            clip,
            goals: chains
                .iter()
                .zip(goals)
                .map(|(chain, (position, rotation))| GoalNote { chain: chain.clone(), position, rotation })
                .collect(),
            look_target,
            prop,
        })
        .boxed()
}

fn bones() -> BoxedStrategy<BTreeMap<Role, BoneRef>> {
    vec((role(), any::<u32>()), 0..6)
        .prop_map(|pairs| {
            let named = pairs.into_iter().enumerate().map(|(index, (role, number))| match index % 2 {
                0 => (role, BoneRef::Index(number)),
                _ => (role, BoneRef::Node(format!("node {index}"))),
            });
            named.collect()
        })
        .boxed()
}

fn limits() -> BoxedStrategy<Vec<JointLimit>> {
    vec((0..9_u32, limit_shape()), 0..4)
        .prop_map(|pairs| {
            let unlike: BTreeMap<u32, LimitShape> = pairs.into_iter().collect();
            let limit = |(index, shape)| JointLimit { bone: BoneRef::Index(index), shape };
            unlike.into_iter().map(limit).collect()
        })
        .boxed()
}

fn twist_bones() -> BoxedStrategy<Vec<TwistBone>> {
    vec((0..9_u32, bone("of"), unit()), 0..4)
        .prop_map(|all| {
            let unlike: BTreeMap<u32, (BoneRef, f32)> =
                all.into_iter().map(|(bone, of, share)| (bone, (of, share))).collect();
            unlike.into_iter().map(|(bone, (of, share))| TwistBone { bone: BoneRef::Index(bone), of, share }).collect()
        })
        .boxed()
}

fn rig() -> BoxedStrategy<Rig> {
    vec(chain(), 0..4)
        .prop_flat_map(|mut chains| {
            for (index, chain) in chains.iter_mut().enumerate() {
                chain.name = format!("{index}{}", chain.name);
            }
            let names: Vec<String> = chains.iter().map(|chain| chain.name.clone()).collect();
            (
                Just(chains),
                any::<String>(),
                number(0.001, 1000.0),
                bones(),
                (limits(), twist_bones()),
                option::of(look_at()),
                (option::of(grounding(names.clone())), option::of(gait(names.clone()))),
                option::of(editor(names)),
            )
                .prop_map(
                    |(
                        chains,
                        name,
                        reference_leg_length,
                        bones,
                        (limits, twist_bones),
                        look_at,
                        (grounding, gait),
                        editor,
                    )| {
                        Rig {
                            name,
                            reference_leg_length,
                            bones,
                            chains,
                            limits,
                            twist_bones,
                            look_at,
                            grounding,
                            gait,
                            editor,
                            ..Rig::default()
                        }
                    },
                )
        })
        .boxed()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn any_rig_reads_back_equal_and_writes_the_same_bytes(rig in rig()) {
        let text = rig.to_ron();
        let reading = Rig::from_ron(&text).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        prop_assert_eq!(&reading.rig, &rig);
        prop_assert_eq!(reading.warnings, []);
        prop_assert_eq!(reading.rig.to_ron(), text);
    }

    #[test]
    fn what_validates_is_what_reads(rig in rig(), weight in any::<f32>(), leg in any::<f32>()) {
        let mut rig = Rig { reference_leg_length: leg, ..rig };
        if let Some(chain) = rig.chains.first_mut() {
            chain.position_weight = weight;
        }
        let said: Vec<(Code, String)> = validate(&rig).into_iter().map(|d| (d.code, d.path)).collect();
        let read = match Rig::from_ron(&rig.to_ron()) {
            Ok(reading) => reading.warnings,
            Err(error) => error.diagnostics,
        };
        prop_assert_eq!(said, read.into_iter().map(|d| (d.code, d.path)).collect::<Vec<_>>());
    }

    #[test]
    fn any_text_is_answered(text in any::<String>()) {
        let _ = Rig::from_ron(&text);
    }
}

#[test]
fn what_is_left_out_when_writing_is_what_reading_fills_in() {
    let least = r#"// A Surefoot rig. Fields at their defaults are left out.
#![enable(implicit_some, unwrap_variant_newtypes)]
Rig(
    format_version: 1,
    reference_leg_length: 0.85,
    chains: [
        (name: "a", root: Index(0), tip: Index(2), solver: TwoBone(mid: Index(1))),
        (name: "b", root: Index(3), tip: Index(4), solver: Fabrik()),
    ],
    look_at: (head_bone: Index(5)),
    grounding: (feet: [(chain: "a")]),
    gait: (groups: [["a", "b"]]),
    editor: (goals: [(chain: "a", position: (1.0, 2.0, 3.0))]),
)
"#;
    let rig = Rig::from_ron(least).unwrap().rig;
    assert_eq!(rig.to_ron(), least);
    assert_eq!(rig.look_at.map(|look| (look.head_range, look.body)), Some((LookRange::default(), 0.2)));
    let bare = Grounding {
        feet: rig.grounding.iter().flat_map(|grounding| grounding.feet.clone()).collect(),
        ..Grounding::default()
    };
    assert_eq!(rig.grounding, Some(bare));
    let groups = vec![vec!["a".to_owned(), "b".to_owned()]];
    assert_eq!(rig.gait, Some(Gait { groups, ..Gait::default() }));
    assert!(matches!(&rig.chains[1].solver, Solver::Fabrik(fabrik) if *fabrik == Fabrik::default()));
    assert_eq!(rig.editor.map(|notes| notes.ground), Some(GroundScene::default()));
}

/// Reads, and where that succeeds, holds what is read to the same rules as any rig.
fn survives(text: &str) {
    match Rig::from_ron(text) {
        Ok(reading) => {
            let saved = reading.rig.to_ron();
            let again = Rig::from_ron(&saved).unwrap_or_else(|error| panic!("{error}\nin\n{saved}\nfrom\n{text}"));
            assert_eq!(again.rig.to_ron(), saved);
        }
        Err(error) => {
            assert!(!error.diagnostics.is_empty());
            let unreadable = error.diagnostics.iter().find(|d| d.code == Code::Unreadable);
            assert_eq!(unreadable, None, "the tables let this pass:\n{text}");
        }
    }
}

#[test]
fn bombs_are_refused_and_not_followed() {
    let many = |piece: &str| piece.repeat((1 << 20) / piece.len());
    for piece in ["(", "[", "{", "(a:", "Some(", "/*", "a(", "r#", "\"", "\\", "1,", "a:1,", "[],", "-", "\n", "'"] {
        survives(&many(piece));
        survives(&format!("Rig({}", many(piece).split_at((1 << 20) - 8).0));
        survives(&format!("Rig(chains: [{}", many(piece).split_at((1 << 20) - 16).0));
    }
    for piece in ["zip:1,", "tip:1,", "bones:{},", "format_version:1,"] {
        survives(&format!("({})", many(piece).split_at((1 << 20) - 64).0.rsplit_once(',').unwrap().0));
    }
    let too_long = format!("{}{}", preset("biped").unwrap().to_ron(), many(" \n"));
    assert_eq!(Rig::from_ron(&too_long).unwrap_err().diagnostics[0].code, Code::Syntax);
}
