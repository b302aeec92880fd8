//! Products.

use super::Section;
use crate::expression::Value;
use crate::expression::evaluate::{Arguments, Blame};
use crate::expression::value::Inside;
use crate::int_tuple::IntTuple;
use crate::{
    blocked_product, flat_product, logical_product, raked_product, tile_to_shape, tiled_product,
    zipped_product,
};

section! {
    "Products" {
        logical_product("A", "T") "A * T: (A, its copies in the order of T)"
            = |of| {
                let tiler = of.tiler(1)?;
                of_domain!(of, |l| logical_product(l, &tiler)?)
            };
        zipped_product("A", "T") "all tiles in mode 0, all grids in mode 1"
            = |of| {
                let tiler = of.tiler(1)?;
                of_domain!(of, |l| zipped_product(l, &tiler)?)
            };
        tiled_product("A", "T") "all tiles in mode 0, the grids behind it"
            = |of| {
                let tiler = of.tiler(1)?;
                of_domain!(of, |l| tiled_product(l, &tiler)?)
            };
        flat_product("A", "T") "the tiles, then the grids"
            = |of| {
                let tiler = of.tiler(1)?;
                of_domain!(of, |l| flat_product(l, &tiler)?)
            };
        blocked_product("A", "B") "A in blocks: each mode of A with one of B, A first"
            = |of| {
                match &*of.plain(1) {
                    Value::Coordinates(b) => of_domain!(of, |l| blocked_product(l, b)?),
                    Value::Xor(b) => of_domain!(of, |l| blocked_product(l, b)?),
                    _ => {
                        let b = of.layout(1)?;
                        of_domain!(of, |l| blocked_product(l, &b)?)
                    }
                }
            };
        raked_product("A", "B") "A interleaved: each mode of A with one of B, B first"
            = |of| {
                match &*of.plain(1) {
                    Value::Coordinates(b) => of_domain!(of, |l| raked_product(l, b)?),
                    Value::Xor(b) => of_domain!(of, |l| raked_product(l, b)?),
                    _ => {
                        let b = of.layout(1)?;
                        of_domain!(of, |l| raked_product(l, &b)?)
                    }
                }
            };
        tile_to_shape("A", "S", "[order]") "A repeated over S, the copies in an order" = |of| {
            let shape = of.tuple(1)?;
            let order = match of.has(2) {
                true => of.tuple(2)?,
                false => IntTuple::tuple((0..).map(IntTuple::leaf).take(shape.rank())),
            };
            match of.value(0) {
                Value::Composed(l) => Ok(tile_to_shape(l.inner(), &shape, &order)?.inside(l)),
                Value::ComposedXor(l) => Ok(tile_to_shape(l.inner(), &shape, &order)?.inside(l)),
                Value::Xor(l) => Ok(tile_to_shape(l, &shape, &order)?.into()),
                _ => Ok(tile_to_shape(&of.memory(0)?, &shape, &order)?.into()),
            }
        };
    }
}
