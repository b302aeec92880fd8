//! Products of e4m3 with scales.

use half::bf16;
use tilework::try_layout;
use tilework_kernels::device::{Input, TensorMap};
use tilework_kernels::gemm_e4m3::{
    OfA, OfB, OfC, Scales, THREADS, gemm_e4m3_blocks, gemm_e4m3_rows, shared_memory, tiles,
};

use crate::host;
use crate::reference::{Random, e4m3, in_parallel};

type Kernel<const COLUMNS: usize> = unsafe fn(
    &TensorMap<OfA>,
    &TensorMap<OfB<COLUMNS>>,
    &TensorMap<OfC>,
    Input<f32, Scales>,
    Input<f32, Scales>,
    [u32; 2],
    [u32; 3],
);

/// Scales have `rows` of each row of `A`, of each so many of `B`, and of each so many columns of `k`.
fn is_right<const COLUMNS: usize>(
    kernel: Kernel<COLUMNS>,
    stages: usize,
    [m, n, k]: [u32; 3],
    [of_rows, of_columns]: [u32; 2],
) {
    let mut random = Random::fresh();
    let mut host = host(&mut random);
    let mut numbers =
        |rows: u32| -> Vec<u8> { (0..rows * k).map(|_| e4m3::random(&mut random)).collect() };
    let (a, b) = (numbers(m), numbers(n));
    let (parts, blocks) = (k.div_ceil(of_columns), n.div_ceil(of_rows));
    let mut scales = |rows: u32| -> Vec<f32> {
        let count = (rows * parts) as usize;
        random.numbers(count).into_iter().map(|x| 1.5 + x).collect()
    };
    let (scales_a, scales_b) = (scales(m), scales(blocks));
    let (on_a, on_b) = (host.upload(&a), host.upload(&b));
    let c = host.poisoned::<u16>((m * n) as usize);
    let of = |rows, columns: u32| ([columns, rows], [1, u64::from(columns)]);
    let maps = (
        host.tensor_map_strided::<OfA, 2>(on_a, of(m, k).0, of(m, k).1),
        host.tensor_map_strided::<OfB<COLUMNS>, 2>(on_b, of(n, k).0, of(n, k).1),
        host.tensor_map_strided::<OfC, 2>(c, of(m, n).0, of(m, n).1),
    );
    let (of_a, of_b): (Scales, Scales) =
        (try_layout!((m,parts):(1,m)).unwrap(), try_layout!((blocks,parts):(1,blocks)).unwrap());
    let (on_scales_a, on_scales_b) = (host.upload(&scales_a), host.upload(&scales_b));
    let tiles = tiles(m, n, COLUMNS);
    // One cluster takes all tiles, one after another.
    host.launch_clusters(2, [2, 1, 1], THREADS, shared_memory(COLUMNS, stages), || unsafe {
        let scales_a = Input::from_raw_parts(on_scales_a.pointer(), of_a);
        let scales_b = Input::from_raw_parts(on_scales_b.pointer(), of_b);
        kernel(&maps.0, &maps.1, &maps.2, scales_a, scales_b, tiles, [m, n, k]);
    });
    let c = host.download(c);
    let wrong = in_parallel(c.len(), |at| {
        let (i, j) = (at / n as usize, at % n as usize);
        let product = |p: usize| {
            let part = p / of_columns as usize;
            let scale = |scales: &[f32], row: usize, rows: u32| {
                f64::from(scales[row + rows as usize * part])
            };
            let of_b = scale(&scales_b, j / of_rows as usize, blocks);
            let of_a = scale(&scales_a, i, m);
            of_a * of_b * e4m3::value(a[i * k as usize + p]) * e4m3::value(b[j * k as usize + p])
        };
        let products: Vec<f64> = (0..k as usize).map(product).collect();
        let (right, size) =
            (products.iter().sum::<f64>(), products.iter().map(|x| x.abs()).sum::<f64>());
        let found = bf16::from_bits(c[at]).to_f64();
        // Of bf16 there are 8 bits.
        let differs = (found - right).abs() > right.abs() / 200.0 + size / 1e5;
        (differs || found.is_nan()).then(|| format!("({i},{j}): {found} for {right}"))
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{} wrong, the first: {}", wrong.len(), wrong[0]);
}

#[test]
fn by_rows() {
    is_right(gemm_e4m3_rows, 4, [520, 264, 272], [1, 272]);
}
#[test]
fn by_blocks() {
    is_right(gemm_e4m3_blocks, 6, [300, 136, 400], [128, 128]);
}
