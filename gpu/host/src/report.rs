//! The output of a program: a row for each measurement, as text or JSON.

use std::error::Error;
use std::process::ExitCode;

use crate::{Gpu, NoGpu, Options, Usage};

/// A row: what ran, how long, how fast, and the error against the reference.
#[derive(Clone, Debug)]
pub struct Report {
    /// The name of what ran.
    pub name: String,
    /// Its extents.
    pub extents: Vec<u32>,
    /// The median of the milliseconds.
    pub ms: f64,
    /// The rate, in [`unit`](Self::unit).
    pub rate: f64,
    /// `TB/s` of bytes read and written, or `TFLOP/s`.
    pub unit: &'static str,
    /// The largest relative error; NaN if nothing was compared.
    pub error: f64,
}
impl Report {
    /// The row as text.
    pub fn text(&self) -> String {
        let Report { name, extents, ms, rate, unit, error } = self;
        let extents: Vec<String> = extents.iter().map(u32::to_string).collect();
        let error =
            if error.is_nan() { "not compared".to_owned() } else { format!("error {error:.1e}") };
        format!("{name:<24} {:<18} {ms:>9.4} ms {rate:>8.2} {unit:<8} {error}", extents.join(" x "))
    }

    /// The row as JSON.
    pub fn json(&self) -> String {
        let Report { name, extents, ms, rate, unit, error } = self;
        let error = if error.is_nan() { "null".to_owned() } else { format!("{error:e}") };
        format!(
            "{{\"name\":\"{name}\",\"extents\":{extents:?},\"ms\":{ms:.6},\"rate\":{rate:.4},\"unit\":\"{unit}\",\"error\":{error}}}"
        )
    }
}

/// Runs a program with kernels of this PTX. The status is 0, or 1 if a result is wrong or the driver fails, 2 for wrong
/// options, which are checked first, and 3 without a GPU.
pub fn program(
    ptx: &'static str,
    usage: &Usage,
    run: impl FnOnce(&Gpu, &Options, &mut dyn FnMut(Report)) -> Result<(), Box<dyn Error>>,
) -> ExitCode {
    let arguments = std::env::args_os().skip(1);
    let options = match usage.read(arguments.map(|one| one.to_string_lossy().into_owned())) {
        Ok(Some(options)) => options,
        Ok(None) => {
            println!("{usage}");
            return ExitCode::SUCCESS;
        }
        Err(wrong) => {
            eprintln!("{wrong}");
            return ExitCode::from(2);
        }
    };
    let mut say = |report: Report| {
        println!("{}", if options.json { report.json() } else { report.text() });
    };
    let ran = Gpu::first(ptx).map_err(Box::from).and_then(|gpu| run(&gpu, &options, &mut say));
    match ran {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(if error.is::<NoGpu>() { 3 } else { 1 })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Report;

    #[test]
    fn a_row_is_text_or_json() {
        let row = Report {
            name: "copy".to_owned(),
            extents: vec![64, 32],
            ms: 0.5,
            rate: 4.125,
            unit: "TB/s",
            error: 0.0,
        };
        assert!(row.text().starts_with("copy ") && row.text().contains("64 x 32"));
        assert_eq!(
            row.json(),
            r#"{"name":"copy","extents":[64, 32],"ms":0.500000,"rate":4.1250,"unit":"TB/s","error":0e0}"#
        );
        assert!(Report { error: f64::NAN, ..row }.json().ends_with(r#""error":null}"#));
    }
}
