//! Products by tilework and by cuBLASLt, and attention by tilework and by cuDNN, in one process and in alternation:
//! after a rest, and one after another for some seconds. Prints a table.
//!
//! ```sh
//! cargo run --release --manifest-path benches/gpu/Cargo.toml -- few small --seconds 10
//! ```
//!
//! Groups are `square`, `few`, `small`, `deep`, `llama8`, `llama70`, `batches`, `elements` and `attention`. The group
//! `programs` runs examples of `tilework-host` and `gpu/host/beside.py`, from the root of the repository; `--built
//! FOLDER` says where the examples are if cargo should not build them. `everything` is all groups. `--all` also
//! measures other kernels than the chosen one, reports for which forms of attention cuDNN has an engine, and prints
//! quartiles. `--ptx FILE` takes the kernels of another PTX, such as one from before a change.
//!
//! `--record FILE` writes the rows to a file; groups that were measured on the same day and machine stay in it.
//! `benches/figures` draws tables and the chart from the files in `recorded`, without a GPU:
//!
//! ```sh
//! cargo run --release --manifest-path benches/gpu/Cargo.toml -- everything --seconds 1 --record benches/gpu/recorded/h200.tsv
//! cargo run --manifest-path benches/figures/Cargo.toml
//! ```
//!
//! For integers with exact sums, each result is compared with that of cuBLASLt bit by bit, and some rows with f64.
//! Times are measured with normal numbers, for which some rows are compared too. The times are those of graphs of
//! launches over alternating buffers; there are so many buffers that none is in the cache. The program needs the
//! libraries `libcublasLt` and `libnvidia-ml`. If cuBLASLt has no algorithm for a product, that is reported, and ours
//! is measured alone. The same holds for attention without cuDNN, `libcudnn.so.9`. For attention some rows are compared
//! with f64.

mod attention;
mod cublas;
mod cudnn;
mod element;
mod ours;
mod problem;
mod product;
mod programs;
mod record;
mod timing;
mod turns;

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

use tilework_device::ConsistsOf;
use tilework_device::launch::{Data, Seen};
use tilework_host::{Buffer, Gpu};

use crate::timing::Clocks;
use crate::turns::Bench;

fn address<T: ConsistsOf<T>>(buffer: &Buffer<T>) -> u64 {
    // SAFETY: the user of the address has the buffer.
    let pointer = unsafe { Data::<Gpu, *const T>::data(buffer, "", &mut Seen::default()) };
    pointer.addr() as u64
}

/// `length` numbers, of which those after the first million are repetitions: the numbers, and their form in a buffer.
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
    // A prime number: no row begins like the one before.
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
    let (mut attentions, mut programs) = (Vec::new(), false);
    let (mut to_record, mut built) = (None, None);
    let mut ptx = tilework_kernels::PTX;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut file = || arguments.next().ok_or_else(|| format!("{argument}: which file?"));
        match argument.as_str() {
            "--seconds" => seconds = arguments.next().ok_or("--seconds: how many?")?.parse()?,
            "--all" => all = true,
            "--record" => to_record = Some(PathBuf::from(file()?)),
            "--built" => built = Some(std::path::absolute(file()?)?),
            "--ptx" => ptx = String::leak(std::fs::read_to_string(file()?)?),
            "everything" => {
                let groups = problem::GROUPS.iter().flat_map(|name| problem::of_group(name));
                problems.extend(groups.flatten());
                attentions.extend(attention::problems());
                programs = true;
            }
            "attention" => attentions.extend(attention::problems()),
            "programs" => programs = true,
            name => problems.extend(problem::of_group(name).ok_or_else(no_group)?),
        }
    }
    let bench = Bench::new(Gpu::first(ptx)?, Clocks::new()?, seconds, all)?;
    println!("{}, {}; {seconds} s each", bench.gpu.name(), bench.clocks.driver());
    if problems.is_empty() && attentions.is_empty() && !programs {
        return Err(no_group().into());
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
    for (group, problem) in problems {
        done(product::measure(&bench, group, problem));
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
    let Bench { gpu, clocks, lines, .. } = bench;
    let mut lines = lines.into_inner();
    let (name, driver) = (gpu.name(), clocks.driver());
    // Memory for other programs.
    drop(gpu);
    if programs {
        programs::measure(&mut lines, built.as_deref());
    }
    if let Some(path) = to_record {
        record::write(&path, name, driver, seconds, lines)?;
    }
    match failed {
        0 => Ok(()),
        _ => Err(format!("{failed} were not measured").into()),
    }
}

fn no_group() -> String {
    format!("the groups are {}, attention, programs, everything", problem::GROUPS.join(", "))
}
