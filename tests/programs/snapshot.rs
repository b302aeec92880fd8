//! What the compiler prints, without what would differ from one machine or change to the next.

use crate::compiler::ROOT;

/// The folder that the places of programs are written from, as trybuild does.
const PROGRAMS: &str = "ui-tests/";

/// The text of an error in `program`, as trybuild has it: places are written from `ui-tests`, those in other files begin with
/// `$WORKSPACE` and have no line numbers, and the margin is no wider than the numbers that are left need.
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
        // Long notes go on in lines that begin with many spaces.
        if margin(&line).is_some() || line.starts_with(&" ".repeat(surplus + 8)) {
            let at = line.find(' ').unwrap();
            line.replace_range(at..at + surplus, "");
        }
        result += &line;
        result.push('\n');
    }
    result
}

/// How many spaces stand in the margin of a line before code, a place or a note, besides one.
fn margin(line: &str) -> Option<usize> {
    let number = |c: char| c == ' ' || c.is_ascii_digit();
    let rest = line.trim_start_matches(number);
    let spaces = line[..line.len() - rest.len()].matches(' ').count();
    let begins =
        ["| ", "--> ", "::: ", "= ", "+ ", "- ", "~ "].iter().any(|it| rest.starts_with(it));
    (spaces > 0 && (begins || rest == "|")).then(|| spaces - 1)
}
