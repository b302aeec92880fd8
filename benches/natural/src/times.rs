//! Measures several ways to do the same work, in alternation.

use std::time::{Duration, Instant};

use crate::Way;

/// The time that one way runs in one turn: too short for the scheduler to interrupt it.
const TURN: Duration = Duration::from_micros(500);
/// The number of turns of each way.
const TURNS: usize = 80;
/// All turns take about this long, if each way has ten of them.
const LIMIT: Duration = Duration::from_millis(1500);

/// The seconds of each way: a tenth of its turns are faster. Other work on the machine only slows down the other turns.
pub fn times(mut ways: Vec<Way<'_>>) -> Vec<f64> {
    let start = Instant::now();
    let counts: Vec<usize> = ways
        .iter_mut()
        .map(|(_, work)| {
            work();
            let start = Instant::now();
            work();
            (TURN.as_secs_f64() / start.elapsed().as_secs_f64()).ceil() as usize
        })
        .collect();
    let mut times = vec![Vec::new(); ways.len()];
    // Work that takes longer than a turn has fewer turns.
    let spent = start.elapsed().as_secs_f64() / 2.0;
    let turns = ((LIMIT.as_secs_f64() / spent) as usize).clamp(10, TURNS);
    for _ in 0..turns {
        for (i, (_, work)) in ways.iter_mut().enumerate() {
            let start = Instant::now();
            for _ in 0..counts[i] {
                work();
            }
            times[i].push(start.elapsed().as_secs_f64() / counts[i] as f64);
        }
    }
    times
        .into_iter()
        .map(|mut times| {
            times.sort_by(f64::total_cmp);
            times[times.len() / 10]
        })
        .collect()
}
