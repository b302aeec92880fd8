//! The applications of GEMM in table 3 of 004, each against loops over its definition, and contractions and
//! convolutions whose layouts the algebra makes.

use tilework::{
    Tensor,
    algorithm::{batched_gemm, gemm},
    layout,
};

/// Integers so small that all sums are exact.
fn numbers(len: usize, factor: usize) -> Vec<f64> {
    (0..len).map(|i| (i * factor % 17) as f64 - 8.0).collect()
}

/// `$c = gemm($a, $b)`, where each is an array and its layout; returns the elements of C.
macro_rules! product {
    (($a:expr, $la:expr), ($b:expr, $lb:expr), ($len:expr, $lc:expr)) => {{
        let mut elements = vec![0.0; $len];
        let (a, b) = (Tensor::new(&$a[..], $la).unwrap(), Tensor::new(&$b[..], $lb).unwrap());
        gemm(1.0, &a, &b, 0.0, &mut Tensor::new(&mut elements[..], $lc).unwrap()).unwrap();
        elements
    }};
}

const M: usize = 37;
const N: usize = 22;
const K: usize = 19;

/// BLAS matrices: column-major, with leading dimensions larger than necessary.
#[test]
fn rows_nt_tn_and_ntt() {
    let (lda, ldb, ldc) = (M + 3, N + 2, M + 5);
    let (a, b) = (numbers(lda * K, 5), numbers(ldb * K, 3));
    let mut expected = vec![0.0; ldc * N];
    for (i, j) in (0..M).flat_map(|i| (0..N).map(move |j| (i, j))) {
        expected[i + j * ldc] = (0..K).map(|p| a[i + p * lda] * b[j + p * ldb]).sum();
    }
    let (m, n, k) = (M, N, K);
    let nt = product!(
        (a, layout!((m,k):(1,lda))),
        (b, layout!((n,k):(1,ldb))),
        (ldc * n, layout!((m,n):(1,ldc)))
    );
    assert_eq!(nt, expected);

    // C^T = B A^T: the operands are exchanged, and so are the modes of C.
    let ntt = product!(
        (b, layout!((n,k):(1,ldb))),
        (a, layout!((m,k):(1,lda))),
        (ldc * n, layout!((n,m):(ldc,1)))
    );
    assert_eq!(ntt, expected);

    let (lda, ldb) = (K + 1, K + 4);
    let (a, b) = (numbers(lda * M, 5), numbers(ldb * N, 3));
    for (i, j) in (0..M).flat_map(|i| (0..N).map(move |j| (i, j))) {
        expected[i + j * ldc] = (0..K).map(|p| a[i * lda + p] * b[j * ldb + p]).sum();
    }
    let tn = product!(
        (a, layout!((m,k):(lda,1))),
        (b, layout!((n,k):(ldb,1))),
        (ldc * n, layout!((m,n):(1,ldc)))
    );
    assert_eq!(tn, expected);
}

/// Two strides for each matrix.
#[test]
fn row_blis() {
    let (m, n, k) = (M, N, K);
    let ((dma, dka), (dmb, dkb), (dmc, dnc)) = ((2, 2 * M + 1), (3 * K, 3), (2 * N, 2));
    let (a, b) = (numbers(dka * K, 5), numbers(dmb * N, 3));
    let mut expected = vec![0.0; dmc * M];
    for (i, j) in (0..M).flat_map(|i| (0..N).map(move |j| (i, j))) {
        expected[i * dmc + j * dnc] =
            (0..K).map(|p| a[i * dma + p * dka] * b[j * dmb + p * dkb]).sum();
    }
    let c = product!(
        (a, layout!((m,k):(dma,dka))),
        (b, layout!((n,k):(dmb,dkb))),
        (dmc * m, layout!((m,n):(dmc,dnc)))
    );
    assert_eq!(c, expected);
}

/// `C[m1,m2,n] = sum_k A[m1,m2,k] B[n,k]`: the modes of A and C that B does not have become one mode.
#[test]
fn row_gett_with_two_modes_in_m() {
    let (m1, m2, n, k) = (5, 7, N, K);
    let (w, x) = (m1 + 1, (m1 + 1) * m2 + 2);
    let (y, z) = (m1 + 3, (m1 + 3) * m2);
    let (a, b) = (numbers(x * k, 5), numbers(n * k, 3));
    let mut expected = vec![0.0; z * n];
    for i in 0..m1 {
        for (l, j) in (0..m2).flat_map(|l| (0..n).map(move |j| (l, j))) {
            expected[i + l * y + j * z] = (0..k).map(|p| a[i + l * w + p * x] * b[j * k + p]).sum();
        }
    }
    let c = product!(
        (a, layout!(((m1,m2),k):((1,w),x))),
        (b, layout!((n,k):(k,1))),
        (z * n, layout!(((m1,m2),n):((1,y),z)))
    );
    assert_eq!(c, expected);
}

/// `C[m,n] = sum_{k1,k2} A[m,k1,k2] B[n,k1,k2]`: the modes of the sum become one mode.
#[test]
fn row_gett_with_two_modes_in_k() {
    let (m, n, k1, k2) = (M, N, 3, 7);
    let (x, w) = (k2 + 1, (k2 + 1) * k1 + 1);
    let (z, y) = (k2, k2 * k1 + 5);
    let (a, b) = (numbers(w * m, 5), numbers(y * n, 3));
    let mut expected = vec![0.0; m * n];
    for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
        for (p, q) in (0..k1).flat_map(|p| (0..k2).map(move |q| (p, q))) {
            expected[i + j * m] += a[i * w + p * x + q] * b[j * y + p * z + q];
        }
    }
    let c = product!(
        (a, layout!((m,(k1,k2)):(w,(x,1)))),
        (b, layout!((n,(k1,k2)):(y,(z,1)))),
        (m * n, layout!((m, n)))
    );
    assert_eq!(c, expected);
}

/// A convolution in three dimensions, with strides and dilations. The image is composed by mode with the layouts of its
/// windows, `(Z,T):(stride,dilation)`, which map positions and filter coordinates to coordinates of the image. Then
/// modes are put together.
#[test]
fn row_conv() {
    // The numbers of filters, images and channels; depth, height, width; depth, height, width of the filter.
    let (f, n, c, [d, h, w], [t, r, s]) = (5, 2, 3, [5, 7, 9], [2, 3, 2]);
    let (stride, dilation) = ([1, 2, 3], [3, 1, 2]);
    let positions = |extent: usize, filter: usize, i: usize| {
        (extent - dilation[i] * (filter - 1) - 1) / stride[i] + 1
    };
    let (z, p, q) = (positions(d, t, 0), positions(h, r, 1), positions(w, s, 2));
    assert_eq!((z, p, q), (2, 3, 3));

    // Images (n,c,d,h,w) and filters (f,c,t,r,s) with the last mode contiguous.
    let images = layout!((n,c,d,h,w):row_major);
    let along_d = layout!((z,t):({stride[0]},{dilation[0]}));
    let along_h = layout!((p,r):({stride[1]},{dilation[1]}));
    let along_w = layout!((q,s):({stride[2]},{dilation[2]}));
    let windows = layout!(images o <_,_,along_d,along_h,along_w>);
    // ((n,z,p,q),(c,t,r,s)) from n, c, z, t, p, r, q, s.
    let flat = layout!(flatten(windows));
    let sorted = layout!(permute(flat, [0, 2, 4, 6, 1, 3, 5, 7]));
    let image_matrix = layout!(group(group(sorted, 4, 8), 0, 4));
    let filters = layout!((f,c,t,r,s):row_major);
    let filter_matrix = layout!(group(filters, 1, 5));
    let output = layout!((f,(n,z,p,q)):(1,({f * z * p * q},{f * p * q},{f * q},f)));

    let (image, filter) = (numbers(n * c * d * h * w, 7), numbers(f * c * t * r * s, 5));
    let result =
        product!((filter, filter_matrix), (image, image_matrix), (f * n * z * p * q, output));

    for (at, result) in result.iter().enumerate() {
        let (f, at) = (at % f, at / f);
        let (q, at) = (at % q, at / q);
        let (p, at) = (at % p, at / p);
        let (z, n) = (at % z, at / z);
        let mut sum = 0.0;
        for (c0, t0) in (0..c).flat_map(|c0| (0..t).map(move |t0| (c0, t0))) {
            for (r0, s0) in (0..r).flat_map(|r0| (0..s).map(move |s0| (r0, s0))) {
                let at = |i: usize, position, step| position * stride[i] + step * dilation[i];
                let (x, y, v) = (at(0, z, t0), at(1, p, r0), at(2, q, s0));
                sum += filter[(((f * c + c0) * t + t0) * r + r0) * s + s0]
                    * image[(((n * c + c0) * d + x) * h + y) * w + v];
            }
        }
        assert_eq!(*result, sum);
    }
}

/// `C[i,j,l] = sum_p A[i,p,l] B[j,p,l]` with the modes in any order in memory, nested modes, and one matrix for several
/// products.
#[test]
fn batches() {
    let (m, n, k, l0, l1) = (9, 13, 5, 2, 3);
    // A is (l,k,m) in memory, row-major; B is one matrix for each l0; C is (n,l,m) in memory.
    let a_layout = layout!((m,k,(l0,l1)):(1,m,({m * k},{m * k * l0})));
    let b_layout = layout!((n,k,(l0,l1)):(k,1,({n * k},0)));
    let c_layout = layout!((m,n,(l0,l1)):(1,{m * l0 * l1},(m,{m * l0})));
    let (a, b) = (numbers(m * k * l0 * l1, 5), numbers(n * k * l0, 3));
    let mut c = vec![1.0; m * n * l0 * l1];
    batched_gemm(
        2.0,
        &Tensor::new(&a[..], a_layout).unwrap(),
        &Tensor::new(&b[..], b_layout).unwrap(),
        3.0,
        &mut Tensor::new(&mut c[..], c_layout).unwrap(),
    )
    .unwrap();
    for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
        for (x, y) in (0..l0).flat_map(|x| (0..l1).map(move |y| (x, y))) {
            let sum: f64 = (0..k)
                .map(|p| a[i + p * m + (x + y * l0) * m * k] * b[j * k + p + x * n * k])
                .sum();
            assert_eq!(c[i + m * (x + l0 * y) + j * m * l0 * l1], 2.0 * sum + 3.0);
        }
    }

    let other = layout!((m,n,(l0,2)):(1,{m * l0 * 2},(m,{m * l0})));
    let error = batched_gemm(
        1.0,
        &Tensor::new(&a[..], a_layout).unwrap(),
        &Tensor::new(&b[..], b_layout).unwrap(),
        0.0,
        &mut Tensor::new(&mut c[..], other).unwrap(),
    );
    assert_eq!(
        error.unwrap_err().to_string(),
        "gemm: equal extents, mode 3: the extents 6 and 4 differ",
    );
}

#[cfg(feature = "rayon")]
#[test]
fn threads_compute_what_one_does() {
    use tilework::algorithm::par_gemm;
    let k = 23;
    for threads in [1, 2, 3, 4, 6] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        for (m, n) in [(1, 1), (5, 200), (200, 5), (130, 97)] {
            let (a, b) = (numbers(m * k, 5), numbers(n * k, 3));
            let a = Tensor::new(&a[..], layout!((m, k))).unwrap();
            let b = Tensor::new(&b[..], layout!((n,k):row_major)).unwrap();
            let (mut one, mut many) = (vec![1.0; m * n], vec![1.0; m * n]);
            gemm(1.0, &a, &b, 2.0, &mut Tensor::new(&mut one[..], layout!((m, n))).unwrap())
                .unwrap();
            let mut c = Tensor::new(&mut many[..], layout!((m, n))).unwrap();
            pool.install(|| par_gemm(1.0, &a, &b, 2.0, &mut c)).unwrap();
            assert_eq!(one, many);
        }
    }
    // Nested modes, split at other places than those of the threads.
    let (a, b) = (numbers(60 * k, 5), numbers(90 * k, 3));
    let a = Tensor::new(&a[..], layout!(((4,15),k):((15,1),60))).unwrap();
    let b = Tensor::new(&b[..], layout!(((10,9),k):((9,1),90))).unwrap();
    let (mut one, mut many) = (vec![0.0; 5400], vec![0.0; 5400]);
    let c = layout!(((12,5),(18,5)):((5,1),(60,1080)));
    gemm(1.0, &a, &b, 0.0, &mut Tensor::new(&mut one[..], c).unwrap()).unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().unwrap();
    let mut c = Tensor::new(&mut many[..], c).unwrap();
    pool.install(|| par_gemm(1.0, &a, &b, 0.0, &mut c)).unwrap();
    assert_eq!(one, many);
}
