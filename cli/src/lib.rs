//! `tilework`, a calculator for layouts: expressions of the algebra in CuTe notation.
//!
//! ```text
//! $ tilework '(4,6,8):(2,3,5) o (2,12):(2,4)'
//! (2,(6,2)):(4,(3,5))
//! ```
//!
//! The result goes to standard output, with exit status 0. An expression without a result is an error on standard
//! error, with a caret under its place and exit status 1; wrong usage has exit status 2. What the reader of a
//! printout drops, such as a pointer, is a note on standard error. `explain` says on standard
//! output why there is no result, with exit status 1. `export` writes a layout as source text. `show`, `svg`, `latex` and `html` draw it, as the module
//! `tilework_algebra::draw` describes. The notation is described in `tilework_algebra::expression`.

mod batch;
mod command;
mod help;
mod picture;
mod repl;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write as _};

use command::{Answer, Session};

/// The exit status with a result, without one, and after wrong usage.
const SUCCESS: u8 = 0;
const FAILURE: u8 = 1;
const WRONG_USAGE: u8 = 2;

/// Runs the calculator with the arguments after its name, and returns the exit status.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Result<Vec<String>, _> =
        arguments.into_iter().map(OsString::into_string).collect();
    let Ok(arguments) = arguments else {
        return wrong_usage("the arguments are not UTF-8");
    };
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let ended = match arguments[..] {
        [] if io::stdin().is_terminal() => repl::run(),
        [] | ["--batch"] => batch::run(io::stdin().lock(), io::stdout().lock()),
        ["-h" | "--help"] => writeln!(io::stdout(), "{}\n{}", help::USAGE, help::overview()),
        ["-V" | "--version"] => {
            writeln!(io::stdout(), concat!("tilework ", env!("CARGO_PKG_VERSION")))
        }
        [form, ref rest @ ..] if picture::Form::named(form).is_some() => {
            return picture::run(form, rest);
        }
        [option, ..] if is_option(option) => {
            return wrong_usage(&format!("the option `{option}` is not known, or stands alone"));
        }
        // The shell may have split the expression into words; their text is read.
        _ => {
            let mut session = Session::default();
            let answer = session.answer(&arguments.join(" "), &mut || true);
            for note in &session.notes {
                // If this fails, there is nobody left to tell.
                let _ = writeln!(io::stderr(), "note: {note}");
            }
            match answer {
                Answer::Text(text) => writeln!(io::stdout(), "{text}"),
                Answer::NoResult(text) => {
                    // A reader that stops early is not a failure, as after a value.
                    let _ = writeln!(io::stdout(), "{text}");
                    return FAILURE;
                }
                Answer::Failure { shown, .. } => {
                    let _ = writeln!(io::stderr(), "{shown}");
                    return FAILURE;
                }
            }
        }
    };
    match ended {
        // A reader that stops early is not a failure.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let _ = writeln!(io::stderr(), "error: {error}");
            FAILURE
        }
        _ => SUCCESS,
    }
}

/// Returns whether an argument is an option. `-1` is an expression.
pub(crate) fn is_option(argument: &str) -> bool {
    // `- register=1 -> (0, 1)` is a linear layout as Triton prints it.
    let number = |c: char| c.is_ascii_digit() || c == ' ';
    argument.strip_prefix('-').is_some_and(|rest| !rest.starts_with(number))
}

pub(crate) fn wrong_usage(error: &str) -> u8 {
    let _ = writeln!(io::stderr(), "error: {error}\n\n{}", help::USAGE);
    WRONG_USAGE
}
