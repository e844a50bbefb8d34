//! Trigonometry of four numbers at once: the same bits on every machine, and one chain of steps where four would wait for each other.

use glam::{BVec4A, Vec4};

/// The arc tangents of [`super::atan2`], bit for bit, but for lanes that are zero over zero, or not finite, which mean nothing.
#[inline]
pub(crate) fn atan2_lanes(y: Vec4, x: Vec4) -> Vec4 {
    let (y_size, x_size) = (y.abs(), x.abs());
    let is_flat: BVec4A = y_size.cmplt(x_size);
    let t = y_size.min(x_size) / y_size.max(x_size);
    let eighth = t * super::angle::arc_of_eighth(t * t);
    let quarter = Vec4::select(is_flat, eighth, Vec4::splat(std::f32::consts::FRAC_PI_2) - eighth);
    let half = Vec4::select(x.cmplt(Vec4::ZERO), Vec4::splat(std::f32::consts::PI) - quarter, quarter);
    half.copysign(y)
}

/// Sines and cosines of angles within half a turn of 0, radians: within 2e-7 up to a quarter turn, and
/// within 6e-7 past it.
#[inline]
pub(crate) fn sin_cos_lanes(angles: Vec4) -> [Vec4; 2] {
    // The least largest errors over a quarter turn, for halves of the angles: 2e-8 and less.
    const S: [f32; 5] = [-0.166_666_67, 0.008_333_331, -0.000_198_408_61, 2.752_528_6e-6, -2.388_949_8e-8];
    const C: [f32; 6] = [-0.5, 0.041_666_668, -0.001_388_888_5, 2.480_104e-5, -2.752_468_3e-7, 1.990_768e-9];
    let half = angles * 0.5;
    let z = half * half;
    let z2 = z * z;
    let pair = |low: f32, high: f32| Vec4::splat(low) + z * high;
    let sine = half + half * z * (pair(S[0], S[1]) + z2 * (pair(S[2], S[3]) + z2 * S[4]));
    let cosine = Vec4::ONE + z * (pair(C[0], C[1]) + z2 * (pair(C[2], C[3]) + z2 * pair(C[4], C[5])));
    let twice = sine + sine;
    [twice * cosine, Vec4::ONE - twice * sine]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_have_the_bits_of_singles() {
        for k in 0..4000 {
            let turn = k as f32 * 0.013 - 26.0;
            let (y, x) = (Vec4::new(turn.sin(), turn, 3.0, -turn), Vec4::new(turn.cos(), 2.0, turn, -1e-3));
            let lanes = atan2_lanes(y, x);
            for lane in 0..4 {
                assert_eq!(lanes[lane].to_bits(), super::super::atan2(y[lane], x[lane]).to_bits(), "{y} {x}");
            }
        }
    }

    #[test]
    fn sines_are_those_of_doubles() {
        for k in -3000..=3000 {
            let angle = k as f32 / 3000.0 * std::f32::consts::PI;
            let [sine, cosine] = sin_cos_lanes(Vec4::splat(angle));
            let (right_sine, right_cosine) = f64::from(angle).sin_cos();
            let most = if angle.abs() <= 1.57 { 2e-7 } else { 6e-7 };
            assert!((f64::from(sine.x) - right_sine).abs() < most, "{angle}");
            assert!((f64::from(cosine.x) - right_cosine).abs() < most, "{angle}");
        }
        let [sine, cosine] = sin_cos_lanes(Vec4::new(0.0, 1e-5, -1e-20, 0.0));
        assert_eq!((sine, cosine.x), (Vec4::new(0.0, 1e-5, -1e-20, 0.0), 1.0));
    }
}
