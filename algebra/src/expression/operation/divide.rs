//! Divides.

use super::Section;
use super::by_mode::{by_mode, gathered, or_by_mode};
use super::tiles::{Arrangement, divided, or_function};
use crate::error::Operation;
use crate::expression::Value;
use crate::expression::arguments::Arguments;
use crate::expression::operand::Blame;
use crate::expression::value::Inside;
use crate::operation::rounding::Rounding;
use crate::{
    flat_divide, flat_divide_ceil, logical_divide, logical_divide_ceil, tiled_divide,
    tiled_divide_ceil, zipped_divide, zipped_divide_ceil,
};

/// A divide of layouts, or else `A o (C, C*)` if the tile or the layout is a function.
macro_rules! divides {
    ($of:expr, $f:ident, $rounding:expr, $operation:expr, $arrangement:expr) => {{
        let by_mode = |tilers: &[Value]| -> Result<Value, Blame> {
            let divide = match $rounding {
                Rounding::Exact => "logical_divide",
                Rounding::Ceil => "logical_divide_ceil",
            };
            gathered(by_mode($of, tilers, divide, $operation)?, tilers, $operation, $arrangement)
        };
        if let Value::Tilers(tilers) = $of.value(1) {
            return by_mode(tilers);
        }
        let layouts = || -> Result<Value, Blame> {
            let tiler = $of.tiler(1)?;
            of_domain!($of, |l| $f(l, &tiler)?)
        };
        let divide =
            or_function($of, layouts, || divided($of, $rounding, $operation, $arrangement));
        let tiler = $of.tiler(1);
        let shape = || match $rounding {
            Rounding::Exact => $of.coordinates(tiler.as_ref().ok()?),
            Rounding::Ceil => $of.all_coordinates(tiler.as_ref().ok()?),
        };
        let divide = or_of_coordinates!(divide, $of, shape(), |l| $f(l, &$of.tiler(1)?)?);
        or_by_mode($of, divide, by_mode)
    }};
}

section! {
    "Divides" {
        logical_divide("A", "T") "A / T: (tile, rest), by mode for a tiler of modes"
            = |of| divides!(of, logical_divide, Rounding::Exact, Operation::LogicalDivide, Arrangement::Pair);
        zipped_divide("A", "T") "all tiles in mode 0, all rests in mode 1"
            = |of| divides!(of, zipped_divide, Rounding::Exact, Operation::ZippedDivide, Arrangement::Pair);
        tiled_divide("A", "T") "all tiles in mode 0, the rests behind it"
            = |of| divides!(of, tiled_divide, Rounding::Exact, Operation::TiledDivide, Arrangement::Tiled);
        flat_divide("A", "T") "the tiles, then the rests"
            = |of| divides!(of, flat_divide, Rounding::Exact, Operation::FlatDivide, Arrangement::Flat);
        logical_divide_ceil("A", "T") "as logical_divide, padded as CuTe does"
            = |of| divides!(of, logical_divide_ceil, Rounding::Ceil, Operation::LogicalDivideCeil, Arrangement::Pair);
        zipped_divide_ceil("A", "T") "as zipped_divide, padded as CuTe does"
            = |of| divides!(of, zipped_divide_ceil, Rounding::Ceil, Operation::ZippedDivideCeil, Arrangement::Pair);
        tiled_divide_ceil("A", "T") "as tiled_divide, padded as CuTe does"
            = |of| divides!(of, tiled_divide_ceil, Rounding::Ceil, Operation::TiledDivideCeil, Arrangement::Tiled);
        flat_divide_ceil("A", "T") "as flat_divide, padded as CuTe does"
            = |of| divides!(of, flat_divide_ceil, Rounding::Ceil, Operation::FlatDivideCeil, Arrangement::Flat);
    }
}
