//! A row-major 1024 x 1024 matrix of `f32` to 8 x 8 tiles: through layouts, hand-written, with `ndarray`, and beside
//! the `memcpy` of as many bytes.
//!
//! `cargo bench -p tilework-benches --bench relayout`

#![allow(missing_docs)]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tilework::{Tensor, layout};

const N: usize = 1024;

/// All static.
fn static_layouts(from: &[f32], to: &mut [f32]) {
    let from = Tensor::new(from, layout!(((8,8),(128,128)):((1,1024),(8,8192))));
    let to = Tensor::new(to, layout!(((8,8),(128,128)):((1,8),(64,8192))));
    if let (Ok(from), Ok(mut to)) = (from, to) {
        to.zip_mut_with(&from, |to, from| *to = *from);
    }
}

/// Static tiles; the extents and the leading dimension are known at run time.
fn dynamic_extents(from: &[f32], to: &mut [f32], (rows, columns): (usize, usize)) {
    let from = Tensor::new(from, layout!((columns, rows))).expect("a matrix");
    let from = from.zipped_divide(layout!(<8,8>));
    let (down, across) = (rows / 8, columns / 8);
    let to = Tensor::new(to, layout!(((8, 8), (across, down))));
    to.expect("tiles").zip_mut_with(&from, |to, from| *to = *from);
}

/// Loops with bounds checks.
fn by_hand(from: &[f32], to: &mut [f32]) {
    for l in 0..N / 8 {
        for k in 0..N / 8 {
            for j in 0..8 {
                for i in 0..8 {
                    to[i + 8 * j + 64 * k + 8 * N * l] = from[i + N * j + 8 * k + 8 * N * l];
                }
            }
        }
    }
}

/// Loops without bounds checks.
fn by_hand_unchecked(from: &[f32], to: &mut [f32]) {
    assert!(from.len() >= N * N && to.len() >= N * N);
    for l in 0..N / 8 {
        for k in 0..N / 8 {
            for j in 0..8 {
                for i in 0..8 {
                    // SAFETY: both indices are below N * N, which both lengths reach.
                    unsafe {
                        *to.get_unchecked_mut(i + 8 * j + 64 * k + 8 * N * l) =
                            *from.get_unchecked(i + N * j + 8 * k + 8 * N * l);
                    }
                }
            }
        }
    }
}

fn relayout(criterion: &mut Criterion) {
    let from: Vec<f32> = (0..N * N).map(|i| i as f32).collect();
    let mut to = vec![0.0; N * N];
    let mut expected = vec![0.0; N * N];
    by_hand(&from, &mut expected);

    let mut group = criterion.benchmark_group("relayout 1024x1024 f32 to 8x8 tiles");
    group.throughput(Throughput::Bytes((2 * N * N * size_of::<f32>()) as u64));
    let mut compare = |name: &str, relayout: &mut dyn FnMut(&[f32], &mut [f32])| {
        to.fill(0.0);
        relayout(&from, &mut to);
        assert_eq!(to, expected, "{name}");
        group.bench_function(name, |bencher| {
            bencher.iter(|| relayout(black_box(&from), black_box(&mut to)));
        });
    };
    compare("layouts, static", &mut static_layouts);
    compare("layouts, dynamic extents", &mut |from, to| {
        dynamic_extents(from, to, black_box((N, N)));
    });
    compare("by hand, unchecked", &mut by_hand_unchecked);
    compare("by hand, checked", &mut by_hand);

    let matrix = ndarray::Array2::from_shape_vec((N, N), from.clone()).expect("a matrix");
    let mut tiles = ndarray::Array4::<f32>::zeros((N / 8, N / 8, 8, 8));
    group.bench_function("ndarray assign", |bencher| {
        bencher.iter(|| {
            let view = black_box(&matrix).view().into_shape_with_order((N / 8, 8, N / 8, 8));
            tiles.assign(&view.expect("a view").permuted_axes([0, 2, 1, 3]));
            black_box(&tiles);
        });
    });
    assert_eq!(tiles.as_slice(), Some(&expected[..]));
    group.bench_function("memcpy", |bencher| {
        bencher.iter(|| black_box(&mut to[..]).copy_from_slice(black_box(&from)));
    });
}

criterion_group!(benches, relayout);
criterion_main!(benches);
