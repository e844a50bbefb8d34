/// 0 up to `low`, 1 from `high` on, and between them a cubic that leaves and arrives level. A step at `low` where the two coincide.
pub fn smooth_step(low: f32, high: f32, x: f32) -> f32 {
    let t = if high > low { ((x - low) / (high - low)).clamp(0.0, 1.0) } else { f32::from(u8::from(x > low)) };
    t * t * (3.0 - 2.0 * t)
}
