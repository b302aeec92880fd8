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
