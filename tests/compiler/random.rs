//! Random operations on types, compared with the value level.
//!
//! Two programs have one line for each case. One has literals, and the compiler only checks it. If the rules hold, the
//! type of the operation must be that of the value level's result; otherwise it must be the verdict that names the
//! broken rule. The other program has dynamic leaves, `usize` or `u32`, and prints the outcomes. Operations that do not
//! depend on strides get strides of all kinds. Each run has other cases: their seed is printed, and the environment
//! variable `TILEWORK_SEED` sets it.

mod exact;
mod judge;
mod known;
mod leaves;
mod literals;
mod operands;
mod shapes;
mod strides;

use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};
use std::{env, fs, thread};

use self::exact::Exact;
use self::leaves::{Case, Count};
use self::operands::Random;
use crate::compiler::{Library, scratch};

const LITERALS: usize = 380;
const LEAVES: usize = 120;
const EXACT: usize = 100;

#[test]
fn types_are_what_values_say() {
    let seed = match env::var("TILEWORK_SEED") {
        Ok(seed) => seed.parse().expect("TILEWORK_SEED is an integer"),
        Err(_) => SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos() as u64,
    };
    println!("TILEWORK_SEED={seed}");
    let mut random = Random(seed);
    let mut library = literals::HEAD.to_owned();
    let accepted = (0..LITERALS).filter(|_| literals::case(&mut random, &mut library)).count();
    println!("{accepted} of {LITERALS} have a result");
    assert!(LITERALS / 8 < accepted && accepted < LITERALS * 7 / 8, "{accepted} of {LITERALS}");

    let mut program =
        format!("#![allow(unused)]\n{}", include_str!("random/outcomes.rs")).replace("//!", "//");
    let cases: Vec<Case> = (0..LEAVES).map(|n| Case::new(&mut random, n, &mut program)).collect();
    let exact: Vec<Exact> = (0..EXACT).map(|n| Exact::new(&mut random, n, &mut program)).collect();
    let calls = (0..LEAVES).map(|n| format!("case{n}();\n"));
    let calls: String = calls.chain((0..EXACT).map(|n| format!("exact{n}();\n"))).collect();
    program += &format!("fn main() {{\n{calls}}}\n");

    let folder = scratch("random");
    let (literals, leaves) = (folder.join("literals.rs"), folder.join("leaves.rs"));
    fs::write(&literals, library).unwrap();
    fs::write(&leaves, program).unwrap();
    let tilework = Library::of_the_tests();
    let compiled = |command: &mut Command| {
        let output = command.arg("--out-dir").arg(&folder).output().expect("rustc runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "TILEWORK_SEED={seed}\n{errors}");
    };
    thread::scope(|scope| {
        scope.spawn(|| compiled(tilework.rustc(&literals, "lib").arg("--emit=metadata")));
        compiled(&mut tilework.rustc(&leaves, "bin"));
    });
    let output = Command::new(folder.join("leaves")).output().expect("the program runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "TILEWORK_SEED={seed}\n{errors}");

    let outcomes = String::from_utf8(output.stdout).unwrap();
    let mut outcomes = outcomes.lines();
    let mut count = Count::default();
    let mut exactly = exact::Count::default();
    let mut wrong: Vec<String> =
        cases.iter().flat_map(|case| case.judged(&mut outcomes, &mut count)).collect();
    wrong.extend(exact.iter().flat_map(|case| case.judged(&mut outcomes, &mut exactly)));
    println!("of dynamic leaves: {count:?}, exactly: {exactly:?}");
    assert!(wrong.is_empty(), "TILEWORK_SEED={seed}\n{}", wrong.join("\n"));
    assert!(count.predicted > LEAVES / 8, "TILEWORK_SEED={seed}: {count:?}");
    assert_eq!(outcomes.next(), None);
    // The types leave to run time what several dynamic numbers decide together.
    assert!(count.never.len() <= LEAVES / 20, "TILEWORK_SEED={seed}\n{:#?}", count.never);
    assert!(count.results > LEAVES && count.refusals > LEAVES / 4, "{count:?}");
    assert!(exactly.answers > EXACT && exactly.refusals > EXACT / 10, "{exactly:?}");
}
