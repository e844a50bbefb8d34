//! What `surefoot solve` prints: a solved frame, model space and metres, quaternions x y z w.
//!
//! The axes and the origin are the file's own, the lengths metres: in a file in centimetres a hundredth of its numbers. The ground
//! is printed where the character meets it, so in a file that hangs above its origin it is as high.
//! `surefoot check` prints the way from there to the world.

use serde::Serialize;
use surefoot::character::Character;
use surefoot::glam::{Affine3A, Vec3};
use surefoot::humanoid::{HumanoidMap, Role};
use surefoot::math::Transform;
use surefoot::pose::Globals;
use surefoot::rig::{Chain, Rig};
use surefoot::runtime::{ChainReport, ContactReport, Decision, FootReport, SolveReport};

use super::goal::{self, GoalArg};
use super::output;

#[derive(Serialize)]
pub struct Solved<'a> {
    joints: Vec<Joint<'a>>,
    goals: Vec<GoalRow<'a>>,
    feet: Vec<Foot>,
    look: Option<Look>,
    pelvis_offset: [f32; 3],
}

#[derive(Serialize)]
struct Joint<'a> {
    /// Of the node in the file.
    index: usize,
    /// Null where the node has no name.
    node: Option<&'a str>,
    role: Option<&'static str>,
    position: [f32; 3],
    rotation: [f32; 4],
}

#[derive(Serialize)]
struct GoalRow<'a> {
    chain: &'a str,
    role: Option<&'static str>,
    target: [f32; 3],
    position: [f32; 3],
    error: f32,
    reached: bool,
    iterations: u32,
    decided_by: Vec<&'static str>,
}

#[derive(Serialize)]
struct Foot {
    role: Option<&'static str>,
    planted: bool,
    slope_deg: f32,
    sole_angle_error_deg: f32,
    contacts: Vec<Contact>,
}

#[derive(Serialize)]
struct Contact {
    name: &'static str,
    position: [f32; 3],
    /// Null where nothing is below; the normal and the gap then mean nothing.
    ground: Option<[f32; 3]>,
    normal: [f32; 3],
    gap: f32,
}

#[derive(Serialize)]
struct Look {
    target: [f32; 3],
    error_deg: f32,
    clamped: bool,
}

impl<'a> Solved<'a> {
    /// `root` is world from model; what is reported in the world is printed in the model's axes.
    pub fn new(
        rig: &'a Rig,
        character: &'a Character,
        map: &HumanoidMap,
        globals: &Globals,
        report: &SolveReport,
        goals: &[GoalArg],
        root: Transform,
    ) -> Self {
        let skeleton = &character.skeleton;
        let to_model = ToModel(root.unscaled().to_affine().inverse());
        let role_of_tip = |chain: &Chain| {
            let tip = chain.tip.resolve(skeleton, map).ok()?;
            map.role_of(tip).map(Role::name)
        };
        let joints = skeleton.ids().map(|joint| Joint {
            index: character.node_of(joint),
            node: Some(skeleton.name(joint)).filter(|name| !name.is_empty()),
            role: map.role_of(joint).map(Role::name),
            position: (globals.position(joint) * root.scale).to_array(),
            rotation: globals.rotation(joint).to_array(),
        });
        let goal_row = |report: &ChainReport| {
            let chain = rig.chains.get(report.chain)?;
            let is_asked = goals.iter().any(|goal| goal::is_for(goal, chain, skeleton, map));
            Some(GoalRow {
                chain: &chain.name,
                role: role_of_tip(chain),
                target: to_model.point(report.target.filter(|_| is_asked)?),
                position: to_model.point(report.position),
                error: report.error,
                reached: report.reached,
                iterations: report.iterations,
                decided_by: report.decided_by.iter().map(Decision::name).collect(),
            })
        };
        let foot = |report: &FootReport| Foot {
            role: rig.chains.get(report.chain).and_then(role_of_tip),
            planted: report.planted,
            slope_deg: report.slope.to_degrees(),
            sole_angle_error_deg: report.sole_angle_error.to_degrees(),
            contacts: report.contacts.iter().map(|contact| to_model.contact(contact)).collect(),
        };
        Self {
            joints: joints.collect(),
            goals: report.chains.iter().filter_map(goal_row).collect(),
            feet: report.feet.iter().map(foot).collect(),
            look: report.look.map(|look| Look {
                target: to_model.point(look.target),
                error_deg: look.error.to_degrees(),
                clamped: look.clamped,
            }),
            pelvis_offset: to_model.vector(report.pelvis_offset),
        }
    }
}

/// From the world into the model's axes, metres.
struct ToModel(Affine3A);

impl ToModel {
    fn point(&self, in_world: Vec3) -> [f32; 3] {
        self.0.transform_point3(in_world).to_array()
    }

    fn vector(&self, in_world: Vec3) -> [f32; 3] {
        self.0.transform_vector3(in_world).to_array()
    }

    fn contact(&self, contact: &ContactReport) -> Contact {
        Contact {
            name: contact.name,
            position: self.point(contact.position),
            ground: contact.ground.map(|ground| self.point(ground)),
            normal: self.vector(contact.normal),
            gap: contact.gap,
        }
    }
}

/// For people: what happened, and where the joints with a role are.
pub fn print(solved: &Solved) -> anyhow::Result<()> {
    let mut lines = Vec::new();
    for goal in &solved.goals {
        let outcome = if goal.reached { "reached" } else { "not reached" };
        let by = if goal.decided_by.is_empty() { String::new() } else { format!(" ({})", goal.decided_by.join(", ")) };
        lines.push(format!("{:<14}{outcome}, {:.1} mm from its goal{by}", goal.chain, goal.error * 1000.0));
    }
    for foot in &solved.feet {
        let name = foot.role.unwrap_or("foot");
        let stands = if foot.planted { "on the ground" } else { "off the ground" };
        lines.push(format!(
            "{name:<14}{stands}, slope {:.1}°, sole off by {:.1}°",
            foot.slope_deg, foot.sole_angle_error_deg
        ));
        for contact in foot.contacts.iter().filter(|contact| contact.ground.is_some()) {
            lines.push(format!("  {:<12}{:+.1} mm over the ground", contact.name, contact.gap * 1000.0));
        }
    }
    if let Some(look) = &solved.look {
        let why = if look.clamped { ", held by a limit" } else { "" };
        lines.push(format!("{:<14}{:.1}° from the target{why}", "look", look.error_deg));
    }
    let [x, y, z] = solved.pelvis_offset;
    lines.push(format!("{:<14}{x:.4} {y:.4} {z:.4} m", "pelvis moved"));
    for joint in &solved.joints {
        let Some(role) = joint.role else { continue };
        let [x, y, z] = joint.position;
        lines.push(format!("{role:<28}{x:>9.4} {y:>9.4} {z:>9.4}  {}", joint.node.unwrap_or("(unnamed)")));
    }
    output::line(&lines.join("\n"))
}
