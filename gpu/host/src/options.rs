//! Command-line options of programs: `--name number`, words, `--json` and `--help`.

use std::collections::HashMap;
use std::fmt;

/// The description of a program and its command line.
pub struct Usage {
    /// A sentence about the program.
    pub about: &'static str,
    /// The options that take a number, with their defaults. The number is at least 1, except for
    /// [`zeros`](Self::zeros).
    pub numbers: &'static [(&'static str, u32)],
    /// The options that may be 0.
    pub zeros: &'static [&'static str],
    /// The words that choose parts of the program. Without any word it runs all parts.
    pub words: &'static [&'static str],
    /// Further conditions, which are checked before the GPU is used.
    pub check: fn(&Options) -> Result<(), String>,
}

/// The options of a command line.
#[derive(Debug)]
pub struct Options {
    numbers: HashMap<&'static str, u32>,
    words: Vec<&'static str>,
    /// True if the report is JSON.
    pub json: bool,
}

impl Usage {
    /// Reads the options from these arguments; `None` if `--help` is among them.
    ///
    /// # Errors
    /// A message that says what is wrong.
    pub fn read(
        &self,
        arguments: impl IntoIterator<Item = String>,
    ) -> Result<Option<Options>, String> {
        let numbers = self.numbers.iter().copied().collect();
        let mut options = Options { numbers, words: Vec::new(), json: false };
        let mut arguments = arguments.into_iter();
        while let Some(argument) = arguments.next() {
            if argument == "--help" || argument == "-h" {
                return Ok(None);
            }
            let Some(name) = argument.strip_prefix("--") else {
                let word = self.words.iter().find(|word| **word == argument);
                options.words.push(word.ok_or_else(|| match self.words {
                    [] => format!("there are no words to choose from, as `{argument}`"),
                    words => format!("there is no `{argument}`, but {}", words.join(", ")),
                })?);
                continue;
            };
            if name == "json" {
                options.json = true;
                continue;
            }
            let known = self.numbers.iter().find(|(known, _)| *known == name);
            let (known, _) = known.ok_or_else(|| {
                let names: String =
                    self.numbers.iter().map(|(name, _)| format!("--{name}, ")).collect();
                format!("there is no option --{name}, but {names}--json and --help")
            })?;
            let least = if self.zeros.contains(known) { 0 } else { 1 };
            options.numbers.insert(known, number(known, arguments.next(), least)?);
        }
        (self.check)(&options).map(|()| Some(options))
    }
}

/// Reads the number of an option.
fn number(name: &str, given: Option<String>, least: u32) -> Result<u32, String> {
    let Some(given) = given else { return Err(format!("--{name} is followed by a number")) };
    let digits = given.strip_prefix('+').unwrap_or(&given);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("--{name} is followed by a number, not by `{given}`"));
    }
    match digits.parse() {
        Ok(number) if number < least => Err(format!("--{name} is at least {least}")),
        Ok(number) => Ok(number),
        // It consists of digits.
        Err(_) => Err(format!("--{name} is at most {}, not {given}", u32::MAX)),
    }
}

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n", self.about)?;
        f.write_str("options, with what they are if they are not given:")?;
        for (name, number) in self.numbers {
            write!(f, " --{name} {number}")?;
        }
        writeln!(f, "\n  --json writes rows of JSON, --help this")?;
        if !self.words.is_empty() {
            writeln!(f, "words, all of them if none is given: {}", self.words.join(" "))?;
        }
        f.write_str(
            "exit status: 1 where a result is wrong or the driver fails, 2 for wrong options, 3 without a GPU",
        )
    }
}

impl Options {
    /// The number of an option.
    ///
    /// # Panics
    /// If the program has no such option.
    pub fn number(&self, name: &str) -> u32 {
        self.numbers[name]
    }

    /// Returns whether this word was given. It is false if no word was given, unlike [`chooses`](Self::chooses).
    pub fn chosen(&self, word: &str) -> bool {
        self.words.contains(&word)
    }

    /// Returns whether this word was given, or no word at all.
    pub fn chooses(&self, word: &str) -> bool {
        self.words.is_empty() || self.words.contains(&word)
    }

    /// Checks that the number of an option is a multiple of another number.
    ///
    /// # Errors
    /// If it is not, a message that says so.
    pub fn multiple(&self, name: &str, of: u32) -> Result<(), String> {
        match self.number(name) {
            number if number.is_multiple_of(of) => Ok(()),
            number => Err(format!("--{name} is a multiple of {of}, not {number}")),
        }
    }

    /// Checks that the number of an option is one of two.
    ///
    /// # Errors
    /// If it is neither, a message that says so.
    pub fn either(&self, name: &str, [one, other]: [u32; 2]) -> Result<(), String> {
        match self.number(name) {
            number if number == one || number == other => Ok(()),
            number => Err(format!("--{name} is {one} or {other}, not {number}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Options, Usage};

    const USAGE: Usage = Usage {
        about: "Nothing.",
        numbers: &[("m", 1), ("n", 2), ("l", 3)],
        zeros: &["l"],
        words: &["ragged", "whole"],
        check: |options| options.multiple("n", 2).and_then(|()| options.either("m", [1, 7])),
    };

    fn read(line: &str) -> Result<Option<Options>, String> {
        USAGE.read(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn numbers_words_and_json_are_read() {
        let options = read("--m 7 ragged --json").unwrap().unwrap();
        assert_eq!((options.number("m"), options.number("n")), (7, 2));
        assert_eq!(read("--l 0").unwrap().unwrap().number("l"), 0);
        assert_eq!(read("--n 0").unwrap_err(), "--n is at least 1");
        assert!(options.json && options.chooses("ragged") && !options.chooses("whole"));
        let options = read("").unwrap().unwrap();
        assert!(!options.json && options.chooses("whole"));
    }

    #[test]
    fn help_names_all_that_there_is() {
        for line in ["--help", "-h", "--m 7 --help --k"] {
            assert!(read(line).unwrap().is_none());
        }
        let help = USAGE.to_string();
        for part in ["Nothing.", "--m 1 --n 2", "--json", "ragged whole", "3 without a GPU"] {
            assert!(help.contains(part), "{help}");
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (line, wrong) in [
            ("--m", "--m is followed by a number"),
            ("--m x", "--m is followed by a number, not by `x`"),
            ("--m -1", "--m is followed by a number, not by `-1`"),
            ("--m 0", "--m is at least 1"),
            ("--m 4294967296", "--m is at most 4294967295, not 4294967296"),
            ("--m 99999999999999999999", "--m is at most 4294967295, not 99999999999999999999"),
            ("--m 3", "--m is 1 or 7, not 3"),
            ("--n 3", "--n is a multiple of 2, not 3"),
            ("--k 3", "there is no option --k, but --m, --n, --l, --json and --help"),
            ("raged", "there is no `raged`, but ragged, whole"),
        ] {
            assert_eq!(read(line).unwrap_err(), wrong);
        }
        let none = Usage { words: &[], ..USAGE };
        let wrong = none.read(["x".to_owned()]).unwrap_err();
        assert_eq!(wrong, "there are no words to choose from, as `x`");
    }
}
