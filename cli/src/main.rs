//! The program `tilework`: the calculator of the library beside it.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(tilework_cli::run(std::env::args_os().skip(1)))
}
