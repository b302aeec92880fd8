//! Programs compiled against the library that the tests are linked with.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The repository: a folder above this package.
pub const ROOT: &str = {
    let tests = env!("CARGO_MANIFEST_DIR");
    tests.split_at(tests.len() - "/tests".len()).0
};

/// A folder for the files of a test.
pub fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The library `tilework` as built by cargo.
pub struct Library {
    tilework: PathBuf,
    /// `tilework-atom`, if it is built too.
    atom: Option<PathBuf>,
    /// `tilework-device` and the arguments of kernels, if they are built too. Only programs `kernel_*` get them, because
    /// the compiler lists their types in other messages too.
    device: Option<PathBuf>,
    arguments: Option<PathBuf>,
}

impl Library {
    /// The libraries that the tests of the workspace are linked with, which exist already. A separate package would
    /// build it and its dependencies again.
    pub fn of_the_tests() -> Self {
        Self::built(&["test", "--workspace", "--no-run", "--test", "compiler", "--test", "ui"])
    }

    /// The library for programs in release.
    pub fn of_release() -> Self {
        Self::built(&["build", "--release", "--lib"])
    }

    fn built(arguments: &[&str]) -> Self {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
        let output = Command::new(env!("CARGO"))
            .args(arguments)
            .args(["--offline", "--quiet", "--message-format=json", "--target-dir"])
            .arg(target)
            .current_dir(ROOT)
            .output()
            .expect("cargo runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let messages = String::from_utf8(output.stdout).unwrap();
        let messages: Vec<Value> =
            messages.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let library = |name: &str| -> Option<PathBuf> {
            let artifact = messages.iter().find(|message| {
                message["reason"] == "compiler-artifact"
                    && message["target"]["name"] == name
                    && message["target"]["kind"][0] == "lib"
            })?;
            let mut files = artifact["filenames"].as_array()?.iter().filter_map(Value::as_str);
            files.find(|file| file.ends_with(".rlib")).map(PathBuf::from)
        };
        Library {
            tilework: library("tilework").expect("cargo builds the library"),
            atom: library("tilework_atom"),
            device: library("tilework_device"),
            arguments: library("tilework_kernel_arguments"),
        }
    }

    /// The compiler for a program that depends on the library, in the folder of the repository.
    pub fn rustc(&self, source: &Path, crate_type: &str) -> Command {
        let mut command = self.without(source, crate_type);
        command.arg("--extern").arg(self.named("tilework"));
        let of_kernels =
            source.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"kernel_"));
        let others = [
            ("tilework_atom=", &self.atom),
            ("tilework_device=", if of_kernels { &self.device } else { &None }),
            ("tilework_kernel_arguments=", if of_kernels { &self.arguments } else { &None }),
        ];
        for (name, library) in others {
            if let Some(library) = library {
                let mut named = std::ffi::OsString::from(name);
                named.push(library);
                command.arg("--extern").arg(named);
            }
        }
        command
    }

    /// The library for `--extern`, by a name.
    pub fn named(&self, name: &str) -> std::ffi::OsString {
        let mut library = std::ffi::OsString::from(format!("{name}="));
        library.push(&self.tilework);
        library
    }

    /// The compiler for a program that does not depend on the library itself, but may depend on a crate that does.
    pub fn without(&self, source: &Path, crate_type: &str) -> Command {
        let mut command = Command::new(env::var_os("RUSTC").unwrap_or("rustc".into()));
        // The library is one folder above its dependencies if it was built for itself.
        let folder = self.tilework.parent().unwrap();
        let below = if folder.ends_with("deps") { folder.into() } else { folder.join("deps") };
        let mut dependencies = std::ffi::OsString::from("dependency=");
        dependencies.push(below);
        command
            .current_dir(ROOT)
            .args(["--edition=2024", "--crate-type", crate_type])
            .arg(source)
            .arg("-L")
            .arg(dependencies);
        command
    }
}
