//! The attention forward pass, `O = softmax(Q Kᵀ / sqrt(d)) V`, in bf16: `heads` heads of `tokens` tokens with `d` 64
//! or 128, by `Gpu::attention`.
//!
//! `--keys` is the number of keys if it differs from that of tokens, and `--of-keys` the number of key heads if it
//! differs from that of query heads. With `causal` a query sees no keys later than itself. With `masked` it sees all
//! keys, through the kernel with masks. With `logs` the logarithms of the sums of exponentials are computed too.

use std::process::ExitCode;

use half::bf16;
use tilework::try_layout;
use tilework_host::attention::AttentionWith;
use tilework_host::reference::{Random, attention_of_row, dominated_by, in_parallel};
use tilework_host::{Gpu, Report, Usage, program};

/// The number of rows of `O` to compare, or all if there are fewer. `FIRST` of them are the first rows, where a mask
/// leaves few keys.
const COMPARED: usize = 1024;
const FIRST: usize = 160;

const USAGE: Usage = Usage {
    about: "Attention forward of bf16: `heads` of `tokens` with `d` 64 or 128. `--keys` and `--of-keys` are the numbers of keys and of their heads; 0 means as many as there are for queries. \
            `causal`: no key later than the query; `masked`: all keys by the same kernel; `logs`: also the logarithms of the sums.",
    numbers: &[
        ("batches", 1),
        ("heads", 16),
        ("tokens", 16384),
        ("d", 128),
        ("keys", 0),
        ("of-keys", 0),
        ("repeats", 10),
    ],
    zeros: &["keys", "of-keys"],
    words: &["causal", "masked", "logs"],
    check: |options| {
        options.either("d", [64, 128])?;
        let [heads, of_keys] = ["heads", "of-keys"].map(|name| options.number(name));
        if of_keys != 0 && !heads.is_multiple_of(of_keys) {
            return Err(format!("--heads is a multiple of --of-keys, {heads} of {of_keys}"));
        }
        Ok(())
    },
};

fn main() -> ExitCode {
    program(tilework_kernels::PTX, &USAGE, |gpu, options, say| {
        let [batches, heads, tokens, d, keys, of_keys] =
            ["batches", "heads", "tokens", "d", "keys", "of-keys"].map(|name| options.number(name));
        let or = |x: u32, y: u32| if x == 0 { y } else { x };
        let has = |word: &str| options.chosen(word);
        let problem = Problem {
            batches,
            heads,
            queries: tokens,
            d,
            keys: or(keys, tokens),
            of_keys: or(of_keys, heads),
            causal: has("causal"),
            masked: has("masked"),
            logs: has("logs"),
        };
        say(problem.run(gpu, options.number("repeats") as usize)?);
        Ok(())
    })
}

#[derive(Clone, Copy)]
struct Problem {
    batches: u32,
    heads: u32,
    queries: u32,
    d: u32,
    keys: u32,
    of_keys: u32,
    causal: bool,
    masked: bool,
    logs: bool,
}
impl Problem {
    /// The number of keys that a query sees.
    fn seen(&self, query: usize) -> usize {
        if self.causal {
            (query + 1 + self.keys as usize).saturating_sub(self.queries as usize)
        } else {
            self.keys as usize
        }
    }

    fn run(self, gpu: &Gpu, repeats: usize) -> Result<Report, Box<dyn std::error::Error>> {
        let Problem { batches, heads, queries, d, keys, of_keys, causal, .. } = self;
        let mut random = Random::fresh();
        let width = d as usize;
        let rows = (batches * heads) as usize * queries as usize;
        let rows_of_keys = (batches * of_keys) as usize * keys as usize;
        let bits = |x: Vec<f32>| -> Vec<bf16> { x.into_iter().map(bf16::from_f32).collect() };
        let mut numbers = |rows: usize| bits(random.normals(rows * width));
        let (q, k, v) = (numbers(rows), numbers(rows_of_keys), numbers(rows_of_keys));
        let on = [gpu.upload(&q)?, gpu.upload(&k)?, gpu.upload(&v)?];
        let mut o = gpu.poisoned::<bf16>(rows * width)?;
        let mut logs = gpu.poisoned::<f32>(rows)?;
        let of_q = try_layout!((batches,heads,queries,d):row_major)?;
        let of_k = try_layout!((batches,of_keys,keys,d):row_major)?;
        let of_logs = try_layout!((batches,heads,queries):row_major)?;
        let by = match d {
            _ if !self.masked => None,
            64 => Some("attention_masked_64"),
            _ => Some("attention_masked_128"),
        };
        macro_rules! prepared {
            ($q:expr, $k:expr) => {{
                let logs = self.logs.then_some((&mut logs, of_logs.into()));
                let with = AttentionWith { causal, logs, ..Default::default() };
                gpu.attention_by(by, ($q, of_q), ($k, of_k), (&on[2], of_k), (&mut o, of_q), with)?
            }};
        }
        let (ms, name) = {
            let mut attention = prepared!(&on[0], &on[1]);
            (gpu.median_ms(repeats, |_| attention.launch())?, attention.kernel())
        };

        // The key head of a row of `O`, and the number of its keys that the row sees.
        let shared_by = heads / of_keys;
        let first_key = |row: usize| row / queries as usize / shared_by as usize * keys as usize;
        let seen = |row: usize| self.seen(row % queries as usize);
        let row_of = |data: &[bf16], row: usize| data[row * width..][..width].to_vec();
        // In each row one key dominates so strongly that the row of `O` equals a row of `V`, exactly: all rows are
        // compared. The dominant key is the last visible one, any visible one, or, in causal attention, the next one,
        // which is not visible; then the row differs.
        for of in 0..3 {
            let of_row: Vec<usize> = (0..rows)
                .map(|row| match (seen(row), of) {
                    (0, _) => 0,
                    (seen, 0) => seen - 1,
                    (seen, 1) => random.bits() as usize % seen,
                    (seen, _) => seen % keys as usize,
                })
                .collect();
            let (one_q, one_k) = dominated_by([keys, d], &of_row, rows_of_keys / keys as usize);
            let (on_q, on_k) = (gpu.upload(&bits(one_q))?, gpu.upload(&bits(one_k))?);
            gpu.poison(&mut o)?;
            prepared!(&on_q, &on_k).launch()?;
            let o = gpu.download(&o)?;
            let wrong = in_parallel(rows, |row| {
                let of_v = row_of(&v, first_key(row) + of_row[row]);
                let same = row_of(&o, row).into_iter().zip(of_v).all(|(x, y)| x == y);
                let sees = of_row[row] < seen(row);
                let nothing = seen(row) == 0 && row_of(&o, row).iter().any(|&x| x != bf16::ZERO);
                same != sees && seen(row) > 0 || nothing
            });
            let wrong = wrong.into_iter().filter(|wrong| *wrong).count();
            if wrong > 0 {
                return Err(format!("{name}: {wrong} of {rows} rows are not those of V").into());
            }
        }
        gpu.poison(&mut o)?;
        prepared!(&on[0], &on[1]).launch()?;
        let (o, logs) = (gpu.download(&o)?, gpu.download(&logs)?);
        let number = bf16::to_f64;
        if o.iter().any(|&x| number(x).is_nan()) {
            return Err(format!("{name}: not all of the result was written").into());
        }
        let compared: Vec<usize> = if rows <= COMPARED {
            (0..rows).collect()
        } else {
            let any = (0..COMPARED).map(|_| random.bits() as usize % rows);
            any.chain(0..FIRST).collect()
        };
        let errors = in_parallel(compared.len(), |i| {
            let row = compared[i];
            let of = |data: &[bf16], row: usize| -> Vec<f64> {
                row_of(data, row).into_iter().map(number).collect()
            };
            let keys = first_key(row)..first_key(row) + seen(row);
            let (right, log) = attention_of_row(
                1.0 / f64::from(d).sqrt(),
                &of(&q, row),
                keys.clone().map(|at| of(&k, at)),
                keys.map(|at| of(&v, at)),
            );
            let found = of(&o, row);
            let difference: f64 = right.iter().zip(found).map(|(x, y)| (x - y) * (x - y)).sum();
            let length: f64 = right.iter().map(|x| x * x).sum();
            let error = if difference == 0.0 { 0.0 } else { (difference / length).sqrt() };
            let of_log = f64::from(logs[row]);
            let log_is_wrong = self.logs && of_log != log && (of_log - log).abs() > 1e-2;
            if error.is_nan() || log_is_wrong { f64::INFINITY } else { error }
        });
        // The row with the largest error.
        let error = errors.into_iter().fold(0.0, f64::max);
        if error >= 3e-2 {
            return Err(format!("{name}: the error is {error:e}").into());
        }
        // Only unmasked work counts: about half in causal attention.
        let seen: f64 = (0..queries as usize).map(|query| self.seen(query) as f64).sum();
        let work = 4.0 * f64::from(batches * heads) * seen * f64::from(d);
        Ok(Report {
            name: format!("{name}{}", if causal { " causal" } else { "" }),
            extents: vec![batches * heads, queries, keys, d],
            ms,
            rate: work / ms / 1e9,
            unit: "TFLOP/s",
            error,
        })
    }
}
