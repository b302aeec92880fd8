//! Products.

use super::Section;
use super::by_mode::{by_mode, gathered, or_by_mode};
use super::tiles::{Arrangement, multiplied, or_function};
use crate::error::Operation;
use crate::expression::Value;
use crate::expression::arguments::Arguments;
use crate::expression::operand::Blame;
use crate::expression::value::Inside;
use crate::tuple::int_tuple::IntTuple;
use crate::{
    blocked_product, flat_product, logical_product, raked_product, tile_to_shape, tiled_product,
    zipped_product,
};

/// A product of layouts, or else `(A, A* o C)` for a grid that is a function.
macro_rules! products {
    ($of:expr, $f:ident, $operation:expr, $arrangement:expr) => {{
        let by_mode = |tilers: &[Value]| -> Result<Value, Blame> {
            let multiplied = by_mode($of, tilers, "logical_product", $operation)?;
            gathered(multiplied, tilers, $operation, $arrangement)
        };
        if let Value::Tilers(tilers) = $of.value(1) {
            return by_mode(tilers);
        }
        let layouts = || -> Result<Value, Blame> {
            let tiler = $of.tiler(1)?;
            of_domain!($of, |l| $f(l, &tiler)?)
        };
        let product = or_function($of, layouts, || multiplied($of, $operation, $arrangement));
        or_by_mode($of, product, by_mode)
    }};
}

section! {
    "Products" {
        logical_product("A", "T") "A * T: (A, its copies in the order of T)"
            = |of| products!(of, logical_product, Operation::LogicalProduct, Arrangement::Pair);
        zipped_product("A", "T") "all tiles in mode 0, all grids in mode 1"
            = |of| products!(of, zipped_product, Operation::ZippedProduct, Arrangement::Pair);
        tiled_product("A", "T") "all tiles in mode 0, the grids behind it"
            = |of| products!(of, tiled_product, Operation::TiledProduct, Arrangement::Tiled);
        flat_product("A", "T") "the tiles, then the grids"
            = |of| products!(of, flat_product, Operation::FlatProduct, Arrangement::Flat);
        blocked_product("A", "B") "A in blocks: each mode of A with one of B, A first"
            = |of| {
                let layouts = || -> Result<Value, Blame> {
                    match &*of.plain(1) {
                        Value::Coordinates(b) => of_domain!(of, |l| blocked_product(l, b)?),
                        Value::Xor(b) => of_domain!(of, |l| blocked_product(l, b)?),
                        _ => {
                            let b = of.layout(1)?;
                            of_domain!(of, |l| blocked_product(l, &b)?)
                        }
                    }
                };
                let function = || multiplied(of, Operation::BlockedProduct, Arrangement::Blocked);
                or_function(of, layouts, function)
            };
        raked_product("A", "B") "A interleaved: each mode of A with one of B, B first"
            = |of| {
                let layouts = || -> Result<Value, Blame> {
                    match &*of.plain(1) {
                        Value::Coordinates(b) => of_domain!(of, |l| raked_product(l, b)?),
                        Value::Xor(b) => of_domain!(of, |l| raked_product(l, b)?),
                        _ => {
                            let b = of.layout(1)?;
                            of_domain!(of, |l| raked_product(l, &b)?)
                        }
                    }
                };
                let function = || multiplied(of, Operation::RakedProduct, Arrangement::Raked);
                or_function(of, layouts, function)
            };
        tile_to_shape("A", "S", "[order]") "A repeated over S, the copies in an order" = |of| {
            let shape = of.tuple(1)?;
            let order = match of.has(2) {
                true => of.tuple(2)?,
                false => IntTuple::tuple((0..).map(IntTuple::leaf).take(shape.rank())),
            };
            of_domain!(of, |l| tile_to_shape(l, &shape, &order)?)
        };
    }
}
