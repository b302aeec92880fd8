//! Evidence that composition is exact: its results are right, and it has a result whenever there is one, compared with
//! brute force by the definition.
//!
//! ```sh
//! cargo run --release -p tilework-algebra --example composition_evidence -- [SAMPLE [RANDOM]]
//! ```
//!
//! Left sides have 1 to 3 modes and right sides 1 or 2, with extents of 1 to 6 and strides of 0 to 12. All pairs are
//! tested, or an even sample of `SAMPLE` of them (10^7) if there are more. Then follow `RANDOM` larger nested pairs
//! (10^6). The exit status is 1 if any pair was decided wrongly or not at all.

mod brute_force;
mod count;
mod domains;

use std::num::NonZero;
use std::process::ExitCode;
use std::thread;

use count::Count;
use domains::{Random, SMALL};
use tilework_algebra::Layout;

/// Counts the pairs, one for each number below `cases`, on all cores.
fn count(cases: u64, pair: impl Fn(u64) -> (Layout, Layout) + Sync) -> Count {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let mut total = Count::default();
    thread::scope(|scope| {
        let pair = &pair;
        let part = |first: usize| {
            move || {
                let mut count = Count::default();
                for case in (first as u64..cases).step_by(threads) {
                    let (a, b) = pair(case);
                    let one = Count::of_pair(&a, &b);
                    if !one.is_faultless() {
                        println!("{a} o {b}: {one:?}");
                    }
                    count += one;
                }
                count
            }
        };
        let parts: Vec<_> = (0..threads).map(|first| scope.spawn(part(first))).collect();
        for part in parts {
            total += part.join().expect("a thread panicked");
        }
    });
    total
}

fn print(domain: &str, count: &Count) {
    let Count { accepted, admissible, rejected, wrong, falsely_rejected, undecided } = count;
    println!(
        "{domain:24}{:11}{accepted:11}{admissible:11}{rejected:11}{wrong:7}{falsely_rejected:18}{undecided:11}",
        count.cases(),
    );
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse::<u64>());
    let (Ok(sample), Ok(random)) =
        (arguments.next().unwrap_or(Ok(10_000_000)), arguments.next().unwrap_or(Ok(1_000_000)))
    else {
        eprintln!("usage: composition_evidence [SAMPLE [RANDOM]]");
        return ExitCode::from(2);
    };
    println!(
        "modes                         cases   accepted   by rules   rejected  wrong  \
         falsely rejected  undecided"
    );
    let mut total = Count::default();
    for small in SMALL {
        let of = small.pairs();
        let cases = of.min(sample);
        let count = count(cases, |case| small.sample(case, cases));
        let part = if cases < of { format!("of {of}") } else { "all".into() };
        print(&format!("{} o {}, {part}", small.left, small.right), &count);
        total += count;
    }
    let count = count(random, |case| Random(case).pair());
    print("random, nested", &count);
    total += count;
    print("in all", &total);
    if total.is_faultless() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
