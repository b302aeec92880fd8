//! Scales numbers on the first GPU.

use std::error::Error;
use std::process::ExitCode;

use kernels::scale::{scale, tiles};
use tilework_device::Gpu;

/// The kernels, which the build script has compiled.
const PTX: &str = include_str!(concat!(env!("OUT_DIR"), "/kernels.ptx"));

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
    let blocks = 1 << 16;
    let data: Vec<f32> = (0..blocks * 1024).map(|i| (i % 1000) as f32).collect();
    let (from, mut to) = (gpu.upload(&data)?, gpu.poisoned::<f32>(data.len())?);
    let tiles = tiles(blocks)?;
    // The grid, threads of a block, bytes of shared memory.
    let kernel = gpu.kernel::<scale>([blocks, 1, 1], 256, 0)?;
    let ms =
        gpu.median_ms(20, |_| kernel.launch(scale::with((&from, tiles), (&mut to, tiles), 2.5)))?;
    let wrong =
        gpu.download(&to)?.iter().zip(&data).filter(|(to, from)| **to != 2.5 * **from).count();
    println!(
        "{}: {ms:.4} ms, {:.2} TB/s, {wrong} are wrong",
        gpu.name(),
        8e-9 * data.len() as f64 / ms
    );
    if wrong == 0 { Ok(()) } else { Err("the result is wrong".into()) }
}
