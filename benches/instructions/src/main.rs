//! Counts the instructions of tilework beside those of hand-written code and other libraries. The numbers are the same
//! in every run, whatever else the machine does. `README.md` says how.
//!
//! `run [PART OF A NAME]` builds this program, which runs itself under callgrind. Each kind of work has a file here;
//! the limits are in the file `limits`.

mod access;
mod algebra;
mod along;
mod batches;
mod callgrind;
mod counter;
mod folded;
mod found;
mod gemm;
mod kernel;
mod micro;
mod natural;
mod packed;
mod permutation;
mod relayout;
mod reversed;
mod table;
mod visit;

use std::process::ExitCode;

use counter::Counter;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let first = arguments.next();
    if first.as_deref() == Some(callgrind::COUNTED) {
        count(&mut Counter::new(arguments.next()));
        return ExitCode::SUCCESS;
    }
    if !is_x86_feature_detected!("avx2") || !is_x86_feature_detected!("fma") {
        println!("not run: the limits are for processors with AVX2 and FMA");
        return ExitCode::SUCCESS;
    }
    let only = first.unwrap_or_default();
    let mut rows = kernel::rows();
    rows.extend(callgrind::rows(&only));
    table::print(rows, &only)
}

/// All rows, counted.
fn count(counter: &mut Counter) {
    gemm::rows(counter);
    folded::rows(counter);
    relayout::rows(counter);
    reversed::rows(counter);
    packed::rows(counter);
    permutation::rows(counter);
    visit::rows(counter);
    natural::rows(counter);
    along::rows(counter);
    batches::rows(counter);
    access::rows(counter);
    micro::rows(counter);
    algebra::rows(counter);
    found::rows(counter);
}
