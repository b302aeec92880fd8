//! A row of the table for each kernel.

use std::fmt;

/// The titles of the columns.
pub const TITLE: &str =
    "kernel             ms        rate   driver's copy  ratio  compared with the CPU";

/// The result of a kernel.
pub struct Row {
    pub name: &'static str,
    /// The median of the milliseconds.
    ms: f64,
    /// The bytes or operations per second.
    rate: f64,
    unit: &'static str,
    /// The rate of the driver's copy.
    copy: Option<f64>,
    /// The result of the comparison.
    result: String,
    pub right: bool,
}
impl Row {
    /// A kernel that does `work` in a launch, with `wrong` wrong results of `all`.
    pub fn of_wrong(
        name: &'static str,
        ms: f64,
        work: f64,
        unit: &'static str,
        wrong: usize,
        all: usize,
    ) -> Self {
        let result = match wrong {
            0 => format!("all {all} are exact"),
            _ => format!("WRONG: {wrong} of {all}"),
        };
        Row { name, ms, rate: 1e3 * work / ms, unit, copy: None, result, right: wrong == 0 }
    }

    /// A kernel that does `work` in a launch. Its largest error may be at most `most`.
    pub fn of_error(
        name: &'static str,
        ms: f64,
        work: f64,
        unit: &'static str,
        error: f64,
        most: f64,
    ) -> Self {
        let right = error <= most;
        let words = if right { "largest error" } else { "WRONG: largest error" };
        let result = format!("{words} {error:.1e}, at most {most:.0e}");
        Row { name, ms, rate: 1e3 * work / ms, unit, copy: None, result, right }
    }

    /// Adds the rate of the driver's copy.
    pub fn beside_copy(self, rate: f64) -> Self {
        Row { copy: Some(rate), ..self }
    }
}
impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { name, ms, rate, unit, copy, result, .. } = self;
        let beside = copy.map_or(String::new(), |copy| {
            format!("{:>6.2} {unit:<6} {:>6.2}", copy / 1e12, rate / copy)
        });
        let rate = rate / 1e12;
        write!(f, "{name:<12} {ms:>8.4} {rate:>6.2} {unit:<6}  {beside:<20}  {result}")
    }
}
