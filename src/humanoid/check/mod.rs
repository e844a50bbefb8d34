//! What is unusual or wrong with a mapped character, and what to do about it.
//!
//! A file is never changed: what can be mended is a [`Fix`] of the rig, and what a rig mends already is told as a note. One
//! idea a file.

mod influence;
mod limbs;
mod names;
mod offset;
mod rest;
mod roles;
mod scale;
mod stance;
mod tree;

#[cfg(test)]
mod tests;

use glam::Vec3;

pub use self::rest::{RestPose, rest_pose};
pub use self::roles::{RoleFault, role_faults};
use crate::humanoid::{BodyFrame, HumanoidMap, Role};
use crate::rig::{Fix, Rig};
use crate::skeleton::{JointId, Skeleton};

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Good to know; nothing needs doing.
    Note,
    /// It will work, perhaps not as wished.
    Warning,
    /// A humanoid rig cannot do its work.
    Error,
}

impl Severity {
    /// `note`, `warning` or `error`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// One thing that is unusual or wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Stable, for scripts: `unit-scale`.
    pub code: &'static str,
    pub severity: Severity,
    /// A sentence without its full stop.
    pub message: String,
    /// Where, when it is one joint.
    pub place: Option<JointId>,
    /// What a person can do elsewhere, or what happens by itself; a sentence without its full stop.
    pub advice: Option<String>,
    /// What the rig can hold to mend it.
    pub fix: Option<Fix>,
    /// The body shows it so plainly that a rig made without asking has the fix.
    pub is_certain: bool,
}

impl Finding {
    fn new(severity: Severity, code: &'static str, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { code, severity, message, place: None, advice: None, fix: None, is_certain: false }
    }

    fn note(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Note, code, message)
    }

    fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, message)
    }

    fn at(self, place: impl Into<Option<JointId>>) -> Self {
        Self { place: place.into(), ..self }
    }

    fn advice(self, advice: impl Into<String>) -> Self {
        Self { advice: Some(advice.into()), ..self }
    }

    fn fix(self, fix: impl Into<Option<Fix>>) -> Self {
        Self { fix: fix.into(), ..self }
    }

    fn certain(self, is_certain: bool) -> Self {
        Self { is_certain, ..self }
    }

    /// What helps, for people: the fix of the rig, else the advice.
    pub fn help(&self) -> Option<String> {
        self.fix.as_ref().map(ToString::to_string).or_else(|| self.advice.clone())
    }
}

/// What is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// At the rest pose that the rig asks for.
    pub skeleton: &'a Skeleton,
    pub map: &'a HumanoidMap,
    /// The sum of the weights with which each joint moves vertices; empty where that is not known.
    pub influence: &'a [f32],
    /// The weighted mean of the vertices that each joint moves, in the joint's space; none for one that moves none, and empty
    /// where that is not known.
    pub middles: &'a [Option<Vec3>],
    /// The nodes stand in another pose than the meshes were bound in.
    pub has_two_rests: bool,
}

/// Everything unusual about a character under a rig, the gravest first. A rig at its defaults says nothing of the character.
pub fn diagnose(subject: &Subject<'_>, rig: &Rig) -> Vec<Finding> {
    let check = Check { subject, rig, frame: rig.body_frame(subject.skeleton, subject.map) };
    let mut findings = Vec::new();
    check.missing_bones(&mut findings);
    check.names(&mut findings);
    check.two_rests(&mut findings);
    if !subject.map.is_empty() {
        check.up(&mut findings);
        // Front, sides and bends are read across up: where that is wrong they would be too, and are told once it is mended.
        let has_up = !findings.iter().any(|finding| matches!(finding.fix, Some(Fix::Up { .. })));
        check.unit_scale(&mut findings);
        if has_up {
            check.facing(&mut findings);
            check.limbs(&mut findings);
        }
        check.loose_feet(&mut findings);
        check.disconnected(&mut findings);
        check.zero_length(&mut findings);
        check.twist_bones(&mut findings);
        check.uneven_scale(&mut findings);
        check.influence(&mut findings);
        check.off_mesh(&mut findings);
        check.rest(&mut findings);
    }
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    findings
}

/// What the rules look at.
struct Check<'a> {
    subject: &'a Subject<'a>,
    rig: &'a Rig,
    /// As the rig has it.
    frame: BodyFrame,
}

impl Check<'_> {
    fn skeleton(&self) -> &Skeleton {
        self.subject.skeleton
    }

    fn joint(&self, role: Role) -> Option<JointId> {
        self.subject.map.get(role)
    }

    /// At rest, model space.
    fn at(&self, role: Role) -> Option<Vec3> {
        self.joint(role).map(|joint| self.skeleton().rest_globals().position(joint))
    }

    /// Between a left role and its mirror; one of them where the other is missing.
    fn middle(&self, left: Role) -> Option<Vec3> {
        match (self.at(left), self.at(left.mirrored())) {
            (Some(left), Some(right)) => Some(left.midpoint(right)),
            (one, other) => one.or(other),
        }
    }

    /// Hip over knee to ankle, model space.
    fn leg(&self) -> Option<f32> {
        let leg = |mirror: fn(Role) -> Role| {
            let [hip, knee, ankle] =
                [Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot].map(|role| self.at(mirror(role)));
            let (hip, knee, ankle) = (hip?, knee?, ankle?);
            Some(hip.distance(knee) + knee.distance(ankle)).filter(|length| length.is_finite() && *length > 0.0)
        };
        leg(|role| role).or_else(|| leg(Role::mirrored))
    }

    /// What a length is compared with: the leg, else the extent of the skeleton; model space, above 0.
    fn size(&self) -> f32 {
        self.leg().unwrap_or_else(|| {
            let points = self.skeleton().ids().map(|joint| self.skeleton().rest_globals().position(joint));
            points.fold(0.0, |most: f32, point| most.max(point.abs().max_element())).max(f32::MIN_POSITIVE)
        })
    }

    fn label(&self, joint: JointId) -> String {
        match self.skeleton().name(joint) {
            "" => format!("joint {}", self.skeleton().source(joint)),
            name => format!("{name:?}"),
        }
    }

    fn missing_bones(&self, findings: &mut Vec<Finding>) {
        if self.subject.map.is_empty() {
            findings.push(
                Finding::new(Severity::Error, "no-humanoid", "no humanoid was found")
                    .advice("give roles by hand where this is a humanoid all the same"),
            );
            return;
        }
        let is_missing = |role: &Role| role.is_required() && self.joint(*role).is_none();
        let missing: Vec<&str> = Role::ALL.into_iter().filter(is_missing).map(Role::name).collect();
        if !missing.is_empty() {
            findings.push(
                Finding::warning("missing-bones", format!("no bone was found for {}", missing.join(", ")))
                    .advice("give them by hand where the character has such bones; chains that need them are left out"),
            );
        }
    }
}
