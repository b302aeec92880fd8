//! Sums of all numbers up to each one, exactly, in two launches with the same statuses.

use kernels::scan::{numbers, scan, statuses, ticket};
use tilework_device::emulator::Emulator;

#[test]
fn each_number_has_the_sum_up_to_it() {
    for (seed, vectors) in [1, 1024, 1025, 35 * 1024 - 1].into_iter().enumerate() {
        let mut emulator = Emulator::new(seed as u64);
        let x: Vec<u32> = (0..4 * vectors).map(|i: u32| i.wrapping_mul(2_654_435_761)).collect();
        let from = emulator.upload(&x);
        let (layout, of_tiles) = (numbers(vectors).unwrap(), statuses(vectors).unwrap());
        let mut status = emulator.upload(&vec![0_u64; of_tiles.size()]);
        let mut next = emulator.upload(&[0_u32]);
        for launch in 1..3 {
            let mut to = emulator.poisoned::<u32>(x.len());
            emulator.run(scan {
                from: (&from, layout),
                to: (&mut to, layout),
                status: (&mut status, of_tiles),
                ticket: (&mut next, ticket()),
                launch,
            });
            let mut sum = 0_u32;
            for (x, found) in x.iter().zip(emulator.written(to)) {
                sum = sum.wrapping_add(*x);
                assert_eq!(found, sum);
            }
        }
        assert_eq!(emulator.download(next), [0]);
    }
}
