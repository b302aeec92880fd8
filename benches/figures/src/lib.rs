//! Tables and charts of what `benches/report` and `benches/gpu` have measured.
//!
//! A program writes a [`Record`] for each machine. From the records of a program come its tables in
//! `benches/RESULTS.md`, its table in README, and its chart. Nobody edits those by hand.
//!
//! ```text
//! cargo run -- [--check]
//! ```
//!
//! This writes all of them again, or fails if one of them differs from the records. Neither measures anything.

mod block;
mod chart;
mod cpu;
mod gpu;
mod program;
mod record;
mod table;

pub use program::{GPU, PROGRAMS, Program, REPORT};
pub use record::{Line, Record, digits};
