//! The heat equation on a grid: each step is a 5-point stencil, whose inside is slices by ranges. Compared with plain
//! loops.
//!
//! `cargo run --release --example stencil [-- WIDTH HEIGHT STEPS]`

use std::time::Instant;

use tilework::{Error, Layout, Tensor, View, ViewMut, layout};

/// Row by row: the first mode, along a row, is contiguous.
type Grid = Layout!((_,_):(1,_));

/// `to(i, j) = from(i, j) + a (the four neighbors - 4 from(i, j))` inside, and `from` at the edges.
fn step(from: &View<f32, Grid>, to: &mut ViewMut<f32, Grid>, a: f32) {
    let (w, h) = from.extents();
    to.copy_from(from);
    let inside = |i, j| from.slice((i..w - 2 + i, j..h - 2 + j));
    let (left, right, above, below) = (inside(0, 1), inside(2, 1), inside(1, 0), inside(1, 2));
    to.slice_mut((1..w - 1, 1..h - 1))
        .zip_mut_with((&left, &right, &above, &below), |x, (l, r, u, d)| {
            *x += a * (l + r + u + d - 4.0 * *x)
        });
}

/// The same, hand-written.
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

    assert!(a == c, "the same sums in the same order");
    println!("{steps} steps on {w} x {h} points: {by_tensors:.1?}, by hand {by_hand:.1?}");
    Ok(())
}
