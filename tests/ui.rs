//! What does not compile, and what the compiler says of it.
//!
//! The cases in `ui-tests/fail` have one mistake each, which must be one error, and next to each
//! stands what the compiler prints. The first line of that is ours, and is checked with every
//! compiler. The rest is the compiler's, and is compared on the version that it was written with,
//! the one in `ui-tests/TOOLCHAIN`; `TRYBUILD=overwrite cargo test --test ui` writes it anew.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The cases that must not compile, by name.
fn cases() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui-tests/fail");
    let files = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path());
    let sources = files.filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    let mut names: Vec<String> =
        sources.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    names.sort_unstable();
    names
}

fn case(name: &str, extension: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("ui-tests/fail").join(name).with_extension(extension)
}

/// The messages recorded for a case, without `error[..]: `.
fn recorded(name: &str) -> Vec<String> {
    let text = fs::read_to_string(case(name, "stderr")).unwrap();
    let errors = text.lines().filter(|line| line.starts_with("error"));
    errors.map(|line| line.split_once(": ").unwrap().1.to_owned()).collect()
}

#[test]
fn a_mistake_is_one_error_that_can_be_read() {
    for name in cases() {
        let text = fs::read_to_string(case(&name, "stderr")).unwrap();
        let messages = recorded(&name);
        let [message] = &messages[..] else { panic!("{name}: {} errors", messages.len()) };
        for noise in ["UInt", "UTerm", "HCons", "Bad<"] {
            assert!(!message.contains(noise), "{name}: {message}");
        }
        // A mistake in the notation needs no compiler to explain it.
        // Without a token to point at the compiler adds which macro it was.
        let limit = match text.starts_with("error:") {
            true if name == "no_tokens" => 7,
            true => 6,
            false => 16,
        };
        assert!(text.lines().count() <= limit, "{name}: {text}");
        // Nothing of this machine, nor of the standard library's source, which need not be there.
        for place in [env!("CARGO_MANIFEST_DIR"), "$RUST", "$CARGO"] {
            assert!(!text.contains(place), "{name}: {text}");
        }
    }
}

/// Checks all cases as programs of a package that depends on this one, with `cargo check`: no
/// error may wait for the code to be generated.
#[test]
fn messages() {
    let package = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ui-tests");
    let programs = package.join("src/bin");
    // Cases that are no more must not stay.
    let _ = fs::remove_dir_all(&programs);
    fs::create_dir_all(&programs).unwrap();
    let root = env!("CARGO_MANIFEST_DIR");
    let manifest = format!(
        "[package]\nname = \"ui-tests\"\nedition = \"2024\"\n\n\
         [dependencies]\ntilework = {{ path = {root:?} }}\n\n[workspace]\n"
    );
    fs::write(package.join("Cargo.toml"), manifest).unwrap();
    // What has been built is here already, in these versions.
    let _ = fs::copy(Path::new(root).join("Cargo.lock"), package.join("Cargo.lock"));
    for name in cases() {
        fs::copy(case(&name, "rs"), programs.join(&name).with_extension("rs")).unwrap();
    }
    let output = Command::new(env!("CARGO"))
        .args(["check", "--offline", "--bins", "--keep-going", "--message-format=short"])
        .current_dir(&package)
        .env("CARGO_TARGET_DIR", package.join("target"))
        .output()
        .unwrap();
    let output = String::from_utf8_lossy(&output.stderr);
    for name in cases() {
        let file = Path::new("src/bin").join(&name).with_extension("rs");
        let prefix = format!("{}:", file.display());
        let errors: Vec<&str> = output
            .lines()
            .filter(|line| line.starts_with(&prefix) && line.contains(": error"))
            .collect();
        let [error] = errors[..] else { panic!("{name}: {errors:#?} in\n{output}") };
        for message in recorded(&name) {
            assert!(error.contains(&message), "{name}: {error}\nis not\n{message}");
        }
    }
}

#[test]
fn programs_that_compile() {
    trybuild::TestCases::new().pass("ui-tests/pass/*.rs");
}

#[test]
fn snapshots() {
    let recorded_with = include_str!("../ui-tests/TOOLCHAIN").trim();
    let rustc = env::var_os("RUSTC").unwrap_or("rustc".into());
    let version = Command::new(rustc).arg("--version").output().unwrap().stdout;
    let version = String::from_utf8_lossy(&version);
    if version.split(' ').nth(1) == Some(recorded_with) {
        // Without a case that compiles: all at once, by `cargo check`.
        trybuild::TestCases::new().compile_fail("ui-tests/fail/*.rs");
    } else {
        // Past the test harness, which would keep it to itself.
        let note =
            format!("skipped: the snapshots are of rustc {recorded_with}, this is {version}");
        std::io::stderr().write_all(note.as_bytes()).unwrap();
    }
}
