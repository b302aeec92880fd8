//! The heat equation on a grid: each step a 5-point stencil, whose inside is slices by ranges, beside plain loops.
//!
//! `cargo run --release --example stencil [-- WIDTH HEIGHT STEPS]`

use std::time::Instant;

use tilework::{Error, Layout, Tensor, View, ViewMut, layout};

/// By rows: the first mode, along a row, is contiguous.
type Grid = Layout!((_,_):(1,_));

/// `to(i, j) = from(i, j) + a (the four neighbours - 4 from(i, j))` inside, and `from` at the edges. Row by row, so that what
/// is gone over twice is in the first cache.
fn step(from: &View<f32, Grid>, to: &mut ViewMut<f32, Grid>, a: f32) {
    let (w, h) = from.extents();
    to.copy_from(from);
    for j in 1..h - 1 {
        let mut row = to.slice_mut((1..w - 1, j));
        let (left, right) = (from.slice((0..w - 2, j)), from.slice((2..w, j)));
        let (above, below) = (from.slice((1..w - 1, j - 1)), from.slice((1..w - 1, j + 1)));
        row.zip2_mut_with(&left, &right, |x, l, r| *x = (1.0 - 4.0 * a) * *x + a * (l + r));
        row.zip2_mut_with(&above, &below, |x, u, d| *x += a * (u + d));
    }
}

/// The same by hand.
fn step_by_hand(from: &[f32], to: &mut [f32], (w, h): (usize, usize), a: f32) {
    to.copy_from_slice(from);
    for j in 1..h - 1 {
        for i in 1..w - 1 {
            let at = i + j * w;
            let neighbours = from[at - 1] + from[at + 1] + from[at - w] + from[at + w];
            to[at] += a * (neighbours - 4.0 * from[at]);
        }
    }
}

fn main() -> Result<(), Error> {
    let arguments: Vec<usize> = std::env::args()
        .skip(1)
        .map(|n| n.parse().expect("WIDTH HEIGHT STEPS are integers"))
        .collect();
    let [w, h, steps] = match arguments[..] {
        [] => [1024, 768, 100],
        [w, h, steps] if w > 2 && h > 2 => [w, h, steps],
        _ => panic!("usage: stencil [WIDTH HEIGHT STEPS], of at least 3 x 3 points"),
    };
    let grid = layout!((w,h):(1,w));
    // A hot square in the middle.
    let mut start = vec![0.0_f32; w * h];
    Tensor::new(&mut start[..], grid)?.slice_mut((w / 3..w - w / 3, h / 3..h - h / 3)).fill(1.0);

    let (mut a, mut b) = (start.clone(), start.clone());
    let begin = Instant::now();
    for _ in 0..steps {
        step(&Tensor::new(&a[..], grid)?, &mut Tensor::new(&mut b[..], grid)?, 0.2);
        std::mem::swap(&mut a, &mut b);
    }
    let by_tensors = begin.elapsed();

    let (mut c, mut d) = (start.clone(), start);
    let begin = Instant::now();
    for _ in 0..steps {
        step_by_hand(&c, &mut d, (w, h), 0.2);
        std::mem::swap(&mut c, &mut d);
    }
    let by_hand = begin.elapsed();

    // The sums are in another order.
    let largest = a.iter().zip(&c).map(|(x, y)| (x - y).abs()).fold(0.0, f32::max);
    assert!(largest < 1e-5, "they differ by {largest}");
    println!(
        "{steps} steps on {w} x {h} points: {by_tensors:.1?}, by hand {by_hand:.1?}; the largest difference is {largest:.1e}"
    );
    Ok(())
}
