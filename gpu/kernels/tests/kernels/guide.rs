//! The test in the guide.

use tilework::{layout, operation::try_zipped_divide, try_layout};
use tilework_kernels::launch::promise;
use tilework_kernels::scaled_copy::scaled_copy;

use tilework_kernels::emulator::Emulator;

#[test]
fn copies_by_a_factor() {
    let data: Vec<f32> = (0..256 * 12).map(|i| i as f32).collect();
    // Another number is another order of the threads.
    let mut emulator = Emulator::new(1);
    let (from, mut to) = (emulator.upload(&data), emulator.poisoned::<f32>(data.len()));
    // In vectors of 4.
    let (m, n) = (64_u32, 12_u32);
    let tiles = try_zipped_divide(try_layout!((m,n):(1,m)).unwrap(), layout!(<64,4>)).unwrap();
    // SAFETY: both buffers are as long as the layout reaches.
    let with =
        unsafe { promise(scaled_copy { from: &from, to: &mut to, matrix: tiles, factor: 2.0 }) };
    emulator.run(with);
    // Fails where an element was written by no thread, as of a grid that is too small.
    assert!(emulator.written(to).iter().zip(&data).all(|(to, from)| *to == 2.0 * from));
}
