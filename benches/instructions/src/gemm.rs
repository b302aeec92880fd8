//! Matrix products, beside the crates `matrixmultiply` and `gemm`.

use std::hint::black_box;

use tilework::typenum::{P3, U0, U3};
use tilework::{Composed, Swizzle, Tensor, algorithm::Element, layout};

use crate::counter::{Counter, Way};

/// Matrices without gaps: extents, data, and the strides of rows and columns.
#[derive(Clone, Copy)]
pub struct Factors<'a, T> {
    pub m: usize,
    pub n: usize,
    pub k: usize,
    pub a: &'a [T],
    pub a_strides: (usize, usize),
    pub b: &'a [T],
    pub b_strides: (usize, usize),
}

/// Elements that all libraries can multiply, and the other libraries' `C = A B` with C column-major.
pub trait Real: Element + ndarray::LinalgScalar + From<f32> + std::fmt::Debug {
    const NAME: &str;
    fn matrixmultiply(x: Factors<'_, Self>, c: &mut [Self]);
    fn gemm(x: Factors<'_, Self>, c: &mut [Self]);
}
macro_rules! real {
    ($t:ident, $matrixmultiply:ident, $gemm:path) => {
        impl Real for $t {
            const NAME: &str = stringify!($t);
            fn matrixmultiply(x: Factors<'_, Self>, c: &mut [Self]) {
                let [(ra, ca), (rb, cb), (rc, cc)] = strides(&x);
                let (a, b, c) = (x.a.as_ptr(), x.b.as_ptr(), c.as_mut_ptr());
                // SAFETY: the matrices are as large as they claim.
                unsafe {
                    matrixmultiply::$matrixmultiply(
                        x.m, x.k, x.n, 1.0, a, ra, ca, b, rb, cb, 0.0, c, rc, cc,
                    );
                }
            }
            fn gemm(x: Factors<'_, Self>, c: &mut [Self]) {
                use gemm_common::Parallelism;
                let [(ra, ca), (rb, cb), (rc, cc)] = strides(&x);
                let (a, b, c) = (x.a.as_ptr(), x.b.as_ptr(), c.as_mut_ptr());
                let (m, n, k, one_thread) = (x.m, x.n, x.k, Parallelism::None);
                use $gemm as kernels;
                // SAFETY: as above.
                unsafe {
                    kernels::get_gemm_fn()(
                        m, n, k, c, cc, rc, false, a, ca, ra, b, cb, rb, 0.0, 1.0, false, false,
                        false, one_thread,
                    );
                }
            }
        }
    };
}
real!(f32, sgemm, gemm_f32::gemm::f32);
real!(f64, dgemm, gemm_f64::gemm::f64);

fn strides<T>(x: &Factors<'_, T>) -> [(isize, isize); 3] {
    [x.a_strides, x.b_strides, (1, x.m)].map(|(row, column)| (row as isize, column as isize))
}

/// Small integers, so that every sum is exact.
pub fn numbers<T: From<f32>>(len: usize) -> Vec<T> {
    (0..len).map(|i| T::from((i * 7 % 31) as f32 - 15.0)).collect()
}

/// All rows.
pub fn rows(counter: &mut Counter) {
    of::<f32>(counter);
    of::<f64>(counter);
    swizzled(counter);
}

fn of<T: Real>(counter: &mut Counter) {
    let mut row = |name: &str, (m, n, k), by_rows| {
        let row = format!("gemm {} {name} {m} x {n} x {k}", T::NAME);
        if counter.wants(&row) {
            dense::<T>(counter, &row, black_box((m, n, k)), by_rows);
        }
    };
    for extents in [(32, 32, 32), (128, 128, 128), (4096, 32, 32), (32, 32, 1024)] {
        row("NN", extents, [false, false]);
        row("TN", extents, [true, false]);
    }
    // Steps of B are pages apart, and one or two tiles have all of its rows.
    row("NT", (32, 4096, 32), [false, true]);
    row("NT", (16, 4096, 32), [false, true]);
}

/// A and B column-major or row-major, C column-major.
fn dense<T: Real>(
    counter: &mut Counter,
    row: &str,
    (m, n, k): (usize, usize, usize),
    [a_by_rows, b_by_rows]: [bool; 2],
) {
    let (a, b): (Vec<T>, Vec<T>) = (numbers(m * k), numbers(k * n));
    let a_strides = if a_by_rows { (k, 1) } else { (1, m) };
    let b_strides = if b_by_rows { (n, 1) } else { (1, k) };
    let x = Factors { m, n, k, a: &a[..], a_strides, b: &b[..], b_strides };
    let mut c = [const { Vec::new() }; 3].map(|_: Vec<T>| vec![T::zero(); m * n]);
    let [c0, c1, c2] = &mut c;
    let ours = || {
        let ((ra, ca), (rb, cb)) = (x.a_strides, x.b_strides);
        let a = Tensor::new(x.a, layout!((m,k):(ra,ca))).unwrap();
        let b = Tensor::new(x.b, layout!((n,k):(cb,rb))).unwrap();
        let mut c = Tensor::new(&mut c0[..], layout!((m,n):(1,m))).unwrap();
        tilework::algorithm::gemm(T::one(), &a, &b, T::zero(), &mut c).unwrap();
    };
    let ways: Vec<Way<'_>> = vec![
        ("tilework", Box::new(ours)),
        ("matrixmultiply", Box::new(|| T::matrixmultiply(x, c1))),
        ("gemm", Box::new(|| T::gemm(x, c2))),
    ];
    counter.row(row, m * n * k, ways);
    assert!(c[1] == c[0] && c[2] == c[0]);
}

/// A behind a swizzle, which is packed element by element.
fn swizzled(counter: &mut Counter) {
    const N: usize = 64;
    let row = "gemm f32 of swizzled A, 64 x 64 x 64";
    if !counter.wants(row) {
        return;
    }
    let (a, b): (Vec<f32>, Vec<f32>) = (numbers(N * N), numbers(N * N));
    let mut c = vec![0.0; N * N];
    let ours = || {
        let swizzled = Composed::of(Swizzle::<U3, U0, P3>::new(), layout!((64, 64)));
        let a = Tensor::through(&a[..], swizzled).unwrap();
        let b = Tensor::new(&b[..], layout!((64,64):row_major)).unwrap();
        let mut c = Tensor::new(&mut c[..], layout!((64, 64))).unwrap();
        tilework::algorithm::gemm(1.0, &a, &b, 0.0, &mut c).unwrap();
    };
    counter.row(row, N * N * N, vec![("tilework", Box::new(ours))]);
    assert!(c.iter().any(|x| *x != 0.0));
}
