//! The kernel on threads of the CPU, in several orders.

use kernels::scale::{scale, tiles};
use tilework_device::emulator::Emulator;

#[test]
fn numbers_are_scaled() {
    for seed in 0..8 {
        let mut emulator = Emulator::new(seed);
        let data: Vec<f32> = (0..3 * 1024).map(|i| i as f32).collect();
        let (from, mut to) = (emulator.upload(&data), emulator.poisoned::<f32>(data.len()));
        let tiles = tiles(3).unwrap();
        emulator.run(scale { from: (&from, tiles), to: (&mut to, tiles), factor: 2.5 });
        // Fails if no thread has written some number.
        assert!(emulator.written(to).iter().zip(&data).all(|(to, from)| *to == 2.5 * from));
    }
}

#[test]
#[should_panic(
    expected = "`to`: the layout ((256,4),3):((1,256),1024) reaches 3072 elements, and the buffer has 3071"
)]
fn a_buffer_that_is_too_short_is_refused() {
    let mut emulator = Emulator::new(1);
    let (from, mut to) = (emulator.poisoned::<f32>(3072), emulator.poisoned::<f32>(3071));
    let tiles = tiles(3).unwrap();
    emulator.run(scale { from: (&from, tiles), to: (&mut to, tiles), factor: 2.5 });
}

/// A launch of `scale` of 3 tiles in a grid of its own.
fn scaled_in(grid: [u32; 3]) {
    let mut emulator = Emulator::new(1);
    let (from, mut to) = (emulator.upload(&[1.0_f32; 3072]), emulator.poisoned::<f32>(3072));
    let tiles = tiles(3).unwrap();
    emulator.run_in(
        1,
        grid,
        256,
        0,
        scale { from: (&from, tiles), to: (&mut to, tiles), factor: 2.5 },
    );
    assert!(emulator.unwritten(to).len() == 3072 - 1024 * grid[0] as usize);
}
#[test]
fn fewer_blocks_leave_tiles_out() {
    scaled_in([2, 1, 1]);
}
#[test]
#[should_panic(
    expected = "scale: `from`: the layout has parts for 3 x 1 x 1 blocks, and the grid has 4 x 1 x 1"
)]
fn more_blocks_than_tiles_are_refused() {
    scaled_in([4, 1, 1]);
}
#[test]
#[should_panic(expected = "has parts for 3 x 1 x 1 blocks, and the grid has 3 x 2 x 1")]
fn blocks_in_y_are_refused() {
    scaled_in([3, 2, 1]);
}
