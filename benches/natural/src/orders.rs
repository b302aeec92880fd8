//! Loops whose order matters: row-major matrices, adjacent slices, sums along a mode.

use std::hint::black_box;

use tilework::{Layout, Owned, Tensor, View, ViewMut, layout};

use crate::{Rows, numbers};

type Columns = Layout!((_,_):(1,_));
type ByRows = Layout!((_,_):(_,1));

/// Sums down the columns, row after row.
#[inline(never)]
fn running(t: &mut ViewMut<f32, ByRows>) {
    let mut rows = t.slices_mut::<0>();
    let Some(mut above) = rows.next() else { return };
    for mut row in rows {
        row.zip_mut_with(&above, |x, a| *x += a);
        above = row;
    }
}
#[inline(never)]
fn running_by_hand(t: &mut [f32], n: usize) {
    let mut rows = t.chunks_exact_mut(n);
    let Some(mut above) = rows.next() else { return };
    for row in rows {
        for (x, a) in row.iter_mut().zip(&*above) {
            *x += a;
        }
        above = row;
    }
}

/// A tile changed in place.
#[inline(never)]
fn scaled(t: &mut ViewMut<f32, ByRows>, by: f32) {
    for mut tile in t.tiles_mut(layout!(<16,16>)) {
        tile.map_inplace(|x| *x = *x * by + 1.0);
    }
}
#[inline(never)]
fn scaled_by_hand(t: &mut [f32], m: usize, n: usize, by: f32) {
    for y in 0..n / 16 {
        for x in 0..m / 16 {
            for i in 0..16 {
                for x in &mut t[(16 * x + i) * n + 16 * y..][..16] {
                    *x = *x * by + 1.0;
                }
            }
        }
    }
}

/// A part changed in place, whose size is known at run time.
#[inline(never)]
fn part_scaled(t: &mut ViewMut<f32, ByRows>, by: f32) {
    let (m, n) = (t.extent::<0>(), t.extent::<1>());
    t.slice_mut((1..m - 1, 1..n - 1)).map_inplace(|x| *x = *x * by + 1.0);
}
#[inline(never)]
fn part_scaled_by_hand(t: &mut [f32], m: usize, n: usize, by: f32) {
    for i in 1..m - 1 {
        for x in &mut t[i * n + 1..][..n - 2] {
            *x = *x * by + 1.0;
        }
    }
}

/// The largest of the sums of rows, for a column-major matrix.
#[inline(never)]
fn largest_row(t: &View<f32, Columns>) -> f32 {
    let mut largest = f32::MIN;
    for x in t.along::<1>().fold(0.0, |s, x| s + x).iter() {
        largest = if x > largest { x } else { largest };
    }
    largest
}
/// The same; the sums are stored first.
#[inline(never)]
fn largest_row_kept(t: &View<f32, Columns>) -> f32 {
    let mut largest = f32::MIN;
    for &x in t.along::<1>().fold(0.0, |s, x| s + x).to_owned().iter() {
        largest = if x > largest { x } else { largest };
    }
    largest
}
#[inline(never)]
fn largest_row_by_hand(t: &[f32], m: usize) -> f32 {
    let mut sums = vec![0.0; m];
    for column in t.chunks_exact(m) {
        for (s, x) in sums.iter_mut().zip(column) {
            *s += x;
        }
    }
    sums.into_iter().fold(f32::MIN, |x, y| if y > x { y } else { x })
}

/// All rows.
pub fn rows(to: &mut impl Rows) {
    let (m, n) = black_box((256, 208));
    let (mut ours, mut hand) = (Owned::zeros(layout!((m,n):row_major)), vec![0.0; m * n]);
    to.row(
        "orders: each row plus the one above",
        m * n,
        vec![
            ("tilework", Box::new(|| running(&mut ours.view_mut()))),
            ("by hand", Box::new(|| running_by_hand(&mut hand, n))),
        ],
    );
    to.row(
        "orders: tiles of a matrix by rows in place",
        m * n,
        vec![
            ("tilework", Box::new(|| scaled(&mut ours.view_mut(), 0.5))),
            ("by hand", Box::new(|| scaled_by_hand(&mut hand, m, n, 0.5))),
        ],
    );
    to.row(
        "orders: the inside of a matrix by rows in place",
        m * n,
        vec![
            ("tilework", Box::new(|| part_scaled(&mut ours.view_mut(), 0.5))),
            ("by hand", Box::new(|| part_scaled_by_hand(&mut hand, m, n, 0.5))),
        ],
    );
    let data = numbers(m * n);
    let t = Tensor::new(&data[..], layout!((m,n):(1,m))).unwrap();
    assert_eq!(largest_row(&t), largest_row_by_hand(&data, m));
    to.row(
        "orders: sums of rows by columns, one after another",
        m * n,
        vec![
            ("tilework", Box::new(|| _ = black_box(largest_row(&t)))),
            ("by hand", Box::new(|| _ = black_box(largest_row_by_hand(&data, m)))),
        ],
    );
    to.row(
        "orders: sums of rows by columns, kept",
        m * n,
        vec![
            ("tilework", Box::new(|| _ = black_box(largest_row_kept(&t)))),
            ("by hand", Box::new(|| _ = black_box(largest_row_by_hand(&data, m)))),
        ],
    );
}
