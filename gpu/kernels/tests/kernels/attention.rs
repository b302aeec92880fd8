//! The attention forward pass.

use half::bf16;
use tilework_kernels::argument::attention::{Attention64, Parameters};
use tilework_kernels::attention::{OfQ, OfTokens, attention_64};
use tilework_kernels::device::TensorMap;

use crate::emulator;
use crate::reference::{Random, dominated, error_of_attention, in_parallel};

type Attention<A> = unsafe fn(
    &TensorMap<OfQ>,
    &TensorMap<OfTokens<A>>,
    &TensorMap<OfTokens<A>>,
    *mut bf16,
    u32,
    f32,
);

fn forward<A: Parameters>(kernel: Attention<A>, d: usize, [heads, tokens]: [usize; 2]) {
    let mut random = Random::fresh();
    let mut emulator = emulator(&mut random);
    let rows = heads * tokens;
    let mut numbers =
        || -> Vec<bf16> { random.normals(rows * d).into_iter().map(bf16::from_f32).collect() };
    let [q, k, v] = [numbers(), numbers(), numbers()];
    let on = [&q, &k, &v].map(|x| emulator.upload(x));
    let maps = (
        emulator.tensor_map(on[0], d as u32),
        emulator.tensor_map(on[1], d as u32),
        emulator.tensor_map(on[2], d as u32),
    );
    let o = emulator.poisoned::<bf16>(rows * d);
    let scale = 1.0 / (d as f64).sqrt();
    let to_power_of_2 = (scale * std::f64::consts::LOG2_E) as f32;
    let grid = [tokens as u32 / 128, heads as u32, 1];
    // SAFETY: the maps are of the buffers, and there is a block for 128 tokens of each head.
    emulator.launch(grid, 384, 5 * 128 * 2 * d + 128, || unsafe {
        let (q, k, v) = &maps;
        kernel(q, k, v, o.pointer_mut(), tokens as u32, to_power_of_2);
    });
    let o = emulator.download(o);
    let of = |data: &[bf16], row: usize| -> Vec<f64> {
        data[row * d..][..d].iter().map(|&x| x.to_f64()).collect()
    };
    let errors = in_parallel(rows, |row| {
        let tokens = row / tokens * tokens..row / tokens * tokens + tokens;
        let (keys, values) = (tokens.clone().map(|at| of(&k, at)), tokens.map(|at| of(&v, at)));
        error_of_attention(scale, &of(&q, row), keys, values, &of(&o, row))
    });
    let worst = errors.into_iter().fold(0.0, f64::max);
    assert!(worst < 3e-2, "{worst:e}");
}

/// If one key dominates each row, a row of `O` equals a row of `V` exactly.
fn dominated_by_one_key<A: Parameters>(kernel: Attention<A>, [heads, tokens, d]: [u32; 3]) {
    let mut random = Random::fresh();
    let mut emulator = emulator(&mut random);
    let (q, k, of_row) = dominated([heads, tokens, d], &mut random);
    let rows = of_row.len();
    let v = random.normals(rows * d as usize);
    let bits = |x: Vec<f32>| -> Vec<bf16> { x.into_iter().map(bf16::from_f32).collect() };
    let [q, k, v] = [q, k, v].map(bits);
    let on = [&q, &k, &v].map(|x| emulator.upload(x));
    let maps = (
        emulator.tensor_map(on[0], d),
        emulator.tensor_map(on[1], d),
        emulator.tensor_map(on[2], d),
    );
    let o = emulator.poisoned::<bf16>(rows * d as usize);
    let to_power_of_2 = (std::f64::consts::LOG2_E / f64::from(d).sqrt()) as f32;
    // SAFETY: as above.
    emulator.launch([tokens / 128, heads, 1], 384, 5 * 128 * 2 * d as usize + 128, || unsafe {
        let (q, k, v) = &maps;
        kernel(q, k, v, o.pointer_mut(), tokens, to_power_of_2);
    });
    let o = emulator.download(o);
    let row = |data: &[bf16], row: usize| data[row * d as usize..][..d as usize].to_vec();
    for (i, &of) in of_row.iter().enumerate() {
        assert_eq!(row(&o, i), row(&v, of), "row {i}");
    }
}

#[test]
fn one_key_decides() {
    dominated_by_one_key::<Attention64>(attention_64, [2, 256, 64]);
}

#[test]
fn of_d_64() {
    forward::<Attention64>(attention_64, 64, [1, 512]);
}
