use super::Binder;
use crate::rig::{EyeMaps, LookRange};
use crate::runtime::bound::{BoundLook, EyePath};
use crate::runtime::{JointRange, RangeShape};
use crate::skeleton::JointId;
use crate::solve::look_at::{EyeMap, Frame, Range, RangeMap};

impl Binder<'_> {
    pub fn bind_look(&mut self, ranges: &[JointRange]) -> Option<BoundLook> {
        let look = self.rig.look_at.as_ref()?;
        for (field, value) in [
            ("weight", look.weight),
            ("body", look.body),
            ("head", look.head),
            ("eyes", look.eyes),
            ("clamp", look.clamp),
        ] {
            self.share(format!("look_at.{field}"), value);
        }
        for (name, range) in [("head_range", look.head_range), ("eye_range", look.eye_range)] {
            let LookRange { left_deg, right_deg, up_deg, down_deg } = range;
            for (side, value) in
                [("left_deg", left_deg), ("right_deg", right_deg), ("up_deg", up_deg), ("down_deg", down_deg)]
            {
                self.in_range(format!("look_at.{name}.{side}"), value, 0.0, 180.0, "0..=180");
            }
        }
        if let Some(maps) = &look.eye_maps {
            self.check_eye_maps(maps);
        }
        self.in_range("look_at.max_speed_deg", look.max_speed_deg, 0.0, 3600.0, "0..=3600");
        self.in_range("look_at.half_life", look.half_life, 0.0, 5.0, "0..=5");

        let head_joint = self.joint("look_at.head_bone", &look.head_bone);
        let neck = look.neck.as_ref().and_then(|neck| self.joint("look_at.neck", neck));
        let mut spine = Vec::new();
        for (index, bone) in look.spine.iter().enumerate() {
            let weight =
                if look.spine_weights.is_empty() { 1.0 } else { look.spine_weights.get(index).copied().unwrap_or(0.0) };
            self.in_range(format!("look_at.spine_weights[{index}]"), weight, 0.0, f32::MAX, "0 or more");
            if let Some(joint) = self.joint(format!("look_at.spine[{index}]"), bone) {
                spine.push((joint, weight));
            }
        }
        let mut eyes = Vec::new();
        for (index, bone) in look.eye_bones.iter().enumerate() {
            eyes.extend(self.joint(format!("look_at.eye_bones[{index}]"), bone));
        }

        let head_joint = head_joint?;
        let mut lineage = self.above(head_joint).into_vec();
        lineage.push(head_joint);
        // Bones that do not carry the head would turn without it.
        spine.retain(|(joint, _)| lineage.contains(joint) && *joint != head_joint);
        spine.sort_by_key(|(joint, _)| *joint);
        let sum: f32 = spine.iter().map(|(_, weight)| weight).sum();
        if sum > 0.0 {
            for (_, weight) in &mut spine {
                *weight /= sum;
            }
        } else {
            spine.clear();
        }
        let depth = |joint: JointId| lineage.iter().position(|&other| other == joint);
        let spine_parts = spine.iter().filter_map(|&(joint, share)| Some((depth(joint)?, share))).collect();
        let neck = neck.filter(|neck| lineage.contains(neck) && *neck != head_joint);
        let eye_joints = eyes
            .into_iter()
            .map(|eye| {
                let path = match self.path(head_joint, eye) {
                    Some(path) => path[1..].into(),
                    None => self.above(eye).iter().copied().chain([eye]).collect(),
                };
                let forward_in_eye = self.in_joint(eye, self.frame.forward);
                EyePath {
                    path,
                    eye,
                    forward_in_eye,
                    map: look.eye_maps.map(|maps| self.eye_map(maps, head_joint, eye)),
                }
            })
            .collect();
        let turns = |joint: JointId| {
            let is_in_spine = spine.iter().any(|&(other, _)| other == joint);
            is_in_spine || neck == Some(joint) || head_joint == joint
        };
        let limits = ranges.iter().filter(|range| turns(range.joint)).filter_map(|range| match range.shape {
            RangeShape::Cone(cone) => Some((range.joint, cone)),
            RangeShape::Hinge { .. } => None,
        });
        let limits = limits.collect();
        let axes_in = |joint: Option<JointId>| {
            let [forward, up] =
                [self.frame.forward, self.frame.up].map(|axis| joint.map_or(axis, |joint| self.in_joint(joint, axis)));
            Frame { forward, up }
        };
        let chest = self.skeleton.parent(neck.unwrap_or(head_joint));
        let neck = neck.and_then(depth);
        Some(BoundLook {
            enabled: look.enabled,
            weight: look.weight,
            body: look.body,
            head: look.head,
            eyes: look.eyes,
            chest,
            in_chest: axes_in(chest),
            in_head: axes_in(Some(head_joint)),
            spine: spine_parts,
            lineage: lineage.into(),
            neck,
            head_joint,
            eye_joints,
            limits,
            head_range: range(look.head_range).clamped(look.clamp),
            eye_range: range(look.eye_range),
            max_speed: look.max_speed_deg.to_radians(),
            half_life: look.half_life,
        })
    }
}

impl Binder<'_> {
    fn check_eye_maps(&mut self, maps: &EyeMaps) {
        for (side, map) in [("inner", maps.inner), ("outer", maps.outer), ("up", maps.up), ("down", maps.down)] {
            for (field, value) in [("input_max_deg", map.input_max_deg), ("output_max_deg", map.output_max_deg)] {
                self.in_range(format!("look_at.eye_maps.{side}.{field}"), value, 0.0, 180.0, "0..=180");
            }
        }
    }

    /// The maps of one eye: its inner side is where the head's middle is.
    fn eye_map(&self, maps: EyeMaps, head: JointId, eye: JointId) -> EyeMap {
        let rest = self.skeleton.rest_globals();
        let is_left = (rest.position(eye) - rest.position(head)).dot(self.frame.left) >= 0.0;
        let [left, right] = if is_left { [maps.outer, maps.inner] } else { [maps.inner, maps.outer] };
        let [left, right, up, down] = [left, right, maps.up, maps.down].map(|map| RangeMap {
            input_max: map.input_max_deg.to_radians(),
            output_max: map.output_max_deg.to_radians(),
        });
        EyeMap { left, right, up, down }
    }
}

fn range(range: LookRange) -> Range {
    Range {
        left: range.left_deg.to_radians(),
        right: range.right_deg.to_radians(),
        up: range.up_deg.to_radians(),
        down: range.down_deg.to_radians(),
    }
}
