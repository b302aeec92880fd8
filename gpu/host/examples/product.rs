//! Compares `gpu.gemm`, `gpu.gemm_with` and `gpu.gemm_grouped` with the CPU, for integers whose results are exact. It
//! covers batches, leading dimensions, added matrices, results in `f32`, and activations within their error. Each
//! printed row has the time of a launch.

use std::process::ExitCode;

use half::{bf16, f16};
use tilework::algebra::Layout;
use tilework_device::{Element, Pair};
use tilework_host::product::{Addend, Epilogue, Multiplied, Results};
use tilework_host::reference::{Random, in_parallel, part_of_signs};
use tilework_host::{Buffer, Gpu, Report, Usage, program};

type Failed = Box<dyn std::error::Error>;

const USAGE: Usage = Usage {
    about: "Batches of products, `m` x `k` by `k` x `n`, with functions that are computed from their sums.",
    numbers: &[("m", 300), ("n", 520), ("k", 456), ("batch", 3), ("repeats", 30)],
    zeros: &["k"],
    words: &["f16", "bf16", "grouped"],
    check: |options| options.multiple("n", 2),
};

/// A type of elements of 16 bits, and the number up to which it represents all integers.
#[derive(Clone, Copy)]
struct Kind<E> {
    name: &'static str,
    to: fn(f32) -> E,
    from: fn(E) -> f32,
    most: f64,
}

/// The function that is computed from the sums.
#[derive(Clone, Copy, Debug, PartialEq)]
enum What {
    Sums,
    /// Half of the sums minus the earlier results.
    Accumulated,
    /// Twice the sums, plus another matrix and a bias for each column; negative results become 0.
    Layer,
    /// A bias for each row.
    Rows,
    Gelu,
    Silu,
}
const ALL: [What; 6] =
    [What::Sums, What::Accumulated, What::Layer, What::Rows, What::Gelu, What::Silu];
impl What {
    fn of(self, sum: f32, before: f32, other: f32, [row, column]: [f32; 2]) -> f32 {
        let x = f64::from(sum);
        match self {
            What::Sums => sum,
            What::Accumulated => 0.5 * sum - before,
            What::Layer => (2.0 * sum + other + column).max(0.0),
            What::Rows => sum + row,
            What::Gelu => {
                let y = (2.0 / std::f64::consts::PI).sqrt() * (x + 0.044_715 * x * x * x);
                (0.5 * x * (1.0 + y.tanh())) as f32
            }
            What::Silu => (x / (1.0 + (-x).exp())) as f32,
        }
    }
}

fn main() -> ExitCode {
    program(tilework_kernels::PTX, &USAGE, |gpu, options, say| {
        let [m, n, k, batch, repeats] =
            ["m", "n", "k", "batch", "repeats"].map(|name| options.number(name));
        let extents = [m, n, k, batch];
        let f16 = Kind { name: "f16", to: f16::from_f32, from: f16::to_f32, most: 2048.0 };
        let bf16 = Kind { name: "bf16", to: bf16::from_f32, from: bf16::to_f32, most: 256.0 };
        if options.chooses("grouped") {
            say(grouped::<f16>(gpu, f16, [m, n, k], repeats as usize)?);
            say(grouped::<bf16>(gpu, bf16, [m, n, k], repeats as usize)?);
        }
        for what in ALL {
            for wide in [false, true] {
                if options.chooses("f16") {
                    say(checked::<f16>(gpu, f16, extents, what, wide, repeats as usize)?);
                }
                if options.chooses("bf16") {
                    say(checked::<bf16>(gpu, bf16, extents, what, wide, repeats as usize)?);
                }
            }
        }
        Ok(())
    })
}

fn checked<T>(
    gpu: &Gpu,
    kind: Kind<T>,
    [m, n, k, batch]: [u32; 4],
    what: What,
    wide: bool,
    repeats: usize,
) -> Result<Report, Failed>
where
    T: Multiplied<Storage = T> + Element + Pair + PartialEq + Sync,
    for<'d> &'d mut Buffer<T>: Into<Results<'d>>,
    for<'d> &'d Buffer<T>: Into<Addend<'d>>,
{
    let mut random = Random::fresh();
    // Rows begin at multiples of 8, with unused elements between them.
    let [next_k, next_n] = [k, n].map(|x| x.next_multiple_of(8) + 8);
    let layout = |rows: u32, columns: u32, next: u32| -> Result<Layout, Failed> {
        let matrix = u64::from(rows) * u64::from(next);
        Ok(match batch {
            1 => format!("({rows},{columns}):({next},1)").parse()?,
            _ => format!("({rows},{columns},{batch}):({next},1,{matrix})").parse()?,
        })
    };
    let (of_a, of_b, of_c) = (layout(m, k, next_k)?, layout(n, k, next_k)?, layout(m, n, next_n)?);
    let length = |rows: u32, next: u32| (batch * rows * next) as usize;
    // Sums and added elements are small enough to be exact: up to an eighth of `most`.
    let part = part_of_signs(k as usize, kind.most / 8.0);
    let (a, b) = (random.signs(length(m, next_k), part), random.signs(length(n, next_k), part));
    let mut small = |count: usize| -> Vec<f32> {
        random.signs(count, 1.0).into_iter().map(|x| 4.0 * x).collect()
    };
    let (before, other) = (small(length(m, next_n)), small(length(m, next_n)));
    let (row_bias, column_bias) = (small(m as usize), small(n as usize));
    let bits = |of: &[f32]| of.iter().map(|&x| (kind.to)(x)).collect::<Vec<T>>();
    let upload = |of: &[f32]| gpu.upload(&bits(of));
    let (on_a, on_b, on_other) = (upload(&a)?, upload(&b)?, upload(&other)?);
    let (on_rows, on_columns) = (upload(&row_bias)?, upload(&column_bias)?);
    let on_other_wide = gpu.upload(&other)?;
    let mut epilogue = Epilogue::new();
    epilogue = match what {
        What::Sums => epilogue,
        What::Accumulated => epilogue.alpha(0.5).accumulate(-1.0),
        What::Layer if wide => epilogue.plus(1.0, (&on_other_wide, of_c.clone())),
        What::Layer => epilogue.plus(1.0, (&on_other, of_c.clone())),
        What::Rows => epilogue.bias_of_rows(&on_rows),
        What::Gelu => epilogue.gelu(),
        What::Silu => epilogue.silu(),
    };
    if what == What::Layer {
        epilogue = epilogue.alpha(2.0).bias_of_columns(&on_columns).relu();
    }
    let (mut on_c, mut on_wide): (Buffer<T>, Buffer<f32>) =
        (upload(&before)?, gpu.upload(&before)?);
    let (a_of, b_of) = ((&on_a, of_a), (&on_b, of_b));
    let product = match wide {
        true => gpu.product::<T>(a_of, b_of, (&mut on_wide, of_c), &epilogue)?,
        false => gpu.product::<T>(a_of, b_of, (&mut on_c, of_c), &epilogue)?,
    };
    let name =
        format!("{}, {what:?}{}, {}", kind.name, if wide { ", f32" } else { "" }, product.kernel());
    product.launch()?;
    drop(product);
    let found: Vec<f32> = match wide {
        true => gpu.download(&on_wide)?,
        false => gpu.download(&on_c)?.into_iter().map(kind.from).collect(),
    };
    let exact = !matches!(what, What::Gelu | What::Silu);
    let wrong_in = |row: usize| -> usize {
        let one = row / m as usize;
        let (at_a, at_c) = (row * next_k as usize, row * next_n as usize);
        let wrong = |&column: &usize| {
            let at = at_c + column;
            if column >= n as usize {
                return found[at] != before[at];
            }
            let at_b = (column + one * n as usize) * next_k as usize;
            let sum: f32 = (0..k as usize).map(|p| a[at_a + p] * b[at_b + p]).sum();
            let biases = [row_bias[row % m as usize], column_bias[column]];
            let right = what.of(sum, before[at], other[at], biases);
            let right = if wide { right } else { (kind.from)((kind.to)(right)) };
            let off = (found[at] - right).abs();
            if exact {
                off != 0.0
            } else {
                off > right.abs() * if wide { 1e-5 } else { 1e-2 } + 1e-5
            }
        };
        (0..next_n as usize).filter(wrong).count()
    };
    let wrong: usize = in_parallel((m * batch) as usize, wrong_in).into_iter().sum();
    if wrong > 0 {
        return Err(format!("{name}: {wrong} elements are wrong").into());
    }
    let (a_of, b_of, of_c) =
        ((&on_a, layout(m, k, next_k)?), (&on_b, layout(n, k, next_k)?), layout(m, n, next_n)?);
    let product = match wide {
        true => gpu.product::<T>(a_of, b_of, (&mut on_wide, of_c), &epilogue)?,
        false => gpu.product::<T>(a_of, b_of, (&mut on_c, of_c), &epilogue)?,
    };
    let ms = gpu.median_ms(repeats, |_| product.launch())?;
    let work = 2e-9 * [m, n, k, batch].map(f64::from).iter().product::<f64>();
    let extents = vec![m, n, k, batch];
    Ok(Report { name, extents, ms, rate: work / ms, unit: "TFLOP/s", error: 0.0 })
}

/// Grouped products with groups of up to `m` rows, some of them empty.
fn grouped<T>(
    gpu: &Gpu,
    kind: Kind<T>,
    [m, n, k]: [u32; 3],
    repeats: usize,
) -> Result<Report, Failed>
where
    T: Multiplied<Storage = T> + Element + Pair + PartialEq + Sync,
    for<'d> &'d mut Buffer<T>: Into<Results<'d>>,
    for<'d> &'d Buffer<T>: Into<Addend<'d>>,
{
    const GROUPS: usize = 16;
    let k = k.max(8).next_multiple_of(8);
    let n = n.next_multiple_of(8);
    let mut random = Random::fresh();
    let rows: Vec<u32> = (0..GROUPS)
        .map(|group| if group % 5 == 3 { 0 } else { (random.bits() % u64::from(m)) as u32 + 1 })
        .collect();
    let all: u32 = rows.iter().sum();
    let part = part_of_signs(k as usize, kind.most);
    let (a, b) =
        (random.signs((all * k) as usize, part), random.signs(GROUPS * (n * k) as usize, part));
    let upload = |of: &[f32]| gpu.upload(&of.iter().map(|&x| (kind.to)(x)).collect::<Vec<T>>());
    let (on_a, on_b) = (upload(&a)?, upload(&b)?);
    let mut on_c = gpu.poisoned::<T>((all * n) as usize)?;
    let groups = gpu.groups(&rows)?;
    let of_a: Layout = format!("({all},{k}):({k},1)").parse()?;
    let of_b: Layout =
        format!("({n},{k},{GROUPS}):({k},1,{})", u64::from(n) * u64::from(k)).parse()?;
    let of_c: Layout = format!("({all},{n}):({n},1)").parse()?;
    let product =
        gpu.product_grouped::<T>(&groups, (&on_a, of_a), (&on_b, of_b), (&mut on_c, of_c))?;
    let name = format!("{}, {}", kind.name, product.kernel());
    let ms = gpu.median_ms(repeats, |_| product.launch())?;
    drop(product);
    let found = gpu.download(&on_c)?;
    let group_of: Vec<usize> = (0..GROUPS).flat_map(|g| vec![g; rows[g] as usize]).collect();
    let wrong_in = |row: usize| -> usize {
        let (of_a, of_b) = (row * k as usize, group_of[row] * (n * k) as usize);
        let right = |column: usize| -> f32 {
            (0..k as usize).map(|p| a[of_a + p] * b[of_b + column * k as usize + p]).sum()
        };
        (0..n as usize)
            .filter(|&column| found[row * n as usize + column] != (kind.to)(right(column)))
            .count()
    };
    let wrong: usize = in_parallel(all as usize, wrong_in).into_iter().sum();
    if wrong > 0 {
        return Err(format!("{name}: {wrong} elements are wrong").into());
    }
    let rate = 2e-9 * [all, n, k].map(f64::from).iter().product::<f64>() / ms;
    Ok(Report { name, extents: vec![all, n, k], ms, rate, unit: "TFLOP/s", error: 0.0 })
}
