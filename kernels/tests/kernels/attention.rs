//! Attention forward.

use half::bf16;
use tilework_kernels::attention::{attention_64, attention_128};
use tilework_kernels::device::TensorMap;

use crate::host;
use crate::reference::{Random, error_of_attention, in_parallel};

type Attention = unsafe fn(&TensorMap, &TensorMap, &TensorMap, *mut u32, u32, f32);

fn forward(kernel: Attention, d: usize, [heads, tokens]: [usize; 2]) {
    let mut random = Random::fresh();
    let mut host = host(&mut random);
    let rows = heads * tokens;
    let mut numbers = || -> Vec<u16> {
        random.normals(rows * d).into_iter().map(|x| bf16::from_f32(x).to_bits()).collect()
    };
    let [q, k, v] = [numbers(), numbers(), numbers()];
    let maps = [&q, &k, &v].map(|x| {
        let on = host.upload(x);
        host.tensor_map(on, d as u32, [64, 128])
    });
    let o = host.poisoned::<u16>(rows * d);
    let scale = 1.0 / (d as f64).sqrt();
    let to_power_of_2 = (scale * std::f64::consts::LOG2_E) as f32;
    let grid = [tokens as u32 / 128, heads as u32, 1];
    // SAFETY: the maps are those of the buffers, and there is a block for 128 tokens of each head.
    host.launch(grid, 384, 5 * 128 * 2 * d + 128, || unsafe {
        let [q, k, v] = &maps;
        kernel(q, k, v, o.pointer_mut(), tokens as u32, to_power_of_2);
    });
    let o = host.download(o);
    let of = |data: &[u16], row: usize| -> Vec<f64> {
        data[row * d..][..d].iter().map(|&x| bf16::from_bits(x).to_f64()).collect()
    };
    let errors = in_parallel(rows, |row| {
        let tokens = row / tokens * tokens..row / tokens * tokens + tokens;
        let (keys, values) = (tokens.clone().map(|at| of(&k, at)), tokens.map(|at| of(&v, at)));
        error_of_attention(scale, &of(&q, row), keys, values, &of(&o, row))
    });
    let worst = errors.into_iter().fold(0.0, f64::max);
    assert!(worst < 3e-2, "{worst:e}");
}

#[test]
fn of_d_128() {
    forward(attention_128, 128, [2, 128]);
}
#[test]
fn of_d_64() {
    forward(attention_64, 64, [1, 512]);
}
