//! Batch mode: one expression for each line, one line for each answer.

use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::time::{Duration, Instant};

use crate::command::{Answer, Session};

/// The longest line that is read, in bytes.
const LINE: usize = 1 << 20;

/// The time limit for the operations of a line, if more follow.
const TIME: Duration = Duration::from_secs(1);

/// Answers each line of `input` with exactly one line: the value, or `error: ` with the reason. A blank line has no
/// value, so it is an error. A line longer than [`LINE`], and one whose operations are not done after [`TIME`], are
/// errors too. The lines of a longer answer, such as an explanation or the help, are joined by ` | `.
pub fn run(input: impl Read, output: impl Write) -> io::Result<()> {
    let mut input = BufReader::with_capacity(1 << 16, input);
    let mut output = BufWriter::with_capacity(1 << 16, output);
    let mut session = Session::default();
    let mut line = Vec::new();
    loop {
        // A caller that waits for an answer before the next question gets it.
        if input.buffer().is_empty() {
            output.flush()?;
        }
        line.clear();
        if input.by_ref().take(LINE as u64 + 1).read_until(b'\n', &mut line)? == 0 {
            return output.flush();
        }
        let answer = if line.len() > LINE {
            if !line.ends_with(b"\n") {
                input.skip_until(b'\n')?;
            }
            format!("error: the line has more than {LINE} bytes")
        } else {
            let start = Instant::now();
            match str::from_utf8(&line) {
                Ok(text) => in_one_line(session.answer(text, &mut || start.elapsed() < TIME)),
                Err(_) => "error: the line is not UTF-8".to_owned(),
            }
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
