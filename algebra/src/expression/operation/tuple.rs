//! Operations on tuples, shapes and coordinates.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::{Section, within_length};
use crate::expression::Value;
use crate::expression::arguments::Arguments;
use crate::expression::operand::Blame;
use crate::expression::value::Inside;
use crate::tuple::int_tuple::IntTuple;
use crate::tuple::nested::Nested;
use crate::{
    ceil_div, colexicographic, compact_col_major, compact_order, compact_row_major, compatible,
    congruent, coord_map, coordinates, crd2idx, evenly_divides, idx2crd, inner_product, mode,
    prefix_product, refines, shape_div, weakly_congruent,
};

section! {
    "Tuples, shapes and coordinates" {
        rank("X") "the number of modes" = |of| of_nested!(of, |x| x.nesting().rank());
        depth("X") "how deep the modes are nested" = |of| of_nested!(of, |x| x.nesting().depth());
        length("X") "the number of leaves" = |of| of_nested!(of, |x| x.nesting().len());
        profile("X") "the nesting, with * for the leaves"
            = |of| of_nested!(of, |x| x.nesting().clone());
        mode("X", "k") "mode k, counted from 0" = |of| {
            let k = of.position(1)?;
            of_nested!(of, |x| mode(x, k)?)
        };
        equal("X", "Y") "whether X and Y are the same value, as X == Y; next to a layout a tuple is one" = |of| {
            let (x, y) = (of.plain(0), of.plain(1));
            let layout = |value: &Value| matches!(value, Value::Layout(_));
            let equal = match layout(&x) != layout(&y) {
                true => x.to_layout().ok() == y.to_layout().ok() && x.to_layout().is_ok(),
                false => x == y,
            };
            Ok(equal.into())
        };
        size("X") "the number of coordinates, the product of the extents" = |of| match of.value(0) {
            Value::Tuple(shape) => Ok(shape.size()?.into()),
            _ => of_domain!(of, |l| l.size()),
        };
        product("S") "the product of the integers" = |of| Ok(of.tuple(0)?.size()?.into());
        inner_product("X", "Y") "the sum of the products of the integers, in pairs"
            = |of| Ok(inner_product(&of.tuple(0)?, &of.tuple(1)?)?.into());
        congruent("S", "S'") "whether S and S' have the same profile"
            = |of| Ok(congruent(&of.shape(0)?, &of.shape(1)?).into());
        weakly_congruent("S", "S'") "whether S' has the profile of S with tuples for leaves"
            = |of| Ok(weakly_congruent(&of.shape(0)?, &of.shape(1)?).into());
        compatible("S", "S'") "whether coordinates of S are coordinates of S', the finer one"
            = |of| Ok(compatible(&of.shape(0)?, &of.shape(1)?).into());
        refines("S'", "S") "whether S' is S with tuples of the same size for leaves"
            = |of| Ok(refines(&of.shape(0)?, &of.shape(1)?).into());
        shape_div("S", "S'") "S divided by S', where of two extents one must divide the other"
            = |of| Ok(shape_div(&of.tuple(0)?, &of.tuple(1)?)?.into());
        ceil_div("S", "S'") "S divided by S', rounded up"
            = |of| Ok(ceil_div(&of.tuple(0)?, &of.tuple(1)?)?.into());
        evenly_divides("S", "S'") "whether S divides S' without remainder"
            = |of| Ok(evenly_divides(&of.tuple(0)?, &of.tuple(1)?)?.into());
        prefix_product("S", "[N]") "the products of the leaves before each one, times N or 1"
            = |of| {
                let start = if of.has(1) { of.integer(1)? } else { 1 };
                Ok(prefix_product(&of.tuple(0)?, start)?.into())
            };
        compact_col_major("S") "the stride of the compact layout, first leaf fastest"
            = |of| Ok(compact_col_major(&of.tuple(0)?)?.into());
        compact_row_major("S") "the stride of the compact layout, last leaf fastest"
            = |of| Ok(compact_row_major(&of.tuple(0)?)?.into());
        compact_order("S", "order") "the compact stride, leaves with smaller numbers faster"
            = |of| Ok(compact_order(&of.tuple(0)?, &of.tuple(1)?)?.into());
        crd2idx("C", "L") "the offset of L at a coordinate, as L(C)"
            = |of| {
                let coordinate = of.tuple(0)?;
                match of.value(1) {
                    Value::Coordinates(l) => Ok(crd2idx(&coordinate, l)?.into()),
                    Value::Xor(l) => Ok(crd2idx(&coordinate, l)?.into()),
                    Value::Composed(l) => Ok(l.crd2idx(&coordinate)?.into()),
                    Value::ComposedXor(l) => Ok(l.crd2idx(&coordinate)?.into()),
                    _ => Ok(crd2idx(&coordinate, &of.layout(1)?)?.into()),
                }
            };
        idx2crd("i", "S") "the natural coordinate of S at the integral one"
            = |of| Ok(idx2crd(of.integer(0)?, &of.shape(1)?)?.into());
        coord_map("S", "S'", "C") "the coordinate of S' that stands for C of S"
            = |of| Ok(coord_map(&of.shape(0)?, &of.shape(1)?, &of.tuple(2)?)?.into());
        coordinates("S") "the natural coordinates, in order" = |of| {
            let shape = of.shape(0)?;
            let all = coordinates(&shape)?;
            within_length(shape.size()?, of.value(0))?;
            Ok(all.collect::<Vec<IntTuple>>().into())
        };
        colexicographic("C", "C'") "-1, 0 or 1: whether C comes before C', is it or comes after it"
            = |of| Ok(match colexicographic(&of.tuple(0)?, &of.tuple(1)?)? {
                Ordering::Less => -1i64,
                Ordering::Equal => 0,
                Ordering::Greater => 1,
            }.into());
    }
}
