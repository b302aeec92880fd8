//! Work on several threads beside other ways to do it on as many: `--threads`.

use rayon::prelude::*;
use tilework::{
    Tensor,
    algorithm::{copy, gemm, par_gemm, par_transpose, transpose},
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
    let row = |work: &str, times: &(dyn Fn(usize) -> [f64; 2] + Sync)| {
        if wanted(work) {
            let cells: String = pools
                .iter()
                .map(|pool| pool.install(|| times(pool.current_num_threads())))
                .map(|[other, one]| format!(" {other:.2} ({one:.2}) |"))
                .collect();
            println!("| {work} |{cells}");
        }
    };
    for extents in PRODUCTS {
        let (m, n, k) = extents;
        row(&format!("gemm f32 {m} x {n} x {k}"), &|threads| product::<f32>(extents, threads));
    }
    for extents in PRODUCTS {
        let (m, n, k) = extents;
        row(&format!("gemm f64 {m} x {n} x {k}"), &|threads| product::<f64>(extents, threads));
    }
    for n in [64, 256, 1024, 4096] {
        row(&format!("copy f32 {n} x {n}, beside memcpy"), &|_| moves(n, false));
        row(&format!("transpose f32 {n} x {n}, beside memcpy"), &|_| moves(n, true));
        row(&format!("sum f32 {n} x {n}, beside chunks"), &|_| sum(n));
        row(&format!("a += b c f32 {n} x {n}, beside chunks"), &|_| lockstep(n));
    }
}

/// The number of parts that plain code is divided into: one for each thread, or one if they are small.
fn part(len: usize) -> usize {
    len.div_ceil(rayon::current_num_threads()).max(1 << 16)
}

/// The time of a copy or transposition of a matrix / that of a copy of its bytes, and / that by one thread.
fn moves(n: usize, turned: bool) -> [f64; 2] {
    let from: Vec<f32> = numbers(n * n);
    let from = &from[..];
    let mut to = [const { Vec::new() }; 3].map(|_: Vec<f32>| vec![0.0; n * n]);
    let [t0, t1, t2] = &mut to;
    let matrix = Tensor::new(from, layout!((n, n))).unwrap();
    let matrix = &matrix;
    let times = times(vec![
        (
            "tilework",
            Box::new(move || {
                let mut to = Tensor::new(&mut t0[..], layout!((n, n))).unwrap();
                match turned {
                    true => par_transpose(matrix, &mut to).unwrap(),
                    false => to.par_copy_from(matrix),
                }
            }),
        ),
        (
            "memcpy",
            Box::new(move || {
                let part = part(n * n);
                let parts = t1.par_chunks_mut(part).zip(from.par_chunks(part));
                parts.for_each(|(to, from)| to.copy_from_slice(from));
            }),
        ),
        (
            "1 thread",
            Box::new(move || {
                let mut to = Tensor::new(&mut t2[..], layout!((n, n))).unwrap();
                match turned {
                    true => transpose(matrix, &mut to).unwrap(),
                    false => copy(matrix, &mut to).unwrap(),
                }
            }),
        ),
    ]);
    assert!(to[0] == to[2] && to[1] == from);
    [times[0] / times[1], times[0] / times[2]]
}

/// The time of a sum / that of sums of parts in loops that become vectors, and / that by one thread.
fn sum(n: usize) -> [f64; 2] {
    let from: Vec<f32> = numbers(n * n);
    let matrix = Tensor::new(&from[..], layout!((n, n))).unwrap();
    let (matrix, from) = (&matrix, &from[..]);
    let plain = |part: &[f32]| {
        let mut sums = [0.0; 128];
        for chunk in part.as_chunks::<128>().0 {
            sums.iter_mut().zip(chunk).for_each(|(sum, x)| *sum += x);
        }
        sums.iter().sum::<f32>()
    };
    let times = times(vec![
        ("tilework", Box::new(|| _ = std::hint::black_box(matrix.par_sum()))),
        (
            "chunks",
            Box::new(|| {
                let sums = from.par_chunks(part(n * n)).map(plain);
                std::hint::black_box(sums.sum::<f32>());
            }),
        ),
        ("1 thread", Box::new(|| _ = std::hint::black_box(matrix.sum()))),
    ]);
    [times[0] / times[1], times[0] / times[2]]
}

/// The time of a loop over three matrices / that of loops over parts of slices, and / that by one thread.
fn lockstep(n: usize) -> [f64; 2] {
    let (b, c): (Vec<f32>, Vec<f32>) = (numbers(n * n), vec![0.5; n * n]);
    let mut a = [const { Vec::new() }; 3].map(|_: Vec<f32>| vec![0.0; n * n]);
    let [a0, a1, a2] = &mut a;
    let (x, y) = (
        Tensor::new(&b[..], layout!((n, n))).unwrap(),
        Tensor::new(&c[..], layout!((n, n))).unwrap(),
    );
    let (x, y, b, c) = (&x, &y, &b[..], &c[..]);
    let times = times(vec![
        (
            "tilework",
            Box::new(move || {
                let mut a = Tensor::new(&mut a0[..], layout!((n, n))).unwrap();
                a.par_zip_mut_with((x, y), |a, (b, c)| *a += b * c);
            }),
        ),
        (
            "chunks",
            Box::new(move || {
                let part = part(n * n);
                let parts = a1.par_chunks_mut(part).zip(b.par_chunks(part)).zip(c.par_chunks(part));
                parts.for_each(|((a, b), c)| {
                    a.iter_mut().zip(b).zip(c).for_each(|((a, b), c)| *a += b * c);
                });
            }),
        ),
        (
            "1 thread",
            Box::new(move || {
                let mut a = Tensor::new(&mut a2[..], layout!((n, n))).unwrap();
                a.zip_mut_with((x, y), |a, (b, c)| *a += b * c);
            }),
        ),
    ]);
    [times[0] / times[1], times[0] / times[2]]
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
