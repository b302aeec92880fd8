//! The table of times.

use std::fmt::Write;

pub use tilework_natural::Way;
use tilework_natural::times::times;

/// The table.
pub struct Report {
    wanted: Box<dyn Fn(&str) -> bool>,
    text: String,
    rows: Vec<(String, String)>,
}

impl Report {
    /// An empty table for rows whose names are wanted.
    pub fn new(wanted: impl Fn(&str) -> bool + 'static) -> Self {
        let mut report = Report { wanted: Box::new(wanted), text: String::new(), rows: Vec::new() };
        report.line("| work | tilework | time of tilework / time of another | goal |");
        report.line("|---|---|---|---|");
        report
    }

    /// Returns whether a row is wanted.
    pub fn wants(&self, work: &str) -> bool {
        (self.wanted)(work)
    }

    /// Adds a row: `ways` begins with tilework. `amount` is how many of `unit` are done at a time; the table has
    /// billions of them a second.
    pub fn row(&mut self, work: &str, (amount, unit): (f64, &str), goal: &str, ways: Vec<Way<'_>>) {
        let names: Vec<_> = ways.iter().map(|way| way.0).collect();
        let times = times(ways);
        let others: Vec<_> = names.iter().zip(&times).skip(1).collect();
        let ratios: Vec<_> =
            others.iter().map(|(name, time)| format!("{name} {:.2}", times[0] / **time)).collect();
        let speed = amount / times[0] / 1e9;
        let figures = format!("{speed:.1} {unit} | {}", ratios.join(", "));
        self.line(&format!("| {work} | {figures} | {goal} |"));
        self.rows.push((work.to_owned(), figures));
    }

    /// The work of each row, and its figures.
    pub fn rows(&self) -> &[(String, String)] {
        &self.rows
    }

    /// Writes the table to a file.
    pub fn write(&self, path: &str) -> std::io::Result<()> {
        std::fs::create_dir_all("target")?;
        std::fs::write(path, &self.text)
    }

    fn line(&mut self, line: &str) {
        println!("{line}");
        let _ = writeln!(self.text, "{line}");
    }
}
