//! A product of integers, which is exact.

use kernels::matrix::by_rows;
use kernels::product::product;
use tilework_device::emulator::Emulator;

#[test]
fn a_product_is_exact() {
    for (seed, [m, n, k]) in
        (0..).zip([[32_usize, 24, 96], [16, 8, 32], [1, 1, 4], [33, 19, 100], [16, 200, 32]])
    {
        let mut emulator = Emulator::new(seed);
        let numbers = |count: usize, by: usize| {
            (0..count).map(|i| ((i * by) % 251) as i8).collect::<Vec<i8>>()
        };
        let (a, b) = (numbers(m * k, 7919), numbers(n * k, 104_729));
        // The kernel takes words of 4 integers. A buffer of `i8` can be used as a buffer of words.
        let (of_a, of_b) = (emulator.upload(&a), emulator.upload(&b));
        let mut c = emulator.poisoned::<i32>(m * n);
        let layout = |rows: usize, columns: usize| {
            by_rows(rows as u32, columns as u32, columns as u32).unwrap()
        };
        emulator.run(product {
            a: (&of_a, layout(m, k / 4)),
            b: (&of_b, layout(n, k / 4)),
            c: (&mut c, layout(m, n)),
        });
        let c = emulator.written(c);
        for (i, j) in (0..m * n).map(|at| (at / n, at % n)) {
            let right: i32 =
                (0..k).map(|p| i32::from(a[k * i + p]) * i32::from(b[k * j + p])).sum();
            assert_eq!(c[n * i + j], right, "({i},{j}) of {m} x {n} x {k}");
        }
    }
}
