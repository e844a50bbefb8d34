/// Chance with a fixed seed: the same seed and index give the same throws on every machine.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64, index: u64) -> Self {
        Self(seed ^ index.wrapping_mul(0xD134_2543_DE82_EF95))
    }

    /// SplitMix64, as Steele, Lea and Flood published it.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// 0..`end`; 0 for an `end` of 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    /// True once in `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}
