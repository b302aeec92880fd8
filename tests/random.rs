//! Random operations on types, held against the value level.
//!
//! A package is written with one line for each case. Its library is of literals, and checked by the
//! compiler: where the rules hold, the type of the operation must be that of the value level's
//! result; where one does not, the type must be the verdict that names it. Its program is of leaves
//! of run time, `usize` or `u32`, and prints what becomes of them. What does not depend on strides has
//! strides of all kinds. The cases are others each time: their seed is
//! printed, and the environment variable `TILEWORK_SEED` sets it.

mod random {
    pub mod exact;
    pub mod judge;
    pub mod leaves;
    pub mod literals;
    pub mod operands;
    pub mod shapes;
    pub mod strides;
}

use std::path::Path;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};
use std::{env, fs};

use random::exact::{self, Exact};
use random::leaves::{Case, Count};
use random::literals;
use random::operands::Random;

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

    let package = Path::new(env!("CARGO_TARGET_TMPDIR")).join("random");
    fs::create_dir_all(package.join("src")).unwrap();
    let root = env!("CARGO_MANIFEST_DIR");
    let manifest = format!(
        "[package]\nname = \"random\"\nedition = \"2024\"\n\n\
         [dependencies]\ntilework = {{ path = {root:?} }}\n\n[profile.dev]\ndebug = 0\n\n[workspace]\n"
    );
    fs::write(package.join("Cargo.toml"), manifest).unwrap();
    // What has been built is here already, in these versions.
    let _ = fs::copy(Path::new(root).join("Cargo.lock"), package.join("Cargo.lock"));
    fs::write(package.join("src/lib.rs"), library).unwrap();
    fs::write(package.join("src/main.rs"), program).unwrap();
    let output = Command::new(env!("CARGO"))
        .args(["run", "--offline", "--quiet"])
        .current_dir(&package)
        .env("CARGO_TARGET_DIR", package.join("target"))
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "TILEWORK_SEED={seed}\n{errors}");

    let outcomes = String::from_utf8(output.stdout).unwrap();
    let mut outcomes = outcomes.lines();
    let mut count = Count::default();
    let mut exactly = exact::Count::default();
    let mut wrong: Vec<String> =
        cases.iter().flat_map(|case| case.judged(&mut outcomes, &mut count)).collect();
    wrong.extend(exact.iter().flat_map(|case| case.judged(&mut outcomes, &mut exactly)));
    println!("of leaves of run time: {count:?}, exactly: {exactly:?}");
    assert!(wrong.is_empty(), "TILEWORK_SEED={seed}\n{}", wrong.join("\n"));
    assert_eq!(outcomes.next(), None);
    // What several numbers of run time decide together the types leave to it.
    assert!(count.never.len() <= LEAVES / 20, "TILEWORK_SEED={seed}\n{:#?}", count.never);
    assert!(count.results > LEAVES && count.refusals > LEAVES / 4, "{count:?}");
    assert!(exactly.answers > EXACT && exactly.refusals > EXACT / 10, "{exactly:?}");
}
