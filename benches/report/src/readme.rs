//! The tables in the project's README, between two markers there, one for each processor: rows of this report, and what
//! they were measured with.

use std::fmt::Write as _;
use std::io::{Error, Result};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md");
const BEGIN: &str = "<!-- benches/report begins -->\n";
const END: &str = "<!-- benches/report ends -->\n";
/// The beginning of a table.
const TABLE: &str = "Measured on ";

/// The rows: several sizes of each kind of work, the best as well as the worst ones.
const ROWS: [&str; 16] = [
    "relayout f32 4096 x 4096 to 8 x 8 tiles",
    "relayout f32 1024 x 1024 from 8 x 8 tiles",
    "transpose f64 64 x 64",
    "transpose f32 1000 x 1000",
    "transpose f32 4096 x 4096",
    "transpose f64 4096 x 4096",
    "permute f32 [128, 96, 200] by [2, 1, 0]",
    "permute f32 [128, 96, 200] by [1, 0, 2]",
    "permute f32 [64, 48, 100, 16] by [3, 2, 1, 0]",
    "gemm f32 NN 128 x 128 x 128",
    "gemm f32 NN 1024 x 1024 x 1024",
    "gemm f32 TN 4096 x 32 x 32",
    "gemm f32 NT 32 x 4096 x 32",
    "gemm f64 TN 64 x 64 x 64",
    "gemm f64 NN 1024 x 1024 x 1024",
    "convolution f32, 4 x 32 x 34 x 34 by 64 x 32 x 3 x 3",
];

/// Returns whether README has the row.
pub fn has(work: &str) -> bool {
    ROWS.contains(&work)
}

/// Writes the rows into a README, by default that of the project, in place of those of the same processor.
///
/// # Errors
/// If one of [`ROWS`] was not measured, README has no markers, or it cannot be read or written.
pub fn write(rows: &[(String, String)], path: Option<&str>) -> Result<()> {
    if let Some(missing) = ROWS.iter().find(|row| rows.iter().all(|(work, _)| work != *row)) {
        return Err(Error::other(format!("no row of the report is named {missing:?}")));
    }
    let path = path.unwrap_or(PATH);
    let readme = std::fs::read_to_string(path)?;
    let markers = readme.find(BEGIN).zip(readme.find(END)).filter(|(begin, end)| begin < end);
    let (begin, end) = markers.ok_or_else(|| Error::other("README has no two markers"))?;
    let processor = processor()?;
    let mut text = format!("{processor}, {}, with {}.\n\n", env!("RUSTC_VERSION"), peers());
    text += "| work | tilework | time of tilework / time of another |\n|---|---|---|\n";
    for (work, figures) in rows {
        let _ = writeln!(text, "| {work} | {figures} |");
    }
    let mut tables: Vec<&str> =
        readme[begin + BEGIN.len()..end].split(TABLE).skip(1).map(str::trim_end).collect();
    match tables.iter_mut().find(|table| table.starts_with(&format!("{processor},"))) {
        Some(table) => *table = text.trim_end(),
        None => tables.push(text.trim_end()),
    }
    let tables: Vec<String> = tables.iter().map(|table| format!("{TABLE}{table}\n")).collect();
    let (before, after) = (&readme[..begin + BEGIN.len()], &readme[end..]);
    std::fs::write(path, format!("{before}{}{after}", tables.join("\n")))
}

/// The processor, and its widest vectors.
fn processor() -> Result<String> {
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
    let (name, family, model) = (of("model name"), of("cpu family"), of("model\t"));
    Ok(format!("{cores} cores of an {name} (family {family}, model {model}, {vectors})"))
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
