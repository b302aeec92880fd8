//! Transposes, and permutations of three and four modes.

use ndarray::{ArrayD, ArrayView2, ArrayViewMut2};
use tilework::{
    Tensor,
    algorithm::{copy, transpose},
    layout,
};

use crate::measure::{Report, Way};
use crate::relayout::Number;

/// All rows.
pub fn rows(report: &mut Report) {
    for (m, n) in [(64, 64), (511, 513), (1000, 1000), (4096, 4096), (4095, 4097)] {
        matrix::<f32>(report, (m, n));
        matrix::<f64>(report, (m, n));
    }
    for order in [[2, 1, 0], [1, 0, 2], [0, 2, 1], [1, 2, 0]] {
        three(report, [128, 96, 200], order);
    }
    for order in [[3, 2, 1, 0], [2, 1, 0, 3], [0, 3, 2, 1], [2, 3, 0, 1]] {
        four(report, [64, 48, 100, 16], order);
    }
}

fn matrix<T: Number>(report: &mut Report, (m, n): (usize, usize)) {
    let work = format!("transpose {} {m} x {n}", T::NAME);
    if !report.wants(&work) {
        return;
    }
    // All of them begin at a cache line. Otherwise small ones take a fifth longer, whatever transposes them.
    let mut data = [const { Vec::new() }; 6].map(|_: Vec<T>| vec![T::default(); m * n + 64]);
    let [from, ours, theirs, hand, plain, array] = data.each_mut().map(|data| {
        let first = data.as_ptr().align_offset(64);
        &mut data[first..][..m * n]
    });
    from.iter_mut().enumerate().for_each(|(i, x)| *x = T::of(i));
    let from = &*from;
    let view = ArrayView2::from_shape((m, n), from).unwrap();
    let mut array = ArrayViewMut2::from_shape((n, m), array).unwrap();
    let ways: Vec<Way<'_>> = vec![
        (
            "tilework",
            Box::new(|| {
                let from = Tensor::new(from, layout!((m,n):row_major)).unwrap();
                let mut to = Tensor::new(&mut ours[..], layout!((n,m):row_major)).unwrap();
                transpose(&from, &mut to).unwrap();
            }),
        ),
        ("transpose", Box::new(|| transpose::transpose(from, theirs, n, m))),
        ("naive blocked", Box::new(|| blocked(from, hand, (m, n)))),
        ("ndarray", Box::new(|| array.assign(&view.t()))),
        ("memcpy", Box::new(|| plain.copy_from_slice(from))),
    ];
    let bytes = (2 * m * n * size_of::<T>()) as f64;
    report.row(&work, (bytes, "GB/s"), "<= 1, ndarray <= 0.5", ways);
    assert!(ours == theirs && ours == hand && array.as_slice() == Some(&ours[..]));
}

#[inline(never)]
fn blocked<T: Copy>(from: &[T], to: &mut [T], (m, n): (usize, usize)) {
    const BLOCK: usize = 32;
    for rows in (0..m).step_by(BLOCK) {
        for columns in (0..n).step_by(BLOCK) {
            for j in columns..n.min(columns + BLOCK) {
                for i in rows..m.min(rows + BLOCK) {
                    to[j * m + i] = from[i * n + j];
                }
            }
        }
    }
}

/// Row-major strides of an array with these extents, and those of its axes in the permuted array.
fn strides<const N: usize>(extents: [usize; N], order: [usize; N]) -> ([usize; N], [usize; N]) {
    let (mut from, mut to) = ([1; N], [1; N]);
    for i in (0..N - 1).rev() {
        from[i] = from[i + 1] * extents[i + 1];
        to[order[i]] = to[order[i + 1]] * extents[order[i + 1]];
    }
    (from, to)
}

macro_rules! permutation {
    ($name:ident, $n:literal, |$e:ident, $d:ident| $layout:expr) => {
        fn $name(report: &mut Report, extents: [usize; $n], order: [usize; $n]) {
            let work = format!("permute f32 {extents:?} by {order:?}");
            if !report.wants(&work) {
                return;
            }
            let size = extents.iter().product();
            let from: Vec<f32> = (0..size).map(f32::of).collect();
            let (mut ours, mut plain) = (vec![0.0; size], vec![0.0; size]);
            let view = ArrayD::from_shape_vec(extents.to_vec(), from.clone()).unwrap();
            let view = view.permuted_axes(order.to_vec());
            let mut array = ArrayD::<f32>::zeros(view.raw_dim());
            let (read, written) = strides(extents, order);
            let of = |$e: [usize; $n], $d: [usize; $n]| $layout;
            let ways: Vec<Way<'_>> = vec![
                (
                    "tilework",
                    Box::new(|| {
                        let from = Tensor::new(&from[..], of(extents, read)).unwrap();
                        let to = Tensor::new(&mut ours[..], of(extents, written));
                        copy(&from, &mut to.unwrap()).unwrap();
                    }),
                ),
                ("ndarray", Box::new(|| array.assign(&view))),
                ("memcpy", Box::new(|| plain.copy_from_slice(&from))),
            ];
            report.row(&work, (8.0 * size as f64, "GB/s"), "ndarray <= 0.5", ways);
            assert!(array.as_slice() == Some(&ours[..]));
        }
    };
}
permutation!(three, 3, |e, d| {
    let ([a, b, c], [p, q, r]) = (e, d);
    layout!((a,b,c):(p,q,r))
});
permutation!(four, 4, |e, d| {
    let ([a, b, c, f], [p, q, r, s]) = (e, d);
    layout!((a,b,c,f):(p,q,r,s))
});
