//! Short launches, one by one and as a graph, and copies from pinned and from ordinary memory.

use std::process::ExitCode;
use std::time::Instant;

use tilework::{layout, operation::try_zipped_divide, try_layout};
use tilework_host::{Error, Gpu, Report, Usage, program, promise};
use tilework_kernels::scaled_copy::scaled_copy;

const USAGE: Usage = Usage {
    about: "`launches` copies of a column-major matrix of `m` x `n` f32, one by one and as a graph; and the upload of the matrix.",
    numbers: &[("m", 1024), ("n", 512), ("launches", 100), ("repeats", 30)],
    zeros: &[],
    words: &[],
    check: |options| options.multiple("m", 256).and_then(|()| options.multiple("n", 4)),
};

fn main() -> ExitCode {
    program(tilework_kernels::PTX, &USAGE, |gpu, options, say| {
        for device in Gpu::all()? {
            eprintln!("{device}");
        }
        let (m, n) = (options.number("m"), options.number("n"));
        let (launches, repeats) = (options.number("launches"), options.number("repeats") as usize);
        let length = m as usize * n as usize;
        // Times 2 and times 1/2 are exact.
        let data: Vec<f32> = (0..length).map(|i| (i % 1000) as f32).collect();
        let (mut x, mut y) = (gpu.upload(&data)?, gpu.poisoned::<f32>(length)?);
        let (vectors, columns) = (m / 4, m / 4);
        let tiles = try_zipped_divide(try_layout!((vectors,n):(1,columns))?, layout!(<64,4>))?;
        let kernel = gpu.kernel::<scaled_copy>([vectors / 64, n / 4, 1], 256, 0)?;
        let extents = vec![m, n];
        // The bytes per element that a copy on the GPU reads and writes, or that a copy to the GPU reads.
        let row = |name: &str, bytes: f64, ms: f64, error: f64| {
            let (name, extents, rate) =
                (name.to_owned(), extents.clone(), 1e-9 * bytes * length as f64 / ms);
            Report { name, extents, ms, rate, unit: "TB/s", error }
        };
        let wrong = |found: &[f32]| found.iter().zip(&data).filter(|(y, x)| y != x).count() as f64;
        let mut all_wrong = 0.0;

        let ms = gpu.median_ms(repeats, |_| {
            (0..launches).try_for_each(|_| {
                // SAFETY: both matrices are as large as the layout reaches, and there is a block for each tile.
                unsafe {
                    kernel.launch(promise(scaled_copy {
                        from: &x,
                        to: &mut y,
                        matrix: tiles,
                        factor: 2.0,
                    }))?;
                    kernel.launch(promise(scaled_copy {
                        from: &y,
                        to: &mut x,
                        matrix: tiles,
                        factor: 0.5,
                    }))
                }
            })
        })?;
        all_wrong += wrong(&gpu.download(&x)?);
        say(row("launched one by one", 8.0, ms / f64::from(2 * launches), all_wrong));

        // SAFETY: as above, and both buffers live until the end.
        let graph = unsafe {
            gpu.graph(|record| {
                (0..launches).try_for_each(|_| {
                    record.launch(
                        &kernel,
                        promise(scaled_copy { from: &x, to: &mut y, matrix: tiles, factor: 2.0 }),
                    )?;
                    record.launch(
                        &kernel,
                        promise(scaled_copy { from: &y, to: &mut x, matrix: tiles, factor: 0.5 }),
                    )
                })
            })?
        };
        gpu.poison(&mut y)?;
        let ms = gpu.median_ms(repeats, |_| graph.replay())?;
        let of_x = wrong(&gpu.download(&x)?);
        let of_y = gpu.download(&y)?.iter().zip(&data).filter(|(y, x)| **y != 2.0 * **x).count();
        let error = of_x + of_y as f64;
        all_wrong += error;
        say(row("replayed as a graph", 8.0, ms / f64::from(2 * launches), error));

        // Host time, since the host takes part in a copy from ordinary memory.
        let timed = |run: &mut dyn FnMut() -> Result<(), Error>| -> Result<f64, Error> {
            gpu.synchronize()?;
            let begin = Instant::now();
            for _ in 0..repeats {
                run()?;
            }
            gpu.synchronize()?;
            Ok(1e3 * begin.elapsed().as_secs_f64() / repeats as f64)
        };
        let mut pinned = gpu.pinned::<f32>(length)?;
        pinned.elements_mut()?.copy_from_slice(&data);
        let mut last = gpu.poisoned::<f32>(length)?;
        let ms = timed(&mut || {
            last = gpu.upload(&data)?;
            Ok(())
        })?;
        let error = wrong(&gpu.download(&last)?);
        all_wrong += error;
        say(row("upload", 4.0, ms, error));
        gpu.poison(&mut last)?;
        let ms = timed(&mut || gpu.upload_from(&pinned, &mut last))?;
        pinned.elements_mut()?.fill(-1.0);
        gpu.download_to(&last, &mut pinned)?;
        let error = wrong(pinned.elements()?);
        all_wrong += error;
        say(row("upload from pinned memory", 4.0, ms, error));
        gpu.poison(&mut last)?;
        gpu.synchronize()?;
        // SAFETY: the copies wait for earlier work on `last`, and later work on `last` waits for them.
        let copies = unsafe { gpu.with_stream()? };
        // Kernels on other buffers run at the same time.
        let ms = timed(&mut || {
            graph.replay()?;
            copies.upload_from(&pinned, &mut last)?;
            gpu.wait_for(&copies)
        })?;
        let error = wrong(&gpu.download(&last)?) + wrong(&gpu.download(&x)?);
        all_wrong += error;
        say(row("the same, and the graph", 4.0, ms, error));
        if all_wrong == 0.0 { Ok(()) } else { Err("elements are wrong".into()) }
    })
}
