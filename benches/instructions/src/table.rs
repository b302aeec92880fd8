//! The table of counts and limits.

use std::process::ExitCode;

/// The number of instructions of a way.
pub struct Count {
    pub way: String,
    pub instructions: u64,
}

/// A row: the first of its counts is tilework's.
pub struct Row {
    pub name: String,
    /// The number of units of work: elements, multiply-adds, calls.
    pub units: usize,
    pub counts: Vec<Count>,
}

/// A line of the file `limits`.
struct Limit {
    name: String,
    most: f64,
    reason: String,
}

/// The limits, in the order of their file, which is read in every run.
fn limits() -> Vec<Limit> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/limits");
    let text = std::fs::read_to_string(path).expect("the file `limits`");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let limit = |line: &str| {
        let mut parts = line.split('|').map(str::trim);
        let (name, most, reason) = (parts.next()?, parts.next()?, parts.next()?);
        Some(Limit { name: name.into(), most: most.parse().ok()?, reason: reason.into() })
    };
    lines.map(|line| limit(line).unwrap_or_else(|| panic!("not a limit: {line}"))).collect()
}

/// The factor by which limits are higher: `SLACK`, for another compiler than the one that they were counted with.
fn slack() -> f64 {
    let slack = std::env::var("SLACK").unwrap_or_else(|_| "1".into());
    slack.parse().expect("`SLACK` is a number")
}

/// Prints the rows that have `only` in their names. Fails if a limit is passed, if a row has no limit, or if a limit
/// has no row.
pub fn print(rows: Vec<Row>, only: &str) -> ExitCode {
    let (limits, slack) = (limits(), slack());
    let mut failures = Vec::new();
    println!("instructions a unit, beside those of the best of the others\n");
    println!("| row | tilework | best of the others | ratio | limit | reason |");
    println!("|---|---|---|---|---|---|");
    for row in rows.iter().filter(|row| row.name.contains(only)) {
        let per_unit = |count: &Count| count.instructions as f64 / row.units as f64;
        let ours = per_unit(&row.counts[0]);
        let best = row.counts[1..].iter().min_by_key(|count| count.instructions);
        let (of_best, ratio) = match best {
            None => (String::new(), None),
            Some(best) => {
                let ratio = row.counts[0].instructions as f64 / best.instructions as f64;
                (format!("{:.3} {}", per_unit(best), best.way), Some(ratio))
            }
        };
        let shown = ratio.map_or(String::new(), |ratio| format!("{ratio:.3}"));
        let limit = limits.iter().find(|limit| limit.name == row.name);
        let (most, reason) = match limit {
            None => (String::new(), ""),
            Some(limit) => (limit.most.to_string(), limit.reason.as_str()),
        };
        let name = &row.name;
        println!("| {name} | {ours:.3} | {of_best} | {shown} | {most} | {reason} |");
        let value = ratio.unwrap_or(ours);
        match limit {
            None => failures.push(format!("{name} has no limit")),
            Some(limit) if value > limit.most * slack => {
                failures.push(format!("{name}: {value:.3} is above {}", limit.most * slack));
            }
            Some(_) => {}
        }
    }
    let wanted = limits.iter().filter(|limit| limit.name.contains(only));
    let gone = wanted.filter(|limit| rows.iter().all(|row| row.name != limit.name));
    failures.extend(gone.map(|limit| format!("{} has a limit and is not counted", limit.name)));
    println!();
    if failures.is_empty() {
        println!("all within their limits");
        return ExitCode::SUCCESS;
    }
    failures.iter().for_each(|failure| println!("FAILED: {failure}"));
    ExitCode::FAILURE
}
