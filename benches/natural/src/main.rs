//! Kernels in the words of the guide beside loops by hand.
mod tiles;
mod copies;
mod visits;
mod turns;

use std::time::Instant;

pub type Way<'a> = (&'static str, Box<dyn FnMut() + 'a>);

/// Times the ways in turns and prints the ratio of the first to each other.
pub fn row(name: &str, mut ways: Vec<Way<'_>>) {
    let only = std::env::args().nth(1).unwrap_or_default();
    if !name.contains(&only) { return; }
    let counts: Vec<usize> = ways.iter_mut().map(|(_, work)| {
        work();
        let start = Instant::now();
        work();
        (300e-6 / start.elapsed().as_secs_f64().max(1e-9)).ceil() as usize
    }).collect();
    let mut times = vec![f64::MAX; ways.len()];
    for _ in 0..(if counts[0] == 1 { 20 } else { 200 }) {
        for (i, (_, work)) in ways.iter_mut().enumerate() {
            let start = Instant::now();
            for _ in 0..counts[i] { work(); }
            times[i] = times[i].min(start.elapsed().as_secs_f64() / counts[i] as f64);
        }
    }
    print!("{name:60}");
    for (i, (way, _)) in ways.iter().enumerate() {
        print!("  {way} {:.1} ns ({:.2})", times[i] * 1e9, times[0] / times[i]);
    }
    println!();
}

fn main() {
    tiles::rows();
    copies::rows();
    visits::rows();
    turns::rows();
}
