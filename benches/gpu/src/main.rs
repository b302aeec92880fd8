//! Products by tilework and by cuBLASLt, and attention by tilework and by cuDNN, in one process and in alternation: after a rest, and one after another for some
//! seconds. Prints a table as README has it.
//!
//! ```sh
//! cargo run --release --manifest-path benches/gpu/Cargo.toml -- few small --seconds 10
//! ```
//!
//! Groups are `square`, `few`, `small`, `deep`, `llama8`, `llama70`, `batches` and `attention`. `--all` measures other kernels than the chosen one too, says which forms of attention
//! cuDNN has an engine for, and prints quartiles;
//! `--ptx FILE` takes the kernels of another PTX, such as one of before a change. Each
//! result is compared with that of cuBLASLt, bit by bit, of integers whose sums are exact. Times are of graphs of launches over changing
//! buffers, of which there are so many that none is in the cache. It needs the libraries `libcublasLt` and `libnvidia-ml`.
//! Of attention some rows are compared with f64; without cuDNN, `libcudnn.so.9`, ours is measured alone.

mod attention;
mod cublas;
mod cudnn;
mod ours;
mod problem;
mod timing;

use std::error::Error;
use std::process::ExitCode;
use std::sync::Arc;

use cudarc::driver::sys::{CUgraphInstantiate_flags, CUstreamCaptureMode};
use cudarc::driver::{CudaContext, CudaGraph, CudaStream};
use half::{bf16, f16};
use tilework_device::reference::Random;
use tilework_device::{Buffer, Gpu, Graph};
use tilework_kernel::launch::Data;

use crate::problem::{Problem, Type};
use crate::timing::{Clocks, Quartiles};

/// What is measured: launches of one kind, recorded.
enum Recorded {
    Ours(Graph),
    /// By a library of NVIDIA's, replayed on this stream.
    Others(CudaGraph, Arc<CudaStream>),
}
impl Recorded {
    fn replay(&self) -> Result<(), Box<dyn Error>> {
        match self {
            Recorded::Ours(graph) => Ok(graph.replay()?),
            Recorded::Others(graph, stream) => {
                // SAFETY: the graph is of this context, and its buffers live.
                Ok(unsafe {
                    cudarc::driver::result::graph::launch(graph.cu_graph_exec(), stream.cu_stream())
                }?)
            }
        }
    }
}

fn address<T>(buffer: &Buffer<T>) -> u64
where
    for<'a> &'a Buffer<T>: Data<'a, Gpu, *const T>,
{
    let pointer: *const T = Data::<Gpu, *const T>::data(buffer);
    pointer.addr() as u64
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
    let gpu = Gpu::first(ptx)?;
    let clocks = Clocks::new()?;
    println!("{}, {}; {seconds} s each", gpu.name(), clocks.driver());
    if problems.is_empty() && attentions.is_empty() {
        return Err(format!("no group: there are {}, attention", problem::GROUPS.join(", ")).into());
    }
    if !problems.is_empty() {
        println!(
            "| product | kernel | us | TFLOP/s | cuBLASLt | of it | sustained | cuBLASLt | of it |"
        );
        println!("|---|---|---|---|---|---|---|---|---|");
    }
    for problem in problems {
        measure(&gpu, &clocks, problem, seconds, all)?;
    }
    if attentions.is_empty() {
        return Ok(());
    }
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
    println!("| attention | kernel | ms | TFLOP/s | cuDNN | of it | sustained | cuDNN | of it |");
    println!("|---|---|---|---|---|---|---|---|---|");
    for problem in attentions {
        attention::measure(&gpu, &clocks, library.as_ref(), problem, seconds, all)?;
    }
    Ok(())
}

fn measure(
    gpu: &Gpu,
    clocks: &Clocks,
    problem: Problem,
    seconds: f64,
    all: bool,
) -> Result<(), Box<dyn Error>> {
    let context = CudaContext::new(0)?;
    // SAFETY: all is on one stream.
    unsafe { context.disable_event_tracking() };
    let stream = context.default_stream();
    let workspace = stream.alloc_zeros::<u8>(cublas::WORKSPACE)?;
    let workspace = {
        use cudarc::driver::DevicePtr;
        workspace.device_ptr(&stream).0
    };
    let lengths = problem.lengths();
    let to: fn(f32) -> u16 = match problem.of {
        Type::Bf16 => |x| bf16::from_f32(x).to_bits(),
        Type::F16 => |x| f16::from_f32(x).to_bits(),
    };
    let mut random = Random::fresh();
    // -1, 0 and 1, so few that sums stay integers of the type.
    let part = tilework_device::reference::part_of_signs(problem.k as usize, 256.0);
    let signs: [Vec<u16>; 2] =
        [0, 1].map(|i| random.signs(lengths[i], part).into_iter().map(to).collect());
    let bytes = 2 * lengths.iter().sum::<usize>();
    let count = (256_000_000_usize.div_ceil(bytes)).clamp(2, 8);
    let mut sets = Vec::new();
    for _ in 0..count {
        sets.push([
            gpu.upload(&signs[0])?,
            gpu.upload(&signs[1])?,
            gpu.poisoned::<u16>(lengths[2])?,
        ]);
    }
    let product = cublas::Product::new(problem, workspace).map_err(|error| format!("{error:?}"))?;
    let addresses = |set: &ours::Set| [address(&set[0]), address(&set[1]), address(&set[2])];
    product.run(addresses(&sets[0]), stream.cu_stream()).map_err(|error| format!("{error:?}"))?;
    let right = gpu.download(&sets[0][2])?;
    if right.iter().all(|&x| x == 0) || right.contains(&u16::MAX) {
        return Err("cuBLASLt has no sums".into());
    }
    let mut kernels = ours::kernels(problem, all);
    // Another PTX may have fewer.
    kernels.retain(|&kernel| match ours::product(gpu, kernel, &mut sets[0], problem) {
        Ok(_) => true,
        Err(error) => {
            println!("  not measured: {error}");
            false
        }
    });
    if kernels.is_empty() {
        return Err(format!("{problem}: no kernel").into());
    }
    for &kernel in &kernels {
        for set in &mut sets {
            gpu.poison(&mut set[2])?;
            ours::product(gpu, kernel, set, problem)?.launch()?;
            let found = gpu.download(&set[2])?;
            let wrong = found.iter().zip(&right).filter(|(x, y)| x != y).count();
            if wrong > 0 {
                return Err(format!("{kernel:?}: {wrong} elements of {problem} are wrong").into());
            }
        }
    }
    // Normal numbers for the times.
    for i in [0, 1] {
        // As many as there are, of which the others are repetitions.
        let some: Vec<u16> =
            random.normals(lengths[i].min(1_000_003)).into_iter().map(to).collect();
        let numbers: Vec<u16> = some.iter().copied().cycle().take(lengths[i]).collect();
        for set in &mut sets {
            set[i] = gpu.upload(&numbers)?;
        }
    }
    gpu.synchronize()?;
    // So many launches take a third of a millisecond at least.
    let launches = count
        * ((problem.work() / 7e14 * 1e6 + bytes as f64 / 4e6).recip() * 300.0 / count as f64)
            .ceil()
            .max(1.0) as usize;
    let mut recorded = Vec::new();
    for &kernel in &kernels {
        let products: Result<Vec<_>, _> =
            sets.iter_mut().map(|set| ours::product(gpu, kernel, set, problem)).collect();
        let products = products?;
        // SAFETY: the buffers live until the graph has run for the last time.
        let graph = unsafe {
            gpu.graph(|recorder| {
                (0..launches).try_for_each(|i| products[i % count].record(recorder))
            })
        }?;
        let name = products[0].kernel();
        recorded.push((name, Recorded::Ours(graph)));
    }
    let capture = context.new_stream()?;
    capture.begin_capture(CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED)?;
    for i in 0..launches {
        product
            .run(addresses(&sets[i % count]), capture.cu_stream())
            .map_err(|error| format!("{error:?}"))?;
    }
    let graph = capture.end_capture(CUgraphInstantiate_flags(0))?.ok_or("no graph")?;
    recorded.push(("cuBLASLt", Recorded::Others(graph, stream.clone())));
    let [rested, sustained] =
        timing::alternate(&stream, clocks, seconds, recorded.len(), |i| recorded[i].1.replay())?;
    let rates = |times: &[f64]| {
        let rate = |ms: &f64| problem.work() * launches as f64 / ms / 1e9;
        Quartiles::of(times.iter().map(rate).collect())
    };
    let cublas = recorded.len() - 1;
    let [ours_rested, cublas_rested] = [0, cublas].map(|i| rates(&rested.times[i]).median);
    let [ours_on, cublas_on] = [0, cublas].map(|i| rates(&sustained.times[i]).median);
    println!(
        "| {problem} | `{}` | {:.2} | {ours_rested:.1} | {cublas_rested:.1} | {:.2} | {ours_on:.1} | {cublas_on:.1} | {:.2} |",
        recorded[0].0,
        problem.work() / ours_rested / 1e6,
        ours_rested / cublas_rested,
        ours_on / cublas_on,
    );
    if all {
        for (i, (name, _)) in recorded.iter().enumerate() {
            let (rested, on) = (rates(&rested.times[i]), rates(&sustained.times[i]));
            println!(
                "  {name:<20} {:>9.2} us  rested {rested}  sustained {on}",
                problem.work() / rested.median / 1e6
            );
        }
        println!("  {launches} launches in a graph, {count} sets; {}", sustained.clocks);
    }
    Ok(())
}
