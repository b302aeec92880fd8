//! Other programs, which may not be installed.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

/// The exit status with which `peers.py` reports that a package is not installed.
const MISSING: i32 = 77;

/// Reports on the terminal, bypassing the test harness, that a peer is not installed.
pub fn missing(peer: &str, why: &str) {
    assert!(env::var("TILEWORK_PEERS").as_deref() != Ok("all"), "{peer} is not there: {why}");
    let _ = writeln!(io::stderr(), "NOT RUN against {peer}, which is not installed: {why}");
}

/// A folder for the files of a test.
pub fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The output of `peers.py PEER` for these lines, one line for each; `None` if the peer is not installed.
pub fn peer(peer: &str, lines: &[String]) -> Option<Vec<String>> {
    let input = folder("peers").join(peer);
    fs::write(&input, lines.join("\n")).unwrap();
    let python = env::var("TILEWORK_PYTHON").unwrap_or("python3".into());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/friends/peers.py");
    let output = Command::new(&python).arg(script).arg(peer).arg(&input).output();
    let Ok(Output { status, stdout, stderr }) = output else {
        missing(peer, &format!("{python} does not run"));
        return None;
    };
    let said = String::from_utf8_lossy(&stderr);
    if status.code() == Some(MISSING) {
        missing(peer, said.trim());
        return None;
    }
    assert!(status.success(), "{peer}: {said}");
    let made: Vec<String> = String::from_utf8(stdout).unwrap().lines().map(Into::into).collect();
    assert_eq!(made.len(), lines.len(), "{peer}: {said}");
    Some(made)
}
