//! The command line.

use std::path::PathBuf;

/// The output for wrong usage and for `--help`.
pub const USAGE: &str = "\
usage: matmul [--fold] [A.npy B.npy [C.npy]]
       matmul [--fold] --f64

Multiplies the real matrices A and B through layouts, checks the product and measures it.
Without files it makes two of 1024 x 1024, always the same ones.

  A.npy B.npy  f32 or f64, two dimensions, in C or Fortran order
  C.npy        where to write the product
  --fold       see A through a nested layout: stored in panels of 8 rows
  --f64        make matrices of f64, not f32
  --help       print this";

/// The parsed arguments.
#[derive(Debug, Default, PartialEq)]
pub struct Arguments {
    /// Print only the usage.
    pub help: bool,
    /// Multiply A through a nested layout.
    pub fold: bool,
    /// Make matrices of `f64`.
    pub f64: bool,
    /// A and B, if they are files.
    pub factors: Option<(PathBuf, PathBuf)>,
    /// The file to write C to.
    pub product: Option<PathBuf>,
}

impl Arguments {
    /// Parses the arguments without the program's name.
    ///
    /// # Errors
    /// A message that says what is wrong with them.
    pub fn parse(words: impl IntoIterator<Item = PathBuf>) -> Result<Self, String> {
        let mut arguments = Self::default();
        let mut files = Vec::new();
        for word in words {
            match word.to_str() {
                Some("--help" | "-h") => return Ok(Self { help: true, ..Self::default() }),
                Some("--fold") => arguments.fold = true,
                Some("--f64") => arguments.f64 = true,
                Some(option) if option.starts_with('-') => {
                    return Err(format!("there is no option {option}"));
                }
                _ => files.push(word),
            }
        }
        if arguments.f64 && !files.is_empty() {
            return Err("--f64 is for matrices that are made, files say what they hold".into());
        }
        let mut files = files.into_iter();
        match (files.next(), files.next(), files.next(), files.next()) {
            (None, ..) => {}
            (Some(a), Some(b), c, None) => {
                arguments.factors = Some((a, b));
                arguments.product = c;
            }
            (Some(_), None, ..) => return Err("B.npy is missing".into()),
            (.., Some(_)) => return Err("there are more than three files".into()),
        }
        Ok(arguments)
    }
}
