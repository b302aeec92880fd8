//! Micro-kernels on tiles of registers, with AVX2 and FMA, beside hand-written loops.

use std::hint::black_box;

use tilework::{Fragment, Layout, Tensor, View, layout};

use crate::counter::{Counter, Way};

/// The number of steps, each of which is an outer product.
const STEPS: usize = 256;

type Columns = Layout!((16,_):(1,16));
type Rows = Layout!((6,_):(1,6));
type Sums = Fragment<f32, Layout!((16, 6))>;

/// All rows: the instructions of a step, which has 12 multiply-adds, 6 broadcasts and 2 loads.
pub fn rows(counter: &mut Counter) {
    let a: Vec<f32> = (0..16 * STEPS).map(|i| (i % 7) as f32).collect();
    let b: Vec<f32> = (0..6 * STEPS).map(|i| (i % 5) as f32).collect();
    let steps = black_box(STEPS);
    let columns = Tensor::new(&a[..], layout!((16,steps):(1,16))).unwrap();
    let rows = Tensor::new(&b[..], layout!((6,steps):(1,6))).unwrap();
    let (mut of_slices, mut of_broadcast, mut hand) = (Sums::default(), Sums::default(), [0.0; 96]);
    macro_rules! row {
        ($name:literal, $sums:ident, $run:ident) => {
            if counter.wants($name) {
                // SAFETY: `main` has checked that the processor has AVX2 and FMA.
                let ways: Vec<Way<'_>> = vec![
                    ("tilework", Box::new(|| unsafe { $run(&columns, &rows, &mut $sums) })),
                    ("by hand", Box::new(|| unsafe { by_hand(&a, &b, &mut hand) })),
                ];
                counter.row($name, STEPS, ways);
                assert_eq!($sums.data(), hand);
            }
        };
    }
    row!("micro-kernel 16 x 6, slices", of_slices, slices);
    row!("micro-kernel 16 x 6, broadcast", of_broadcast, broadcast);
}

/// `sums(i,j) = sum_p a(i,p) b(j,p)`
#[target_feature(enable = "avx2,fma")]
#[inline(never)]
fn slices(a: &View<f32, Columns>, b: &View<f32, Rows>, out: &mut Sums) {
    let mut sums = Sums::default();
    for (column, row) in a.slices::<1>().zip(b.slices::<1>()) {
        for (mut sums, &b) in sums.slices_mut::<1>().zip(&row) {
            sums.zip_mut_with(&column, |sum, a| *sum = a.mul_add(b, *sum));
        }
    }
    *out = sums;
}

/// The same, with both factors repeated by strides of 0.
#[target_feature(enable = "avx2,fma")]
#[inline(never)]
fn broadcast(a: &View<f32, Columns>, b: &View<f32, Rows>, out: &mut Sums) {
    let mut sums = Sums::default();
    for (column, row) in a.slices::<1>().zip(b.slices::<1>()) {
        let (a, b) = (column.compose(layout!((16,6):(1,0))), row.compose(layout!((16,6):(0,1))));
        sums.zip_mut_with((&a, &b), |sum, (a, b)| *sum = a.mul_add(*b, *sum));
    }
    *out = sums;
}

#[target_feature(enable = "avx2,fma")]
#[inline(never)]
fn by_hand(a: &[f32], b: &[f32], out: &mut [f32; 96]) {
    let mut sums = [[0.0_f32; 16]; 6];
    for (column, row) in a.chunks_exact(16).zip(b.chunks_exact(6)) {
        for (sums, b) in sums.iter_mut().zip(row) {
            for (sum, a) in sums.iter_mut().zip(column) {
                *sum = a.mul_add(*b, *sum);
            }
        }
    }
    out.copy_from_slice(sums.as_flattened());
}
