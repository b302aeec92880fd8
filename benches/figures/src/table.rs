//! Tables in Markdown.

use std::fmt::Write as _;
use std::io::Result;

use crate::record::{Line, Record};

/// All lines of a record: a table for each part, with a row for each work. Parts have the order of their titles, which
/// are left out where there is one part.
pub fn all(record: &Record, titles: &[(&str, &str)]) -> String {
    let place = |part: &str| titles.iter().position(|(name, _)| *name == part);
    let mut parts: Vec<&[Line]> = record.lines.chunk_by(|x, y| x.part == y.part).collect();
    parts.sort_by_key(|lines| place(&lines[0].part));
    let tables: Vec<String> = parts
        .iter()
        .map(|lines| {
            let part = lines[0].part.as_str();
            let title = titles.iter().find(|(name, _)| *name == part).map_or(part, |found| found.1);
            let title = if parts.len() > 1 { format!("{title}:\n\n") } else { String::new() };
            format!("{title}{}", of_part(lines))
        })
        .collect();
    tables.join("\n")
}

fn of_part(lines: &[Line]) -> String {
    let is_long = lines.iter().any(|line| !line.long_rate.is_empty());
    let mut text = "| work | tilework | time of tilework / time of another |".to_owned();
    text += if is_long {
        " in a long run | time / another's |\n|---|---|---|---|---|\n"
    } else {
        "\n|---|---|---|\n"
    };
    for lines in lines.chunk_by(|x, y| x.work == y.work) {
        let Line { work, rate, unit, long_rate, .. } = &lines[0];
        let _ = write!(text, "| {work} | {rate} {unit} | {} |", ratios(lines, |line| &line.times));
        if is_long {
            let long =
                if long_rate.is_empty() { String::new() } else { format!("{long_rate} {unit}") };
            let _ = write!(text, " {long} | {} |", ratios(lines, |line| &line.long_times));
        }
        text += "\n";
    }
    text
}

/// Each other way of a work, and its ratio, if it is known.
fn ratios(lines: &[Line], of: impl Fn(&Line) -> &String) -> String {
    let known = lines.iter().filter(|line| !of(line).is_empty());
    let ratios: Vec<String> =
        known.map(|line| format!("{} {}", line.beside, two_digits(of(line)))).collect();
    ratios.join(", ")
}

/// Some works, each beside the best other: a number in each cell.
pub fn best(record: &Record, works: &[&str]) -> Result<String> {
    let mut text =
        "| work | tilework | time / best other's time | best other |\n|---|---|---|---|\n"
            .to_owned();
    for work in works {
        let Line { rate, unit, beside, times, .. } = record.best(work)?;
        let _ = writeln!(text, "| {work} | {rate} {unit} | {} | {beside} |", two_digits(times));
    }
    Ok(text)
}

/// A ratio with two digits after the point.
pub fn two_digits(ratio: &str) -> String {
    ratio.parse().map_or_else(|_| ratio.to_owned(), |ratio: f64| format!("{ratio:.2}"))
}
