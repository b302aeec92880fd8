//! The compiler's output, without what would differ between machines or changes.

use crate::compiler::ROOT;

/// The folder relative to which paths of programs are written, as in trybuild.
const PROGRAMS: &str = "ui-tests/";

/// The text of an error in `program`, in trybuild's form. Paths are relative to `ui-tests`. Those in other files begin
/// with `$WORKSPACE` and have no line numbers. The margin is no wider than the remaining line numbers need.
pub fn normalised(text: &str, program: &str) -> String {
    let text = text.replace(&format!("{ROOT}/"), "");
    let mut lines = Vec::new();
    let mut elsewhere = false;
    for line in text.trim_end().lines() {
        let start = line.trim_start();
        // A file that the compiler wrote a long type to.
        if start.trim_start_matches("= note: ").starts_with("the full name for the type has been") {
            continue;
        }
        let mut line = line.to_owned();
        if let Some(place) = start.strip_prefix("--> ").or_else(|| start.strip_prefix("::: ")) {
            elsewhere = !place.starts_with(program);
            let arrow = &line[..line.len() - place.len()];
            line = match elsewhere {
                true => {
                    let number = |c: char| c == ':' || c.is_ascii_digit();
                    format!("{arrow}$WORKSPACE/{}", place.trim_end_matches(number))
                }
                false => format!("{arrow}{}", place.strip_prefix(PROGRAMS).unwrap_or(place)),
            };
        } else if !start.starts_with(|c: char| c == '|' || c == '.' || c.is_ascii_digit()) {
            elsewhere = false;
        } else if elsewhere {
            let code = line.find(|c: char| c != ' ' && !c.is_ascii_digit()).unwrap_or(line.len());
            line.replace_range(..code, &" ".repeat(code));
        }
        lines.push(line.trim_end().to_owned());
    }
    let surplus = lines.iter().filter_map(|line| margin(line)).min().unwrap_or(0);
    let mut result = String::new();
    for mut line in lines {
        // Long notes continue in lines that begin with many spaces.
        if margin(&line).is_some() || line.starts_with(&" ".repeat(surplus + 8)) {
            let at = line.find(' ').unwrap();
            line.replace_range(at..at + surplus, "");
        }
        result += &line;
        result.push('\n');
    }
    result
}

/// The number of spaces in the margin of a line before code, a path or a note, besides one.
fn margin(line: &str) -> Option<usize> {
    let number = |c: char| c == ' ' || c.is_ascii_digit();
    let rest = line.trim_start_matches(number);
    let spaces = line[..line.len() - rest.len()].matches(' ').count();
    let begins =
        ["| ", "--> ", "::: ", "= ", "+ ", "- ", "~ "].iter().any(|it| rest.starts_with(it));
    (spaces > 0 && (begins || rest == "|")).then(|| spaces - 1)
}
