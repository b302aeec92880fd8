//! A transpose, which is exact, and what its launch refuses.

use kernels::transpose::{from, to, transpose};
use tilework::try_layout;
use tilework_device::emulator::Emulator;

#[test]
fn a_transpose_is_exact() {
    for seed in 0..4 {
        let mut emulator = Emulator::new(seed);
        let [m, n] = [64_usize, 96];
        let data: Vec<f32> = (0..m * n).map(|i| i as f32).collect();
        let (of, mut into) = (emulator.upload(&data), emulator.poisoned::<f32>(m * n));
        emulator.run(transpose {
            from: (&of, from(2, 3).unwrap()),
            to: (&mut into, to(2, 3).unwrap()),
        });
        let into = emulator.written(into);
        assert!((0..m * n).all(|at| into[at % n * m + at / n] == data[at]));
    }
}

#[test]
#[should_panic(
    expected = "transpose: `to`: injectivity: by the layout (((32,8),4),(2,2)):(((1,63),504),(32,2016)) the coordinates (((0,1),0),(0,0)) and (((31,0),0),(1,0)) have the same element, 63: "
)]
fn rows_that_overlap_are_refused() {
    let mut emulator = Emulator::new(1);
    let (of, mut into) = (emulator.poisoned::<f32>(4096), emulator.poisoned::<f32>(4096));
    // Rows of 64 elements, 63 apart.
    let (x, y, m) = (2_u32, 2_u32, 63_u32);
    let overlapping = try_layout!((((32,8),4),(x,y)):(((1,m),{8 * m}),(32,{32 * m}))).unwrap();
    emulator.run(transpose { from: (&of, from(2, 2).unwrap()), to: (&mut into, overlapping) });
}
