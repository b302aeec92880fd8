//! The table of times.

use std::fmt::Write;

pub use tilework_natural::Way;
use tilework_natural::times::times;

/// The table.
pub struct Report {
    wanted: Box<dyn Fn(&str) -> bool>,
    text: String,
    rows: Vec<Row>,
}

/// Some work: the rate of tilework, and each other way with the time of tilework / its time.
pub struct Row {
    pub work: String,
    pub rate: f64,
    pub unit: &'static str,
    pub others: Vec<(&'static str, f64)>,
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
    pub fn row(
        &mut self,
        work: &str,
        (amount, unit): (f64, &'static str),
        goal: &str,
        ways: Vec<Way<'_>>,
    ) {
        let names: Vec<_> = ways.iter().map(|way| way.0).collect();
        let times = times(ways);
        let others: Vec<_> =
            names.iter().zip(&times).skip(1).map(|(name, time)| (*name, times[0] / time)).collect();
        let ratios: Vec<_> =
            others.iter().map(|(name, ratio)| format!("{name} {ratio:.2}")).collect();
        let rate = amount / times[0] / 1e9;
        self.line(&format!("| {work} | {rate:.1} {unit} | {} | {goal} |", ratios.join(", ")));
        self.rows.push(Row { work: work.to_owned(), rate, unit, others });
    }

    /// The rows that were measured.
    pub fn rows(&self) -> &[Row] {
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
