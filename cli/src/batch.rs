//! An expression a line, an answer a line.

use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};

use crate::command::{Answer, Session};

/// Answers each line of `input` with exactly one line: the value, or `error: ` with the reason. A
/// blank line, which has no value, is an error like others. What has several lines, an
/// explanation or the help, is put on one with ` | ` between them.
pub fn run(input: impl Read, output: impl Write) -> io::Result<()> {
    let mut input = BufReader::with_capacity(1 << 16, input);
    let mut output = BufWriter::with_capacity(1 << 16, output);
    let mut session = Session::default();
    let mut line = Vec::new();
    loop {
        // Whoever waits for an answer before the next question gets it.
        if input.buffer().is_empty() {
            output.flush()?;
        }
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return output.flush();
        }
        let answer = match str::from_utf8(&line) {
            Ok(text) => in_one_line(session.answer(text)),
            Err(_) => "error: the line is not UTF-8".to_owned(),
        };
        output.write_all(answer.as_bytes())?;
        output.write_all(b"\n")?;
    }
}

fn in_one_line(answer: Answer) -> String {
    match answer {
        Answer::Text(text) if !text.contains('\n') => text,
        Answer::Text(text) | Answer::NoResult(text) => {
            text.lines().map(str::trim).collect::<Vec<_>>().join(" | ")
        }
        Answer::Failure { reason, .. } => reason,
    }
}
