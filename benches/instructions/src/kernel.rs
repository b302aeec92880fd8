//! The innermost loops of gemm's kernels in assembly, also those of AVX-512, which valgrind cannot run.

use std::collections::HashMap;
use std::path::PathBuf;

use crate::table::{Count, Row};

/// The number of unrolled steps of the kernels.
const UNROLLED: usize = 4;
/// The kernels: a part of the path of the function, its registers, and the multiply-adds of its largest tile.
const KERNELS: [(&str, &str, &str, usize); 4] = [
    ("avx2", "run_f32", "ymm", 2 * 6),
    ("avx2", "run_f64", "ymm", 2 * 6),
    ("avx512", "run_f32", "zmm", 2 * 12),
    ("avx512", "run_f64", "zmm", 2 * 12),
];

/// A row for each kernel and for each of the two places of B: the instructions of the loop over the largest tile for
/// each multiply-add. If sums do not stay in registers there is no such loop, and the row has the count of the whole
/// function instead.
pub fn rows() -> Vec<Row> {
    let assembly = std::fs::read_to_string(file()).expect("the assembly of tilework");
    let mut rows = Vec::new();
    for (features, function, registers, tile) in KERNELS {
        let tile = UNROLLED * tile;
        let code = code(&assembly, features, function);
        let mut lengths: Vec<usize> = loops(&code)
            .into_iter()
            .filter(|code| is_tile(code, registers, tile))
            .map(|code| code.len())
            .collect();
        lengths.sort_unstable();
        // The loop for packed panels, whose step is a constant, is the shorter one.
        for (i, b) in ["packed", "in place"].into_iter().enumerate() {
            let instructions = lengths.get(i).map_or(code.len(), |length| *length) as u64;
            rows.push(Row {
                name: format!("kernel {features} {function}, B {b}"),
                units: tile,
                counts: vec![Count { way: "tilework".into(), instructions }],
            });
        }
    }
    rows
}

/// The newest assembly of the library, next to this program.
fn file() -> PathBuf {
    let program = std::env::current_exe().expect("this program");
    std::fs::read_dir(program.with_file_name("deps"))
        .expect("a folder of the build")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            name.starts_with("tilework-") && name.ends_with(".s")
        })
        .max_by_key(|path| path.metadata().and_then(|data| data.modified()).ok())
        .expect("assembly, as the script `run` has it written")
}

/// A line of a function.
enum Line<'a> {
    Label(&'a str),
    Instruction(&'a str),
}

/// The lines of a function, without directives.
fn code<'a>(assembly: &'a str, features: &str, function: &str) -> Vec<Line<'a>> {
    let begins =
        |line: &&str| line.starts_with('_') && line.contains(&format!("{features}7{function}"));
    let of_function = assembly.lines().skip_while(|line| !begins(line)).skip(1);
    let of_function = of_function.take_while(|line| line.trim() != ".cfi_endproc");
    let code: Vec<_> = of_function
        .filter_map(|line| {
            let text = line.split('#').next().unwrap_or_default().trim();
            match text.strip_suffix(':') {
                Some(label) => Some(Line::Label(label)),
                None if text.is_empty() || text.starts_with('.') => None,
                None => Some(Line::Instruction(text)),
            }
        })
        .collect();
    assert!(!code.is_empty(), "no kernel {features} {function}");
    code
}

/// The instructions of the loops that contain no other loop: from a label to a jump back to it.
fn loops<'a>(code: &[Line<'a>]) -> Vec<Vec<&'a str>> {
    let mut labels = HashMap::new();
    let mut instructions: Vec<&str> = Vec::new();
    let mut loops = Vec::new();
    // The end of the last loop: a loop that begins before it contains it.
    let mut end = 0;
    for line in code {
        match *line {
            Line::Label(label) => {
                labels.insert(label, instructions.len());
            }
            Line::Instruction(text) => {
                instructions.push(text);
                let target = text.split_whitespace().nth(1).and_then(|label| labels.get(label));
                if let (true, Some(&begin)) = (text.starts_with('j'), target)
                    && begin >= end
                {
                    loops.push(instructions[begin..].to_vec());
                    end = instructions.len();
                }
            }
        }
    }
    loops
}

/// Returns whether a loop is that of a tile: it has as many multiply-adds, all of whole registers, and nothing on the
/// stack.
fn is_tile(code: &[&str], registers: &str, tile: usize) -> bool {
    let mut multiply_adds = code.iter().filter(|text| text.starts_with("vfmadd"));
    multiply_adds.clone().count() == tile
        && multiply_adds.all(|text| text.contains(registers))
        && !code.iter().any(|text| text.contains("rsp"))
}
