//! Operations on layouts, a file for each: as types and as functions, with static and dynamic leaves, against the value level
//! and the definition. `levels.rs` runs one table of cases at all levels.

mod bounds;
mod compact;
mod complement;
mod composed;
mod congruence;
mod coordinate;
mod dynamic;
mod levels;
mod recast;
mod run_time;
mod soundness;
mod tile_to_shape;
