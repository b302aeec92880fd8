//! Rotary embedding, compared with the definition, exactly.

use kernels::rotary::{angles, heads, rotary};
use tilework_device::emulator::Emulator;

#[test]
fn heads_are_turned() {
    for (seed, [count, tokens]) in [[4, 16], [5, 19], [1, 1], [9, 33]].into_iter().enumerate() {
        let mut emulator = Emulator::new(seed as u64);
        let numbers = |count: usize, by: usize| -> Vec<f32> {
            (0..count).map(|i| (i.wrapping_mul(by) % 1009) as f32 / 500.0 - 1.0).collect()
        };
        let x = numbers(128 * count * tokens, 7919);
        let (cos, sin) = (numbers(64 * tokens, 613), numbers(64 * tokens, 401));
        let (from, of_cos, of_sin) =
            (emulator.upload(&x), emulator.upload(&cos), emulator.upload(&sin));
        let mut to = emulator.poisoned::<f32>(x.len());
        let layout = heads(count as u32, tokens as u32).unwrap();
        let of_angles = angles(count as u32, tokens as u32).unwrap();
        emulator.run(rotary {
            from: (&from, layout),
            cos: (&of_cos, of_angles),
            sin: (&of_sin, of_angles),
            to: (&mut to, layout),
        });
        let to = emulator.written(to);
        for (at, (x, to)) in x.chunks(128).zip(to.chunks(128)).enumerate() {
            let token = at / count;
            for i in 0..64 {
                let (cos, sin) = (cos[64 * token + i], sin[64 * token + i]);
                assert_eq!(to[i], x[i].mul_add(cos, -(x[i + 64] * sin)));
                assert_eq!(to[i + 64], x[i + 64].mul_add(cos, x[i] * sin));
            }
        }
    }
}
