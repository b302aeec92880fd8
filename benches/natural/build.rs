//! Extracts the measured functions from the guide and the README, so that the measured code is what readers see.
//!
//! A code block after a line `<!-- measured: NAME -->` becomes the module `NAME`, up to its first line that begins with `let`.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files: Vec<PathBuf> = fs::read_dir(root.join("src/guide"))
        .expect("the guide")
        .map(|entry| entry.expect("a file of the guide").path())
        .collect();
    files.push(root.join("README.md"));
    files.sort();
    let mut modules = String::new();
    for file in files {
        println!("cargo::rerun-if-changed={}", file.display());
        let text = fs::read_to_string(&file).expect("a text");
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            let Some(name) = line.strip_prefix("<!-- measured: ") else { continue };
            let name = name.strip_suffix(" -->").expect("a name and the end of a comment");
            let fence = lines.next().unwrap_or_default();
            assert!(fence.starts_with("```"), "{}: no code after {name}", file.display());
            module(&mut modules, name, lines.by_ref().take_while(|line| *line != "```"));
        }
    }
    let out = env::var_os("OUT_DIR").expect("a folder for what is made");
    fs::write(Path::new(&out).join("guide.rs"), modules).expect("a folder that can be written");
}

/// Adds a module whose functions and types the rows can name. Nothing is inlined into the rows.
fn module<'a>(modules: &mut String, name: &str, lines: impl Iterator<Item = &'a str>) {
    writeln!(modules, "pub mod {name} {{").expect("memory");
    for line in lines.take_while(|line| !line.starts_with("let ")) {
        // rustdoc hides such lines.
        let line = line.strip_prefix("# ").unwrap_or(line);
        let opening = match line.split_whitespace().next() {
            Some("fn") => "#[inline(never)]\npub ",
            Some("type") if !line.starts_with(' ') => "pub ",
            _ => "",
        };
        writeln!(modules, "{opening}{line}").expect("memory");
    }
    modules.push_str("}\n");
}
