//! A transpose, which is exact.

use kernels::matrix::{by_columns, by_rows};
use kernels::transpose::transpose;
use tilework_device::emulator::Emulator;

#[test]
fn a_transpose_is_exact() {
    let extents = [(64_usize, 96_usize), (1, 1), (33, 31), (70, 100), (5, 65)];
    for (seed, (m, n)) in (0..).zip(extents) {
        let mut emulator = Emulator::new(seed);
        let data: Vec<f32> = (0..m * n).map(|i| i as f32).collect();
        let (of, mut into) = (emulator.upload(&data), emulator.poisoned::<f32>(m * n));
        let [rows, columns] = [m, n].map(|extent| extent as u32);
        emulator.run(transpose {
            from: (&of, by_rows(rows, columns, columns).unwrap()),
            to: (&mut into, by_columns(rows, columns, rows).unwrap()),
        });
        let into = emulator.written(into);
        assert!((0..m * n).all(|at| into[at % n * m + at / n] == data[at]), "{m} x {n}");
    }
}
