//! A matrix of blocks, of which few are there, times a dense matrix.

use std::hint::black_box;

use tilework::{Fragment, Layout, Owned, Tensor, View, ViewMut, layout};

use super::beside;
use crate::{Rows, numbers};

type Columns = Layout!((_,_):(1,_));

/// The blocks of 8 x 8 that are there, row of blocks after row of blocks.
struct BlockSparse<'a> {
    /// The first block of each row of blocks, and the end.
    starts: &'a [usize],
    /// The column of each block.
    columns: &'a [usize],
    blocks: View<'a, f32, Layout!((8, 8, _))>,
}

/// `C = A B`
#[inline(never)]
fn product(a: &BlockSparse<'_>, b: &View<f32, Columns>, c: &mut ViewMut<f32, Columns>) {
    let b_tiles = b.zipped_divide(layout!(<8,4>));
    let mut c_tiles = c.zipped_divide_mut(layout!(<8,4>));
    for y in 0..b.extent::<1>() / 4 {
        for x in 0..a.starts.len() - 1 {
            let mut sums = Fragment::filled(layout!((8, 4)), 0.0).unwrap();
            for i in a.starts[x]..a.starts[x + 1] {
                let block = a.blocks.slice((.., .., i));
                let b_tile = b_tiles.slice((.., (a.columns[i], y)));
                for p in 0..8 {
                    for j in 0..4 {
                        let factor = b_tile[(p, j)];
                        sums.slice_mut((.., j))
                            .zip_mut_with(&block.slice((.., p)), |s, a| *s += a * factor);
                    }
                }
            }
            c_tiles.slice_mut((.., (x, y))).copy_from(&sums);
        }
    }
}
#[inline(never)]
fn product_by_hand(
    starts: &[usize],
    columns: &[usize],
    blocks: &[f32],
    b: &[f32],
    (k, n): (usize, usize),
    c: &mut [f32],
) {
    let blocks = blocks.as_chunks::<8>().0.as_chunks::<8>().0;
    let m = 8 * (starts.len() - 1);
    for y in 0..n / 4 {
        for x in 0..m / 8 {
            let mut sums = [[0.0; 8]; 4];
            for i in starts[x]..starts[x + 1] {
                let block = &blocks[i];
                let b: [&[f32; 8]; 4] = core::array::from_fn(|j| {
                    b[(4 * y + j) * k + 8 * columns[i]..][..8].try_into().unwrap()
                });
                for p in 0..8 {
                    for j in 0..4 {
                        for i in 0..8 {
                            sums[j][i] += block[p][i] * b[j][p];
                        }
                    }
                }
            }
            for j in 0..4 {
                c[(4 * y + j) * m + 8 * x..][..8].copy_from_slice(&sums[j]);
            }
        }
    }
}

/// All rows.
pub fn rows(to: &mut impl Rows) {
    let (m, k, n) = black_box((256, 192, 64));
    // Every third block is there.
    let (mut starts, mut columns) = (vec![0], Vec::new());
    for x in 0..m / 8 {
        columns.extend((0..k / 8).filter(|z| (x + z) % 3 == 0));
        starts.push(columns.len());
    }
    let count = columns.len();
    let (values, b) = (numbers(64 * count), numbers(k * n));
    let blocks = Tensor::new(&values[..], layout!((8, 8, count))).unwrap();
    let a = BlockSparse { starts: &starts, columns: &columns, blocks };
    let bt = Tensor::new(&b[..], layout!((k, n))).unwrap();
    let (mut ours, mut hand) = (Owned::zeros(layout!((m, n))), vec![0.0; m * n]);
    product(&a, &bt, &mut ours.view_mut());
    product_by_hand(&starts, &columns, &values, &b, (k, n), &mut hand);
    assert_eq!(ours.data()[..], hand[..]);
    beside(
        to,
        "block-sparse product, sums in registers",
        64 * count * n,
        || product(&a, &bt, &mut ours.view_mut()),
        || product_by_hand(&starts, &columns, &values, &b, (k, n), &mut hand),
    );
}
