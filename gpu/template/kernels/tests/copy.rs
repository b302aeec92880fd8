//! Copies of ragged matrices.

use kernels::copy::copy;
use kernels::matrix::by_rows;
use tilework_device::emulator::Emulator;

#[test]
fn ragged_matrices_are_copied() {
    for (seed, (m, n, pitch)) in
        (0..).zip([(4, 256, 256), (1, 1, 1), (5, 257, 300), (11, 700, 701)])
    {
        let mut emulator = Emulator::new(seed);
        let data: Vec<f32> = (0..m * pitch).map(|i| i as f32).collect();
        let (of, mut into) = (emulator.upload(&data), emulator.upload(&vec![-1.0_f32; m * n]));
        let [m32, n32, pitch32] = [m, n, pitch].map(|x| x as u32);
        emulator.run(copy {
            from: (&of, by_rows(m32, n32, pitch32).unwrap()),
            to: (&mut into, by_rows(m32, n32, n32).unwrap()),
        });
        let into = emulator.download(into);
        assert!((0..m * n).all(|at| into[at] == data[at / n * pitch + at % n]), "{m} x {n}");
    }
}

#[test]
fn padding_is_not_written() {
    let mut emulator = Emulator::new(3);
    let (of, mut into) = (emulator.upload(&[1.0_f32; 6 * 300]), emulator.poisoned::<f32>(6 * 310));
    emulator.run(copy {
        from: (&of, by_rows(6, 300, 300).unwrap()),
        to: (&mut into, by_rows(6, 300, 310).unwrap()),
    });
    let padding: Vec<usize> = (0..6 * 310).filter(|at| at % 310 >= 300).collect();
    assert_eq!(emulator.unwritten(into), padding);
}

#[test]
#[should_panic(
    expected = "copy: `to`: injectivity: by the layout (3,2):(1,1) the coordinates (1,0) and (0,1) have the same element, 1"
)]
fn rows_that_overlap_are_refused() {
    let mut emulator = Emulator::new(1);
    let (of, mut into) = (emulator.poisoned::<f32>(6), emulator.poisoned::<f32>(6));
    let [from, to] = [by_rows(3, 2, 2).unwrap(), by_rows(3, 2, 1).unwrap()];
    emulator.run(copy { from: (&of, from), to: (&mut into, to) });
}
