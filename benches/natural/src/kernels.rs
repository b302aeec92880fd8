//! Kernels as a reader of the guide writes them, a file for each subject, beside plain loops over slices.

mod block_sparse;
mod blur;
mod broadcast;
mod butterfly;
mod complex;
mod convolution;
mod distances;
mod gray;
mod halo;
mod histogram;
mod im2col;
mod indexed;
mod layer_norm;
mod matvec;
mod morton;
mod padded;
mod pooling;
mod prefix;
mod quantize;
mod rank_one;
mod softmax;
mod solves;
mod triangular;
mod views;

use crate::{Rows, Way};

/// All rows.
pub fn rows(to: &mut impl Rows) {
    block_sparse::rows(to);
    halo::rows(to);
    convolution::rows(to);
    softmax::rows(to);
    layer_norm::rows(to);
    solves::rows(to);
    morton::rows(to);
    histogram::rows(to);
    prefix::rows(to);
    matvec::rows(to);
    rank_one::rows(to);
    pooling::rows(to);
    im2col::rows(to);
    distances::rows(to);
    gray::rows(to);
    complex::rows(to);
    butterfly::rows(to);
    triangular::rows(to);
    indexed::rows(to);
    broadcast::rows(to);
    padded::rows(to);
    quantize::rows(to);
    views::rows(to);
    blur::rows(to);
}

/// A row of tilework and of hand-written loops.
fn beside<'a>(
    to: &mut impl Rows,
    name: &str,
    units: usize,
    ours: impl FnMut() + 'a,
    hand: impl FnMut() + 'a,
) {
    let ways: Vec<Way<'a>> = vec![("tilework", Box::new(ours)), ("by hand", Box::new(hand))];
    to.row(&format!("kernels: {name}"), units, ways);
}

/// Returns whether sums that were taken in other orders are near each other.
fn near(x: &[f32], y: &[f32]) -> bool {
    x.len() == y.len() && x.iter().zip(y).all(|(x, y)| (x - y).abs() <= 1e-5 * (1.0 + y.abs()))
}

/// The sum of `f` of each element, in chains, as that of a tensor is.
#[inline(always)]
fn sum_in_chains(row: &[f32], f: impl Fn(f32) -> f32) -> f32 {
    let (chunks, rest) = row.as_chunks::<16>();
    let mut sums = [0.0; 16];
    for chunk in chunks {
        for i in 0..16 {
            sums[i] += f(chunk[i]);
        }
    }
    sums.iter().sum::<f32>() + rest.iter().map(|&x| f(x)).sum::<f32>()
}

/// The sum of `f` of each pair of elements, in chains.
#[inline(always)]
fn sum_of_pairs(x: &[f32], y: &[f32], f: impl Fn(f32, f32) -> f32) -> f32 {
    let ((x, x_rest), (y, y_rest)) = (x.as_chunks::<16>(), y.as_chunks::<16>());
    let mut sums = [0.0; 16];
    for (x, y) in x.iter().zip(y) {
        for i in 0..16 {
            sums[i] += f(x[i], y[i]);
        }
    }
    let rest = x_rest.iter().zip(y_rest).map(|(&x, &y)| f(x, y));
    sums.iter().sum::<f32>() + rest.sum::<f32>()
}
