//! Options of programs: `--name number`, and `--json`.

use std::collections::HashMap;

/// The options that a program was given.
#[derive(Debug, Default)]
pub struct Options {
    numbers: HashMap<String, u32>,
    words: Vec<String>,
    /// Whether the report is JSON.
    pub json: bool,
}
impl Options {
    /// Those of the command line, of which `names` have numbers; words without `--` are kept.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn read(
        names: &[&str],
        arguments: impl IntoIterator<Item = String>,
    ) -> Result<Self, String> {
        let mut options = Options::default();
        let mut arguments = arguments.into_iter();
        while let Some(argument) = arguments.next() {
            match argument.strip_prefix("--") {
                None => options.words.push(argument),
                Some("json") => options.json = true,
                Some(name) if names.contains(&name) => {
                    let number = arguments.next().and_then(|number| number.parse().ok());
                    let number =
                        number.ok_or_else(|| format!("--{name} is followed by a number"))?;
                    options.numbers.insert(name.to_owned(), number);
                }
                Some(name) => {
                    return Err(format!(
                        "there is no option --{name}, but --{}",
                        names.join(", --")
                    ));
                }
            }
        }
        Ok(options)
    }

    /// The number of an option, or what it is if it is not given.
    pub fn number(&self, name: &str, otherwise: u32) -> u32 {
        self.numbers.get(name).copied().unwrap_or(otherwise)
    }

    /// Whether a word was given, or none at all.
    pub fn chooses(&self, word: &str) -> bool {
        self.words.is_empty() || self.words.iter().any(|given| given == word)
    }
}

#[cfg(test)]
mod tests {
    use super::Options;

    fn read(line: &str) -> Result<Options, String> {
        Options::read(&["m", "n"], line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn numbers_words_and_json_are_read() {
        let options = read("--m 7 ragged --json").unwrap();
        assert_eq!((options.number("m", 1), options.number("n", 2)), (7, 2));
        assert!(options.json && options.chooses("ragged") && !options.chooses("whole"));
        assert!(read("").unwrap().chooses("whole"));
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert_eq!(read("--m").unwrap_err(), "--m is followed by a number");
        assert_eq!(read("--m x").unwrap_err(), "--m is followed by a number");
        assert_eq!(read("--k 3").unwrap_err(), "there is no option --k, but --m, --n");
    }
}
