//! What a program has measured on one machine, as a file of tab-separated values.

use std::fmt::Write as _;
use std::io::{Error, Result};
use std::path::Path;

/// The names of the columns.
const COLUMNS: [&str; 8] =
    ["part", "work", "rate", "unit", "beside", "times", "rate for long", "times for long"];

/// An empty field.
const NONE: &str = "-";

/// Measurements of one machine.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// Facts about the measurement: `machine`, `date`, and others.
    pub head: Vec<(String, String)>,
    pub lines: Vec<Line>,
}

/// Some work by tilework, beside one other way to do it. Other ways are other lines.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// The group of the work.
    pub part: String,
    pub work: String,
    /// The rate of tilework in `unit`. All numbers are texts, with the digits that are known.
    pub rate: String,
    pub unit: String,
    /// The other way, in parentheses if it does less than the work. Empty if there is none.
    pub beside: String,
    /// The time of tilework / the time of the other.
    pub times: String,
    /// The rate in a long run, if that was measured too.
    pub long_rate: String,
    pub long_times: String,
}

impl Line {
    /// The time of tilework / the time of the other, if there is one.
    pub fn times(&self) -> Option<f64> {
        self.times.parse().ok()
    }

    /// Returns whether the other does all of the work.
    pub fn is_peer(&self) -> bool {
        !self.beside.is_empty() && !self.beside.starts_with('(')
    }

    fn text(&self) -> String {
        let Line { part, work, rate, unit, beside, times, long_rate, long_times } = self;
        [part, work, rate, unit, beside, times, long_rate, long_times]
            .map(|field| if field.is_empty() { NONE } else { field.as_str() })
            .join("\t")
    }

    fn read(text: &str) -> Result<Self> {
        let wrong = || Error::other(format!("not a line of a record: {text:?}"));
        let fields: Vec<&str> = text.split('\t').collect();
        let fields: [&str; 8] = fields.try_into().map_err(|_| wrong())?;
        let fields = fields.map(|field| if field == NONE { "" } else { field });
        let number = |text: &str| text.parse().is_ok_and(|x: f64| x.is_finite() && x > 0.0);
        let [.., rate, _, beside, times, long_rate, long_times] = fields;
        let optional = [long_rate, long_times].iter().all(|text| text.is_empty() || number(text));
        if !number(rate) || !optional || number(times) == beside.is_empty() {
            return Err(wrong());
        }
        let [part, work, rate, unit, beside, times, long_rate, long_times] =
            fields.map(str::to_owned);
        Ok(Line { part, work, rate, unit, beside, times, long_rate, long_times })
    }
}

impl Record {
    /// Reads the file.
    ///
    /// # Errors
    /// If it cannot be read, or is not a record.
    pub fn read(path: &Path) -> Result<Self> {
        Record::of(&std::fs::read_to_string(path)?)
            .map_err(|error| Error::other(format!("{}: {error}", path.display())))
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// If it is not a record.
    pub fn of(text: &str) -> Result<Self> {
        let (head, rest): (Vec<&str>, Vec<&str>) =
            text.lines().partition(|line| line.starts_with("# "));
        let pair = |line: &str| {
            let (name, value) = line[2..].split_once(": ")?;
            Some((name.to_owned(), value.to_owned()))
        };
        let head: Option<Vec<_>> = head.into_iter().map(pair).collect();
        let head = head.ok_or_else(|| Error::other("a line of the head has no name"))?;
        match rest.split_first() {
            Some((columns, lines)) if columns.split('\t').eq(COLUMNS) => {
                let lines: Result<_> = lines.iter().map(|line| Line::read(line)).collect();
                Ok(Record { head, lines: lines? })
            }
            _ => Err(Error::other("the columns are missing")),
        }
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (name, value) in &self.head {
            let _ = writeln!(text, "# {name}: {value}");
        }
        let _ = writeln!(text, "{}", COLUMNS.join("\t"));
        for line in &self.lines {
            let _ = writeln!(text, "{}", line.text());
        }
        text
    }

    /// Writes the file.
    ///
    /// # Errors
    /// If that fails.
    pub fn write(&self, path: &Path) -> Result<()> {
        path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
        std::fs::write(path, self.text())
    }

    /// The entry of the head with this name.
    pub fn head(&self, name: &str) -> Option<&str> {
        self.head.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The lines of this work.
    pub fn of_work(&self, work: &str) -> Vec<&Line> {
        self.lines.iter().filter(|line| line.work == work).collect()
    }

    /// The line of this work with the fastest other that does the same.
    ///
    /// # Errors
    /// If there is none.
    pub fn best(&self, work: &str) -> Result<&Line> {
        let peers = self.of_work(work).into_iter().filter(|line| line.is_peer());
        let best =
            peers.max_by(|x, y| x.times().unwrap_or(0.0).total_cmp(&y.times().unwrap_or(0.0)));
        best.ok_or_else(|| Error::other(format!("no record of {work:?} beside another")))
    }
}

/// A number with three or more digits.
pub fn digits(number: f64) -> String {
    match number {
        100.0.. => format!("{number:.0}"),
        10.0.. => format!("{number:.1}"),
        _ => format!("{number:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Record, digits};

    const TEXT: &str = "\
# machine: a
part\twork\trate\tunit\tbeside\ttimes\trate for long\ttimes for long
p\tcopy\t8.2\tGB/s\tndarray\t0.33\t-\t-
p\tcopy\t8.2\tGB/s\tby hand\t1.05\t-\t-
p\tcopy\t8.2\tGB/s\t(memcpy)\t2.1\t-\t-
p\talone\t8.2\tGB/s\t-\t-\t7\t-
";

    #[test]
    fn a_record_is_read_as_it_was_written() {
        let record = Record::of(TEXT).unwrap();
        assert_eq!(record.text(), TEXT);
        assert_eq!(record.head("machine"), Some("a"));
    }

    #[test]
    fn the_best_other_does_the_same_and_is_fastest() {
        let record = Record::of(TEXT).unwrap();
        assert_eq!(record.best("copy").unwrap().beside, "by hand");
        assert!(record.best("alone").is_err());
    }

    #[test]
    fn what_is_not_a_record_is_refused() {
        for (from, to) in [
            ("8.2\tGB/s\tby", "fast\tGB/s\tby"),
            ("\t1.05", "\t-"),
            ("# machine: ", "# "),
            ("part", "p"),
        ] {
            assert!(Record::of(&TEXT.replace(from, to)).is_err(), "{from} -> {to}");
        }
    }

    #[test]
    fn numbers_have_three_digits() {
        assert_eq!([780.4, 51.84, 4.178].map(digits), ["780", "51.8", "4.18"]);
    }
}
