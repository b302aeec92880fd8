//! Layouts as values (work in progress).
#![no_std]
#![forbid(unsafe_code)]
#[cfg(feature = "alloc")]
extern crate alloc;
pub mod composition;
pub mod error;
pub mod int;
pub use error::{Error, Operation, Rule};
