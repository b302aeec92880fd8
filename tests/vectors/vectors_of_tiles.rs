//! CuTe's results for divides and products, one row each, as in `vectors`.

#[macro_use]
#[allow(dead_code, unused_macros)]
mod table;
#[path = "../operation/run_time.rs"]
#[allow(dead_code)]
mod run_time;

mod arranged;
mod divide;
mod product;
