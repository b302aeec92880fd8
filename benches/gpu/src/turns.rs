//! Recorded launches, replayed in alternation, and the rows of a table of them.

use std::cell::RefCell;
use std::error::Error;
use std::fmt::Display;
use std::sync::Arc;

use cudarc::driver::sys::{CUgraphInstantiate_flags, CUstream, CUstreamCaptureMode};
use cudarc::driver::{CudaContext, CudaGraph, CudaStream};
use tilework_figures::{Line, digits};
use tilework_host::{Gpu, Graph};

use crate::timing::{self, Clocks, Quartiles};

/// The common state of all measurements.
pub struct Bench {
    pub gpu: Gpu,
    pub clocks: Clocks,
    context: Arc<CudaContext>,
    /// The stream of the GPU.
    pub stream: Arc<CudaStream>,
    pub seconds: f64,
    /// True if other kernels than the chosen one are measured too, and quartiles printed.
    pub all: bool,
    /// The rows that have been measured.
    pub lines: RefCell<Vec<Line>>,
}
impl Bench {
    pub fn new(gpu: Gpu, clocks: Clocks, seconds: f64, all: bool) -> Result<Self, Box<dyn Error>> {
        let context = CudaContext::new(0)?;
        // SAFETY: everything is on one stream.
        unsafe { context.disable_event_tracking() };
        let stream = context.default_stream();
        let lines = RefCell::default();
        Ok(Bench { gpu, clocks, context, stream, seconds, all, lines })
    }

    /// `launches` launches by a library of NVIDIA's, as a graph.
    pub fn captured<E: Into<Box<dyn Error>>>(
        &self,
        launches: usize,
        launch: impl Fn(usize, CUstream) -> Result<(), E>,
    ) -> Result<Recorded, Box<dyn Error>> {
        let capture = self.context.new_stream()?;
        capture.begin_capture(CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED)?;
        (0..launches).try_for_each(|i| launch(i, capture.cu_stream())).map_err(Into::into)?;
        let graph = capture.end_capture(CUgraphInstantiate_flags(0))?.ok_or("no graph")?;
        Ok(Recorded::Others(graph, self.stream.clone()))
    }

    /// Replays ours, the first of which is the chosen one, and others in alternation. Prints a row with the chosen one
    /// beside each of the others, and with `all` everything else.
    pub fn rows(&self, of: Turns<'_>) -> Result<(), Box<dyn Error>> {
        let Turns { part, problem, work, launches, time, ours, others } = of;
        let all: Vec<_> = ours.iter().chain(others).collect();
        let [rested, sustained] =
            timing::alternate(&self.stream, &self.clocks, self.seconds, all.len(), |i| {
                all[i].replay.replay()
            })?;
        let rates = |times: &[f64]| {
            let rate = |ms: &f64| work * launches as f64 / ms / 1e9;
            Quartiles::of(times.iter().map(rate).collect())
        };
        let medians = |i: usize| [&rested, &sustained].map(|of| rates(&of.times[i]).median);
        let chosen = ours[0].name;
        let [rate, on] = medians(0);
        let time = time(work / rate / 1e12);
        let row = |problem: &str, [other, other_on, of_it, of_it_on]: [String; 4]| {
            println!(
                "| {problem} | `{chosen}` | {time} | {rate:.1} | {other} | {of_it} | {on:.1} | {other_on} | {of_it_on} |"
            );
        };
        let line = Line {
            part: part.to_owned(),
            work: problem.to_string(),
            rate: digits(rate),
            unit: "TFLOP/s".to_owned(),
            long_rate: digits(on),
            ..Line::default()
        };
        for (i, other) in others.iter().enumerate() {
            let [beside, beside_on] = medians(ours.len() + i);
            let problem = match i {
                0 => problem.to_string(),
                _ => format!("{problem}, beside {}", other.name),
            };
            self.lines.borrow_mut().push(Line {
                beside: other.name.to_owned(),
                times: format!("{:.3}", beside / rate),
                long_times: format!("{:.3}", beside_on / on),
                ..line.clone()
            });
            let [of_it, of_it_on] = [rate / beside, on / beside_on].map(|x| format!("{x:.2}"));
            row(&problem, [format!("{beside:.1}"), format!("{beside_on:.1}"), of_it, of_it_on]);
        }
        if others.is_empty() {
            self.lines.borrow_mut().push(line);
            row(&problem.to_string(), [const { String::new() }; 4].map(|_| "-".to_owned()));
        }
        if self.all {
            for (i, Candidate { name, error, .. }) in all.iter().enumerate() {
                let (rested, on) = (rates(&rested.times[i]), rates(&sustained.times[i]));
                println!(
                    "  {name:<20} {:>9.2} us  rested {rested}  sustained {on}  error {error:.1e}",
                    work / rested.median / 1e6
                );
            }
            println!("  {launches} launches in a graph; {}", sustained.clocks);
        }
        Ok(())
    }
}

/// The launches that are replayed in alternation.
pub struct Turns<'a> {
    /// The group of the problem.
    pub part: &'static str,
    pub problem: &'a dyn Display,
    /// Multiplications and additions of a launch.
    pub work: f64,
    /// The number of launches in each graph.
    pub launches: usize,
    /// Prints the seconds of a launch for the table.
    pub time: fn(f64) -> String,
    pub ours: &'a [Candidate],
    pub others: &'a [Candidate],
}
/// Launches of one kind, recorded.
pub struct Candidate {
    pub name: &'static str,
    /// The error found in its results.
    pub error: f64,
    pub replay: Recorded,
}

/// A graph of launches.
pub enum Recorded {
    Ours(Graph),
    /// From a library of NVIDIA's, replayed on this stream.
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
