//! Records the version of the compiler, so that a program copied to another machine can report it too.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let rustc = std::env::var("RUSTC").expect("cargo says which compiler it has");
    let output = Command::new(rustc).arg("--version").output().expect("the compiler runs").stdout;
    let version = String::from_utf8_lossy(&output);
    let version = version.split(" (").next().unwrap_or_default().trim();
    println!("cargo::rustc-env=RUSTC_VERSION={version}");
}
