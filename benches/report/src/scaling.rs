//! Products on several threads beside other crates on as many: `--threads`.

use tilework::{
    Tensor,
    algorithm::{gemm, par_gemm},
    layout,
};

use crate::gemm::{Real, by_faer, by_gemm_crate, numbers};
use crate::openblas::Factors;
use tilework_natural::Way;
use tilework_natural::times::times;

/// The numbers of threads, as far as the machine has them.
const THREADS: [usize; 5] = [1, 2, 4, 7, 16];
/// The extents of the products.
const PRODUCTS: [(usize, usize, usize); 12] = [
    (16, 16, 16),
    (32, 32, 32),
    (64, 64, 64),
    (128, 128, 128),
    (256, 256, 256),
    (512, 512, 512),
    (1024, 1024, 1024),
    (2048, 2048, 2048),
    (3000, 3001, 2999),
    (64, 8192, 1024),
    (8192, 64, 1024),
    (4096, 32, 32),
];

/// Prints a row for each wanted work. For each number of threads a row has the time of tilework / the time of the faster
/// other way with as many threads, then the time of tilework / its time by one thread.
pub fn print(wanted: impl Fn(&str) -> bool) {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let pools: Vec<_> = THREADS
        .into_iter()
        .filter(|threads| *threads <= cores)
        .map(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build())
        .collect::<Result<_, _>>()
        .expect("threads");
    let head: String =
        pools.iter().map(|pool| format!(" {} |", pool.current_num_threads())).collect();
    println!("| work, by threads |{head}\n|---|{}", "---|".repeat(pools.len()));
    for name in ["f32", "f64"] {
        for extents in PRODUCTS {
            let (m, n, k) = extents;
            let work = format!("gemm {name} {m} x {n} x {k}");
            if !wanted(&work) {
                continue;
            }
            print!("| {work} |");
            for pool in &pools {
                let threads = pool.current_num_threads();
                let [other, one] = pool.install(|| match name {
                    "f32" => product::<f32>(extents, threads),
                    _ => product::<f64>(extents, threads),
                });
                print!(" {other:.2} ({one:.2}) |");
            }
            println!();
        }
    }
}

/// The time of a product / that of the faster other crate, and / that by one thread.
fn product<T: Real>((m, n, k): (usize, usize, usize), threads: usize) -> [f64; 2] {
    let (a, b): (Vec<T>, Vec<T>) = (numbers(m * k), numbers(k * n));
    let factors = Factors { m, n, k, a: &a[..], a_strides: (1, m), b: &b[..], b_strides: (1, k) };
    let mut c = [const { Vec::new() }; 4].map(|_: Vec<T>| vec![T::ZERO; m * n]);
    let [c0, c1, c2, c3] = &mut c;
    let left = Tensor::new(&a[..], layout!((m,k):(1,m))).unwrap();
    let right = Tensor::new(&b[..], layout!((n,k):(k,1))).unwrap();
    let (left, right) = (&left, &right);
    let ways: Vec<Way<'_>> = vec![
        (
            "tilework",
            Box::new(move || {
                let mut c = Tensor::new(&mut c0[..], layout!((m,n):(1,m))).unwrap();
                par_gemm(T::ONE, left, right, T::ZERO, &mut c).unwrap();
            }),
        ),
        ("gemm", Box::new(move || by_gemm_crate(factors, c1, threads))),
        ("faer", Box::new(move || by_faer(factors, c2, threads))),
        (
            "1 thread",
            Box::new(move || {
                let mut c = Tensor::new(&mut c3[..], layout!((m,n):(1,m))).unwrap();
                gemm(T::ONE, left, right, T::ZERO, &mut c).unwrap();
            }),
        ),
    ];
    let times = times(ways);
    // Integers so small that every sum is exact.
    assert!(c[1..].iter().all(|other| *other == c[0]));
    [times[0] / times[1].min(times[2]), times[0] / times[3]]
}
