//! How fast tilework is beside what people would use instead, measured in one run.
//!
//! ```text
//! cargo run --release [-- PART OF A NAME]
//! cargo run --release -- --readme [FILE]
//! RUSTFLAGS="-C target-cpu=native" cargo run --release
//! ```
//!
//! Prints the table and writes it to `target/report.md`; with `--readme` it measures the rows that the
//! README of `benches` has, and writes them there, or into another file that has the markers of README: for each
//! processor there is a table. OpenBLAS is one of the others where `libopenblas.so.0` is installed. A file here for each kind of work.

mod folded;
mod gemm;
mod measure;
mod openblas;
mod permutation;
mod readme;
mod relayout;
mod threads;
mod visit;

use measure::Report;

fn main() -> std::io::Result<()> {
    let only = std::env::args().nth(1);
    let for_readme = only.as_deref() == Some("--readme");
    let mut report = Report::new(move |work| match &only {
        _ if for_readme => readme::has(work),
        only => only.as_ref().is_none_or(|only| work.contains(only.as_str())),
    });
    relayout::rows(&mut report);
    permutation::rows(&mut report);
    visit::rows(&mut report);
    gemm::rows(&mut report);
    folded::rows(&mut report);
    threads::rows(&mut report);
    if for_readme {
        return readme::write(report.rows(), std::env::args().nth(2).as_deref());
    }
    report.write("target/report.md")
}
