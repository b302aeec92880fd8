//! Softmax of rows of 4096 f32, compared with a reference in f64.

use std::process::ExitCode;

use tilework::try_layout;
use tilework_host::reference::Random;
use tilework_host::{Report, Usage, program, promise};
use tilework_kernels::softmax::softmax;

/// Elements of a row.
const COLUMNS: usize = 4096;
/// The number of sets of buffers, so that nothing stays in a cache.
const BUFFERS: usize = 3;

const USAGE: Usage = Usage {
    about: "Softmax of `rows` of 4096 f32.",
    numbers: &[("rows", 32768), ("repeats", 30)],
    zeros: &[],
    words: &[],
    check: |_| Ok(()),
};

fn main() -> ExitCode {
    program(tilework_kernels::PTX, &USAGE, |gpu, options, say| {
        let (rows, repeats) = (options.number("rows"), options.number("repeats"));
        let data = Random::fresh().normals(rows as usize * COLUMNS);
        let (mut from, mut to) = (Vec::new(), Vec::new());
        for _ in 0..BUFFERS {
            from.push(gpu.upload(&data)?);
            to.push(gpu.poisoned::<f32>(data.len())?);
        }
        // Row-major, in vectors of 4: each of 256 threads has 4 vectors of a row.
        let tiles = try_layout!(((256,4),rows):((1,256),1024))?;
        let ms = gpu.median_ms(repeats as usize, |i| {
            let i = i % BUFFERS;
            // SAFETY: the buffers have as many elements as the layout reaches.
            gpu.run(unsafe { promise(softmax { from: &from[i], to: &mut to[i], rows: tiles }) })
        })?;
        let result = gpu.download(&to[1])?;
        let mut error: f64 = 0.0;
        for (x, y) in data.chunks(COLUMNS).zip(result.chunks(COLUMNS)) {
            let sum: f64 = x.iter().map(|&x| f64::from(x).exp()).sum();
            for (&x, &y) in x.iter().zip(y) {
                let right = f64::from(x).exp() / sum;
                let off = (f64::from(y) - right).abs() / right;
                error = if off.is_nan() { f64::INFINITY } else { error.max(off) };
            }
        }
        if error >= 1e-5 {
            return Err(format!("softmax: the error is {error:e}").into());
        }
        let rate = 8e-9 * data.len() as f64 / ms;
        let name = "softmax".to_owned();
        say(Report { name, extents: vec![rows, COLUMNS as u32], ms, rate, unit: "TB/s", error });
        Ok(())
    })
}
