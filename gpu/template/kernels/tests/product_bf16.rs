//! A product of small integers in bf16, which is exact in f32 before it is rounded.

use kernels::product_bf16::{by_rows, product_bf16};
use tilework_device::emulator::Emulator;

/// A number as bf16, rounded to nearest, ties to even.
fn bf16(x: f32) -> u16 {
    let bits = x.to_bits();
    ((bits + 0x7fff + (bits >> 16 & 1)) >> 16) as u16
}

#[test]
fn a_product_is_rounded_once() {
    let cases = [[64, 96, 64], [65, 104, 40], [1, 8, 8], [130, 200, 328], [63, 88, 160]];
    for (seed, [m, n, k]) in cases.into_iter().enumerate() {
        let mut emulator = Emulator::new(seed as u64);
        let numbers = |count: usize, by: usize| -> Vec<f32> {
            (0..count).map(|i| (i.wrapping_mul(by) % 7) as f32 - 3.0).collect()
        };
        let (a, b) = (numbers(m * k, 7919), numbers(n * k, 613));
        let words = |x: &[f32]| x.iter().map(|&x| bf16(x)).collect::<Vec<u16>>();
        let (of_a, of_b) = (emulator.upload(&words(&a)), emulator.upload(&words(&b)));
        let mut c = emulator.poisoned::<u16>(m * n);
        let layout =
            |rows: usize, columns: usize| by_rows(rows as u32, columns as u32 / 8).unwrap();
        emulator.run(product_bf16 {
            a: (&of_a, layout(m, k)),
            b: (&of_b, layout(n, k)),
            c: (&mut c, layout(m, n)),
        });
        let c = emulator.written(c);
        for (i, j) in (0..m * n).map(|at| (at / n, at % n)) {
            let right: f32 = (0..k).map(|p| a[k * i + p] * b[k * j + p]).sum();
            assert_eq!(c[n * i + j], bf16(right), "({i},{j})");
        }
    }
}
