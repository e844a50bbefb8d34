//! Walks that others made, good and bad.

use surefoot::stance::TravelSource;

use crate::common::corpus;
use crate::mannequin::subject;

#[test]
fn walking_feet_alternate_and_go_at_a_walkers_speed() {
    let Some(corpus) = corpus() else { return };
    for (file, clips) in [
        ("kaykit_rogue.glb", &["Walking_A", "Walking_B", "Walking_C", "Walking_Backwards"][..]),
        ("quaternius_knight.glb", &["HumanArmature|Walking"]),
        ("mpfb_game_engine_walk_rootmotion.glb", &["Walk_RootMotion"]),
        ("khronos_cesium_man.glb", &["Anim_0"]),
        ("robot_expressive.glb", &["Walking"]),
        ("sketchfab_lumberjack.glb", &["Walk"]),
    ] {
        let subject = subject(&corpus.join(file));
        for name in clips {
            let motion = subject.motion(subject.clip(name));
            let leg = motion.track.leg_length;
            let twist = motion.travel.twist;
            // People walk at up to 2.2 m/s on legs of 0.9 m; the robot and the short-legged lumberjack stride like a cartoon.
            let speed = twist.velocity.length() / leg;
            assert!((0.3..3.2).contains(&speed) && twist.yaw_rate == 0.0, "{file} {name}: {speed} {twist:?}");
            // They all face +Z, and only one goes the other way.
            assert_eq!(twist.velocity.z > 0.0, *name != "Walking_Backwards", "{file} {name}");
            assert!(twist.velocity.x.abs() < 0.05 * twist.velocity.length(), "{file} {name}: {twist:?}");

            let mut starts: Vec<(f32, usize)> = Vec::new();
            for (foot, stances) in motion.stances.feet.iter().enumerate() {
                starts.extend(stances.down.iter().map(|down| (down.start_s, foot)));
                let duty = motion.stances.duty(foot);
                assert!((0.28..0.75).contains(&duty), "{file} {name}: {duty}");
            }
            starts.sort_by(|a, b| a.0.total_cmp(&b.0));
            let feet: Vec<usize> = starts.iter().map(|(_, foot)| *foot).collect();
            assert!(feet.len() >= 2 && feet.len().is_multiple_of(2), "{file} {name}: {starts:?}");
            assert!(feet.windows(2).all(|pair| pair[0] != pair[1]), "{file} {name}: {starts:?}");
        }
    }
}

#[test]
fn root_motion_is_as_fast_as_its_file_says() {
    let Some(corpus) = corpus() else { return };
    let subject = subject(&corpus.join("mpfb_game_engine_walk_rootmotion.glb"));
    // Its pelvis travels 1.3 m in a second while its Root stands still.
    let motion = subject.motion(&subject.character.clips[0]);
    assert_eq!(motion.travel.source, TravelSource::Clip);
    assert!((motion.travel.twist.velocity.z - 1.3).abs() < 1e-3, "{:?}", motion.travel);
}

#[test]
fn who_idles_stands() {
    let Some(corpus) = corpus() else { return };
    for (file, name) in [
        ("kaykit_rogue.glb", "Idle"),
        ("quaternius_knight.glb", "HumanArmature|Idle"),
        ("robot_expressive.glb", "Idle"),
        ("gdquest_mannequiny.glb", "idle_root.001"),
    ] {
        let subject = subject(&corpus.join(file));
        let motion = subject.motion(subject.clip(name));
        assert_eq!(motion.travel.source, TravelSource::Still, "{file}");
        assert!((0..2).all(|foot| motion.stances.duty(foot) > 0.99), "{file}");
    }
}

#[test]
fn who_runs_lands_on_either_foot() {
    let Some(corpus) = corpus() else { return };
    for (file, name) in [
        ("gdquest_mannequiny.glb", "run_root.001"),
        ("robot_expressive.glb", "Running"),
        ("kaykit_rogue.glb", "Running_A"),
        ("quaternius_knight.glb", "HumanArmature|Run"),
    ] {
        let subject = subject(&corpus.join(file));
        let motion = subject.motion(subject.clip(name));
        for foot in 0..2 {
            let duty = motion.stances.duty(foot);
            assert!((0.05..0.5).contains(&duty), "{file} {name}: {duty}");
        }
    }
}
