//! Attention for any lengths: causal, with shared key heads, and with logarithms.

use half::bf16;
use tilework_kernels::argument::attention::{Attention64, Attention128, Parameters};
use tilework_kernels::attention_masked::{
    OfK, OfLogs, OfO, OfQ, OfV, attention_masked_64, attention_masked_128,
};
use tilework_kernels::device::TensorMap;

use crate::emulator;
use crate::reference::{Random, attention_of_row, in_parallel};
use tilework::try_layout;

type Kernel = unsafe fn(
    &TensorMap<OfQ>,
    &TensorMap<OfK>,
    &TensorMap<OfV>,
    &TensorMap<OfO>,
    *mut f32,
    OfLogs,
    [u32; 2],
    [u32; 2],
    i32,
    f32,
);

/// A problem: its extents, and the visible keys: a row sees those before `row + reach`.
struct Problem {
    batches: u32,
    heads: u32,
    shared_by: u32,
    queries: u32,
    keys: u32,
    reach: i32,
    logs: bool,
}

fn is_right<A: Parameters>(kernel: Kernel, of: Problem) {
    let Problem { batches, heads, shared_by, queries, keys, reach, logs } = of;
    let d = A::HEAD as u32;
    let mut random = Random::fresh();
    let mut emulator = emulator(&mut random);
    let mut numbers = |tokens: u32, heads: u32| -> Vec<bf16> {
        let count = (batches * tokens * heads * d) as usize;
        random.normals(count).into_iter().map(bf16::from_f32).collect()
    };
    let of_keys = heads / shared_by;
    let (q, k, v) = (numbers(queries, heads), numbers(keys, of_keys), numbers(keys, of_keys));
    // The heads of a token are adjacent, as in the layers of a network.
    let extents = |tokens: u32, heads: u32| [d, tokens, heads, batches];
    let strides = |tokens: u32, heads: u32| [1, heads * d, d, tokens * heads * d].map(u64::from);
    let maps = {
        let on = [&q, &k, &v].map(|x| emulator.upload(x));
        let q =
            emulator.tensor_map_strided(on[0], extents(queries, heads), strides(queries, heads));
        let (extents, strides) = (extents(keys, of_keys), strides(keys, of_keys));
        let k = emulator.tensor_map_strided(on[1], extents, strides);
        (q, k, emulator.tensor_map_strided(on[2], extents, strides))
    };
    let o = emulator.poisoned::<bf16>(q.len());
    let of_o = emulator.tensor_map_strided(o, extents(queries, heads), strides(queries, heads));
    let on_logs = emulator.poisoned::<f32>((batches * heads * queries) as usize);
    let of_rows = if logs { queries } else { 0 };
    let (one, of_all) = (1_u32, heads * queries);
    let of_logs: OfLogs = try_layout!((of_rows,heads,batches):(one,queries,of_all)).unwrap();
    let scale = 1.0 / f64::from(d).sqrt();
    let to_power_of_2 = (scale * std::f64::consts::LOG2_E) as f32;
    // Two heads at a time if their number is even.
    let near = if (heads * batches).is_multiple_of(2) { 2 } else { 1 };
    let grid = [near, queries.div_ceil(128), heads * batches / near];
    // SAFETY: the maps are of the buffers, and there is a block for each 128 queries of each head.
    emulator.launch(grid, 384, A::SHARED_MEMORY, || unsafe {
        let ((q, k, v), logs) = (&maps, on_logs.pointer_mut());
        let (tokens, heads) = ([queries, keys], [heads, shared_by]);
        kernel(q, k, v, &of_o, logs, of_logs, tokens, heads, reach, to_power_of_2);
    });
    let (o, found) = (emulator.download(o), emulator.download(on_logs));
    let row = |data: &[bf16], at: [u32; 3], heads: u32, tokens: u32| -> Vec<f64> {
        let [token, head, batch] = at;
        let first = (d * (head + heads * (token + tokens * batch))) as usize;
        let row = &data[first..first + d as usize];
        row.iter().map(|&x| x.to_f64()).collect()
    };
    let wrong = in_parallel(found.len(), |i| {
        let [token, head, batch] =
            [i as u32 % queries, i as u32 / queries % heads, i as u32 / queries / heads];
        let seen = (i64::from(token) + i64::from(reach)).clamp(0, keys.into()) as u32;
        let of = |data: &[bf16], key: u32| row(data, [key, head / shared_by, batch], of_keys, keys);
        let (right, log) = attention_of_row(
            scale,
            &row(&q, [token, head, batch], heads, queries),
            (0..seen).map(|key| of(&k, key)),
            (0..seen).map(|key| of(&v, key)),
        );
        let o = row(&o, [token, head, batch], heads, queries);
        let difference: f64 = right.iter().zip(&o).map(|(x, y)| (x - y) * (x - y)).sum();
        let length: f64 = right.iter().map(|x| x * x).sum();
        let found = f64::from(found[i]);
        let of_log = if !logs {
            found.is_nan()
        } else if seen == 0 {
            found == f64::NEG_INFINITY
        } else {
            (found - log).abs() < 1e-2
        };
        let of_row = if seen == 0 { difference == 0.0 } else { difference / length < 9e-4 };
        (!of_log || !of_row).then(|| {
            format!("{token} of {head}, {batch}: {found} for {log}, {difference:e} of {length}")
        })
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{} wrong, the first: {}", wrong.len(), wrong[0]);
}

const ALL: Problem =
    Problem { batches: 1, heads: 1, shared_by: 1, queries: 128, keys: 128, reach: 1, logs: true };

#[test]
fn causal() {
    is_right::<Attention128>(attention_masked_128, Problem { queries: 256, keys: 256, ..ALL });
    is_right::<Attention64>(attention_masked_64, Problem { queries: 384, keys: 384, ..ALL });
}
/// Rows past the end are not written, and keys past the end have no weight.
#[test]
fn of_any_length() {
    let all = i32::MAX / 2;
    is_right::<Attention128>(
        attention_masked_128,
        Problem { queries: 77, keys: 201, reach: all, ..ALL },
    );
    is_right::<Attention64>(
        attention_masked_64,
        Problem { queries: 130, keys: 129, reach: all, logs: false, ..ALL },
    );
    is_right::<Attention64>(
        attention_masked_64,
        Problem { queries: 1, keys: 1, reach: all, ..ALL },
    );
}
/// The last query sees the last key. With more keys the diagonal lies in two steps; with fewer, the first rows see
/// nothing.
#[test]
fn causal_of_other_lengths() {
    is_right::<Attention64>(
        attention_masked_64,
        Problem { queries: 130, keys: 330, reach: 201, ..ALL },
    );
    is_right::<Attention64>(
        attention_masked_64,
        Problem { queries: 300, keys: 100, reach: -199, ..ALL },
    );
}
/// In each batch two heads have keys, each for three heads of queries.
#[test]
fn heads_share_keys() {
    let heads = Problem {
        batches: 2,
        heads: 6,
        shared_by: 3,
        queries: 20,
        keys: 40,
        reach: 21,
        logs: true,
    };
    is_right::<Attention64>(attention_masked_64, heads);
}
