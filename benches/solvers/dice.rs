use surefoot::glam::Vec3;

/// A small generator of its own, so that a seed means the same for ever.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// -1..1.
    pub fn signed(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 40) as f32 / (1_u32 << 23) as f32 - 1.0
    }

    /// Evenly in a ball.
    pub fn in_ball(&mut self, radius: f32) -> Vec3 {
        loop {
            let point = Vec3::new(self.signed(), self.signed(), self.signed());
            if point.length_squared() <= 1.0 {
                return point * radius;
            }
        }
    }
}
