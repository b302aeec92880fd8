//! Products by tiles: step 2 of the guide's chapter.
use crate::{Rows, numbers};
use std::hint::black_box;
use tilework::{Fragment, Layout, Tensor, View, ViewMut, layout};

type Columns = Layout!((_,_):(1,_));

#[inline(never)]
fn copied(a: &View<f32, Columns>, b: &View<f32, Columns>, c: &mut ViewMut<f32, Columns>) {
    let (m, k) = (a.extent::<0>(), a.extent::<1>());
    let n = b.extent::<1>();
    let (a_tiles, b_tiles) = (a.zipped_divide(layout!(<8,4>)), b.zipped_divide(layout!(<4,4>)));
    let mut c_tiles = c.zipped_divide_mut(layout!(<8,4>));
    for (x, y) in (0..n / 4).flat_map(|y| (0..m / 8).map(move |x| (x, y))) {
        let mut c_tile = c_tiles.slice_mut((.., (x, y)));
        let mut sums = Fragment::filled(layout!((8, 4)), 0.0_f32).unwrap();
        for z in 0..k / 4 {
            let (a_tile, b_tile) = (a_tiles.slice((.., (x, z))), b_tiles.slice((.., (z, y))));
            for p in 0..4 {
                let mut column = Fragment::filled(layout!(8), 0.0_f32).unwrap();
                column.copy_from(&a_tile.slice((.., p)));
                for j in 0..4 {
                    let factor = b_tile[(p, j)];
                    for i in 0..8 {
                        sums[(i, j)] += column[i] * factor;
                    }
                }
            }
        }
        c_tile.zip_mut_with(&sums, |c, s| *c += s);
    }
}

#[inline(never)]
fn indexed(a: &View<f32, Columns>, b: &View<f32, Columns>, c: &mut ViewMut<f32, Columns>) {
    let (m, k) = (a.extent::<0>(), a.extent::<1>());
    let n = b.extent::<1>();
    let (a_tiles, b_tiles) = (a.zipped_divide(layout!(<8,4>)), b.zipped_divide(layout!(<4,4>)));
    let mut c_tiles = c.zipped_divide_mut(layout!(<8,4>));
    for (x, y) in (0..n / 4).flat_map(|y| (0..m / 8).map(move |x| (x, y))) {
        let mut c_tile = c_tiles.slice_mut((.., (x, y)));
        let mut sums = Fragment::filled(layout!((8, 4)), 0.0_f32).unwrap();
        for z in 0..k / 4 {
            let (a_tile, b_tile) = (a_tiles.slice((.., (x, z))), b_tiles.slice((.., (z, y))));
            for p in 0..4 {
                for j in 0..4 {
                    let factor = b_tile[(p, j)];
                    for i in 0..8 {
                        sums[(i, j)] += a_tile[(i, p)] * factor;
                    }
                }
            }
        }
        c_tile.zip_mut_with(&sums, |c, s| *c += s);
    }
}

#[inline(never)]
pub fn by_hand(a: &[f32], b: &[f32], c: &mut [f32], m: usize, n: usize, k: usize) {
    assert!(a.len() >= m * k && b.len() >= k * n && c.len() >= m * n);
    for y in 0..n / 4 {
        for x in 0..m / 8 {
            let mut sums = [[0.0_f32; 8]; 4];
            for p in 0..k {
                let column: &[f32; 8] = a[p * m + 8 * x..][..8].try_into().unwrap();
                for j in 0..4 {
                    let factor = b[(4 * y + j) * k + p];
                    for i in 0..8 {
                        sums[j][i] += column[i] * factor;
                    }
                }
            }
            for j in 0..4 {
                for i in 0..8 {
                    c[(4 * y + j) * m + 8 * x + i] += sums[j][i];
                }
            }
        }
    }
}

/// All rows.
pub fn rows(to: &mut impl Rows) {
    let (m, n, k) = black_box((256, 256, 256));
    let (a, b) = (numbers(m * k), numbers(k * n));
    let at = Tensor::new(&a[..], layout!((m,k):(1,m))).unwrap();
    let bt = Tensor::new(&b[..], layout!((k,n):(1,k))).unwrap();
    type Product = fn(&View<f32, Columns>, &View<f32, Columns>, &mut ViewMut<f32, Columns>);
    let names = ["tiles: a column of A copied, 256^3", "tiles: sums by indices, 256^3"];
    for (name, f) in names.into_iter().zip([copied as Product, indexed as Product]) {
        let (mut ours, mut hand) = (vec![0.0; m * n], vec![0.0; m * n]);
        f(&at, &bt, &mut Tensor::new(&mut ours[..], layout!((m,n):(1,m))).unwrap());
        by_hand(&a, &b, &mut hand, m, n, k);
        assert_eq!(ours, hand);
        to.row(
            name,
            m * n * k,
            vec![
                (
                    "tilework",
                    Box::new(|| {
                        let mut c = Tensor::new(&mut ours[..], layout!((m,n):(1,m))).unwrap();
                        f(&at, &bt, &mut c);
                    }),
                ),
                ("by hand", Box::new(|| by_hand(&a, &b, &mut hand, m, n, k))),
            ],
        );
    }
}
