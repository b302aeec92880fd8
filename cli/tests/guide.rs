//! README and the chapters of the guide show what the calculator prints: each block that begins with `$ tilework` is
//! checked. With `TILEWORK_BLESS=1` the output is written there.

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

/// The text with the outputs of its commands.
fn with_outputs(text: &str) -> (String, usize) {
    let (mut written, mut commands) = (String::new(), 0);
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        written += line;
        written += "\n";
        if let Some(command) = line.strip_prefix("$ tilework ") {
            commands += 1;
            written += &printed(command);
            while lines
                .next_if(|line| !line.starts_with("```") && !line.starts_with("$ "))
                .is_some()
            {}
        }
    }
    (written, commands)
}

#[test]
fn what_is_shown_is_what_is_printed() {
    let mut all = 0;
    for file in files() {
        let text = fs::read_to_string(&file).unwrap();
        let (written, commands) = with_outputs(&text);
        all += commands;
        if env::var_os("TILEWORK_BLESS").is_some() {
            fs::write(&file, written).unwrap();
        } else {
            assert!(written == text, "{}:\n{written}", file.display());
        }
    }
    assert!(all >= 8, "{all} commands");
}
