//! The Rust that compiles kernels.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Error;

/// The file that people and `rustup` read.
const FILE: &str = include_str!("../nightly.toml");

/// The nightly Rust that compiles kernels, under its name in `rustup`: the `channel` of `nightly.toml`.
pub const CHANNEL: &str = channel(FILE);

/// The text between the quotes after `channel = `.
const fn channel(file: &str) -> &str {
    let (bytes, key) = (file.as_bytes(), b"\nchannel = \"");
    let mut start = 0;
    loop {
        assert!(start + key.len() < bytes.len(), "the file names a channel");
        let mut same = 0;
        while same < key.len() && bytes[start + same] == key[same] {
            same += 1;
        }
        if same == key.len() {
            break;
        }
        start += 1;
    }
    let (_, from) = file.split_at(start + key.len());
    let mut end = 0;
    while from.as_bytes()[end] != b'"' {
        end += 1;
    }
    from.split_at(end).0
}

/// A compiler and its cargo.
pub(crate) struct Toolchain {
    pub(crate) rustc: PathBuf,
    pub(crate) cargo: PathBuf,
}
impl Toolchain {
    /// The toolchain that `DEVICE_RUSTC` and `DEVICE_CARGO` name, or that of [`CHANNEL`].
    pub(crate) fn find() -> Result<Self, Error> {
        let found = match env::var_os("DEVICE_RUSTC") {
            Some(rustc) => {
                let cargo = env::var_os("DEVICE_CARGO").unwrap_or_else(|| "cargo".into());
                Toolchain { rustc: rustc.into(), cargo: cargo.into() }
            }
            None => Toolchain { rustc: installed("rustc")?, cargo: installed("cargo")? },
        };
        found.assert_sources().map(|()| found)
    }

    /// Checks that the sources of `core` are there, since `core` is compiled for the GPU too.
    fn assert_sources(&self) -> Result<(), Error> {
        let output = Command::new(&self.rustc).args(["--print", "sysroot"]).output();
        let rustc = self.rustc.display();
        // Only a compiler named by `DEVICE_RUSTC` can be missing here, since `rustup` has given the path of its own.
        let output = output.map_err(|error| {
            missing(&format!("{rustc}, which DEVICE_RUSTC names, does not run ({error})"))
        })?;
        let sysroot = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        match Path::new(&sysroot).join("lib/rustlib/src/rust/library/core").is_dir() {
            true => Ok(()),
            false => Err(missing(&format!("{rustc} has no component `rust-src`"))),
        }
    }
}

/// The path of a program of [`CHANNEL`] in `rustup`.
fn installed(program: &str) -> Result<PathBuf, Error> {
    let output = Command::new("rustup").args(["which", "--toolchain", CHANNEL, program]).output();
    let output = output.map_err(|_| missing("`rustup` is not here"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).trim().into()),
        false => Err(missing(&format!("{CHANNEL} is not installed"))),
    }
}

/// The error that something is missing, and how to install it.
fn missing(what: &str) -> Error {
    Error(format!(
        "toolchain: kernels are compiled by {CHANNEL} with `rust-src`, and {what}: `rustup toolchain install {CHANNEL} \
         --profile minimal --component rust-src`, or name another nightly by DEVICE_RUSTC and DEVICE_CARGO; who has the PTX sets \
         TILEWORK_PTX to its path"
    ))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_channel_is_that_of_the_file() {
        assert!(super::CHANNEL.starts_with("nightly-20"), "{}", super::CHANNEL);
        assert!(super::FILE.contains(&format!("channel = \"{}\"\n", super::CHANNEL)));
    }

    #[test]
    fn what_is_missing_is_said_with_how_to_get_it() {
        let says = super::missing("it is not installed").to_string();
        for part in ["toolchain:", super::CHANNEL, "rustup toolchain install", "DEVICE_RUSTC"] {
            assert!(says.contains(part), "{says}");
        }
    }
}
