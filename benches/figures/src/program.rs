//! The programs that measure, and the files that have their figures.

use std::io::{Error, Result};
use std::path::{Path, PathBuf};

use crate::block;
use crate::chart;
use crate::record::Record;
use crate::table;
use crate::{cpu, gpu};

/// A program that measures.
pub struct Program {
    /// Its folder, which is the name of its blocks too.
    pub name: &'static str,
    /// The words of README before the name of the machine.
    pub on: &'static str,
    /// A description of the chart, for readers who do not see it.
    pub shows: &'static str,
    /// The rows of README.
    pub table: &'static [&'static str],
    /// The bars of the chart.
    pub bars: &'static [&'static str],
    /// The titles of parts in RESULTS.md.
    pub titles: &'static [(&'static str, &'static str)],
}

pub use cpu::REPORT;
pub use gpu::GPU;
/// All of them.
pub static PROGRAMS: [&Program; 2] = [&REPORT, &GPU];

/// The folder of the project.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

impl Program {
    /// The file for the record of this name.
    pub fn path(&self, name: &str) -> PathBuf {
        self.recorded().join(format!("{name}.tsv"))
    }

    fn recorded(&self) -> PathBuf {
        Path::new(ROOT).join(self.name).join("recorded")
    }

    /// The records, the newest first.
    fn records(&self) -> Result<Vec<Record>> {
        let mut paths = Vec::new();
        for entry in std::fs::read_dir(self.recorded())? {
            paths.push(entry?.path());
        }
        paths.sort();
        let records: Result<Vec<Record>> = paths.iter().map(|path| Record::read(path)).collect();
        let mut records = records?;
        records.sort_by(|x, y| y.head("date").cmp(&x.head("date")));
        Ok(records)
    }

    /// The files with the figures of this program, as they should be. README and the chart show the newest record
    /// that has all rows of README.
    fn files(&self) -> Result<Vec<(PathBuf, String)>> {
        let records = self.records()?;
        let has_all = |record: &&Record| self.table.iter().all(|work| record.best(work).is_ok());
        let newest = records.iter().find(has_all).or(records.first());
        let newest = newest.ok_or_else(|| Error::other("there is no record"))?;
        let all: Vec<String> = records
            .iter()
            .map(|record| format!("{}\n{}", about(record), table::all(record, self.titles)))
            .collect();
        let Program { name, on, shows, table, bars, .. } = self;
        let machine = newest.head("machine").unwrap_or("unknown");
        let best = table::best(newest, table)?;
        let state = if newest.head("state").is_some() { ", not idle" } else { "" };
        let short = format!("{on} {machine}{state}:\n![{shows}]({name}.svg)\n\n{best}");
        let mut files = Vec::new();
        for (file, text) in [("benches/RESULTS.md", all.join("\n")), ("README.md", short)] {
            let path = Path::new(ROOT).join(file);
            let old = std::fs::read_to_string(&path)?;
            let new = block::replaced(&old, name, &text)
                .map_err(|error| Error::other(format!("{file}: {error}")))?;
            files.push((path, new));
        }
        let svg = chart::svg(&chart::bars(newest, bars)?)?;
        files.push((Path::new(ROOT).join(format!("{name}.svg")), svg));
        Ok(files)
    }

    /// Writes the files that differ from the records.
    ///
    /// # Errors
    /// If a record is missing a row, a file has no markers, or it cannot be read or written.
    pub fn write(&self) -> Result<()> {
        self.different()?.into_iter().try_for_each(|(path, text)| std::fs::write(path, text))
    }

    /// Compares the files with the records.
    ///
    /// # Errors
    /// If one of them differs, and as [`write`](Self::write).
    pub fn check(&self) -> Result<()> {
        match self.different()?.first() {
            None => Ok(()),
            Some((path, _)) => {
                let path = path.strip_prefix(ROOT).unwrap_or(path).display();
                Err(Error::other(format!("{path} differs from the records: run benches/figures")))
            }
        }
    }

    fn different(&self) -> Result<Vec<(PathBuf, String)>> {
        let mut files = self.files()?;
        files.retain(|(path, text)| std::fs::read_to_string(path).ok().as_ref() != Some(text));
        Ok(files)
    }
}

/// The heading of a record, and what was measured how.
fn about(record: &Record) -> String {
    let mut text = String::new();
    for (name, value) in &record.head {
        text += &match name.as_str() {
            "machine" => format!("### {value}\n\n"),
            "date" => format!("Measured on {value}"),
            "with" => format!(", with {value}.\n"),
            _ => format!("{value}\n"),
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::PROGRAMS;

    #[test]
    fn rows_of_readme_are_bars_of_the_chart_and_few() {
        for (program, most) in PROGRAMS.into_iter().zip([6, 8]) {
            assert_eq!(program.table.len(), most, "{}", program.name);
            for row in program.table {
                assert!(program.bars.contains(row), "{row}");
            }
        }
    }

    #[test]
    fn files_are_those_of_the_records() {
        PROGRAMS.iter().for_each(|program| program.check().unwrap());
    }
}
