//! How fast tilework is beside what people would use instead, measured in one run.
//!
//! ```text
//! cargo run --release [-- PART OF A NAME]
//! RUSTFLAGS="-C target-cpu=native" cargo run --release
//! ```
//!
//! Prints the table and writes it to `target/report.md`. OpenBLAS is one of the others where
//! `libopenblas.so.0` is installed. A file here for each kind of work.

mod folded;
mod gemm;
mod measure;
mod openblas;
mod permutation;
mod relayout;
mod threads;
mod visit;

use measure::Report;

fn main() -> std::io::Result<()> {
    let mut report = Report::new(std::env::args().nth(1));
    relayout::rows(&mut report);
    permutation::rows(&mut report);
    visit::rows(&mut report);
    gemm::rows(&mut report);
    folded::rows(&mut report);
    threads::rows(&mut report);
    report.write("target/report.md")
}
