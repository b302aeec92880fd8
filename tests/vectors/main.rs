//! CuTe's results, one row each, for values, types and macros.
//!
//! A row is an operation, its operands and the result, all literals:
//!
//! - on values, the expression has the written result, as text;
//! - on types, the first operand is a name, so that the traits compute: the result has the written type;
//! - in the macro, the expression of literals has that type too;
//! - with dynamic leaves, the result has the written function.
//!
//! The results are those of CuTe C++ 4.7.0 (`algebra/tests/vectors/cute.jsonl`); these rows are a selection. If our
//! text differs, `as` gives CuTe's, which must be the same function. Rows `operation(..): rule` have no result; in the
//! types they are verdicts, which are read here.
//!
//! Divides and products are in `vectors_of_tiles.rs`, so that two crates compile at the same time.

#[macro_use]
mod table;
#[path = "../operation/run_time.rs"]
mod run_time;

mod coalesce;
mod complement;
mod composition;
mod filter;
mod inverse;
mod max_common;
