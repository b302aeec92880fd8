//! A histogram with several orders of the threads.

use kernels::histogram::{bins, histogram, tiles};
use tilework_device::emulator::Emulator;

#[test]
fn each_byte_is_counted() {
    for seed in 0..2 {
        let mut emulator = Emulator::new(seed);
        let data: Vec<u32> =
            (0..2 * 4096_u32).map(|i| i.wrapping_mul(2_654_435_761) >> (i % 9)).collect();
        let (from, mut found) = (emulator.upload(&data), emulator.upload(&[5_u32; 256]));
        let with = ((&from, tiles(2).unwrap()), (&mut found, bins()));
        emulator.run(histogram { from: with.0, bins: with.1 });
        let mut right = [5_u32; 256];
        data.iter()
            .flat_map(|word| word.to_le_bytes())
            .for_each(|byte| right[usize::from(byte)] += 1);
        assert_eq!(emulator.download(found), right);
    }
}
