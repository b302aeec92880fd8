//! Several GPUs: bandwidths of plans compared with NCCL itself, redistribution from rows to columns, the halo exchange
//! of a stencil, and a product of distributed matrices whose communication is hidden behind multiplications.
//!
//! It runs in one process with `--gpus` GPUs, or in one process for each GPU, which finds `RANK`, `WORLD_SIZE`,
//! `LOCAL_RANK`, `MASTER_ADDR` and `MASTER_PORT` in its environment.

mod bandwidth;
mod grid;
mod halo;
mod product;

use std::process::ExitCode;

use tilework_host::multi_gpu::{MULTICAST_OFF, Rank, enough};
use tilework_host::{Error, Gpu, NoGpu, Options, Usage};

const USAGE: Usage = Usage {
    about: "Several GPUs: all-gather and all-to-all of `mib` MiB by plans and by NCCL itself, `redistribute` of an `m` x `m` matrix \
            of bf16 from rows to columns, a stencil on `s` x `s` f32 with its halo, and the product of `m` x `m` matrices of bf16, \
            in rows, in columns and over a mesh of GPUs: over the mesh with `rows` rows alone, if that is not 0. The product first waits for `head` rows of one operand, or \
            `corner` rows of both. Then a row arrives while `beside` elements of the product are computed; in whole columns, \
            `first` columns are computed while all the others arrive. `spare` multiprocessors are left to NCCL.",
    numbers: &[
        ("gpus", 2),
        ("m", 32768),
        ("mib", 1024),
        ("s", 16384),
        ("rows", 0),
        ("head", 768),
        ("corner", 2048),
        ("beside", 2048),
        ("first", 2816),
        ("spare", 32),
        ("repeats", 10),
    ],
    zeros: &["spare", "rows"],
    words: &["all_gather", "all_to_all", "columns", "stencil", "product"],
    check: |options| {
        for name in ["head", "corner", "first"] {
            options.multiple(name, 256)?;
        }
        options.multiple("spare", 2)
    },
};

/// Checks that the extents are divisible by the number of GPUs.
fn divides(options: &Options, gpus: u32) -> Result<(), String> {
    options.multiple("m", 256 * gpus)?;
    options.multiple("s", 4 * gpus)?;
    options.multiple("mib", gpus)?;
    match options.number("rows") {
        rows if rows == 0 || gpus.is_multiple_of(rows) => Ok(()),
        rows => {
            Err(format!("--rows divides {gpus}, as many as there are GPUs, or is 0, not {rows}"))
        }
    }
}

/// A row of the output: what ran, its milliseconds on the slowest GPU, and its rate.
pub struct Row {
    /// The name of what ran.
    pub name: String,
    /// The milliseconds.
    pub ms: f64,
    /// The amount that is divided by the seconds.
    pub of: f64,
    /// The unit of the rate.
    pub unit: &'static str,
    /// The number of wrong elements.
    pub wrong: usize,
}
impl Row {
    fn text(&self, json: bool) -> String {
        let Row { name, ms, of, unit, wrong } = self;
        let rate = of / ms * 1e3;
        match json {
            true => format!(
                "{{\"name\":\"{name}\",\"ms\":{ms:.6},\"rate\":{rate:.4},\"unit\":\"{unit}\",\"wrong\":{wrong}}}"
            ),
            false => format!("{name:<44} {ms:>9.4} ms {rate:>9.2} {unit:<8} {wrong} wrong"),
        }
    }
}

/// Runs the chosen benchmarks on one GPU.
fn run(rank: &Rank, options: &Options) -> Result<Vec<Row>, Error> {
    let mut rows = Vec::new();
    if options.chooses("all_gather") {
        rows.extend(bandwidth::all_gather(rank, options)?);
    }
    if options.chooses("all_to_all") {
        rows.extend(bandwidth::all_to_all(rank, options)?);
    }
    if options.chooses("columns") {
        rows.extend(bandwidth::columns(rank, options)?);
    }
    if options.chooses("stencil") {
        rows.extend(halo::stencils(rank, options)?);
    }
    if options.chooses("product") {
        rows.extend(product::products(rank, options)?);
    }
    Ok(rows)
}

/// Merges the rows of all GPUs: the time of the slowest one, and the wrong elements of all.
fn together(of_all: Vec<Vec<Row>>) -> Vec<Row> {
    let mut all = of_all.into_iter();
    let mut rows = all.next().unwrap_or_default();
    for of_one in all {
        for (row, other) in rows.iter_mut().zip(of_one) {
            row.ms = row.ms.max(other.ms);
            row.wrong += other.wrong;
        }
    }
    rows
}

/// Prints the error of a device and ends the process, since other devices wait for it.
fn ends(error: &Error) -> ! {
    eprintln!("{error}");
    std::process::exit(1)
}

/// The description of the processes in the environment, if there are several.
fn of_processes() -> Option<(usize, usize, usize, String)> {
    let of = |name| std::env::var(name).ok();
    let number = |name| of(name)?.parse::<usize>().ok();
    let (rank, ranks) = (number("RANK")?, number("WORLD_SIZE")?);
    let address = format!("{}:{}", of("MASTER_ADDR")?, of("MASTER_PORT")?);
    Some((rank, ranks, number("LOCAL_RANK").unwrap_or(rank), address))
}

fn main() -> ExitCode {
    let arguments = std::env::args_os().skip(1);
    let options = match USAGE.read(arguments.map(|one| one.to_string_lossy().into_owned())) {
        Ok(Some(options)) => options,
        Ok(None) => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        Err(wrong) => {
            eprintln!("{wrong}");
            return ExitCode::from(2);
        }
    };
    let (processes, gpus) = (of_processes(), options.number("gpus"));
    let (here, all) = match processes {
        None => (gpus as usize, gpus),
        Some((_, ranks, local, _)) => (local + 1, ranks as u32),
    };
    if let Err(few) = enough(here) {
        eprintln!("{few}");
        return ExitCode::from(3);
    }
    if let Err(wrong) = divides(&options, all) {
        eprintln!("{wrong}");
        return ExitCode::from(2);
    }
    // SAFETY: there is no other thread yet.
    unsafe { std::env::set_var(MULTICAST_OFF.0, MULTICAST_OFF.1) };
    let ptx = tilework_kernels::PTX;
    let ran = match processes {
        None => Rank::on_gpus(here, ptx, |rank| {
            Ok(run(rank, &options).unwrap_or_else(|error| ends(&error)))
        })
        .map(together),
        Some((rank, ranks, local, address)) => {
            Gpu::new(local, ptx).map_err(Box::from).and_then(|gpu| {
                let rank = Rank::meet(gpu, rank, ranks, &address)?;
                Ok(run(&rank, &options)?)
            })
        }
    };
    match ran {
        Ok(rows) => {
            for row in &rows {
                println!("{}", row.text(options.json));
            }
            let wrong: usize = rows.iter().map(|row| row.wrong).sum();
            if wrong > 0 {
                eprintln!("{wrong} elements are wrong");
                return ExitCode::from(1);
            }
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(if error.is::<NoGpu>() { 3 } else { 1 })
        }
    }
}
