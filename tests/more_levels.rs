//! More rows at all levels, as in `levels.rs`.

mod levels {
    pub mod run_time;
    // `levels.rs` calls the rest.
    #[allow(dead_code)]
    pub mod value;
}

#[macro_use]
#[path = "levels/table.rs"]
#[allow(unused_macros)]
mod table;

use levels::run_time::RunTime;
use levels::value;
use table::{rule, same, same_function};
use tilework::algebra;
use tilework::{Layout, layout};

#[path = "levels/coordinates.rs"]
mod coordinates;
#[path = "levels/divides.rs"]
mod divides;
#[path = "levels/inverses.rs"]
mod inverses;
#[path = "levels/products.rs"]
mod products;
