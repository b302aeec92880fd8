//! Products by tilework and by cuBLASLt, and attention by tilework and by cuDNN, in one process and in alternation: after a rest, and one after another for some
//! seconds. Prints a table as `benches/README.md` has it.
//!
//! ```sh
//! cargo run --release --manifest-path benches/gpu/Cargo.toml -- few small --seconds 10
//! ```
//!
//! Groups are `square`, `few`, `small`, `deep`, `llama8`, `llama70`, `batches`, `elements` and `attention`. `--all` measures other kernels than the chosen one too, says which forms of attention
//! cuDNN has an engine for, and prints quartiles;
//! `--ptx FILE` takes the kernels of another PTX, such as one of before a change. Each
//! result is compared with that of cuBLASLt, bit by bit, of integers whose sums are exact, and some rows with f64; of normal numbers, by which times are measured, some rows too. Times are of graphs of launches over changing
//! buffers, of which there are so many that none is in the cache. It needs the libraries `libcublasLt` and `libnvidia-ml`.
//! What cuBLASLt has no algorithm for is said, and ours is measured alone; so is attention without cuDNN, `libcudnn.so.9`. Of attention some rows are compared with f64.

mod attention;
mod cublas;
mod cudnn;
mod element;
mod ours;
mod problem;
mod product;
mod timing;
mod turns;

use std::error::Error;
use std::process::ExitCode;

use tilework_device::{Buffer, Gpu};
use tilework_kernel::device::ConsistsOf;
use tilework_kernel::launch::{Data, Seen};

use crate::timing::Clocks;
use crate::turns::Bench;

fn address<T: ConsistsOf<T>>(buffer: &Buffer<T>) -> u64 {
    // SAFETY: who uses the address has the buffer.
    let pointer = unsafe { Data::<Gpu, *const T>::data(buffer, "", &mut Seen::default()) };
    pointer.addr() as u64
}

/// So many numbers, of which those after the first million are repetitions, as they are and as what they are in a buffer.
fn repeated<T: Copy>(
    length: usize,
    some: impl FnOnce(usize) -> Vec<f32>,
    bits: impl Fn(f32) -> T,
) -> (Vec<f32>, Vec<T>) {
    fn all<T: Copy>(some: &[T], length: usize) -> Vec<T> {
        let mut all = Vec::with_capacity(length);
        while all.len() < length {
            all.extend_from_slice(&some[..some.len().min(length - all.len())]);
        }
        all
    }
    // A prime number: no row begins as the one before.
    let some = some(length.min(1_000_003));
    let of_some: Vec<T> = some.iter().map(|&x| bits(x)).collect();
    (all(&some, length), all(&of_some, length))
}

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
    let (mut problems, mut seconds, mut all) = (Vec::new(), 1.0, false);
    let mut attentions = Vec::new();
    let mut ptx = tilework_kernels::PTX;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--seconds" => seconds = arguments.next().ok_or("--seconds: how many?")?.parse()?,
            "--all" => all = true,
            "--ptx" => {
                let file = arguments.next().ok_or("--ptx: which file?")?;
                ptx = String::leak(std::fs::read_to_string(file)?);
            }
            "attention" => attentions.extend(attention::problems()),
            name => problems.extend(problem::of_group(name).ok_or_else(|| {
                format!("{name}: the groups are {}, attention", problem::GROUPS.join(", "))
            })?),
        }
    }
    let bench = Bench::new(Gpu::first(ptx)?, Clocks::new()?, seconds, all)?;
    println!("{}, {}; {seconds} s each", bench.gpu.name(), bench.clocks.driver());
    if problems.is_empty() && attentions.is_empty() {
        return Err(format!("no group: there are {}, attention", problem::GROUPS.join(", ")).into());
    }
    if !problems.is_empty() {
        println!(
            "| product | kernel | us | TFLOP/s | cuBLASLt | of it | sustained | cuBLASLt | of it |"
        );
        println!("|---|---|---|---|---|---|---|---|---|");
    }
    let mut failed = 0;
    let mut done = |result: Result<(), Box<dyn Error>>| {
        if let Err(error) = result {
            failed += 1;
            eprintln!("{error}");
        }
    };
    for problem in problems {
        done(product::measure(&bench, problem));
    }
    if !attentions.is_empty() {
        let library = match cudnn::version() {
            Some(version) => {
                println!("cuDNN {version}");
                Some(cudnn::Library::new()?)
            }
            None => {
                println!("cuDNN, libcudnn.so.9, is not found");
                None
            }
        };
        println!(
            "| attention | kernel | ms | TFLOP/s | cuDNN | of it | sustained | cuDNN | of it |"
        );
        println!("|---|---|---|---|---|---|---|---|---|");
        for problem in attentions {
            done(attention::measure(&bench, library.as_ref(), problem));
        }
    }
    match failed {
        0 => Ok(()),
        _ => Err(format!("{failed} were not measured").into()),
    }
}
