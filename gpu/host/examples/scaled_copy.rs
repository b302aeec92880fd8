//! The host side of a reader's own kernel, as in the guide.

use std::process::ExitCode;

use tilework::{layout, operation::try_zipped_divide, try_layout};
use tilework_host::{Report, Usage, program, promise};
use tilework_kernels::scaled_copy::scaled_copy;

const USAGE: Usage = Usage {
    about: "A copy of a column-major matrix of `m` x `n` f32, times 2.",
    numbers: &[("m", 1024), ("n", 512), ("repeats", 30)],
    zeros: &[],
    words: &[],
    check: |options| options.multiple("m", 256).and_then(|()| options.multiple("n", 4)),
};

fn main() -> ExitCode {
    program(tilework_kernels::PTX, &USAGE, |gpu, options, say| {
        let (m, n) = (options.number("m"), options.number("n"));
        let data: Vec<f32> = (0..m as usize * n as usize).map(|i| i as f32).collect();
        let (from, mut to) = (gpu.upload(&data)?, gpu.poisoned::<f32>(data.len())?);
        // In vectors of 4. Wrong extents are an error here, not in the kernel.
        let (vectors, columns) = (m / 4, m / 4);
        let tiles = try_zipped_divide(try_layout!((vectors,n):(1,columns))?, layout!(<64,4>))?;
        let ms = gpu.median_ms(options.number("repeats") as usize, |_| {
            // SAFETY: both matrices are as large as the layout reaches.
            gpu.run(unsafe {
                promise(scaled_copy { from: &from, to: &mut to, matrix: tiles, factor: 2.0 })
            })
        })?;
        let wrong = gpu.download(&to)?.iter().zip(&data).filter(|(y, x)| **y != 2.0 * **x).count();
        let (name, extents, rate) =
            ("scaled_copy".to_owned(), vec![m, n], 8e-9 * data.len() as f64 / ms);
        say(Report { name, extents, ms, rate, unit: "TB/s", error: wrong as f64 });
        if wrong == 0 { Ok(()) } else { Err(format!("{wrong} elements are wrong").into()) }
    })
}
