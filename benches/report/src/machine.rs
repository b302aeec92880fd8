//! The machine that the report is measured on, and the record of what was measured there.

use std::io::{Error, Result};
use std::process::Command;

use tilework_figures::{Line, REPORT, Record};

use crate::measure::Row;

/// Load above this comes from other programs.
const IDLE: f64 = 0.3;

/// Facts that are known before the measurements.
pub struct Machine {
    name: String,
    /// The processor with its cores and vectors.
    text: String,
    /// The average number of programs that ran in the last minute.
    load: f64,
}

impl Machine {
    /// This machine, now.
    ///
    /// # Errors
    /// If Linux does not tell.
    pub fn now() -> Result<Self> {
        let info = std::fs::read_to_string("/proc/cpuinfo")?;
        let of = |name: &str| {
            let line = info.lines().find(|line| line.starts_with(name));
            line.and_then(|line| line.split_once(": ")).map_or("unknown", |(_, value)| value.trim())
        };
        let vectors = match of("flags") {
            flags if flags.contains("avx512f") => "AVX-512",
            flags if flags.contains("avx2") => "AVX2",
            _ => "neither AVX2 nor AVX-512",
        };
        let cores = std::thread::available_parallelism()?;
        let (model_name, family, model) = (of("model name"), of("cpu family"), of("model\t"));
        let text =
            format!("{cores} cores of an {model_name} (family {family}, model {model}, {vectors})");
        let words = model_name.split(|c: char| !c.is_ascii_alphanumeric());
        let words: Vec<&str> =
            words.filter(|word| word.len() > 1 && *word != "Processor").collect();
        let name = format!("{}-{family}-{model}", words.join("-").to_lowercase());
        let load = std::fs::read_to_string("/proc/loadavg")?;
        let load = load.split(' ').next().and_then(|load| load.parse().ok());
        let load = load.ok_or_else(|| Error::other("the load is unknown"))?;
        Ok(Machine { name, text, load })
    }

    /// Records these rows as those of this machine, in place of older ones, and writes all that is drawn from them.
    ///
    /// # Errors
    /// If a row of the chart was not measured, or a file cannot be read or written.
    pub fn record(&self, rows: &[Row]) -> Result<()> {
        let date = String::from_utf8_lossy(&Command::new("date").arg("-I").output()?.stdout)
            .trim()
            .to_owned();
        let with = format!("{}, {}", env!("RUSTC_VERSION"), peers());
        let mut head = vec![("machine", self.text.clone()), ("date", date), ("with", with)];
        if self.load > IDLE {
            let load = self.load;
            let text =
                format!("The machine was not idle: its load was {load:.1} in the minute before.");
            head.push(("state", text));
        }
        let head = head.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        let lines = rows.iter().flat_map(lines).collect();
        Record { head, lines }.write(&REPORT.path(&self.name))?;
        REPORT.write()
    }
}

/// A line for each other way. A plain copy does less than what it is beside.
fn lines(row: &Row) -> impl Iterator<Item = Line> {
    row.others.iter().map(|(name, times)| Line {
        part: "cpu".to_owned(),
        work: row.work.clone(),
        rate: format!("{:.1}", row.rate),
        unit: row.unit.to_owned(),
        beside: if *name == "memcpy" { format!("({name})") } else { (*name).to_owned() },
        times: format!("{times:.3}"),
        ..Line::default()
    })
}

/// The versions of the crates in the comparison.
fn peers() -> String {
    let lock = include_str!("../Cargo.lock");
    let version = |name: &str| {
        let package = lock
            .split("[[package]]")
            .find(|package| package.lines().any(|line| line == format!("name = {name:?}")));
        let line = package.and_then(|text| text.lines().find(|line| line.starts_with("version")));
        line.and_then(|line| line.split('"').nth(1)).unwrap_or("unknown").to_owned()
    };
    ["matrixmultiply", "gemm", "faer", "ndarray", "transpose"]
        .map(|name| format!("{name} {}", version(name)))
        .join(", ")
}
