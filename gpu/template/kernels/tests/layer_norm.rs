//! Layer normalization, compared with the same in f64.

use kernels::layer_norm::{layer_norm, row, rows};
use tilework_device::emulator::Emulator;

#[test]
fn rows_are_normal() {
    for seed in 0..3 {
        let mut emulator = Emulator::new(seed);
        let numbers = |count: usize, of: f32| {
            (0..count).map(|i| ((i * 7919) % 1000) as f32 / of - 2.0).collect::<Vec<f32>>()
        };
        let (data, scale, shift) =
            (numbers(2 * 4096, 250.0), numbers(4096, 300.0), numbers(4096, 500.0));
        let (from, of_scale, of_shift) =
            (emulator.upload(&data), emulator.upload(&scale), emulator.upload(&shift));
        let mut to = emulator.poisoned::<f32>(data.len());
        let (rows, row) = (rows(2).unwrap(), row());
        emulator.run(layer_norm {
            from: (&from, rows),
            scale: (&of_scale, row),
            shift: (&of_shift, row),
            to: (&mut to, rows),
            epsilon: 1e-5,
        });
        for (x, y) in data.chunks(4096).zip(emulator.written(to).chunks(4096)) {
            let mean_of =
                |f: &dyn Fn(f64) -> f64| x.iter().map(|&x| f(f64::from(x))).sum::<f64>() / 4096.0;
            let mean = mean_of(&|x| x);
            let each = 1.0 / (mean_of(&|x| (x - mean).powi(2)) + 1e-5).sqrt();
            for (i, (&x, &y)) in x.iter().zip(y).enumerate() {
                let right =
                    (f64::from(x) - mean) * each * f64::from(scale[i]) + f64::from(shift[i]);
                assert!((f64::from(y) - right).abs() < 1e-4, "{y} for {right}");
            }
        }
    }
}
