//! Rows that other programs of the repository measure: examples of `tilework-host`, and `gpu/host/beside.py` for
//! PyTorch and NVIDIA's libraries, from the root of the repository. They print a line of JSON for each measurement.

use std::error::Error;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;
use tilework_figures::{Line, digits};

/// The examples, and their arguments.
const EXAMPLES: [(&str, &str); 7] = [
    ("copy", ""),
    ("transpose", "transpose"),
    ("transpose", "transpose_ragged --m 16383 --n 16381"),
    ("gemm", "f32"),
    ("gemm_ragged", "--m 4095 --n 4093 --k 4091"),
    ("gemm_e4m3", "--m 8192 --n 8192 --k 8192"),
    ("gemm_e4m3", ""),
];

/// A line that a program printed: a name with extents, `copy 16384 16384`, and the rate with its unit.
struct Measured {
    name: String,
    rate: f64,
    unit: String,
}

/// A row: its part and its name, tilework's measurement, and those beside it with names for readers.
struct Row(&'static str, &'static str, &'static str, &'static [(&'static str, &'static str)]);

const DRIVER: &str = "driver's copy 16384 16384";
const ROWS: [Row; 13] = [
    Row(
        "memory",
        "copy of f32, 16384 x 16384",
        "copy 16384 16384",
        &[("the driver's copy", DRIVER), ("PyTorch", "torch copy_ 16384 16384")],
    ),
    Row(
        "memory",
        "copy of f32 to tiles of 64 x 64, 16384 x 16384",
        "copy_to_tiles 16384 16384",
        &[("(the driver's copy)", DRIVER)],
    ),
    Row(
        "memory",
        "copy of f32 from tiles of 64 x 64, 16384 x 16384",
        "copy_from_tiles 16384 16384",
        &[("(the driver's copy)", DRIVER)],
    ),
    Row(
        "memory",
        "transpose of f32, 16384 x 16384",
        "transpose 16384 16384",
        &[("PyTorch", "torch copy_ of a transpose 16384 16384"), ("(the driver's copy)", DRIVER)],
    ),
    Row(
        "memory",
        "transpose of f32, 16383 x 16381",
        "transpose_ragged 16383 16381",
        &[("(the driver's copy)", DRIVER)],
    ),
    Row(
        "f32",
        "product of f32, 4096 x 4096 x 4096",
        "gemm_f32 4096 4096 4096",
        &[("cuBLAS", "cuBLAS float32 4096 4096 4096")],
    ),
    Row(
        "f32",
        "product of f32, 4095 x 4093 x 4091",
        "gemm_f32_ragged 4095 4093 4091",
        &[("cuBLAS", "cuBLAS float32 4095 4093 4091")],
    ),
    Row(
        "f32",
        "product of f16, 4095 x 4093 x 4091, rows padded to 8",
        "gemm_mma_f16 4095 4093 4091 1",
        &[
            ("(cuBLAS, rows that are not)", "cuBLAS float16 4095 4093 4091"),
            ("(cuBLAS of 4096 x 4096 x 4096)", "cuBLAS float16 4096 4096 4096"),
        ],
    ),
    Row(
        "f32",
        "product of bf16, 4095 x 4093 x 4091, rows padded to 8",
        "gemm_mma_bf16 4095 4093 4091 1",
        &[
            ("(cuBLAS, rows that are not)", "cuBLAS bfloat16 4095 4093 4091"),
            ("(cuBLAS of 4096 x 4096 x 4096)", "cuBLAS bfloat16 4096 4096 4096"),
        ],
    ),
    Row(
        "scaled",
        "product of e4m3 with scales of rows, 8192 x 8192 x 8192",
        "gemm_e4m3_rows 8192 8192 8192",
        &[
            ("cuBLASLt", "cuBLASLt e4m3 by rows, fast accumulation 8192 8192 8192"),
            ("cuBLASLt without fast accumulation", "cuBLASLt e4m3 by rows 8192 8192 8192"),
        ],
    ),
    Row(
        "scaled",
        "product of e4m3 with scales of rows, 4096 x 4096 x 4096",
        "gemm_e4m3_rows 4096 4096 4096",
        &[
            ("cuBLASLt", "cuBLASLt e4m3 by rows, fast accumulation 4096 4096 4096"),
            ("cuBLASLt without fast accumulation", "cuBLASLt e4m3 by rows 4096 4096 4096"),
        ],
    ),
    Row(
        "scaled",
        "product of e4m3 with scales of blocks, 8192 x 8192 x 8192",
        "gemm_e4m3_blocks 8192 8192 8192",
        &[],
    ),
    Row(
        "scaled",
        "product of e4m3 with scales of blocks, 4096 x 4096 x 4096",
        "gemm_e4m3_blocks 4096 4096 4096",
        &[],
    ),
];

/// The attention that FlashAttention 2 is measured with too.
const ATTENTION: [(&str, &str); 6] = [
    ("attention of bf16, 16 heads of 16384, d = 128", "attention flash 16 16 16384 128"),
    ("attention of bf16, 16 heads of 16384, d = 64", "attention flash 16 16 16384 64"),
    (
        "attention of bf16, 16 heads of 16384, d = 128, causal",
        "attention flash causal 16 16 16384 128",
    ),
    (
        "attention of bf16, 16 heads of 16384, d = 64, causal",
        "attention flash causal 16 16 16384 64",
    ),
    (
        "attention of bf16, 64 heads of 4096, d = 128, causal",
        "attention flash causal 64 64 4096 128",
    ),
    (
        "attention of bf16, 64 heads of 4000, d = 128, 8 of keys, causal",
        "attention flash causal 64 8 4000 128",
    ),
];

/// Runs all of them and adds their lines. `built` is a folder with the examples; without it cargo builds them. What
/// fails is reported, and its rows are left out.
pub fn measure(lines: &mut Vec<Line>, built: Option<&Path>) {
    let mut found = Vec::new();
    let mut add = |command: &mut Command| match printed(command) {
        Ok(measured) => found.extend(measured),
        Err(error) => eprintln!("not measured: {error}"),
    };
    for (name, arguments) in EXAMPLES {
        let mut command = example(name, built);
        add(command.arg("--json").args(arguments.split_whitespace()));
    }
    add(Command::new("python3").arg("gpu/host/beside.py"));
    let of = |name: &str| found.iter().find(|measured| measured.name == name);
    for Row(part, work, ours, beside) in ROWS {
        let Some(ours) = of(ours) else {
            eprintln!("not measured: {ours}");
            continue;
        };
        let row = Line {
            part: part.to_owned(),
            work: work.to_owned(),
            rate: digits(ours.rate),
            unit: ours.unit.clone(),
            ..Line::default()
        };
        let others = beside.iter().filter_map(|(name, other)| Some((*name, of(other)?)));
        let before = lines.len();
        lines.extend(others.map(|(name, other)| Line {
            beside: name.to_owned(),
            times: format!("{:.3}", other.rate / ours.rate),
            ..row.clone()
        }));
        if lines.len() == before {
            lines.push(row);
        }
    }
    for (work, name) in ATTENTION {
        let at = lines.iter().rposition(|line| line.work == work);
        let Some((at, flash)) = at.zip(of(name)) else { continue };
        let Ok(rate) = lines[at].rate.parse::<f64>() else { continue };
        let times = format!("{:.3}", flash.rate / rate);
        let beside = "PyTorch's FlashAttention 2".to_owned();
        let line = Line { beside, times, long_times: String::new(), ..lines[at].clone() };
        lines.insert(at + 1, line);
    }
}

fn example(name: &str, built: Option<&Path>) -> Command {
    match built {
        Some(folder) => Command::new(folder.join(name)),
        None => {
            let mut command = Command::new("cargo");
            command.args([
                "run",
                "-q",
                "--release",
                "-p",
                "tilework-host",
                "--example",
                name,
                "--",
            ]);
            command
        }
    }
}

/// The output of the program. Lines that are not JSON are for people.
fn printed(command: &mut Command) -> Result<Vec<Measured>, Box<dyn Error>> {
    let output = command.stderr(Stdio::inherit()).output()?;
    let text = String::from_utf8(output.stdout)?;
    print!("{text}");
    if !output.status.success() {
        eprintln!("{command:?}: {}", output.status);
    }
    Ok(text.lines().filter_map(|line| measured(&serde_json::from_str(line).ok()?)).collect())
}

fn measured(row: &Value) -> Option<Measured> {
    let extents = row["extents"].as_array()?.iter();
    let extents: String = extents.map(|extent| format!(" {extent}")).collect();
    // The narrower tiles of a kernel are another kernel.
    let name = row["name"].as_str()?.trim_end_matches("_128");
    Some(Measured {
        name: format!("{name}{extents}"),
        rate: row["rate"].as_f64()?,
        unit: row["unit"].as_str()?.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::measured;

    #[test]
    fn a_row_has_a_name_with_extents_and_a_rate() {
        let of = |text: &str| measured(&serde_json::from_str(text).unwrap());
        let text = r#"{"name":"gemm_e4m3_blocks_128","extents":[64, 32],"rate":4.5,"unit":"TFLOP/s","error":null}"#;
        let found = of(text).unwrap();
        assert_eq!((found.name.as_str(), found.rate), ("gemm_e4m3_blocks 64 32", 4.5));
        assert!(of(r#"{"name":"copy"}"#).is_none());
    }
}
