//! Errors as text.

use std::fmt;

use cudarc::driver::DriverError;

/// An error: what failed, such as a kernel, and why.
#[derive(Debug)]
pub struct Error(String);
impl Error {
    pub(crate) fn new(words: impl Into<String>) -> Self {
        Error(words.into())
    }

    /// An error with these words, for a program that runs on several GPUs.
    pub fn because(words: impl Into<String>) -> Self {
        Error(words.into())
    }

    /// An error that the driver returned for a request.
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
