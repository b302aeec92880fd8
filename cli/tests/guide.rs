//! README and the chapters of the guide show what the calculator prints: each block that begins with `$ tilework` is
//! checked. In the guide, a link to the page of `playground/` with the expressions of the block stands below it, and its
//! address at the end of the file. With `TILEWORK_BLESS=1` the output and the links are written there.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let chapters = fs::read_dir(root.join("src/guide")).unwrap().map(|entry| entry.unwrap().path());
    chapters.chain([root.join("README.md")]).collect()
}

/// The output of a command, in lines without trailing blanks.
fn printed(command: &str) -> String {
    let (words, expression) = command.split_once('\'').expect("an expression in quotes");
    let expression = expression.strip_suffix('\'').expect("nothing behind the expression");
    let output = Command::new(env!("CARGO_BIN_EXE_tilework"))
        .args(words.split_whitespace())
        .arg(expression)
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap()).concat();
    text.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// Where the page is, as seen from a chapter: beside the crates, in the folder that `cargo doc` writes.
const PAGE: &str = "../../../playground/index.html";

/// The address of the page with the expressions of these commands.
fn address(commands: &[&str]) -> String {
    let expressions = commands.iter().map(|command| command.split('\'').nth(1).unwrap());
    let mut encoded = String::new();
    for byte in expressions.collect::<Vec<_>>().join("\n").bytes() {
        match byte {
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'-' | b'.' | b'_' => {
                encoded.push(byte.into());
            }
            _ => encoded += &format!("%{byte:02X}"),
        }
    }
    format!("{PAGE}#text={encoded}")
}

/// The text with the outputs of its commands, and with links below them if it is `linked`: `[Play with this][play-1]`,
/// with the address in a line at the end.
fn with_outputs(text: &str, linked: bool) -> (String, usize) {
    let (mut written, mut commands) = (String::new(), 0);
    let mut block = Vec::new();
    let mut addresses = Vec::new();
    let is_address = |line: &&str| linked && line.starts_with("[play-");
    let mut lines = text.lines().filter(|line| !is_address(line)).peekable();
    while let Some(line) = lines.next() {
        written += line;
        written += "\n";
        if line.starts_with("```") && !block.is_empty() {
            if linked {
                lines.next_if(|line| line.starts_with("[Play with this]"));
                addresses.push(address(&block));
                written += &format!("[Play with this][play-{}]\n", addresses.len());
            }
            block.clear();
        }
        if let Some(command) = line.strip_prefix("$ tilework ") {
            commands += 1;
            block.push(command);
            written += &printed(command);
            while lines
                .next_if(|line| !line.starts_with("```") && !line.starts_with("$ "))
                .is_some()
            {}
        }
    }
    if !addresses.is_empty() {
        written.truncate(written.trim_end().len());
        written += "\n\n";
    }
    for (at, address) in addresses.iter().enumerate() {
        written += &format!("[play-{}]: {address}\n", at + 1);
    }
    (written, commands)
}

#[test]
fn what_is_shown_is_what_is_printed() {
    let mut all = 0;
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("src/guide");
    for file in files() {
        let text = fs::read_to_string(&file).unwrap();
        let (written, commands) = with_outputs(&text, file.starts_with(&guide));
        all += commands;
        if env::var_os("TILEWORK_BLESS").is_some() {
            fs::write(&file, written).unwrap();
        } else {
            assert!(written == text, "{}:\n{written}", file.display());
        }
    }
    assert!(all >= 8, "{all} commands");
}
