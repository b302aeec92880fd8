//! Rotary embedding, RMS norm, a scan, top-k softmax and a product of bf16: each compared with the same on the CPU.

use std::error::Error;

use tilework_host::{Gpu, reference};

use super::table::Row;
use super::{REPEATS, copied};

type Result<T> = std::result::Result<T, Box<dyn Error>>;
/// All of them, in the order of the table.
pub const ALL: [fn(&Gpu) -> Result<Row>; 5] =
    [turned, root_mean_square, summed, largest, multiplied];

/// Numbers from -1 to 1.
fn numbers(count: usize, by: u32) -> Vec<f32> {
    (0..count).map(|i| ((i as u32).wrapping_mul(by) >> 8) as f32 / 8_388_608.0 - 1.0).collect()
}
/// The number of wrong results of rows, which are compared by several threads.
fn wrong(rows: usize, of_row: impl Fn(usize) -> usize + Sync) -> usize {
    reference::in_parallel(rows, of_row).into_iter().sum()
}
/// The largest error of rows. NaN, which nobody has written, counts as infinitely wrong.
fn largest_error(rows: usize, of_row: impl Fn(usize) -> f64 + Sync) -> f64 {
    let worse = |x: f64, y: f64| if y.is_nan() { f64::INFINITY } else { x.max(y) };
    reference::in_parallel(rows, of_row).into_iter().fold(0.0, worse)
}

/// Rotary embedding of 4096 tokens of 32 heads, exactly, since the CPU rounds in the same places.
fn turned(gpu: &Gpu) -> Result<Row> {
    use kernels::rotary::{angles, heads, rotary};
    let (count, tokens) = (32_usize, 4096_usize);
    let x = numbers(128 * count * tokens, 2_654_435_761);
    let angle = |i: usize| (i / 64) as f32 * 1e4_f32.powf(-((i % 64) as f32) / 64.0);
    let [cos, sin] =
        [f32::cos, f32::sin].map(|f| (0..64 * tokens).map(|i| f(angle(i))).collect::<Vec<f32>>());
    let (from, of_cos, of_sin) = (gpu.upload(&x)?, gpu.upload(&cos)?, gpu.upload(&sin)?);
    let mut to = gpu.poisoned::<f32>(x.len())?;
    let layout = heads(count as u32, tokens as u32)?;
    let of_angles = angles(count as u32, tokens as u32)?;
    let copy = copied(gpu, &from)?;
    let ms = gpu.median_ms(REPEATS, |_| {
        let (cos, sin) = ((&of_cos, of_angles), (&of_sin, of_angles));
        gpu.run(rotary { from: (&from, layout), cos, sin, to: (&mut to, layout) })
    })?;
    let found = gpu.download(&to)?;
    let wrong = wrong(tokens * count, |row| {
        let (x, found) = (&x[128 * row..][..128], &found[128 * row..][..128]);
        let first = 64 * (row / count);
        let is_wrong = |i: usize| {
            let (cos, sin, x, y) = (cos[first + i], sin[first + i], x[i], x[i + 64]);
            found[i] != x.mul_add(cos, -(y * sin)) || found[i + 64] != y.mul_add(cos, x * sin)
        };
        (0..64).filter(|&i| is_wrong(i)).count()
    });
    let moved = 8.0 * x.len() as f64 + 8.0 * cos.len() as f64;
    Ok(Row::of_wrong("rotary", ms, moved, "TB/s", wrong, x.len() / 2).beside_copy(copy))
}

/// The sum of two matrices of 8192 rows of 4096, and its rows by their root mean square, compared with the same in f64.
fn root_mean_square(gpu: &Gpu) -> Result<Row> {
    use kernels::rms_norm::{rms_norm, rows, weights};
    let (length, count, epsilon) = (4096_usize, 8192_usize, 1e-5);
    let [x, y] = [2_654_435_761, 3_266_489_917].map(|by| numbers(length * count, by));
    let scale = numbers(length, 668_265_263);
    let (from, residual, weight) = (gpu.upload(&x)?, gpu.upload(&y)?, gpu.upload(&scale)?);
    let (mut sum, mut to) = (gpu.poisoned::<f32>(x.len())?, gpu.poisoned::<f32>(x.len())?);
    let (vectors, rows_of) = (length as u32 / 4, count as u32);
    let (layout, of_weights) = (rows(vectors, rows_of)?, weights(vectors, rows_of)?);
    let copy = copied(gpu, &from)?;
    let ms = gpu.median_ms(REPEATS, |_| {
        gpu.run(rms_norm {
            from: (&from, layout),
            residual: (&residual, layout),
            weight: (&weight, of_weights),
            sum: (&mut sum, layout),
            to: (&mut to, layout),
            epsilon,
        })
    })?;
    let (sum, to) = (gpu.download(&sum)?, gpu.download(&to)?);
    let error = largest_error(count, |row| {
        let at = length * row;
        let added = |i: usize| f64::from(x[at + i] + y[at + i]);
        let mean = (0..length).map(|i| added(i).powi(2)).sum::<f64>() / length as f64;
        let each = (mean + f64::from(epsilon)).sqrt().recip();
        (0..length).fold(0.0, |most: f64, i| {
            let of_sum = (f64::from(sum[at + i]) - added(i)).abs();
            let of_to = (f64::from(to[at + i]) - added(i) * each * f64::from(scale[i])).abs();
            if (of_sum + of_to).is_nan() { f64::INFINITY } else { most.max(of_sum).max(of_to) }
        })
    });
    let moved = 16.0 * x.len() as f64;
    Ok(Row::of_error("rms_norm", ms, moved, "TB/s", error, 1e-5).beside_copy(copy))
}

/// The sums of 2^26 numbers up to each one, exactly.
fn summed(gpu: &Gpu) -> Result<Row> {
    use kernels::scan::{numbers, scan, statuses, ticket};
    let count = 1_u32 << 26;
    let x: Vec<u32> = (0..count).map(|i| i.wrapping_mul(2_654_435_761) >> 3).collect();
    let (from, mut to) = (gpu.upload(&x)?, gpu.poisoned::<u32>(x.len())?);
    let (layout, of_tiles) = (numbers(count / 4)?, statuses(count / 4)?);
    let mut status = gpu.upload(&vec![0_u64; of_tiles.size()])?;
    let mut next = gpu.upload(&[0_u32])?;
    let copy = copied(gpu, &gpu.poisoned::<f32>(x.len())?)?;
    // Statuses of earlier launches say nothing, since each launch has a number of its own.
    let mut launch = 0;
    let ms = gpu.median_ms(REPEATS, |_| {
        launch += 1;
        gpu.run(scan {
            from: (&from, layout),
            to: (&mut to, layout),
            status: (&mut status, of_tiles),
            ticket: (&mut next, ticket()),
            launch,
        })
    })?;
    let mut sum = 0_u32;
    let right = x.iter().map(|x| {
        sum = sum.wrapping_add(*x);
        sum
    });
    let wrong = gpu.download(&to)?.into_iter().zip(right).filter(|(x, right)| x != right).count();
    let moved = 8.0 * f64::from(count);
    Ok(Row::of_wrong("scan", ms, moved, "TB/s", wrong, x.len()).beside_copy(copy))
}

/// The 8 largest numbers of softmax of 16384 rows of 4096: the indices exactly, and the values relative to those in f64.
fn largest(gpu: &Gpu) -> Result<Row> {
    use kernels::top_k::{largest, rows, top_k};
    let (k, length, count) = (8_usize, 4096_usize, 16384_usize);
    let x: Vec<f32> = numbers(length * count, 2_654_435_761).iter().map(|x| 4.0 * x).collect();
    let from = gpu.upload(&x)?;
    let mut values = gpu.poisoned::<f32>(k * count)?;
    let mut indices = gpu.poisoned::<u32>(k * count)?;
    let of_rows = rows(length as u32 / 4, count as u32)?;
    let of_largest = largest(k as u32, count as u32)?;
    let copy = copied(gpu, &from)?;
    let ms = gpu.median_ms(REPEATS, |_| {
        gpu.run(top_k {
            from: (&from, of_rows),
            values: (&mut values, of_largest),
            indices: (&mut indices, of_largest),
        })
    })?;
    let (values, indices) = (gpu.download(&values)?, gpu.download(&indices)?);
    let error = largest_error(count, |row| {
        let x = &x[length * row..][..length];
        let mut order: Vec<usize> = (0..length).collect();
        // Equal numbers stay in the order of their indices.
        order.sort_by(|&i, &j| x[j].total_cmp(&x[i]));
        let most = f64::from(x[order[0]]);
        let sum: f64 = x.iter().map(|&x| (f64::from(x) - most).exp()).sum();
        order[..k].iter().enumerate().fold(0.0, |worst: f64, (place, &index)| {
            let at = k * row + place;
            let right = (f64::from(x[index]) - most).exp() / sum;
            let error = (f64::from(values[at]) / right - 1.0).abs();
            let is_wrong = indices[at] as usize != index || error.is_nan();
            if is_wrong { f64::INFINITY } else { worst.max(error) }
        })
    });
    let moved = 4.0 * x.len() as f64 + 8.0 * (k * count) as f64;
    Ok(Row::of_error("top_k", ms, moved, "TB/s", error, 1e-4).beside_copy(copy))
}

/// A product of bf16 of 4096 x 4224 x 4096. Elements are small integers, so that sums are exact in f32, and each row is
/// compared by a random sum of its elements (`reference::wrong_rows_of_product`). They are such that no sum is rounded to bf16.
fn multiplied(gpu: &Gpu) -> Result<Row> {
    use kernels::product_bf16::{by_rows, product_bf16};
    let [m, n, k] = [4096_usize, 4224, 4096];
    // One in 64 elements is not 0, and sums stay below 256.
    let sparse = |count: usize, by: u32| -> Vec<f32> {
        let random = |i: usize| (i as u32 ^ by).wrapping_mul(2_654_435_761) >> 8;
        let number = |x: u32| {
            if x.is_multiple_of(64) { (x / 64 % 3) as f32 - 1.0 } else { 0.0 }
        };
        (0..count).map(|i| number(random(i))).collect()
    };
    let (a, b) = (sparse(m * k, 0), sparse(n * k, 0x9e37_79b9));
    // All of these numbers are exact in the upper half of an f32.
    let words = |x: &[f32]| x.iter().map(|x| (x.to_bits() >> 16) as u16).collect::<Vec<u16>>();
    let (of_a, of_b) = (gpu.upload(&words(&a))?, gpu.upload(&words(&b))?);
    let mut c = gpu.poisoned::<u16>(m * n)?;
    let by_rows = |rows: usize, columns: usize| by_rows(rows as u32, columns as u32 / 8);
    let (a_layout, b_layout, c_layout) = (by_rows(m, k)?, by_rows(n, k)?, by_rows(m, n)?);
    let ms = gpu.median_ms(REPEATS, |_| {
        gpu.run(product_bf16 { a: (&of_a, a_layout), b: (&of_b, b_layout), c: (&mut c, c_layout) })
    })?;
    let c = gpu.download(&c)?;
    let wrong = reference::wrong_rows_of_product(
        [m, n, k],
        |i, p| f64::from(a[k * i + p]),
        |j, p| f64::from(b[k * j + p]),
        |i, j| f64::from(f32::from_bits(u32::from(c[n * i + j]) << 16)),
        &mut reference::Random::fresh(),
    );
    Ok(Row::of_wrong("product_bf16", ms, 2.0 * (m * n * k) as f64, "TFLOP/s", wrong, m))
}
