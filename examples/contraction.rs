//! A contraction of tensors, `C(i,j,k,l) = sum_pq A(i,p,j,q) B(q,k,p,l)`, as one matrix product: the modes are grouped,
//! and nothing is permuted or copied.
//!
//! `cargo run --release --example contraction [-- N]`, where all extents are N.

use std::time::Instant;

use tilework::algorithm::gemm;
use tilework::{Error, Tensor, layout};

fn main() -> Result<(), Error> {
    let n = match std::env::args().nth(1) {
        Some(n) => n.parse().expect("N is an integer"),
        None => 16_usize,
    };
    assert!(n > 0, "extents are at least 1");
    let (n2, n3, size) = (n * n, n * n * n, n * n * n * n);
    let number = |i: usize, by: usize| ((i * by) % 19) as f64 - 9.0;
    let a: Vec<f64> = (0..size).map(|i| number(i, 7)).collect();
    let b: Vec<f64> = (0..size).map(|i| number(i, 5)).collect();
    let mut found = vec![0.0; size];

    let begin = Instant::now();
    // A as the matrix ((i,j),(p,q)), B as ((k,l),(p,q)), C as ((i,j),(k,l)): each mode has its own stride.
    let a_matrix = Tensor::new(&a[..], layout!(((n,n),(n,n)):((1,n2),(n,n3))))?;
    let b_matrix = Tensor::new(&b[..], layout!(((n,n),(n,n)):((n,n3),(n2,1))))?;
    let mut c = Tensor::new(&mut found[..], layout!(((n,n),(n,n)):((1,n),(n2,n3))))?;
    gemm(1.0, &a_matrix, &b_matrix, 0.0, &mut c)?;
    let by_gemm = begin.elapsed();

    let begin = Instant::now();
    let mut expected = vec![0.0; size];
    for (at, sum) in expected.iter_mut().enumerate() {
        let [i, j, k, l] = [at % n, at / n % n, at / n2 % n, at / n3];
        for (p, q) in (0..n).flat_map(|p| (0..n).map(move |q| (p, q))) {
            *sum += a[i + n * p + n2 * j + n3 * q] * b[q + n * k + n2 * p + n3 * l];
        }
    }
    let plain = begin.elapsed();
    // The numbers are small integers, so sums are exact.
    assert_eq!(found, expected);
    let rate = 2.0 * (size * n2) as f64 / by_gemm.as_secs_f64() / 1e9;
    println!(
        "all extents {n}: {by_gemm:.1?}, {rate:.1} GFLOP/s; plain loops {plain:.1?}, and the same"
    );
    Ok(())
}
