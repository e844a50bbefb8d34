//! Morph targets at rest: the shape that the file's default weights give.

use std::collections::BTreeMap;

use glam::Vec3;

use super::ReadFault;
use super::accessor::Accessors;
use super::limits::Budget;

/// A primitive's targets that its default weights use.
pub struct Morphs<'a> {
    pub accessors: Accessors<'a>,
    pub targets: &'a [BTreeMap<String, usize>],
    /// One a target; what is missing counts as 0.
    pub weights: &'a [f32],
}

impl Morphs<'_> {
    /// Moves `values` by the weighted differences that the targets have for `attribute`.
    ///
    /// A target of another length than `values` is left out with a warning; a difference that is not finite counts as 0.
    ///
    /// # Errors
    /// When data is not where the file says, or is more than the budget has left.
    pub fn apply(
        &self,
        attribute: &str,
        values: &mut [Vec3],
        place: &str,
        budget: &mut Budget,
        warnings: &mut Vec<String>,
    ) -> Result<(), ReadFault> {
        let used = self.targets.iter().zip(self.weights).enumerate();
        for (index, (target, &weight)) in used.filter(|(_, (_, weight))| **weight != 0.0 && weight.is_finite()) {
            let Some(&at) = target.get(attribute) else { continue };
            let count = self.accessors.get(at, place)?.count;
            if count != values.len() as u64 {
                warnings
                    .push(format!("Morph target {index} of {place} has not one {attribute} a vertex; it is left out."));
                continue;
            }
            budget.take(count)?;
            for (value, difference) in values.iter_mut().zip(self.accessors.floats::<3>(at, place)?) {
                let moved = Vec3::from(difference) * weight;
                if moved.is_finite() {
                    *value += moved;
                }
            }
        }
        Ok(())
    }
}
