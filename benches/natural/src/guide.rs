//! Functions of the guide and of the README, word for word: `build.rs` extracts them.

use std::hint::black_box;

use tilework::{Fragment, Owned, Tensor, layout};

use crate::{Rows, Way, numbers, text};

/// All rows.
pub fn rows(to: &mut impl Rows) {
    center(to);
    product_by_tiles(to);
    pack_tiles(to);
    loops(to);
    stencil(to);
    ragged_tiles(to);
    transpose_by_tiles(to);
    padded_convolution(to);
    panels(to);
    normalize(to);
}

fn center(to: &mut impl Rows) {
    let name = "guide: README, what is read without its mean";
    if !to.wants(name) {
        return;
    }
    let (m, n) = black_box((256, 200));
    let data = numbers(m * n);
    let from = Tensor::new(&data[..], layout!((m,n):row_major)).unwrap();
    let mut ours = Owned::zeros(layout!((m,n):row_major));
    let mut hand = vec![0.0; m * n];
    let ways: Vec<Way<'_>> = vec![
        ("tilework", Box::new(|| text::center::center(&from, &mut ours))),
        ("by hand", Box::new(|| center_by_hand(&data, m, n, &mut hand))),
    ];
    to.row(name, m * n, ways);
    // The sums are made in different orders.
    assert!(ours.data().iter().zip(&hand).all(|(x, y)| (x - y).abs() < 1e-3));
}
/// Adds several partial sums, like the sum of a tensor.
#[inline(never)]
fn center_by_hand(from: &[f32], m: usize, n: usize, to: &mut [f32]) {
    let (from, to) = (&from[..m * n], &mut to[..m * n]);
    let (chunks, rest) = from.as_chunks::<16>();
    let mut sums = [0.0; 16];
    for chunk in chunks {
        for i in 0..16 {
            sums[i] += chunk[i];
        }
    }
    let sum = sums.iter().sum::<f32>() + rest.iter().sum::<f32>();
    let mean = sum / (m * n) as f32;
    for (to, from) in to.iter_mut().zip(from) {
        *to = from - mean;
    }
}

fn product_by_tiles(to: &mut impl Rows) {
    let name = "guide: product by tiles, 256^3";
    if !to.wants(name) {
        return;
    }
    let (m, n, k) = black_box((256, 256, 256));
    let (a, b) = (numbers(m * k), numbers(k * n));
    let at = Tensor::new(&a[..], layout!((m,k):(1,m))).unwrap();
    let bt = Tensor::new(&b[..], layout!((k,n):(1,k))).unwrap();
    let (mut ours, mut hand) = (vec![0.0; m * n], vec![0.0; m * n]);
    let ways: Vec<Way<'_>> = vec![
        (
            "tilework",
            Box::new(|| {
                let mut c = Tensor::new(&mut ours[..], layout!((m,n):(1,m))).unwrap();
                text::product_by_tiles::product(&at, &bt, &mut c).unwrap();
            }),
        ),
        ("by hand", Box::new(|| crate::tiles::by_hand(&a, &b, &mut hand, m, n, k))),
    ];
    to.row(name, m * n * k, ways);
    // Each way has been called as often as the other, or a multiple of that: the sums are those of integers and halves.
    assert_eq!(ours[0] / hand[0], ours[m * n - 1] / hand[m * n - 1]);
}

fn pack_tiles(to: &mut impl Rows) {
    let name = "guide: tiles of 4 x 4 packed";
    if !to.wants(name) {
        return;
    }
    let (m, n) = black_box((256, 200));
    let data = numbers(m * n);
    let matrix = Tensor::new(&data[..], layout!((m,n):row_major)).unwrap();
    let (mut ours, mut hand) = (vec![0.0; m * n], vec![0.0; m * n]);
    let ways: Vec<Way<'_>> = vec![
        ("tilework", Box::new(|| text::pack_tiles::pack(&matrix, &mut ours).unwrap())),
        ("by hand", Box::new(|| pack_by_hand(&data, m, n, &mut hand))),
    ];
    to.row(name, m * n, ways);
    assert_eq!(ours, hand);
}
#[inline(never)]
fn pack_by_hand(from: &[f32], m: usize, n: usize, to: &mut [f32]) {
    let tiles = to.as_chunks_mut::<16>().0;
    for y in 0..n / 4 {
        for x in 0..m / 4 {
            let tile = &mut tiles[x + y * (m / 4)];
            for i in 0..4 {
                let row = &from[(4 * x + i) * n + 4 * y..][..4];
                for j in 0..4 {
                    tile[i + 4 * j] = row[j];
                }
            }
        }
    }
}

fn loops(to: &mut impl Rows) {
    let name = "guide: products of elements";
    if to.wants(name) {
        let (m, n) = black_box((256, 200));
        let (a, b) = (numbers(m * n), numbers(m * n));
        let at = Tensor::new(&a[..], layout!((m,n):(1,m))).unwrap();
        let bt = Tensor::new(&b[..], layout!((m,n):(1,m))).unwrap();
        let (mut ours, mut hand) = (vec![0.0; m * n], vec![0.0; m * n]);
        let ways: Vec<Way<'_>> = vec![
            (
                "tilework",
                Box::new(|| {
                    let mut c = Tensor::new(&mut ours[..], layout!((m,n):(1,m))).unwrap();
                    text::loops::products(&at, &bt, &mut c);
                }),
            ),
            ("by hand", Box::new(|| products_by_hand(&a, &b, &mut hand))),
        ];
        to.row(name, m * n, ways);
        assert_eq!(ours, hand);
    }
    let name = "guide: outer product of 8 and 4, 1000 times";
    if to.wants(name) {
        let columns = numbers(8 * 1000);
        let row = [1.0, 2.0, 3.0, 4.0];
        let mut ours = Fragment::filled(layout!((8, 4)), 0.0).unwrap();
        let mut hand = [[0.0; 8]; 4];
        let ways: Vec<Way<'_>> = vec![
            (
                "tilework",
                Box::new(|| {
                    for column in columns.chunks_exact(8) {
                        let column = Tensor::new(column, layout!(8)).unwrap();
                        text::loops::outer(&column, &row, &mut ours);
                    }
                }),
            ),
            (
                "by hand",
                Box::new(|| {
                    for column in columns.chunks_exact(8) {
                        outer_by_hand(column, &row, &mut hand);
                    }
                }),
            ),
        ];
        to.row(name, 32 * 1000, ways);
    }
}
#[inline(never)]
fn products_by_hand(a: &[f32], b: &[f32], c: &mut [f32]) {
    for ((c, a), b) in c.iter_mut().zip(a).zip(b) {
        *c = a * b;
    }
}
#[inline(never)]
fn outer_by_hand(column: &[f32], row: &[f32; 4], sums: &mut [[f32; 8]; 4]) {
    let column: &[f32; 8] = column.try_into().unwrap();
    for j in 0..4 {
        for i in 0..8 {
            sums[j][i] += column[i] * row[j];
        }
    }
}

fn stencil(to: &mut impl Rows) {
    let name = "guide: step of the heat equation";
    if !to.wants(name) {
        return;
    }
    let (w, h) = black_box((256, 200));
    let data = numbers(w * h);
    let from = Tensor::new(&data[..], layout!((w,h):(1,w))).unwrap();
    let (mut ours, mut hand) = (vec![0.0; w * h], vec![0.0; w * h]);
    let ways: Vec<Way<'_>> = vec![
        (
            "tilework",
            Box::new(|| {
                let mut to = Tensor::new(&mut ours[..], layout!((w,h):(1,w))).unwrap();
                text::stencil::step(&from, &mut to);
            }),
        ),
        ("by hand", Box::new(|| step_by_hand(&data, w, h, &mut hand))),
    ];
    to.row(name, w * h, ways);
}
#[inline(never)]
fn step_by_hand(from: &[f32], w: usize, h: usize, to: &mut [f32]) {
    for y in 1..h - 1 {
        let [above, row, below] = [y - 1, y, y + 1].map(|y| &from[y * w..][..w]);
        let to = &mut to[y * w..][..w];
        for x in 1..w - 1 {
            to[x] += 0.2 * (row[x - 1] + row[x + 1] + above[x] + below[x] - 4.0 * to[x]);
        }
    }
}

fn padded_convolution(to: &mut impl Rows) {
    let name = "guide: convolution of 3 x 3 with padding";
    if !to.wants(name) {
        return;
    }
    let (m, n) = black_box((200, 256));
    let (data, weights) = (numbers(m * n), numbers(9));
    let image = Tensor::new(&data[..], layout!((m,n):row_major)).unwrap();
    let kernel = Tensor::new(&weights[..], layout!((3,3):row_major)).unwrap();
    let (mut ours, mut hand) = (vec![0.0; m * n], vec![0.0; m * n]);
    let ways: Vec<Way<'_>> = vec![
        (
            "tilework",
            Box::new(|| {
                let mut out = Tensor::new(&mut ours[..], layout!((m,n):row_major)).unwrap();
                text::padded_convolution::convolve(&image, &kernel, &mut out);
            }),
        ),
        ("by hand", Box::new(|| convolve_by_hand(&data, &weights, (m, n), &mut hand))),
    ];
    to.row(name, 9 * m * n, ways);
    assert_eq!(ours, hand);
}
#[inline(never)]
fn convolve_by_hand(image: &[f32], kernel: &[f32], (m, n): (usize, usize), out: &mut [f32]) {
    for i in 0..3 {
        for j in 0..3 {
            let weight = kernel[3 * i + j];
            // The elements of `out` and of `image` that differ by the shift.
            let (top, bottom) = (1_usize.saturating_sub(i), m - i.saturating_sub(1));
            let (left, right) = (1_usize.saturating_sub(j), n - j.saturating_sub(1));
            for y in top..bottom {
                let to = &mut out[y * n + left..y * n + right];
                let from = &image[(y + i - 1) * n + left + j - 1..][..to.len()];
                for (to, from) in to.iter_mut().zip(from) {
                    *to += weight * from;
                }
            }
        }
    }
}

fn ragged_tiles(to: &mut impl Rows) {
    let name = "guide: ragged tiles doubled";
    if !to.wants(name) {
        return;
    }
    let (m, n) = black_box((254, 199));
    let data = numbers(m * n);
    let from = Tensor::new(&data[..], layout!((m,n):(1,m))).unwrap();
    let (mut ours, mut hand) = (vec![0.0; m * n], vec![0.0; m * n]);
    let ways: Vec<Way<'_>> = vec![
        (
            "tilework",
            Box::new(|| {
                let mut to = Tensor::new(&mut ours[..], layout!((m,n):(1,m))).unwrap();
                text::ragged_tiles::double(&from, &mut to).unwrap();
            }),
        ),
        ("by hand", Box::new(|| double_by_hand(&data, m, n, &mut hand))),
    ];
    to.row(name, m * n, ways);
    assert_eq!(ours, hand);
}
/// Transposes tiles through a buffer, like the function of the guide.
#[inline(never)]
fn double_by_hand(from: &[f32], m: usize, n: usize, to: &mut [f32]) {
    let mut buffer = [[0.0; 4]; 4];
    for y in (0..n).step_by(4) {
        for x in (0..m).step_by(4) {
            let (height, width) = (4.min(m - x), 4.min(n - y));
            if (height, width) == (4, 4) {
                for j in 0..4 {
                    buffer[j].copy_from_slice(&from[x + (y + j) * m..][..4]);
                }
            } else {
                buffer = [[0.0; 4]; 4];
                for j in 0..width {
                    for i in 0..height {
                        buffer[j][i] = from[x + i + (y + j) * m];
                    }
                }
            }
            for x in buffer.as_flattened_mut() {
                *x *= 2.0;
            }
            if (height, width) == (4, 4) {
                for j in 0..4 {
                    to[x + (y + j) * m..][..4].copy_from_slice(&buffer[j]);
                }
            } else {
                for j in 0..width {
                    for i in 0..height {
                        to[x + i + (y + j) * m] = buffer[j][i];
                    }
                }
            }
        }
    }
}

fn transpose_by_tiles(to: &mut impl Rows) {
    let name = "guide: transpose by tiles of 4 x 4";
    if !to.wants(name) {
        return;
    }
    let (m, n) = black_box((254, 199));
    let data: Vec<u32> = (0..(m * n) as u32).collect();
    let from = Tensor::new(&data[..], layout!((m,n):row_major)).unwrap();
    let (mut ours, mut hand) = (vec![0; m * n], vec![0; m * n]);
    let ways: Vec<Way<'_>> = vec![
        (
            "tilework",
            Box::new(|| {
                let mut to = Tensor::new(&mut ours[..], layout!((n,m):row_major)).unwrap();
                text::transpose_by_tiles::turn(&from, &mut to).unwrap();
            }),
        ),
        ("by hand", Box::new(|| turn_by_hand(&data, m, n, &mut hand))),
    ];
    to.row(name, m * n, ways);
    assert_eq!(ours, hand);
}
#[inline(never)]
fn turn_by_hand(from: &[u32], m: usize, n: usize, to: &mut [u32]) {
    for y in (0..n).step_by(4) {
        for x in (0..m).step_by(4) {
            if x + 4 <= m && y + 4 <= n {
                let rows: [&[u32; 4]; 4] =
                    core::array::from_fn(|i| from[(x + i) * n + y..][..4].try_into().unwrap());
                for j in 0..4 {
                    let column: &mut [u32; 4] =
                        (&mut to[(y + j) * m + x..][..4]).try_into().unwrap();
                    *column = [rows[0][j], rows[1][j], rows[2][j], rows[3][j]];
                }
            } else {
                for i in x..m.min(x + 4) {
                    for j in y..n.min(y + 4) {
                        to[j * m + i] = from[i * n + j];
                    }
                }
            }
        }
    }
}

fn panels(to: &mut impl Rows) {
    let name = "guide: panels of 8 rows";
    if !to.wants(name) {
        return;
    }
    let (m, n) = black_box((256, 200));
    let data = numbers(m * n);
    let from = Tensor::new(&data[..], layout!((m,n):(1,m))).unwrap();
    let (mut ours, mut hand) = (Vec::new(), Vec::new());
    let ways: Vec<Way<'_>> = vec![
        (
            "tilework",
            Box::new(|| {
                ours.clear();
                text::panels::pack::<8>(&from, &mut ours);
            }),
        ),
        (
            "by hand",
            Box::new(|| {
                hand.clear();
                panels_by_hand(&data, m, n, &mut hand);
            }),
        ),
    ];
    to.row(name, m * n, ways);
    assert_eq!(ours, hand);
}
#[inline(never)]
fn panels_by_hand(from: &[f32], m: usize, n: usize, to: &mut Vec<f32>) {
    for first in (0..m).step_by(8) {
        for j in 0..n {
            let column = &from[j * m..][..m];
            to.extend((first..first + 8).map(|i| column[i]));
        }
    }
}

fn normalize(to: &mut impl Rows) {
    let name = "guide: rows divided by their largest element";
    if !to.wants(name) {
        return;
    }
    let (m, n) = black_box((256, 200));
    let mut ours = Owned::from_fn(layout!((m,n):row_major), |(i, j)| (i + j) as f32 + 1.0);
    let mut hand: Vec<f32> = ours.data().to_vec();
    let ways: Vec<Way<'_>> = vec![
        ("tilework", Box::new(|| text::normalize::normalize(&mut ours))),
        ("by hand", Box::new(|| normalize_by_hand(&mut hand, n))),
    ];
    to.row(name, m * n, ways);
    assert_eq!(ours.data()[..], hand[..]);
}
/// The largest element by several partial maxima, like the largest element of a tensor.
#[inline(never)]
fn normalize_by_hand(t: &mut [f32], n: usize) {
    for row in t.chunks_exact_mut(n) {
        let mut largest = [row[0]; 8];
        let (chunks, rest) = row.as_chunks::<8>();
        for chunk in chunks {
            for i in 0..8 {
                largest[i] = larger(largest[i], chunk[i]);
            }
        }
        let all = largest.iter().chain(rest);
        let largest = all.fold(row[0], |x, &y| larger(x, y));
        row.iter_mut().for_each(|x| *x /= largest);
    }
}
/// NaN stays, as in the largest element of a tensor.
#[expect(clippy::eq_op, reason = "what is not a number is not equal to itself")]
fn larger(x: f32, y: f32) -> f32 {
    if x > y || x != x { x } else { y }
}
