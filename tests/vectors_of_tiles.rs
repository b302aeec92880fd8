//! CuTe's results for divides and products, one row each, as in `vectors`.

#[macro_use]
#[path = "vectors/table.rs"]
#[allow(dead_code, unused_macros)]
mod table;
#[path = "levels/run_time.rs"]
#[allow(dead_code)]
mod run_time;

#[path = "vectors/arranged.rs"]
mod arranged;
#[path = "vectors/divide.rs"]
mod divide;
#[path = "vectors/product.rs"]
mod product;
