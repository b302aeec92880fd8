//! Programs compiled against the library that the tests are linked with.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Where the repository is: a folder above this package.
pub const ROOT: &str = {
    let tests = env!("CARGO_MANIFEST_DIR");
    tests.split_at(tests.len() - "/tests".len()).0
};

/// A place for what a test writes.
pub fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The library `tilework` as cargo has built it.
pub struct Library(PathBuf);

impl Library {
    /// The one that the tests of the workspace are linked with, which is there already: a package
    /// of its own would build it and all that it depends on once more.
    pub fn of_the_tests() -> Self {
        Self::built(&["test", "--workspace", "--no-run", "--test", "programs"])
    }

    /// The one of programs in release.
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
        let mut messages = messages.lines().map(|line| serde_json::from_str(line).unwrap());
        let artifact = messages.find(|message: &Value| {
            message["reason"] == "compiler-artifact"
                && message["target"]["name"] == "tilework"
                && message["target"]["kind"][0] == "lib"
        });
        let files = artifact.expect("cargo builds the library")["filenames"].clone();
        let mut files = files.as_array().unwrap().iter().map(|file| file.as_str().unwrap());
        Self(files.find(|file| file.ends_with(".rlib")).expect("a library to link").into())
    }

    /// The compiler for a program that depends on the library, in the folder of the repository.
    pub fn rustc(&self, source: &Path, crate_type: &str) -> Command {
        let mut command = self.without(source, crate_type);
        command.arg("--extern").arg(self.named("tilework"));
        command
    }

    /// The library for `--extern`, by a name.
    pub fn named(&self, name: &str) -> std::ffi::OsString {
        let mut library = std::ffi::OsString::from(format!("{name}="));
        library.push(&self.0);
        library
    }

    /// The compiler for a program that does not depend on the library itself, but may on what does.
    pub fn without(&self, source: &Path, crate_type: &str) -> Command {
        let mut command = Command::new(env::var_os("RUSTC").unwrap_or("rustc".into()));
        // What is built for itself lies one folder above what it depends on.
        let folder = self.0.parent().unwrap();
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
