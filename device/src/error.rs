//! What went wrong, in words.

use std::fmt;

use cudarc::driver::DriverError;

/// What went wrong: of which kernel or what else, and why.
#[derive(Debug)]
pub struct Error(String);
impl Error {
    pub(crate) fn new(words: impl Into<String>) -> Self {
        Error(words.into())
    }

    /// One with these words, as a program has that runs on several GPUs.
    pub fn because(words: impl Into<String>) -> Self {
        Error(words.into())
    }

    /// What the driver says of something that it was asked.
    pub(crate) fn driver(of: &str, error: DriverError) -> Self {
        let text = |text: Result<&std::ffi::CStr, DriverError>| {
            text.map(|text| text.to_string_lossy().into_owned()).unwrap_or_default()
        };
        Error(format!("{of}: {} ({})", text(error.error_string()), text(error.error_name())))
    }
}
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
impl std::error::Error for Error {}
