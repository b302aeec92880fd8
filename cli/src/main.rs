//! `tilework`, a calculator for layouts: one operation of the algebra on operands in CuTe
//! notation.
//!
//! ```text
//! $ tilework composition '(4,6,8):(2,3,5)' '(2,12):(2,4)'
//! (2,(6,2)):(4,(3,5))
//! ```
//!
//! The result goes to standard output, exit status 0. An operation without a result is an
//! error on standard error, exit status 1; wrong usage has exit status 2.

mod failure;
mod operation;

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process::ExitCode;

use operation::{OPERATIONS, Operation};

/// What the program says, and with which exit status it ends.
enum Outcome {
    Result(String),
    Failure(String),
    WrongUsage(String),
}

fn main() -> ExitCode {
    let (text, written, code) = match outcome() {
        Outcome::Result(text) => (text, true, 0),
        Outcome::Failure(text) => (text, false, 1),
        Outcome::WrongUsage(text) => (text, false, 2),
    };
    let printed =
        if written { writeln!(io::stdout(), "{text}") } else { writeln!(io::stderr(), "{text}") };
    match printed {
        // A reader that has seen enough is no failure.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => ExitCode::FAILURE,
        _ => ExitCode::from(code),
    }
}

fn outcome() -> Outcome {
    let arguments: Result<Vec<String>, _> =
        std::env::args_os().skip(1).map(|argument| argument.into_string()).collect();
    let Ok(arguments) = arguments else {
        return Outcome::WrongUsage("error: the arguments are not UTF-8".to_owned());
    };
    let Some((name, operands)) = arguments.split_first() else {
        return Outcome::WrongUsage(help());
    };
    match name.as_str() {
        "-h" | "--help" | "help" => return Outcome::Result(help()),
        "-V" | "--version" => {
            return Outcome::Result(concat!("tilework ", env!("CARGO_PKG_VERSION")).to_owned());
        }
        _ => {}
    }
    let Some(operation) = OPERATIONS.iter().find(|operation| operation.name == name) else {
        return Outcome::WrongUsage(format!("error: there is no operation `{name}`\n\n{}", help()));
    };
    if operands.len() != operation.operands.len() {
        return Outcome::WrongUsage(format!(
            "error: operands of {name}: {} wanted, {} given\n\nUsage: tilework {}\n{}",
            operation.operands.len(),
            operands.len(),
            usage(operation),
            operation.meaning,
        ));
    }
    match operation.evaluate(operands) {
        Ok(result) => Outcome::Result(result),
        Err(failure) => Outcome::Failure(failure.explain(operands)),
    }
}

/// The name of an operation with its operands.
fn usage(operation: &Operation) -> String {
    [&[operation.name], operation.operands].concat().join(" ")
}

fn help() -> String {
    let mut text = String::from(
        "A calculator for layouts in CuTe notation\n\n\
         Usage: tilework OPERATION OPERAND...\n\nOperations:\n",
    );
    for operation in OPERATIONS {
        // Writing to a string does not fail.
        let _ = writeln!(text, "  {:<34} {}", usage(operation), operation.meaning);
    }
    text + "
Operands:
  L, A    a layout `S:D`, as '((2,3),4):((1,2),6)'; a shape alone is compact column-major
  T       a tiler: a layout `S:D`, or one for each mode, as '<4:1,8:2>'; '(4,8)' is '<4:1,8:1>',
          and `_` keeps a mode
  SHAPE   a tuple of integers, as '((2,3),4)'; so are P, Q and COORD
  I, N    an integer

Exit status: 0 with a result, 1 where there is none, 2 for wrong usage.

Example: tilework composition '(4,6,8):(2,3,5)' '(2,12):(2,4)'"
}
