//! The output of the programs about their options, and without a GPU.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The programs by name, as cargo has built them.
fn programs() -> BTreeMap<String, PathBuf> {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    // The features are those of the workspace, as `cargo test --workspace` has built them.
    let build = ["build", "--offline", "--quiet", "--workspace", "--examples"];
    let mut command = Command::new(env!("CARGO"));
    command.args(build).arg("--target-dir").arg(target).current_dir(ROOT);
    let built = command.output().expect("cargo runs");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let sources = std::fs::read_dir(Path::new(ROOT).join("examples")).unwrap();
    let name = |path: PathBuf| path.file_stem().unwrap().to_str().unwrap().to_owned();
    let names = sources.map(|source| name(source.unwrap().path()));
    names.map(|name| (name.clone(), target.join("debug/examples").join(name))).collect()
}

/// The output of a program for a line of arguments, when the driver shows no GPU.
fn run(program: &Path, line: &str) -> Output {
    let mut command = Command::new(program);
    command.args(line.split_whitespace()).env("CUDA_VISIBLE_DEVICES", "");
    command.output().unwrap_or_else(|error| panic!("{}: {error}", program.display()))
}

/// Checks that it ends with this status and one line that contains `says`, in plain words.
#[track_caller]
fn assert_ends(program: &Path, line: &str, status: i32, says: &str) {
    let output = run(program, line);
    let (out, err) = (output.stdout, String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(status), "{} {line}: {err}", program.display());
    assert!(out.is_empty() && err.lines().count() == 1, "{} {line}: {err}", program.display());
    assert!(err.contains(says) && !err.contains("Err"), "{} {line}: {err}", program.display());
    assert!(!err.contains('"'), "{} {line}: {err}", program.display());
}

#[test]
fn options_and_no_gpu() {
    let programs = programs();
    assert!(programs.len() >= 7 && programs.contains_key("scaled_copy"));
    for (called, program) in &programs {
        let help = run(program, "--help");
        let text = String::from_utf8(help.stdout).unwrap();
        assert_eq!((help.status.code(), help.stderr.len()), (Some(0), 0), "{text}");
        // The help lists the options with their numbers.
        let words: Vec<&str> = text.split_whitespace().collect();
        let number = |word: &[&str]| word[1].parse::<u32>().ok().map(|_| word[0].to_owned());
        let names: Vec<String> = words.windows(2).filter_map(number).collect();
        assert!(names.iter().any(|name| name == "--repeats"), "{text}");
        for name in names.iter().filter(|name| name.starts_with("--")) {
            let ends = |given: &str, says: &str| {
                assert_ends(program, &format!("{name} {given}"), 2, &format!("{name} is {says}"));
            };
            ends("", "followed by a number");
            ends("x", "followed by a number, not by `x`");
            // Sums of nothing are 0, nothing may be left to NCCL, 0 rows of GPUs mean all meshes, and 0 keys mean as
            // many as queries.
            match (called.as_str(), name.as_str()) {
                (_, "--k" | "--spare" | "--keys" | "--of-keys") | ("multi_gpu", "--rows") => {
                    assert_ends(program, &format!("{name} 0"), 3, "");
                }
                _ => ends("0", "at least 1"),
            }
            ends("4294967296", "at most 4294967295, not 4294967296");
        }
        assert_ends(program, "--no-such-option", 2, "there is no option --no-such-option");
        assert_ends(program, "--repeats 1 neither", 2, "`neither`");
        assert_ends(program, "", 3, "");
    }
    // Requirements of some programs only.
    for (name, line, wrong) in [
        ("attention", "--d 32", Some("--d is 64 or 128, not 32")),
        ("attention", "--tokens 100 --keys 77 causal logs", None),
        ("attention", "--heads 6 --of-keys 4", Some("--heads is a multiple of --of-keys, 6 of 4")),
        ("copy", "--bits 8", Some("--bits is 16 or 32, not 8")),
        ("copy", "--m 64", None),
        ("copy", "--m 64 --bits 16", Some("--m is a multiple of 128, not 64")),
        ("copy", "copy_to_tile", Some("there is no `copy_to_tile`, but driver, copy,")),
        ("gemm", "--m 64", Some("--m is a multiple of 128, not 64")),
        ("gemm", "--m 64 f16", None),
        ("gemm", "--k 12 bf16", Some("--k is a multiple of 8, not 12")),
        ("gemm_ragged", "--m 1 --n 2 --k 3", None),
        // 2^32 elements are 8 GB, and all their offsets, in vectors, fit 32 bits.
        ("gemm_ragged", "--m 65536 --n 65536 --k 65536", None),
        ("gemm_ragged", "--m 4294967295 f16", Some("fewer than 8 x 2^32 elements")),
        ("gemm_ragged", "--m 4294967295", Some("fewer than 4 x 2^32 elements")),
        ("gemm", "--m 0", Some("--m is at least 1")),
        ("gemm", "--m 128 --n 128 --k 0", None),
        ("multi_gpu", "--gpus 9", None),
        ("multi_gpu", "--head 64", Some("--head is a multiple of 256, not 64")),
        ("multi_gpu", "--first 100", Some("--first is a multiple of 256, not 100")),
        ("scaled_copy", "--m 1000", Some("--m is a multiple of 256, not 1000")),
        ("softmax", "rows", Some("there are no words")),
        ("transpose", "--m 100", None),
        ("transpose", "--m 100 transpose", Some("--m is a multiple of 64, not 100")),
    ] {
        assert_ends(
            &programs[name],
            line,
            if wrong.is_some() { 2 } else { 3 },
            wrong.unwrap_or(""),
        );
    }
}
