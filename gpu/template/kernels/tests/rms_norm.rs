//! RMS norm of sums, compared with the same in f64.

use kernels::rms_norm::{rms_norm, rows, weights};
use tilework_device::emulator::Emulator;

#[test]
fn rows_are_divided_by_their_root_mean_square() {
    for (seed, [length, count]) in [[4096, 2], [1000, 3], [4, 2], [2052, 1]].into_iter().enumerate()
    {
        let mut emulator = Emulator::new(seed as u64);
        let numbers = |count: usize, by: usize| -> Vec<f32> {
            (0..count).map(|i| (i.wrapping_mul(by) % 1009) as f32 / 500.0 - 1.0).collect()
        };
        let (x, y) = (numbers(length * count, 7919), numbers(length * count, 613));
        let scale = numbers(length, 401);
        let [from, residual, weight] = [&x, &y, &scale].map(|data| emulator.upload(data));
        let [mut sum, mut to] = [(); 2].map(|()| emulator.poisoned::<f32>(x.len()));
        let vectors = length as u32 / 4;
        let layout = rows(vectors, count as u32).unwrap();
        emulator.run(rms_norm {
            from: (&from, layout),
            residual: (&residual, layout),
            weight: (&weight, weights(vectors, count as u32).unwrap()),
            sum: (&mut sum, layout),
            to: (&mut to, layout),
            epsilon: 1e-5,
        });
        let (sum, to) = (emulator.written(sum), emulator.written(to));
        for row in 0..count {
            let of_row = |i: usize| row * length + i;
            let added = |i: usize| x[of_row(i)] + y[of_row(i)];
            let squares: f64 = (0..length).map(|i| f64::from(added(i)).powi(2)).sum();
            let each = (squares / length as f64 + 1e-5).sqrt().recip();
            for i in 0..length {
                assert_eq!(sum[of_row(i)], added(i));
                let right = f64::from(added(i)) * each * f64::from(scale[i]);
                let found = to[of_row(i)];
                assert!((f64::from(found) - right).abs() < 1e-5, "{found} for {right}");
            }
        }
    }
}

#[test]
#[should_panic(expected = "rms_norm: a block has 1024 vectors of a row, and rows have 1025")]
fn rows_that_are_too_long_are_refused() {
    let mut emulator = Emulator::new(1);
    let (x, layout) = (emulator.upload(&[0.0_f32; 4100]), rows(1025, 1).unwrap());
    let [mut sum, mut to] = [(); 2].map(|()| emulator.poisoned::<f32>(4100));
    emulator.run(rms_norm {
        from: (&x, layout),
        residual: (&x, layout),
        weight: (&x, weights(1025, 1).unwrap()),
        sum: (&mut sum, layout),
        to: (&mut to, layout),
        epsilon: 1e-5,
    });
}
