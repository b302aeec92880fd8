//! The largest numbers of rows, compared with sorted ones.

use kernels::top_k::{largest, rows, top_k};
use tilework_device::emulator::Emulator;

fn check(seed: u64, k: u32, length: usize, count: usize, number: impl Fn(usize) -> f32) {
    let mut emulator = Emulator::new(seed);
    let x: Vec<f32> = (0..length * count).map(number).collect();
    let from = emulator.upload(&x);
    let mut values = emulator.poisoned::<f32>(k as usize * count);
    let mut indices = emulator.poisoned::<u32>(k as usize * count);
    let (of_rows, of_largest) =
        (rows(length as u32 / 4, count as u32).unwrap(), largest(k, count as u32).unwrap());
    emulator.run(top_k {
        from: (&from, of_rows),
        values: (&mut values, of_largest),
        indices: (&mut indices, of_largest),
    });
    let (values, indices) = (emulator.written(values), emulator.written(indices));
    for (row, x) in x.chunks(length).enumerate() {
        let mut order: Vec<usize> = (0..length).collect();
        // Equal numbers stay in the order of their indices.
        order.sort_by(|&i, &j| x[j].total_cmp(&x[i]));
        let most = f64::from(x[order[0]]);
        let sum: f64 = x.iter().map(|&x| (f64::from(x) - most).exp()).sum();
        for (place, &index) in order[..k as usize].iter().enumerate() {
            let at = k as usize * row + place;
            assert_eq!(indices[at] as usize, index, "place {place} of row {row}");
            let right = (f64::from(x[index]) - most).exp() / sum;
            assert!(
                (f64::from(values[at]) / right - 1.0).abs() < 1e-4,
                "{} for {right}",
                values[at]
            );
        }
    }
}

#[test]
fn rows_have_their_largest_numbers() {
    let random = |i: usize| ((i as u32).wrapping_mul(2_654_435_761) >> 8) as f32 / 1e6 - 3.0;
    check(1, 8, 2048, 2, random);
    check(2, 1, 64, 9, random);
    check(3, 32, 32, 2, random);
    check(4, 5, 644, 11, random);
}

/// Many equal numbers: those with the lower indices come first. Ascending numbers: each one is among the largest so far.
#[test]
fn equal_and_sorted_numbers() {
    check(5, 8, 516, 1, |i| (i % 3) as f32);
    check(6, 32, 516, 1, |_| -7.0);
    check(7, 8, 516, 1, |i| i as f32 / 100.0);
    check(8, 16, 512, 1, |i| -(i as f32) / 100.0);
}

#[test]
#[should_panic(expected = "top_k: a warp has places for 32 numbers, and k is 33")]
fn too_many_places_are_refused() {
    check(1, 33, 64, 1, |i| i as f32);
}
