//! Programs that do not compile, with the compiler's messages. Each program in `fail` has one mistake, and the file
//! next to it has the output of the compiler. The first line is compared with every compiler, the rest only with that
//! of `ui-tests/TOOLCHAIN`.
//!
//! `TILEWORK_BLESS=1` writes the output next to the programs. `TILEWORK_UI=name` compiles only the programs with such
//! names.

mod compiler {
    /// The root of the repository.
    pub const ROOT: &str = {
        let device = env!("CARGO_MANIFEST_DIR");
        device.split_at(device.len() - "/gpu/device".len()).0
    };
}
#[path = "../../../../tests/compiler/snapshot.rs"]
mod snapshot;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use compiler::ROOT;
use serde_json::Value;
use snapshot::normalised;

/// The libraries that cargo has built for the tests, by name.
fn libraries() -> Vec<(String, PathBuf)> {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let arguments = ["test", "--workspace", "--no-run", "--offline", "--quiet", "--test", "layer"];
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(arguments).args(["--message-format=json", "--target-dir"]).arg(target);
    let output = cargo.current_dir(ROOT).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let library = |line: &str| {
        let message: Value = serde_json::from_str(line).ok()?;
        let name = message["target"]["name"].as_str()?.replace('-', "_");
        let files = message["filenames"].as_array()?.iter().filter_map(Value::as_str);
        let file = files.into_iter().find(|file| file.ends_with(".rlib"))?;
        Some((name, file.into()))
    };
    String::from_utf8_lossy(&output.stdout).lines().filter_map(library).collect()
}

/// The first lines of a program's errors, and the full output.
fn said(libraries: &[(String, PathBuf)], program: &str) -> (Vec<String>, String) {
    let mut rustc = Command::new(env::var_os("RUSTC").unwrap_or("rustc".into()));
    rustc.current_dir(ROOT).args(["--edition=2024", "--emit=obj", "--error-format=json"]);
    rustc.args(["--diagnostic-width=140", "-Adead_code", "-Aunused", program, "-o"]);
    rustc.arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("ui.o"));
    for name in ["tilework", "tilework_device"] {
        let (_, file) = libraries.iter().find(|(library, _)| library == name).expect("it is built");
        let mut library = OsString::from(format!("{name}="));
        library.push(file);
        let mut dependencies = OsString::from("dependency=");
        let folder = file.parent().unwrap();
        dependencies.push(if folder.ends_with("deps") {
            folder.into()
        } else {
            folder.join("deps")
        });
        rustc.arg("--extern").arg(library).arg("-L").arg(dependencies);
    }
    let output = rustc.output().expect("rustc runs");
    let (mut errors, mut text) = (Vec::new(), String::new());
    for line in String::from_utf8_lossy(&output.stderr).lines() {
        let message: Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"));
        let first = message["message"].as_str().unwrap_or_default();
        if message["level"] != "error" || first.starts_with("aborting due to ") {
            continue;
        }
        errors.push(first.to_owned());
        text += &normalised(message["rendered"].as_str().unwrap_or_default(), program);
    }
    (errors, text)
}

#[test]
fn mistakes_are_errors_that_can_be_read() {
    let rustc = env::var_os("RUSTC").unwrap_or("rustc".into());
    let version = Command::new(rustc).arg("--version").output().unwrap().stdout;
    let version = String::from_utf8_lossy(&version).into_owned();
    let whole =
        version.split(' ').nth(1) == Some(include_str!("../../../../ui-tests/TOOLCHAIN").trim());
    let (bless, chosen) = (env::var_os("TILEWORK_BLESS").is_some(), env::var("TILEWORK_UI").ok());
    let libraries = libraries();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui/fail");
    let files = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path());
    let mut programs: Vec<PathBuf> =
        files.filter(|file| file.extension() == Some("rs".as_ref())).collect();
    programs
        .retain(|file| chosen.as_deref().is_none_or(|part| file.to_string_lossy().contains(part)));
    assert!(!programs.is_empty());
    let mut wrong = String::new();
    for file in programs {
        let name = file.strip_prefix(ROOT).unwrap().to_str().unwrap();
        let (errors, text) = said(&libraries, name);
        let recorded = file.with_extension("stderr");
        if bless {
            fs::write(&recorded, &text).unwrap();
        }
        let right = fs::read_to_string(&recorded).unwrap_or_default();
        let first = |text: &str| {
            text.lines().next().and_then(|line| Some(line.split_once(": ")?.1.to_owned()))
        };
        if errors.is_empty() || first(&right).as_ref() != errors.first() || whole && right != text {
            wrong += &format!("{name}:\n{text}instead of\n{right}\n");
        }
        // Exchanged arguments give two errors.
        assert!(errors.len() <= 2 && text.lines().count() <= 30 * errors.len(), "{text}");
    }
    assert!(wrong.is_empty(), "{wrong}");
}
