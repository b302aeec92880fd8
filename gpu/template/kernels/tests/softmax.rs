//! Softmax, compared with the same in f64.

use kernels::layer_norm::rows;
use kernels::softmax::softmax;
use tilework_device::emulator::Emulator;

#[test]
fn rows_add_up_to_one() {
    for (seed, count) in (0..).zip([1, 2, 3]) {
        let mut emulator = Emulator::new(seed);
        let data: Vec<f32> =
            (0..count as usize * 4096).map(|i| (i * 7919 % 1000) as f32 / 250.0 - 2.0).collect();
        let (from, mut to) = (emulator.upload(&data), emulator.poisoned::<f32>(data.len()));
        let rows = rows(count).unwrap();
        emulator.run(softmax { from: (&from, rows), to: (&mut to, rows) });
        for (x, y) in data.chunks(4096).zip(emulator.written(to).chunks(4096)) {
            let sum: f64 = x.iter().map(|&x| f64::from(x).exp()).sum();
            for (&x, &y) in x.iter().zip(y) {
                assert!((f64::from(y) * sum / f64::from(x).exp() - 1.0).abs() < 1e-4);
            }
        }
    }
}
