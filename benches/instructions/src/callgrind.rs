//! Callgrind: requests to it from inside of the program, and its output.

use std::arch::asm;
use std::ffi::CStr;
use std::process::{Command, exit};

use crate::table::{Count, Row};

/// The argument that tells the program that callgrind runs it.
pub const COUNTED: &str = "--counted";

/// Client requests, by their numbers in callgrind's interface (manual, 6.5).
#[derive(Clone, Copy)]
#[repr(u64)]
pub enum Request {
    ZeroStats = 0x4354_0001,
    DumpStatsAt = 0x4354_0003,
    StartInstrumentation = 0x4354_0004,
    StopInstrumentation = 0x4354_0005,
}

/// Makes a request to valgrind. It recognizes these rotations, which are a full turn together; a processor that runs
/// them does nothing.
#[inline(always)]
pub fn request(request: Request, text: Option<&CStr>) {
    let text = text.map_or(0, |text| text.as_ptr() as u64);
    let arguments = [request as u64, text, 0, 0, 0, 0];
    // SAFETY: `rdi` and `rbx` are unchanged afterwards; valgrind reads the arguments and writes `rdx`.
    unsafe {
        asm!(
            "rol rdi, 3",
            "rol rdi, 13",
            "rol rdi, 61",
            "rol rdi, 51",
            "xchg rbx, rbx",
            in("rax") &arguments,
            inout("rdx") 0_u64 => _,
        );
    }
}

/// Runs this program under callgrind, and returns the counts of all rows that have `only` in their names.
pub fn rows(only: &str) -> Vec<Row> {
    let program = std::env::current_exe().expect("this program");
    let out = program.with_file_name("callgrind.out");
    let _ = std::fs::remove_file(&out);
    let status = Command::new("valgrind")
        .args(["--quiet", "--tool=callgrind", "--instr-atstart=no", "--combine-dumps=yes"])
        .arg("--compress-strings=no")
        .arg(format!("--callgrind-out-file={}", out.display()))
        .arg(&program)
        .args([COUNTED, only])
        // Processors differ in when `memcpy` uses string instructions, each byte of which is an instruction to
        // valgrind.
        .env("GLIBC_TUNABLES", "glibc.cpu.x86_rep_movsb_threshold=0x10000000")
        .status();
    if !status.as_ref().is_ok_and(|status| status.success()) {
        eprintln!("valgrind did not run to the end: {status:?}");
        exit(2);
    }
    parsed(&std::fs::read_to_string(out).expect("what callgrind has written"))
}

/// The rows in callgrind's output: parts, each with the text of its request and its sum.
fn parsed(out: &str) -> Vec<Row> {
    let (mut rows, mut nothing): (Vec<Row>, u64) = (Vec::new(), 0);
    let mut text = None;
    for line in out.lines() {
        if let Some(trigger) = line.strip_prefix("desc: Trigger: ") {
            text = trigger.strip_prefix("Client Request: ");
        } else if let (Some(sum), Some(text)) = (line.strip_prefix("totals: "), text) {
            let mut parts = text.split('|');
            let mut part = || parts.next().expect("three parts");
            let (name, units, way) = (part(), part().parse().expect("a number"), part());
            let instructions: u64 = sum.trim().parse().expect("a number");
            if name == "nothing" {
                nothing = instructions;
                continue;
            }
            let count = Count { way: way.to_string(), instructions: instructions - nothing };
            match rows.last_mut() {
                Some(row) if row.name == name => row.counts.push(count),
                _ => rows.push(Row { name: name.to_string(), units, counts: vec![count] }),
            }
        }
    }
    rows
}
