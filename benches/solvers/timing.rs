use std::time::Instant;

/// Something measured: one call does the whole work once.
pub type Work<'a> = Box<dyn FnMut() + 'a>;

/// The least time of each, in nanoseconds a unit of work, over rounds in which they take turns.
pub fn side_by_side(rounds: usize, units: usize, works: &mut [Work]) -> Vec<f64> {
    let mut best = vec![f64::INFINITY; works.len()];
    // The first round warms up.
    for round in 0..=rounds {
        for (best, work) in best.iter_mut().zip(works.iter_mut()) {
            let start = Instant::now();
            work();
            let time = start.elapsed().as_nanos() as f64 / units as f64;
            if round > 0 {
                *best = best.min(time);
            }
        }
    }
    best
}
