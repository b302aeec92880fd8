//! Writes the tables and charts of all records, or checks them with `--check`.

use std::process::ExitCode;

use tilework_figures::PROGRAMS;

fn main() -> ExitCode {
    let check = match std::env::args().nth(1).as_deref() {
        None => false,
        Some("--check") => true,
        Some(other) => {
            eprintln!("there is no {other}, but --check");
            return ExitCode::from(2);
        }
    };
    let mut status = ExitCode::SUCCESS;
    for program in PROGRAMS {
        if let Err(error) = if check { program.check() } else { program.write() } {
            eprintln!("{}: {error}", program.name);
            status = ExitCode::FAILURE;
        }
    }
    status
}
