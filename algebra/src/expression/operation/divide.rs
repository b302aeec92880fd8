//! Divides.

use super::Section;
use crate::expression::Value;
use crate::expression::evaluate::{Arguments, Blame};
use crate::expression::value::Inside;
use crate::{
    flat_divide, flat_divide_ceil, logical_divide, logical_divide_ceil, tiled_divide,
    tiled_divide_ceil, zipped_divide, zipped_divide_ceil,
};

section! {
    "Divides" {
        logical_divide("A", "T") "A / T: (tile, rest), by mode for a tiler of modes"
            = |of| {
                let tiler = of.tiler(1)?;
                of_domain!(of, |l| logical_divide(l, &tiler)?)
            };
        zipped_divide("A", "T") "all tiles in mode 0, all rests in mode 1"
            = |of| {
                let tiler = of.tiler(1)?;
                of_domain!(of, |l| zipped_divide(l, &tiler)?)
            };
        tiled_divide("A", "T") "all tiles in mode 0, the rests behind it"
            = |of| {
                let tiler = of.tiler(1)?;
                of_domain!(of, |l| tiled_divide(l, &tiler)?)
            };
        flat_divide("A", "T") "the tiles, then the rests"
            = |of| {
                let tiler = of.tiler(1)?;
                of_domain!(of, |l| flat_divide(l, &tiler)?)
            };
        logical_divide_ceil("A", "T") "as logical_divide, padded as CuTe does"
            = |of| {
                let tiler = of.tiler(1)?;
                of_domain!(of, |l| logical_divide_ceil(l, &tiler)?)
            };
        zipped_divide_ceil("A", "T") "as zipped_divide, padded as CuTe does"
            = |of| {
                let tiler = of.tiler(1)?;
                of_domain!(of, |l| zipped_divide_ceil(l, &tiler)?)
            };
        tiled_divide_ceil("A", "T") "as tiled_divide, padded as CuTe does"
            = |of| {
                let tiler = of.tiler(1)?;
                of_domain!(of, |l| tiled_divide_ceil(l, &tiler)?)
            };
        flat_divide_ceil("A", "T") "as flat_divide, padded as CuTe does"
            = |of| {
                let tiler = of.tiler(1)?;
                of_domain!(of, |l| flat_divide_ceil(l, &tiler)?)
            };
    }
}
