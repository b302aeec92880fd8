//! Floats as bytes, with a scale for each row.

use std::hint::black_box;

use tilework::{Layout, Owned, Tensor, View, ViewMut, layout};

use super::beside;
use crate::{Rows, numbers};

type ByRows = Layout!((_,_):(_,1));

#[inline(never)]
fn quantize(from: &View<f32, ByRows>, scales: &mut [f32], to: &mut ViewMut<u8, ByRows>) {
    for ((row, mut to), scale) in from.slices::<0>().zip(to.slices_mut::<0>()).zip(scales) {
        *scale = row.map(|x| x.abs()).max().unwrap() / 127.0;
        let by = 1.0 / *scale;
        to.zip_mut_with(&row, |q, x| *q = (x * by + 128.5) as u8);
    }
}
#[inline(never)]
fn quantize_by_hand(from: &[f32], n: usize, scales: &mut [f32], to: &mut [u8]) {
    for ((row, to), scale) in from.chunks_exact(n).zip(to.chunks_exact_mut(n)).zip(scales) {
        let mut largest = [0.0_f32; 16];
        let (chunks, rest) = row.as_chunks::<16>();
        for chunk in chunks {
            for i in 0..16 {
                largest[i] = largest[i].max(chunk[i].abs());
            }
        }
        let rest = rest.iter().fold(0.0, |l: f32, x| l.max(x.abs()));
        *scale = largest.iter().fold(rest, |l, x| l.max(*x)) / 127.0;
        let by = 1.0 / *scale;
        for (q, x) in to.iter_mut().zip(row) {
            *q = (x * by + 128.5) as u8;
        }
    }
}

/// All rows.
pub fn rows(to: &mut impl Rows) {
    let (m, n) = black_box((256, 200));
    let data = numbers(m * n);
    let from = Tensor::new(&data[..], layout!((m,n):row_major)).unwrap();
    let (mut ours, mut hand) = (Owned::zeros(layout!((m,n):row_major)), vec![0; m * n]);
    let (mut scales, mut scales_by_hand) = (vec![0.0; m], vec![0.0; m]);
    quantize(&from, &mut scales, &mut ours.view_mut());
    quantize_by_hand(&data, n, &mut scales_by_hand, &mut hand);
    assert_eq!(ours.data()[..], hand[..]);
    assert_eq!(scales, scales_by_hand);
    beside(
        to,
        "bytes with a scale for each row",
        m * n,
        || quantize(&from, &mut scales, &mut ours.view_mut()),
        || quantize_by_hand(&data, n, &mut scales_by_hand, &mut hand),
    );
}
