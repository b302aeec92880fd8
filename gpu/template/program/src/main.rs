//! Launches the kernels on the first GPU, compares each result with the CPU, and prints a table of times.

mod five;
mod table;

use std::error::Error;
use std::process::ExitCode;

use tilework_host::{Buffer, Gpu, reference};

use table::{Row, TITLE};

/// The kernels, compiled by the build script.
const PTX: &str = include_str!(concat!(env!("OUT_DIR"), "/kernels.ptx"));
/// The number of timed launches.
const REPEATS: usize = 20;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let gpu = Gpu::first(PTX)?;
    println!("{}\n\n{TITLE}", gpu.name());
    let mut wrong = Vec::new();
    let own = [scaled, copied_rows, transposed, normal, powers, counted, multiplied];
    for of in own.into_iter().chain(five::ALL) {
        let row = of(&gpu)?;
        println!("{row}");
        if !row.right {
            wrong.push(row.name);
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(format!("wrong: {}", wrong.join(", ")).into()) }
}

/// `to = factor from`. It is exact, since the factor is a power of 2 times a small integer.
fn scaled(gpu: &Gpu) -> Result<Row, Box<dyn Error>> {
    use kernels::scale::{scale, tiles};
    let blocks = 1 << 16;
    let data: Vec<f32> = (0..blocks * 1024).map(|i| (i % 1000) as f32).collect();
    let (from, mut to) = (gpu.upload(&data)?, gpu.poisoned::<f32>(data.len())?);
    let tiles = tiles(blocks)?;
    let copy = copied(gpu, &from)?;
    let ms = gpu.median_ms(REPEATS, |_| {
        gpu.run(scale { from: (&from, tiles), to: (&mut to, tiles), factor: 2.5 })
    })?;
    let wrong = gpu.download(&to)?.iter().zip(&data).filter(|(y, x)| **y != 2.5 * **x).count();
    let moved = 8 * data.len();
    Ok(Row::of_wrong("scale", ms, moved as f64, "TB/s", wrong, data.len()).beside_copy(copy))
}

/// A matrix whose extents are no multiples of the tile, and whose rows have padding.
fn copied_rows(gpu: &Gpu) -> Result<Row, Box<dyn Error>> {
    use kernels::copy::copy;
    use kernels::matrix::by_rows;
    let [m, n, pitch] = [8191_usize, 8190, 8192];
    let data: Vec<f32> = (0..m * pitch).map(|i| (i % 65521) as f32).collect();
    let (from, mut to) = (gpu.upload(&data)?, gpu.poisoned::<f32>(m * n)?);
    let layout = |pitch: usize| by_rows(m as u32, n as u32, pitch as u32);
    let (of, into) = (layout(pitch)?, layout(n)?);
    let beside = copied(gpu, &from)?;
    let ms =
        gpu.median_ms(REPEATS, |_| gpu.run(copy { from: (&from, of), to: (&mut to, into) }))?;
    let to = gpu.download(&to)?;
    let wrong = (0..m * n).filter(|at| to[*at] != data[at / n * pitch + at % n]).count();
    Ok(Row::of_wrong("copy", ms, 8.0 * (m * n) as f64, "TB/s", wrong, m * n).beside_copy(beside))
}

/// A transpose of a matrix whose extents are no multiples of the tile.
fn transposed(gpu: &Gpu) -> Result<Row, Box<dyn Error>> {
    use kernels::matrix::{by_columns, by_rows};
    use kernels::transpose::transpose;
    let [m, n] = [8191_usize, 8190];
    let data: Vec<f32> = (0..m * n).map(|i| (i % 65521) as f32).collect();
    let (from, mut to) = (gpu.upload(&data)?, gpu.poisoned::<f32>(m * n)?);
    let [rows, columns] = [m as u32, n as u32];
    let (of, into) = (by_rows(rows, columns, columns)?, by_columns(rows, columns, rows)?);
    let beside = copied(gpu, &from)?;
    let ms =
        gpu.median_ms(REPEATS, |_| gpu.run(transpose { from: (&from, of), to: (&mut to, into) }))?;
    let to = gpu.download(&to)?;
    let wrong = (0..m * n).filter(|at| to[at % n * m + at / n] != data[*at]).count();
    let row = Row::of_wrong("transpose", ms, 8.0 * (m * n) as f64, "TB/s", wrong, m * n);
    Ok(row.beside_copy(beside))
}

/// Layer normalization, compared with the same in f64.
fn normal(gpu: &Gpu) -> Result<Row, Box<dyn Error>> {
    use kernels::layer_norm::{layer_norm, row, rows};
    let (count, each, epsilon) = (1 << 14, 4096, 1e-5);
    let numbers = |count: usize, of: f32| -> Vec<f32> {
        (0..count).map(|i| (i.wrapping_mul(7919) % 1000) as f32 / of - 2.0).collect()
    };
    let data = numbers(count as usize * each, 250.0);
    let (scale, shift) = (numbers(each, 300.0), numbers(each, 500.0));
    let (from, mut to) = (gpu.upload(&data)?, gpu.poisoned::<f32>(data.len())?);
    let (of_scale, of_shift) = (gpu.upload(&scale)?, gpu.upload(&shift)?);
    let (rows, row) = (rows(count)?, row());
    let copy = copied(gpu, &from)?;
    let ms = gpu.median_ms(REPEATS, |_| {
        let (scale, shift) = ((&of_scale, row), (&of_shift, row));
        gpu.run(layer_norm { from: (&from, rows), scale, shift, to: (&mut to, rows), epsilon })
    })?;
    let found = gpu.download(&to)?;
    // The largest error of a row. A number that nobody has written is NaN, and counts as infinitely wrong.
    let errors = reference::in_parallel(count as usize, |row| {
        let (x, found) = (&data[row * each..][..each], &found[row * each..][..each]);
        let mean_of =
            |f: &dyn Fn(f64) -> f64| x.iter().map(|&x| f(f64::from(x))).sum::<f64>() / each as f64;
        let mean = mean_of(&|x| x);
        let deviation = (mean_of(&|x| (x - mean).powi(2)) + f64::from(epsilon)).sqrt();
        (0..each).fold(0.0, |most: f64, i| {
            let normal = (f64::from(x[i]) - mean) / deviation;
            let right = normal * f64::from(scale[i]) + f64::from(shift[i]);
            let error = (f64::from(found[i]) - right).abs();
            if error.is_nan() { f64::INFINITY } else { most.max(error) }
        })
    });
    let error = errors.into_iter().fold(0.0, f64::max);
    let moved = 8 * data.len();
    Ok(Row::of_error("layer_norm", ms, moved as f64, "TB/s", error, 1e-4).beside_copy(copy))
}

/// Softmax, compared with the same in f64.
fn powers(gpu: &Gpu) -> Result<Row, Box<dyn Error>> {
    use kernels::layer_norm::rows;
    use kernels::softmax::softmax;
    let (count, each) = (1 << 14, 4096);
    let data: Vec<f32> = (0..count as usize * each)
        .map(|i| (i.wrapping_mul(7919) % 1000) as f32 / 250.0 - 2.0)
        .collect();
    let (from, mut to) = (gpu.upload(&data)?, gpu.poisoned::<f32>(data.len())?);
    let rows = rows(count)?;
    let beside = copied(gpu, &from)?;
    let ms =
        gpu.median_ms(REPEATS, |_| gpu.run(softmax { from: (&from, rows), to: (&mut to, rows) }))?;
    let found = gpu.download(&to)?;
    // The largest error of a row, relative to the number. A number that nobody has written counts as infinitely wrong.
    let errors = reference::in_parallel(count as usize, |row| {
        let (x, found) = (&data[row * each..][..each], &found[row * each..][..each]);
        let sum: f64 = x.iter().map(|&x| f64::from(x).exp()).sum();
        (0..each).fold(0.0, |most: f64, i| {
            let error = (f64::from(found[i]) * sum / f64::from(x[i]).exp() - 1.0).abs();
            if error.is_nan() { f64::INFINITY } else { most.max(error) }
        })
    });
    let error = errors.into_iter().fold(0.0, f64::max);
    let moved = 8 * data.len();
    Ok(Row::of_error("softmax", ms, moved as f64, "TB/s", error, 1e-4).beside_copy(beside))
}

/// Counts how often each byte occurs, exactly.
fn counted(gpu: &Gpu) -> Result<Row, Box<dyn Error>> {
    use kernels::histogram::{bins, histogram, tiles};
    let blocks = 1 << 14;
    let words = blocks * 4096;
    let data: Vec<u32> =
        (0..words).map(|i: u32| i.wrapping_mul(2_654_435_761) >> (i % 9)).collect();
    let (from, tiles, all) = (gpu.upload(&data)?, tiles(blocks)?, bins());
    // Once for the comparison, and then repeatedly into other bins, since the kernel adds.
    let mut once = gpu.upload(&[0_u32; 256])?;
    gpu.run(histogram { from: (&from, tiles), bins: (&mut once, all) })?;
    let mut others = gpu.upload(&[0_u32; 256])?;
    let ms = gpu.median_ms(REPEATS, |_| {
        gpu.run(histogram { from: (&from, tiles), bins: (&mut others, all) })
    })?;
    let mut right = [0_u32; 256];
    data.iter().flat_map(|word| word.to_le_bytes()).for_each(|byte| right[usize::from(byte)] += 1);
    let wrong = gpu.download(&once)?.iter().zip(right).filter(|(x, right)| **x != *right).count();
    Ok(Row::of_wrong("histogram", ms, 4.0 * f64::from(words), "TB/s", wrong, 256))
}

/// A product of integers. It is exact, but each row is compared by a random sum of its elements
/// (`reference::wrong_rows_of_product`).
fn multiplied(gpu: &Gpu) -> Result<Row, Box<dyn Error>> {
    use kernels::matrix::by_rows;
    use kernels::product::product;
    let [m, n, k] = [4096_usize, 2048, 1024];
    let numbers = |count: usize, by: usize| -> Vec<i8> {
        (0..count).map(|i| (i.wrapping_mul(by) % 251) as i8).collect()
    };
    let (a, b) = (numbers(m * k, 7919), numbers(n * k, 104_729));
    // The kernel takes words of 4 integers. A buffer of `i8` can be used as a buffer of words.
    let (of_a, of_b) = (gpu.upload(&a)?, gpu.upload(&b)?);
    let mut c = gpu.poisoned::<i32>(m * n)?;
    let by_rows =
        |rows: usize, columns: usize| by_rows(rows as u32, columns as u32, columns as u32);
    let (a_layout, b_layout, c_layout) = (by_rows(m, k / 4)?, by_rows(n, k / 4)?, by_rows(m, n)?);
    let ms = gpu.median_ms(REPEATS, |_| {
        gpu.run(product { a: (&of_a, a_layout), b: (&of_b, b_layout), c: (&mut c, c_layout) })
    })?;
    let c = gpu.download(&c)?;
    let wrong = reference::wrong_rows_of_product(
        [m, n, k],
        |i, p| f64::from(a[k * i + p]),
        |j, p| f64::from(b[k * j + p]),
        |i, j| f64::from(c[n * i + j]),
        &mut reference::Random::fresh(),
    );
    Ok(Row::of_wrong("product", ms, 2.0 * (m * n * k) as f64, "TOP/s", wrong, m))
}

/// The bytes per second that the driver's copy of the same buffer reads and writes.
fn copied(gpu: &Gpu, from: &Buffer<f32>) -> Result<f64, Box<dyn Error>> {
    let mut to = gpu.poisoned::<f32>(from.len())?;
    let ms = gpu.median_ms(REPEATS, |_| gpu.copy(from, &mut to))?;
    Ok(8e3 * from.len() as f64 / ms)
}
