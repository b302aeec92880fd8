//! Matrix products of tensors that other libraries must copy first: tiled matrices, contractions, convolutions.

use ndarray::{Array2, ArrayView2, ArrayView4, ArrayViewMut2, LinalgScalar};
use tilework::{
    Tensor,
    algorithm::{Element, gemm},
    layout,
};

use crate::measure::{Report, Way};

/// Elements that all libraries can multiply.
trait Real: Element + LinalgScalar + From<f32> {
    const NAME: &str;
}
impl Real for f32 {
    const NAME: &str = "f32";
}
impl Real for f64 {
    const NAME: &str = "f64";
}

/// All rows.
pub fn rows(report: &mut Report) {
    for n in [128, 512, 1024] {
        panels::<f32>(report, n);
        panels::<f64>(report, n);
    }
    contraction::<f32>(report);
    contraction::<f64>(report);
    convolution::<f32>(report);
    convolution::<f64>(report);
}

fn numbers<T: From<f32>>(len: usize) -> Vec<T> {
    (0..len).map(|i| T::from((i * 7 % 31) as f32 - 15.0)).collect()
}

/// `A B`, where A is stored in panels of 8 rows.
fn panels<T: Real>(report: &mut Report, n: usize) {
    let work = format!("gemm {} of A in panels of 8 rows, {n}^3", T::NAME);
    if !report.wants(&work) {
        return;
    }
    let (a, b): (Vec<T>, Vec<T>) = (numbers(n * n), numbers(n * n));
    let folded = layout!(((8,{n / 8}),n):((1,{8 * n}),8));
    let mut ours = vec![T::zero(); n * n];
    let mut theirs = Array2::zeros((n, n));
    let (c, d) = (&mut ours, &mut theirs);
    let ways: Vec<Way<'_>> = vec![
        (
            "tilework",
            Box::new(|| {
                let a = Tensor::new(&a[..], folded).unwrap();
                let b = Tensor::new(&b[..], layout!((n, n))).unwrap();
                let mut c = Tensor::new(&mut c[..], layout!((n,n):row_major)).unwrap();
                gemm(T::one(), &a, &b, T::zero(), &mut c).unwrap();
            }),
        ),
        (
            "ndarray with its copy",
            Box::new(|| {
                // (m/8,k,8) in memory.
                let a = ndarray::ArrayView3::from_shape((n / 8, n, 8), &a).unwrap();
                let a = a.permuted_axes([0, 2, 1]).as_standard_layout().into_owned();
                let a = a.into_shape_with_order((n, n)).unwrap();
                let b = ArrayView2::from_shape((n, n), &b).unwrap();
                ndarray::linalg::general_mat_mul(T::one(), &a, &b, T::zero(), d);
            }),
        ),
    ];
    report.row(&work, (2.0 * (n * n * n) as f64, "GFLOP/s"), "< 1", ways);
    assert!(ours == theirs.as_slice().unwrap());
}

/// `C[a,b,i,j] = sum_{p,q} A[p,a,q,b] B[j,p,i,q]`, all row-major.
fn contraction<T: Real>(report: &mut Report) {
    let work = format!("contraction {}, 24^6", T::NAME);
    if !report.wants(&work) {
        return;
    }
    const N: usize = 24;
    let (a, b): (Vec<T>, Vec<T>) = (numbers(N.pow(4)), numbers(N.pow(4)));
    let (mut ours, mut theirs) = (vec![T::zero(); N.pow(4)], Vec::new());
    let (c, d) = (&mut ours, &mut theirs);
    let ways: Vec<Way<'_>> = vec![
        (
            "tilework",
            Box::new(|| {
                // ((b,a),(q,p)), ((j,i),(q,p)) and ((b,a),(j,i)).
                let of_a = layout!(((24,24),(24,24)):((1,576),(24,13824)));
                let of_b = layout!(((24,24),(24,24)):((13824,24),(1,576)));
                let of_c = layout!(((24,24),(24,24)):((576,13824),(1,24)));
                let (a, b) =
                    (Tensor::new(&a[..], of_a).unwrap(), Tensor::new(&b[..], of_b).unwrap());
                gemm(T::one(), &a, &b, T::zero(), &mut Tensor::new(&mut c[..], of_c).unwrap())
                    .unwrap();
            }),
        ),
        (
            "ndarray, permute and dot",
            Box::new(|| {
                let shape = (N, N, N, N);
                let matrix = |x: ArrayView4<'_, T>| {
                    let x = x.as_standard_layout().into_owned();
                    x.into_shape_with_order((N * N, N * N)).unwrap()
                };
                let a = ArrayView4::from_shape(shape, &a).unwrap().permuted_axes([1, 3, 0, 2]);
                let b = ArrayView4::from_shape(shape, &b).unwrap().permuted_axes([1, 3, 2, 0]);
                *d = matrix(a).dot(&matrix(b)).into_raw_vec_and_offset().0;
            }),
        ),
    ];
    report.row(&work, (2.0 * N.pow(6) as f64, "GFLOP/s"), "<= 0.7", ways);
    assert!(ours == theirs);
}

/// 64 filters of 3 x 3 on 4 images of 32 channels of 34 x 34, all row-major.
fn convolution<T: Real>(report: &mut Report) {
    let work = format!("convolution {}, 4 x 32 x 34 x 34 by 64 x 32 x 3 x 3", T::NAME);
    if !report.wants(&work) {
        return;
    }
    const IMAGES: usize = 4 * 32 * 34 * 34;
    const FILTERS: usize = 64 * 32 * 9;
    let (images, filters): (Vec<T>, Vec<T>) = (numbers(IMAGES), numbers(FILTERS));
    let mut results = [const { Vec::new() }; 3].map(|_: Vec<T>| vec![T::zero(); 4 * 64 * 1024]);
    let [c, d, e] = &mut results;
    let ways: Vec<Way<'_>> = vec![
        (
            "tilework",
            Box::new(|| {
                // Filters (f,(s,r,c)), windows ((q,p,n),(s,r,c)), results (f,(q,p,n)).
                let of_filters = layout!((64,(3,3,32)):(288,(1,3,9)));
                let of_windows = layout!(((32,32,4),(3,3,32)):((1,34,36992),(1,34,1156)));
                let of_results = layout!((64,(32,32,4)):(1024,(1,32,65536)));
                let filters = Tensor::new(&filters[..], of_filters).unwrap();
                let windows = Tensor::new(&images[..], of_windows).unwrap();
                let mut results = Tensor::new(&mut c[..], of_results).unwrap();
                gemm(T::one(), &filters, &windows, T::zero(), &mut results).unwrap();
            }),
        ),
        (
            "ndarray, windows copied and dot",
            Box::new(|| {
                let images = ArrayView4::from_shape((4, 32, 34, 34), &images).unwrap();
                let filters = ArrayView2::from_shape((64, 288), &filters).unwrap();
                for (image, result) in images.outer_iter().zip(d.chunks_exact_mut(64 * 1024)) {
                    let mut windows = Array2::zeros((288, 1024));
                    for (i, mut row) in windows.outer_iter_mut().enumerate() {
                        let (c, r, s) = (i / 9, i / 3 % 3, i % 3);
                        let window = image.slice(ndarray::s![c, r..r + 32, s..s + 32]);
                        row.as_slice_mut()
                            .unwrap()
                            .iter_mut()
                            .zip(&window)
                            .for_each(|(x, y)| *x = *y);
                    }
                    let mut result = ArrayViewMut2::from_shape((64, 1024), result).unwrap();
                    ndarray::linalg::general_mat_mul(
                        T::one(),
                        &filters,
                        &windows,
                        T::zero(),
                        &mut result,
                    );
                }
            }),
        ),
        (
            "naive",
            Box::new(|| {
                e.fill(T::zero());
                for (n, f) in (0..4).flat_map(|n| (0..64).map(move |f| (n, f))) {
                    let result = &mut e[(n * 64 + f) * 1024..][..1024];
                    for i in 0..288 {
                        let (c, r, s) = (i / 9, i / 3 % 3, i % 3);
                        for p in 0..32 {
                            let from = &images[((n * 32 + c) * 34 + p + r) * 34 + s..][..32];
                            for (to, &x) in result[p * 32..][..32].iter_mut().zip(from) {
                                *to = *to + filters[f * 288 + i] * x;
                            }
                        }
                    }
                }
            }),
        ),
    ];
    report.row(&work, (2.0 * (4 * 64 * 1024 * 288) as f64, "GFLOP/s"), "<= 0.7", ways);
    assert!(results[1..].iter().all(|other| *other == results[0]));
}
