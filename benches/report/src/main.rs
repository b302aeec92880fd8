//! The speed of tilework beside its alternatives, measured in one run.
//!
//! ```text
//! cargo run --release [-- PART OF A NAME]
//! cargo run --release -- --readme
//! cargo run --release -- --threads [PART OF A NAME]
//! RUSTFLAGS="-C target-cpu=native" cargo run --release
//! ```
//!
//! Prints the table and writes it to `target/report.md`. The option `--readme` measures only the rows of the chart. It
//! records them in `recorded`, one file for each processor, and writes `benches/RESULTS.md`, the table of README and
//! the chart from that. The option `--threads` prints how work scales with threads, beside other ways to
//! do it with as many. OpenBLAS is one of the alternatives if `libopenblas.so.0` is installed. Each kind of work has a
//! file here.

mod folded;
mod gemm;
mod machine;
mod measure;
mod natural;
mod openblas;
mod permutation;
mod relayout;
mod scaling;
mod threads;
mod visit;

use machine::Machine;
use measure::Report;
use tilework_figures::REPORT;

fn main() -> std::io::Result<()> {
    let only = std::env::args().nth(1);
    let for_readme = only.as_deref() == Some("--readme");
    if only.as_deref() == Some("--threads") {
        let part = std::env::args().nth(2);
        scaling::print(|work| part.as_ref().is_none_or(|part| work.contains(part.as_str())));
        return Ok(());
    }
    let machine = Machine::now();
    let mut report = Report::new(move |work| match &only {
        _ if for_readme => REPORT.bars.contains(&work),
        only => only.as_ref().is_none_or(|only| work.contains(only.as_str())),
    });
    relayout::rows(&mut report);
    permutation::rows(&mut report);
    visit::rows(&mut report);
    natural::rows(&mut report);
    gemm::rows(&mut report);
    folded::rows(&mut report);
    threads::rows(&mut report);
    if for_readme {
        return machine?.record(report.rows());
    }
    report.write("target/report.md")
}
