/// The height at `x` of the line through `points`, which are in the order of their first numbers; as at the ends beyond them, 0 for no points.
pub(crate) fn piecewise(points: &[(f32, f32)], x: f32) -> f32 {
    let Some(last) = points.len().checked_sub(1) else { return 0.0 };
    let next = points.partition_point(|point| point.0 < x).max(1).min(last);
    let ((x0, y0), (x1, y1)) = (points[next.saturating_sub(1)], points[next]);
    if x1 > x0 { y0 + (y1 - y0) * ((x - x0) / (x1 - x0)).clamp(0.0, 1.0) } else { y1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_even_between_points_and_as_at_the_ends_beyond() {
        // A step up at 2: two points on one place.
        let points = [(0.0, 1.0), (2.0, 3.0), (2.0, 7.0), (4.0, 5.0)];
        for (x, y) in [(-1.0, 1.0), (0.0, 1.0), (0.5, 1.5), (1.5, 2.5), (3.0, 6.0), (4.0, 5.0), (9.0, 5.0)] {
            assert_eq!(piecewise(&points, x), y, "{x}");
        }
        assert_eq!(piecewise(&points[..1], 5.0), 1.0);
        assert_eq!(piecewise(&[], 5.0), 0.0);
    }
}
