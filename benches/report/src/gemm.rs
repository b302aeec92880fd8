//! Matrix products.

use tilework::{Tensor, algorithm::Element, layout};

use crate::measure::{Report, Way};
use crate::openblas::{Blas, Factors, OpenBlas};

/// Elements that all libraries can multiply.
pub trait Real: Element + Blas + faer::traits::ComplexField + From<f32> {
    const NAME: &str;
    /// `matrixmultiply`'s `C = A B`
    fn matrixmultiply(x: Factors<'_, Self>, c: &mut [Self]);
}
macro_rules! real {
    ($t:ident, $gemm:ident) => {
        impl Real for $t {
            const NAME: &str = stringify!($t);
            fn matrixmultiply(x: Factors<'_, Self>, c: &mut [Self]) {
                let [(ra, ca), (rb, cb), (rc, cc)] = [x.a_strides, x.b_strides, (1, x.m)]
                    .map(|(row, column)| (row as isize, column as isize));
                let (a, b, c) = (x.a.as_ptr(), x.b.as_ptr(), c.as_mut_ptr());
                // SAFETY: the matrices are as large as they claim.
                unsafe {
                    matrixmultiply::$gemm(x.m, x.k, x.n, 1.0, a, ra, ca, b, rb, cb, 0.0, c, rc, cc);
                }
            }
        }
    };
}
real!(f32, sgemm);
real!(f64, dgemm);

/// All rows.
pub fn rows(report: &mut Report) {
    let blas = OpenBlas::load();
    of::<f32>(report, blas.as_ref());
    of::<f64>(report, blas.as_ref());
}

fn of<T: Real>(report: &mut Report, blas: Option<&OpenBlas>) {
    for (m, n, k) in [
        (32, 32, 32),
        (64, 64, 64),
        (128, 128, 128),
        (256, 256, 256),
        (512, 512, 512),
        (1024, 1024, 1024),
        (4096, 32, 32),
        (32, 4096, 32),
        (32, 32, 4096),
        (2048, 2048, 16),
        (64, 8192, 1024),
    ] {
        for (name, by_rows) in
            [("NN", [false, false]), ("TN", [true, false]), ("NT", [false, true])]
        {
            let work = format!("gemm {} {name} {m} x {n} x {k}", T::NAME);
            if report.wants(&work) {
                dense::<T>(report, &work, (m, n, k), by_rows, blas);
            }
        }
    }
}

pub fn numbers<T: From<f32>>(len: usize) -> Vec<T> {
    (0..len).map(|i| T::from((i * 7 % 31) as f32 - 15.0)).collect()
}

/// A, B and C without gaps; A and B column-major or row-major, C column-major.
fn dense<T: Real>(
    report: &mut Report,
    work: &str,
    (m, n, k): (usize, usize, usize),
    [a_by_rows, b_by_rows]: [bool; 2],
    blas: Option<&OpenBlas>,
) {
    let (a, b): (Vec<T>, Vec<T>) = (numbers(m * k), numbers(k * n));
    let strides = |rows, columns, by_rows| if by_rows { (columns, 1) } else { (1, rows) };
    let (a_strides, b_strides) = (strides(m, k, a_by_rows), strides(k, n, b_by_rows));
    let factors = Factors { m, n, k, a: &a[..], a_strides, b: &b[..], b_strides };

    let mut c = [const { Vec::new() }; 5].map(|_: Vec<T>| vec![T::ZERO; m * n]);
    let [c0, c1, c2, c3, c4] = &mut c;
    let ours = {
        let ((ra, ca), (rb, cb)) = (a_strides, b_strides);
        let (a, b) = (&a, &b);
        move || {
            let a = Tensor::new(&a[..], layout!((m,k):(ra,ca))).unwrap();
            let b = Tensor::new(&b[..], layout!((n,k):(cb,rb))).unwrap();
            let mut c = Tensor::new(&mut c0[..], layout!((m,n):(1,m))).unwrap();
            tilework::algorithm::gemm(T::ONE, &a, &b, T::ZERO, &mut c).unwrap();
        }
    };
    let mut ways: Vec<Way<'_>> = vec![
        ("tilework", Box::new(ours)),
        ("matrixmultiply", Box::new(move || T::matrixmultiply(factors, c1))),
        ("gemm", Box::new(move || by_gemm_crate(factors, c2, 1))),
        ("faer", Box::new(move || by_faer(factors, c3, 1))),
    ];
    if let Some(blas) = blas {
        let gemm = blas.gemm::<T>();
        ways.push(("OpenBLAS", Box::new(move || gemm(factors, c4))));
    }
    let flops = 2.0 * (m * n * k) as f64;
    report.row(work, (flops, "GFLOP/s"), "<= 1, OpenBLAS <= 1.1", ways);
    for other in &c[1..] {
        // Integers so small that every sum is exact.
        assert!(blas.is_none() && other.iter().all(|x| *x == T::ZERO) || *other == c[0]);
    }
}

/// `C = A B` by the crate `gemm`.
pub fn by_gemm_crate<T: Real>(x: Factors<'_, T>, c: &mut [T], threads: usize) {
    let [(ra, ca), (rb, cb), (rc, cc)] =
        [x.a_strides, x.b_strides, (1, x.m)].map(|(row, column)| (row as isize, column as isize));
    let (a, b, c) = (x.a.as_ptr(), x.b.as_ptr(), c.as_mut_ptr());
    let threads = match threads {
        1 => gemm::Parallelism::None,
        _ => gemm::Parallelism::Rayon(threads),
    };
    // SAFETY: the matrices are as large as they claim.
    unsafe {
        gemm::gemm(
            x.m,
            x.n,
            x.k,
            c,
            cc,
            rc,
            false,
            a,
            ca,
            ra,
            b,
            cb,
            rb,
            T::ZERO,
            T::ONE,
            false,
            false,
            false,
            threads,
        );
    }
}

/// `C = A B` by `faer`.
pub fn by_faer<T: Real>(x: Factors<'_, T>, c: &mut [T], threads: usize) {
    use faer::{Accum, MatMut, MatRef, Par, linalg::matmul::matmul};
    let [(ra, ca), (rb, cb), (rc, cc)] =
        [x.a_strides, x.b_strides, (1, x.m)].map(|(row, column)| (row as isize, column as isize));
    // SAFETY: the matrices are as large as they claim.
    let (a, b, c) = unsafe {
        (
            MatRef::from_raw_parts(x.a.as_ptr(), x.m, x.k, ra, ca),
            MatRef::from_raw_parts(x.b.as_ptr(), x.k, x.n, rb, cb),
            MatMut::from_raw_parts_mut(c.as_mut_ptr(), x.m, x.n, rc, cc),
        )
    };
    let threads = match threads {
        1 => Par::Seq,
        _ => Par::rayon(threads),
    };
    matmul(c, Accum::Replace, a, b, T::ONE, threads);
}
