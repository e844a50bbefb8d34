//! Size and uneven scales.

use std::ops::RangeInclusive;

use glam::Vec3;

use super::{Check, Finding};
use crate::humanoid::Role;
use crate::math::direction_or;
use crate::rig::Fix;

/// Legs of people as they are drawn, small and large, metres. Outside it the file is likely in other units.
const LEGS: RangeInclusive<f32> = 0.2..=2.0;
/// Units that people export in. Tenths may as well be dolls and giants.
const UNITS: [(f32, &str, bool); 5] = [
    (0.01, "in centimetres", true),
    (0.001, "in millimetres", true),
    (100.0, "a hundredth of its size", true),
    (0.1, "ten times its size", false),
    (10.0, "a tenth of its size", false),
];

/// Three digits that count.
fn plainly(metres: f32) -> String {
    let digits = if metres > 0.0 { (2.0 - metres.log10().floor()).clamp(0.0, 6.0) as usize } else { 0 };
    format!("{metres:.digits$}")
}

impl Check<'_> {
    pub(super) fn unit_scale(&self, findings: &mut Vec<Finding>) {
        let Some(leg) = self.leg() else { return };
        let hips = self.joint(Role::Hips);
        let set = self.rig.character.metres_per_unit;
        let metres = leg * set;
        if LEGS.contains(&metres) {
            if set != 1.0 {
                let message = format!("one unit of the file is {set} m, so a leg is {metres:.3} m: kept in the rig");
                findings.push(Finding::note("unit-scale", message).at(hips));
            }
            return;
        }
        let mut message = format!("a leg would be {} m long", plainly(metres));
        if set != 1.0 && LEGS.contains(&leg) {
            let fix = Fix::MetresPerUnit { value: 1.0 };
            findings.push(Finding::warning("unit-scale", message).at(hips).fix(fix));
            return;
        }
        let guess = UNITS.into_iter().find(|(unit, ..)| LEGS.contains(&(leg * unit)));
        let advice = "lengths in a rig are scaled by the leg, so it works at any size; grounds are in metres";
        let Some((value, looks, plain)) = guess else {
            message.push_str(", which people's are not");
            findings.push(Finding::note("unit-scale", message).at(hips).advice(advice));
            return;
        };
        message.push_str(&format!(": the file looks to be {looks}"));
        let finding =
            if plain { Finding::warning("unit-scale", message) } else { Finding::note("unit-scale", message) };
        findings.push(finding.at(hips).advice(advice).fix(Fix::MetresPerUnit { value }).certain(plain));
    }

    pub(super) fn uneven_scale(&self, findings: &mut Vec<Finding>) {
        let rest = self.skeleton().rest_globals();
        let uneven = self.subject.map.iter().map(|(_, joint)| joint).find(|&joint| {
            let axes = rest.model_from_joint(joint).matrix3;
            let lengths = Vec3::new(axes.x_axis.length(), axes.y_axis.length(), axes.z_axis.length());
            let pairs = [(axes.x_axis, axes.y_axis), (axes.y_axis, axes.z_axis), (axes.z_axis, axes.x_axis)];
            let is_right_angled = pairs
                .into_iter()
                .all(|(a, b)| direction_or(a.into(), Vec3::ZERO).dot(direction_or(b.into(), Vec3::ZERO)).abs() < 0.02);
            lengths.max_element() > 1.02 * lengths.min_element() || !is_right_angled
        });
        if let Some(joint) = uneven {
            let message = format!("{} is scaled unevenly or sheared", self.label(joint));
            findings.push(
                Finding::warning("uneven-scale", message)
                    .at(joint)
                    .advice("apply the scale in the modelling program; lengths may change as the limb turns"),
            );
        }
    }
}
