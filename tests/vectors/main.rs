//! Rows of CuTe's results, once for values, types and macros.
//!
//! A row is an operation, its operands and the result, all literals:
//!
//! - on values, the expression has the result that is written, as text;
//! - on types, the first operand is a name, so that the traits compute: the result has the type
//!   that is written;
//! - in the macro the expression of literals has that type too;
//! - with leaves of run time the result has the function that is written.
//!
//! The results are those of CuTe C++ 4.7.0 (`algebra/tests/vectors/cute.jsonl`), of which these rows
//! are a selection. Where the text of ours differs, `as` gives CuTe's, which must be the same
//! function. Rows `operation(..): rule` have no result; in the types they are verdicts, which are
//! read here.
//!
//! Divides and products are in `vectors_of_tiles.rs`: two crates compile at the same time.

#[macro_use]
mod table;
#[path = "../levels/run_time.rs"]
mod run_time;

mod coalesce;
mod complement;
mod composition;
mod filter;
mod inverse;
mod max_common;
