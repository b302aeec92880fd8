//! A convolution as a matrix product, without copying a window: the image is viewed as a matrix whose rows are all
//! windows.
//!
//! `cargo run --release --example convolution [-- WIDTH HEIGHT]`

use std::time::Instant;

use tilework::algorithm::gemm;
use tilework::{Error, Tensor, layout};

/// Input and output channels, and the extent of the filter.
const IN: usize = 8;
const OUT: usize = 16;
const R: usize = 3;

fn main() -> Result<(), Error> {
    let arguments: Vec<usize> =
        std::env::args().skip(1).map(|n| n.parse().expect("WIDTH HEIGHT are integers")).collect();
    let [w, h] = match arguments[..] {
        [] => [256, 192],
        [w, h] if w >= R && h >= R => [w, h],
        _ => panic!("usage: convolution [WIDTH HEIGHT], of at least {R} x {R} pixels"),
    };
    let (x, y) = (w - R + 1, h - R + 1);
    let number = |i: usize, by: usize| ((i * by) % 23) as f32 - 11.0;
    // (x, y, channel), and (x, y, channel in, channel out).
    let image: Vec<f32> = (0..w * h * IN).map(|i| number(i, 7)).collect();
    let filter: Vec<f32> = (0..R * R * IN * OUT).map(|i| number(i, 5)).collect();

    let begin = Instant::now();
    // Row (x, y) of the matrix is the window that begins there. Its columns run over the window and the channels.
    let windows = layout!(((x,y),(3,3,8)):((1,w),(1,w,{w * h})));
    let windows = Tensor::new(&image[..], windows)?;
    // gemm takes B as (N, K): (channel out, (3, 3, channel in)).
    let filters = Tensor::new(&filter[..], layout!((16,(3,3,8)):(72,(1,3,9))))?;
    let mut found = vec![0.0_f32; x * y * OUT];
    let mut to = Tensor::new(&mut found[..], layout!(((x,y),16):((1,x),{x * y})))?;
    gemm(1.0, &windows, &filters, 0.0, &mut to)?;
    let by_gemm = begin.elapsed();

    let begin = Instant::now();
    let mut expected = vec![0.0_f32; x * y * OUT];
    for o in 0..OUT {
        for (j, i) in (0..y).flat_map(|j| (0..x).map(move |i| (j, i))) {
            let mut sum = 0.0;
            for c in 0..IN {
                for (b, a) in (0..R * R).map(|k| (k / R, k % R)) {
                    sum += image[i + a + w * (j + b) + w * h * c]
                        * filter[a + R * b + R * R * (c + IN * o)];
                }
            }
            expected[i + x * j + x * y * o] = sum;
        }
    }
    let plain = begin.elapsed();
    // The numbers are small integers, so sums are exact.
    assert_eq!(found, expected);
    let rate = 2.0 * (x * y * OUT * IN * R * R) as f64 / by_gemm.as_secs_f64() / 1e9;
    println!(
        "{w} x {h} x {IN} by {OUT} filters of {R} x {R}: {by_gemm:.1?}, {rate:.1} GFLOP/s; plain loops {plain:.1?}, and the same"
    );
    Ok(())
}
