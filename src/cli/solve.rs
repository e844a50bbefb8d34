//! `surefoot solve`: one settled frame.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use surefoot::character::Character;
use surefoot::clip::Playback;
use surefoot::glam::Vec3;
use surefoot::math::Transform;
use surefoot::pose::{Globals, Pose};
use surefoot::runtime::{Goal, Inputs};
use surefoot::skeleton::Skeleton;

use super::animations::AnimationArgs;
use super::detecting::DetectArgs;
use super::fitted::{self, Fitted};
use super::goal::GoalArg;
use super::grip::{GripArg, PropArg};
use super::solved::{Solved, print};
use super::trouble::Trouble;
use super::{FOUND_WANTING, clips, goal, grip, ground, output};

#[derive(Args)]
pub struct SolveArgs {
    /// A rig: .ron
    pub rig: PathBuf,
    /// The character to solve on: .glb, .gltf or .vrm
    #[arg(long)]
    pub model: PathBuf,
    /// Start from this clip, by name or number from 0, instead of the rest pose
    #[arg(long)]
    pub clip: Option<String>,
    #[command(flatten)]
    pub animations: AnimationArgs,
    /// The time in the clip, seconds; its ends hold. What moves in the ground is where it is at this time too, and carries the character along
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    pub time: Option<f32>,
    /// flat, slope:DEG[@HEADING], stairs:RISExRUN, bumps:AMPLITUDExLENGTH, ledge:HEIGHT, ramp-corner:DEG, scene:NAME, a scene .ron or a .glb
    #[arg(long, value_name = "SPEC")]
    pub ground: Option<String>,
    /// Where a chain's tip shall go, model space, metres: ROLE=x,y,z or ROLE=x,y,z,qx,qy,qz,qw; a chain's name does as well
    #[arg(long, value_name = "GOAL", value_parser = goal::parse)]
    pub goal: Vec<GoalArg>,
    /// A thing to hold, model space, metres: NAME@x,y,z or FILE@x,y,z,qx,qy,qz,qw; the names are box, ledge, mug and pole
    #[arg(long, value_name = "PROP", value_parser = grip::parse_prop)]
    pub prop: Option<PropArg>,
    /// A hand that holds it, and the grip: leftHand=GRIP or rightHand=GRIP
    #[arg(long, value_name = "GRIP", requires = "prop", value_parser = grip::parse_grip)]
    pub grip: Vec<GripArg>,
    /// Hang from it by the hands that hold, on the side that its front looks to
    #[arg(long, requires = "grip")]
    pub hang: bool,
    /// Where to look, model space, metres: x,y,z
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = goal::parse_point)]
    pub look: Option<Vec3>,
    #[command(flatten)]
    pub detect: DetectArgs,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

pub fn run(args: &SolveArgs) -> anyhow::Result<ExitCode> {
    let ground = args.ground.as_deref().map(ground::choose).transpose()?.unwrap_or_default();
    if args.time.is_some() && args.clip.is_none() && !ground.moves() {
        return Err(Trouble::new("`--time` says nothing here")
            .why("the rest pose has no time, and nothing in the ground moves")
            .fix("name a clip with --clip, or a ground that moves, as in --ground scene:raft")
            .into());
    }
    let Some(mut fitted) = fitted::read(&args.rig, &args.model, &args.detect)? else {
        return Ok(ExitCode::from(FOUND_WANTING));
    };
    args.animations.add_to(&mut fitted.character, &fitted.map)?;
    let Fitted { rig, character, map, bound } = &fitted;
    let held = grip::hold(args.prop.as_ref(), &args.grip, args.hang, bound)?;
    let asked: Vec<GoalArg> = args.goal.iter().chain(&held.goals).cloned().collect();

    let mut pose = start_pose(args, character, bound.skeleton())?;
    let at_rest = bound.world_from_model();
    let ground = ground.laid(at_rest.rotation * bound.frame().forward, args.time.unwrap_or(0.0));
    let root = ground.carry(at_rest);
    let in_world = root.unscaled().to_affine();
    let goals = goals(args, &asked, &fitted, root)?;
    let mut memory = bound.memory();
    let inputs = Inputs {
        root,
        goals: &goals,
        fingers: &held.fingers,
        hang: held.hang,
        look_target_in_world: args.look.map(|look| in_world.transform_point3(look)),
        ..Inputs::settled(&ground.ground)
    };
    let report = bound.solve(&mut pose, &mut memory, &inputs);
    let globals = Globals::of(bound.skeleton(), &pose);

    let solved = Solved::new(rig, character, map, &globals, report, &asked, root);
    if args.json {
        output::json(&solved)?;
    } else {
        print(&solved)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The goals for the runtime, each of which must be for a chain of this rig that is switched on.
fn goals<'a>(
    args: &SolveArgs,
    asked: &'a [GoalArg],
    fitted: &Fitted,
    root: Transform,
) -> anyhow::Result<Vec<Goal<'a>>> {
    let Fitted { rig, character, map, .. } = fitted;
    let in_world = root.unscaled().to_affine();
    for goal in asked {
        let Some(chain) = rig.chains.iter().find(|chain| goal::is_for(goal, chain, &character.skeleton, map)) else {
            let names: Vec<&str> = rig.chains.iter().map(|chain| chain.name.as_str()).collect();
            return Err(Trouble::new(format!("`--goal {}=..` is for no chain of {}", goal.chain, args.rig.display()))
                .fix(format!("name the role of a chain's tip, as in leftHand, or a chain: {}", names.join(", ")))
                .into());
        };
        if !chain.enabled {
            eprintln!("{}: warning: the chain {} is switched off and ignores its goal", args.rig.display(), chain.name);
        }
    }
    let to_goal = move |goal: &'a GoalArg| Goal {
        chain: &goal.chain,
        position_in_world: in_world.transform_point3(goal.position),
        rotation_in_world: goal.rotation.map(|rotation| root.rotation * rotation),
        hint_in_world: None,
        weight: 1.0,
    };
    Ok(asked.iter().map(to_goal).collect())
}

/// The rest pose, or the pose of a clip.
fn start_pose(args: &SolveArgs, character: &Character, skeleton: &Skeleton) -> anyhow::Result<Pose> {
    let Some(wanted) = &args.clip else { return Ok(skeleton.rest().clone()) };
    let clip = clips::find(&character.clips, wanted, &args.model)?;
    let mut pose = character.pose_under_clips().clone();
    clip.sample(args.time.unwrap_or(0.0), Playback::Once, &mut pose);
    Ok(pose)
}
