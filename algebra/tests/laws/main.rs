//! Every operation against its law: on small domains exhaustively, on larger nested ones at
//! random.

mod arbitrary;
mod definition;

mod atom;
mod bank_conflicts;
mod coalesce;
mod common;
mod compact;
mod complement;
mod composition;
mod congruence;
mod coordinate;
mod cotiled;
mod divide;
mod edges;
mod empty;
mod exact_strides;

mod extremes;
mod filter;
mod function_to_layout;
mod image;
mod in_bits;
mod injectivity;
mod inverse;
mod left_divisible;
mod limits;
mod modes;
mod notation;
mod offsets;
mod partly_known;
mod product;
mod recast;
mod redistribute;
mod searches;
mod semimodule;
mod shape_div;
mod shared_layout;
mod slice;
mod strides;
mod swizzle;
mod thread_value;
mod tiled;
mod tiled_copy;
mod xor;
