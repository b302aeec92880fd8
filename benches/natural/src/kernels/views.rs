//! Views of a tensor as something else: modes by names or by one bound, two parts of a mode, words of bytes. A matrix is
//! also transposed where it is.

use std::hint::black_box;

use tilework::{
    Layout, Named, Owned, Tensor, View, ViewMut, by, generic::RankLayout, layout, names,
};

use super::{beside, near, sum_in_chains};
use crate::{Rows, numbers};

names! { Row, Col }
type Rows2 = Layout!((_,_):(_,1));

/// The softmax of each row.
#[inline(never)]
fn softmax_by_names(t: &mut Named<(Row, Col), ViewMut<f32, Rows2>>) {
    for mut row in t.slices_mut(Row) {
        let largest = Tensor::max(&row).unwrap();
        row.map_inplace(|x| *x = 1.0 / (1.0 + largest - *x));
        let sum = row.sum(Col).at(by!());
        row.map_inplace(|x| *x /= sum);
    }
}
#[inline(never)]
fn softmax_by_hand(t: &mut [f32], n: usize) {
    for row in t.chunks_exact_mut(n) {
        let (chunks, rest) = row.as_chunks::<16>();
        let mut largest = [f32::MIN; 16];
        for chunk in chunks {
            for i in 0..16 {
                largest[i] = if chunk[i] > largest[i] { chunk[i] } else { largest[i] };
            }
        }
        let largest =
            rest.iter().chain(&largest).fold(f32::MIN, |x, y| if *y > x { *y } else { x });
        for x in row.iter_mut() {
            *x = 1.0 / (1.0 + largest - *x);
        }
        let sum = sum_in_chains(row, |x| x);
        for x in row {
            *x /= sum;
        }
    }
}

/// Subtracts the mean of each plane.
#[inline(never)]
fn center(t: &mut ViewMut<f32, impl RankLayout<3>>) {
    let [_, m, n] = t.sizes();
    for mut plane in t.slices_mut::<0>() {
        let mean = plane.sum() / (m * n) as f32;
        plane.map_inplace(|x| *x -= mean);
    }
}
#[inline(never)]
fn center_by_hand(t: &mut [f32], plane: usize) {
    for plane in t.chunks_exact_mut(plane) {
        let mean = sum_in_chains(plane, |x| x) / plane.len() as f32;
        for x in plane {
            *x -= mean;
        }
    }
}

/// Adds and subtracts the halves of each row.
#[inline(never)]
fn halves(t: &mut ViewMut<f32, Rows2>) {
    let half = t.extent::<1>() / 2;
    let (mut low, mut high) = t.split_at_mut::<1>(half);
    low.zip_mut_with(&mut high, |x, y| (*x, *y) = (*x + *y, *x - *y));
}
#[inline(never)]
fn halves_by_hand(t: &mut [f32], n: usize) {
    for row in t.chunks_exact_mut(n) {
        let (low, high) = row.split_at_mut(n / 2);
        for (x, y) in low.iter_mut().zip(high) {
            (*x, *y) = (*x + *y, *x - *y);
        }
    }
}

/// The sum of the words of each row of bytes.
#[inline(never)]
fn words(t: &View<u8, Rows2>, to: &mut [u32]) {
    for (row, to) in t.recast::<u32>().slices::<0>().zip(to) {
        *to = row.iter().fold(0, |sum, x| sum.wrapping_add(*x));
    }
}
#[inline(never)]
fn words_by_hand(t: &[u8], n: usize, to: &mut [u32]) {
    for (row, to) in t.chunks_exact(n).zip(to) {
        let words = row.as_chunks::<4>().0.iter();
        *to = words.fold(0, |sum, x| sum.wrapping_add(u32::from_ne_bytes(*x)));
    }
}

#[inline(never)]
fn transpose(t: &mut ViewMut<f32, Rows2>) {
    t.transpose_inplace();
}
/// In blocks of 16.
#[inline(never)]
fn transpose_by_hand(t: &mut [f32], n: usize) {
    for i in (0..n).step_by(16) {
        for j in (i..n).step_by(16) {
            for y in i..(i + 16).min(n) {
                for x in j.max(y + 1)..(j + 16).min(n) {
                    t.swap(y * n + x, x * n + y);
                }
            }
        }
    }
}

fn matrix(data: &mut [f32], m: usize, n: usize) -> ViewMut<'_, f32, Rows2> {
    Tensor::new(data, layout!((m,n):(n,1))).unwrap()
}
/// Eight planes of `m` rows.
fn planes(data: &mut [f32], m: usize, n: usize) -> ViewMut<'_, f32, Layout!((8,_,_):(_,_,1))> {
    Tensor::new(data, layout!((8,m,n):({m * n},n,1))).unwrap()
}

/// All rows.
pub fn rows(to: &mut impl Rows) {
    let (m, n): (usize, usize) = black_box((200, 256));
    let data = numbers(m * n);
    let (mut ours, mut hand) = (data.clone(), data.clone());
    softmax_by_names(&mut matrix(&mut ours, m, n).named((Row, Col)));
    softmax_by_hand(&mut hand, n);
    assert!(near(&ours, &hand));
    let (softmax, by_hand) = (
        || softmax_by_names(&mut matrix(&mut ours, m, n).named((Row, Col))),
        || softmax_by_hand(&mut hand, n),
    );
    beside(to, "rows by names, divided by their sums", m * n, softmax, by_hand);

    let (mut ours, mut hand) = (data.clone(), data.clone());
    center(&mut planes(&mut ours, m / 8, n));
    center_by_hand(&mut hand, m / 8 * n);
    assert!(near(&ours, &hand));
    let (centered, by_hand) =
        (|| center(&mut planes(&mut ours, m / 8, n)), || center_by_hand(&mut hand, m / 8 * n));
    beside(
        to,
        "planes without their means, of any layout of three modes",
        m * n,
        centered,
        by_hand,
    );

    let (mut ours, mut hand) = (data.clone(), data.clone());
    halves(&mut matrix(&mut ours, m, n));
    halves_by_hand(&mut hand, n);
    assert_eq!(ours, hand);
    let (split, by_hand) =
        (|| halves(&mut matrix(&mut ours, m, n)), || halves_by_hand(&mut hand, n));
    beside(to, "sums and differences of the halves of rows", m * n, split, by_hand);

    let bytes = Owned::from_fn(layout!((m, n)), |(i, j)| (3 * i + 7 * j) as u32);
    let bytes = bytes.data().iter().flat_map(|x| x.to_ne_bytes()).collect::<Vec<u8>>();
    // Of `u32`, so that they begin where words may be.
    let aligned: Vec<u32> =
        bytes.as_chunks::<4>().0.iter().map(|x| u32::from_ne_bytes(*x)).collect();
    let whole = Tensor::new(&aligned[..], layout!((m,n):row_major)).unwrap();
    let of_bytes = whole.recast::<u8>();
    let (mut ours, mut hand) = (vec![0; m], vec![0; m]);
    words(&of_bytes, &mut ours);
    words_by_hand(of_bytes.data(), 4 * n, &mut hand);
    assert_eq!(ours, hand);
    let (summed, by_hand) =
        (|| words(&of_bytes, &mut ours), || words_by_hand(of_bytes.data(), 4 * n, &mut hand));
    beside(to, "sums of words of bytes", m * n, summed, by_hand);

    let n: usize = black_box(250);
    let (mut ours, mut hand) = (numbers(n * n), numbers(n * n));
    transpose(&mut matrix(&mut ours, n, n));
    transpose_by_hand(&mut hand, n);
    assert_eq!(ours, hand);
    let (turned, by_hand) =
        (|| transpose(&mut matrix(&mut ours, n, n)), || transpose_by_hand(&mut hand, n));
    beside(to, "a matrix transposed where it is", n * n, turned, by_hand);
}
