//! The pose as the clip has it, as a ghost beside what IK makes of it.

use std::sync::Arc;

use eframe::egui::Stroke;
use glam::{Affine3A, Vec3};
use surefoot::math::direction_or;
use surefoot::pose::Globals;

use super::overlay::Overlay;
use super::scene::RenderCharacter;
use crate::editor::core::{Session, Stage};
use crate::editor::meaning;

/// The ghost stands behind the character by this much, in leg lengths: it shows where the poses differ and not where they are the same.
const BEHIND: f32 = 0.008;

/// The pose that was last drawn.
#[derive(Default)]
pub struct GhostCache {
    pose: Option<Arc<Globals>>,
}

/// Whether there is a ghost to see.
fn is_shown(session: &Session, stage: &Stage) -> bool {
    let is_wanted = session.view_options().ghost && session.ik_on() && !session.is_mapping();
    is_wanted && stage.incoming_globals() != stage.solved_globals()
}

impl GhostCache {
    /// None where it is not asked for, and where both poses are the same.
    pub fn render(&mut self, session: &Session, stage: &Stage, eye: Vec3) -> Option<RenderCharacter> {
        if !is_shown(session, stage) {
            self.pose = None;
            return None;
        }
        let incoming = stage.incoming_globals();
        if self.pose.as_ref().is_none_or(|pose| **pose != *incoming) {
            self.pose = Some(Arc::new(incoming.clone()));
        }
        let root = stage.skeleton().ids().next()?;
        let away = direction_or(incoming.position(root) - eye, Vec3::Z);
        Some(RenderCharacter {
            character: stage.character().clone(),
            pose: self.pose.clone()?,
            world_from_model: Affine3A::from_translation(away * (BEHIND * stage.leg_length())),
        })
    }
}

impl Overlay<'_> {
    /// The rig's chains as the clip has them, thin.
    pub(super) fn ghost(&self) {
        if !is_shown(self.session, self.stage) {
            return;
        }
        let incoming = self.stage.incoming_globals();
        let color = self.theme.ghost;
        for chain in &self.session.document().rig().chains {
            let Some(joints) = meaning::chain_joints(chain, self.stage) else { continue };
            for pair in joints.windows(2) {
                let [from, to] = [pair[0], pair[1]].map(|joint| incoming.position(joint));
                self.line(from, to, Stroke::new(1.4, color.gamma_multiply(0.8)));
            }
            for &joint in &joints {
                if let Some(at) = self.lens.project(incoming.position(joint)) {
                    self.painter.circle_filled(at, 2.2, color);
                }
            }
        }
    }
}
