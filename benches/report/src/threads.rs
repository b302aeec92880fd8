//! Two threads beside one.

use tilework::{
    Tensor,
    algorithm::{gemm, par_gemm},
    layout,
};

use crate::measure::{Report, Way};

/// All rows.
pub fn rows(report: &mut Report) {
    let work = "gemm f32 1024^3, 2 threads";
    if !report.wants(work) {
        return;
    }
    let n = 1024;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("two threads");
    let ones = vec![1.0_f32; n * n];
    let factor = Tensor::new(&ones[..], layout!((n, n))).unwrap();
    let (mut many, mut one) = (vec![0.0; n * n], vec![0.0; n * n]);
    let (c, d) = (&mut many, &mut one);
    let ways: Vec<Way<'_>> = vec![
        (
            "tilework",
            Box::new(|| {
                let mut c = Tensor::new(&mut c[..], layout!((n, n))).unwrap();
                pool.install(|| par_gemm(1.0, &factor, &factor, 0.0, &mut c)).unwrap();
            }),
        ),
        (
            "1 thread",
            Box::new(|| {
                let mut c = Tensor::new(&mut d[..], layout!((n, n))).unwrap();
                gemm(1.0, &factor, &factor, 0.0, &mut c).unwrap();
            }),
        ),
    ];
    report.row(work, (2.0 * (n * n * n) as f64, "GFLOP/s"), "<= 0.56", ways);
    assert_eq!(many, one);
}
