//! `tilework-ptx KERNELS FILE` compiles the crate of kernels in a folder and writes its PTX to a file. `--check`
//! makes it compare instead.

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

const USAGE: &str = "tilework-ptx KERNELS FILE [--check]";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (folder, file, check) = match arguments[..] {
        [folder, file] => (folder, file, false),
        [folder, file, "--check"] => (folder, file, true),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match run(Path::new(folder), file, check) {
        Ok(says) => {
            println!("{says}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(folder: &Path, file: &str, check: bool) -> Result<String, Box<dyn std::error::Error>> {
    let target = env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    let target = env::current_dir()?.join(target).join("device");
    let ptx = tilework_ptx::compile(folder, &target)?;
    for warning in tilework_ptx::Module::read(&ptx).iter().flat_map(tilework_ptx::Module::warnings)
    {
        eprintln!("warning: {warning}");
    }
    if !check {
        fs::write(file, ptx)?;
        return Ok(format!("{file} is written"));
    }
    match fs::read_to_string(file)? == ptx {
        true => Ok(format!("{file} is what the kernels compile to")),
        false => Err(format!("{file} is not what the kernels compile to").into()),
    }
}
