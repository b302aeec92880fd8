//! Attention forward, `softmax(Q K^T / sqrt(d)) V`, by tiles of keys with an online softmax: the matrix of all scores
//! is never stored. Compared with the plain computation.
//!
//! `cargo run --release --example attention_on_cpu [-- TOKENS]`, a multiple of 64.

use std::time::Instant;

use tilework::algorithm::gemm;
use tilework::{Error, Fragment, Layout, Tensor, View, ViewMut, layout};

/// The size of a head, and how many queries and keys are in a tile.
const D: usize = 64;
const TILE: usize = 64;
/// Tokens one after another: (d, token), the first mode contiguous.
type Rows = Layout!((64,_):(1,64));

/// `O = softmax(Q K^T / sqrt(d)) V`, a tile of queries at a time.
fn attention(
    q: &View<f32, Rows>,
    k: &View<f32, Rows>,
    v: &View<f32, Rows>,
    o: &mut ViewMut<f32, Rows>,
) -> Result<(), Error> {
    let tiler = layout!(<64,64>);
    let keys = k.zipped_divide(tiler);
    let values = v.zipped_divide(tiler);
    let queries = q.zipped_divide(tiler);
    let mut outputs = o.zipped_divide_mut(tiler);
    let tiles = q.extent::<1>() / TILE;
    for x in 0..tiles {
        let query = queries.slice((.., (0, x)));
        // For each query the largest score so far, the sum of the weights, and the weighted sum of the values.
        let (mut largest, mut sums) = ([f32::NEG_INFINITY; TILE], [0.0_f32; TILE]);
        let mut weighted = Fragment::filled(layout!((64, 64)), 0.0_f32)?;
        for y in 0..tiles {
            let (key, value) = (keys.slice((.., (0, y))), values.slice((.., (0, y))));
            // scores(key, query) = K Q^T / sqrt(d)
            let mut scores = Fragment::filled(layout!((64, 64)), 0.0_f32)?;
            gemm(
                1.0 / (D as f32).sqrt(),
                &key.transposed(),
                &query.transposed(),
                0.0,
                &mut scores,
            )?;
            for (query, mut row) in scores.slices_mut::<1>().enumerate() {
                let most = row.fold(largest[query], |most, &s| most.max(s));
                row.for_each_mut(|s| *s = (*s - most).exp());
                // Sums that were made with another largest score are scaled.
                let scale = (largest[query] - most).exp();
                sums[query] = sums[query] * scale + row.fold(0.0, |sum, &s| sum + s);
                largest[query] = most;
                weighted.slice_mut((.., query)).for_each_mut(|w| *w *= scale);
            }
            // weighted(d, query) += V scores
            gemm(1.0, &value, &scores.transposed(), 1.0, &mut weighted)?;
        }
        for (query, mut row) in weighted.slices_mut::<1>().enumerate() {
            row.for_each_mut(|w| *w /= sums[query]);
        }
        outputs.slice_mut((.., (0, x))).copy_from(&weighted);
    }
    Ok(())
}

/// The same for one query, by the definition.
fn of_query(q: &[f32], k: &[f32], v: &[f32]) -> Vec<f32> {
    let scores: Vec<f64> = k
        .chunks(D)
        .map(|k| k.iter().zip(q).map(|(k, q)| f64::from(k * q)).sum::<f64>() / (D as f64).sqrt())
        .collect();
    let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = scores.iter().map(|s| (s - most).exp()).collect();
    let sum: f64 = weights.iter().sum();
    let value =
        |i: usize| weights.iter().zip(v.chunks(D)).map(|(w, v)| w * f64::from(v[i])).sum::<f64>();
    (0..D).map(|i| (value(i) / sum) as f32).collect()
}

fn main() -> Result<(), Error> {
    let n = match std::env::args().nth(1) {
        Some(n) => n.parse().expect("TOKENS is an integer"),
        None => 2048,
    };
    assert!(n > 0 && n % TILE == 0, "{n} tokens are no multiple of {TILE}");
    let number = |i: usize, by: usize| ((i * by) % 1009) as f32 / 504.5 - 1.0;
    let [q, k, v] = [7, 11, 13].map(|by| (0..D * n).map(|i| number(i, by)).collect::<Vec<f32>>());
    let rows = layout!((64,n):(1,64));
    let [qt, kt, vt] =
        [&q, &k, &v].map(|data| Tensor::new(&data[..], rows).expect("as long as the layout"));
    let mut o = vec![0.0; D * n];

    let begin = Instant::now();
    attention(&qt, &kt, &vt, &mut Tensor::new(&mut o[..], rows)?)?;
    let by_tiles = begin.elapsed();

    let begin = Instant::now();
    // Only some of the queries, because all would take long.
    let (mut largest, some) = (0.0_f32, n / 16);
    for x in (0..some).map(|i| 16 * i + i % 16) {
        let expected = of_query(&q[D * x..D * x + D], &k, &v);
        let found = &o[D * x..D * x + D];
        largest = expected.iter().zip(found).map(|(a, b)| (a - b).abs()).fold(largest, f32::max);
    }
    let plain = begin.elapsed() * 16;
    assert!(largest < 1e-4, "they differ by {largest}");
    let rate = 4.0 * (D * n * n) as f64 / by_tiles.as_secs_f64() / 1e9;
    println!(
        "{n} tokens, d = {D}: {by_tiles:.1?}, {rate:.1} GFLOP/s; plainly about {plain:.1?}; the largest difference is {largest:.1e}"
    );
    Ok(())
}
