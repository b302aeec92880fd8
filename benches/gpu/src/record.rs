//! The record of what was measured.

use std::error::Error;
use std::path::Path;
use std::process::Command;

use tilework_figures::{Line, Record};

use crate::cudnn;

/// Writes the lines to the file. Lines of other groups stay there, if all else about them is the same.
pub fn write(
    path: &Path,
    machine: String,
    driver: String,
    seconds: f64,
    mut lines: Vec<Line>,
) -> Result<(), Box<dyn Error>> {
    let date = String::from_utf8(Command::new("date").arg("-I").output()?.stdout)?;
    let cudnn = cudnn::version().map_or(String::new(), |version| {
        format!(", cuDNN {}.{}.{}", version / 10000, version / 100 % 100, version % 100)
    });
    let head = [
        ("machine", machine),
        ("date", date.trim().to_owned()),
        ("with", format!("{driver}{cudnn}")),
        ("runs", format!("A long run takes {seconds} s; power limits the clock in it.")),
    ];
    let head: Vec<_> = head.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    if let Ok(mut old) = Record::read(path)
        && old.head == head
    {
        old.lines.retain(|old| lines.iter().all(|line| line.part != old.part));
        lines = [old.lines, lines].concat();
    }
    Ok(Record { head, lines }.write(path)?)
}
