//! Reads lines from a terminal, with editing and history.

use std::io::{self, Write};

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use crate::command::{Answer, Session};

/// Answers lines until the input ends.
pub fn run() -> io::Result<()> {
    let mut editor = DefaultEditor::new().map_err(io::Error::other)?;
    let mut session = Session::default();
    let mut output = io::stdout();
    writeln!(output, "Expressions, `explain EXPRESSION`, `show EXPRESSION`, `help`; Ctrl-D ends.")?;
    loop {
        let line = match editor.readline("> ") {
            Ok(line) => line,
            // Only this line is given up.
            Err(ReadlineError::Interrupted) => continue,
            Err(ReadlineError::Eof) => return Ok(()),
            Err(error) => return Err(io::Error::other(error)),
        };
        if line.trim().is_empty() {
            continue;
        }
        let answer = session.answer(&line, &mut || true);
        for note in &session.notes {
            writeln!(output, "note: {note}")?;
        }
        match answer {
            Answer::Text(text) | Answer::NoResult(text) => writeln!(output, "{text}")?,
            Answer::Failure { shown, .. } => writeln!(output, "{shown}")?,
        }
        editor.add_history_entry(line.trim()).map_err(io::Error::other)?;
    }
}
