//! Divides and products whose tiles or grids are composed layouts, and partitions by composed thread-value layouts.

use alloc::vec::Vec;

use super::composition::{WITH_COMPOSED, any_offset, outer};
use super::listed;
use crate::error::{Error, Operation, Rule};
use crate::expression::Value;
use crate::expression::arguments::Arguments;
use crate::expression::operand::Blame;
use crate::layout::Layout;
use crate::layout::composed::{Composed, Outer};
use crate::layout::swizzle::Swizzle;
use crate::operation::complement::integer_complement;
use crate::operation::rounding::Rounding;
use crate::stride::xor::Xor;
use crate::stride::{Stride, codomain::Codomain as _};
use crate::{ThreadValue, complement_ext, identity, zipped_divide};

/// The arrangement of the tiles and the rests of a layout `(tile, rest)`.
#[derive(Clone, Copy)]
pub(super) enum Arrangement {
    Pair,
    Tiled,
    Flat,
    Blocked,
    Raked,
}

impl Arrangement {
    pub fn of<D: Stride>(self, both: &Layout<D>) -> Result<Layout<D>, Error> {
        let part = |at| both.mode(at).unwrap_or(Layout::unit());
        let (tile, rest) = (part(0), part(1));
        let pairs = |first: &Layout<D>, second: &Layout<D>| {
            let rank = first.rank().max(second.rank());
            let modes = |of: &Layout<D>| {
                of.modes().chain(core::iter::repeat(Layout::unit())).take(rank).collect::<Vec<_>>()
            };
            let pairs = modes(first).into_iter().zip(modes(second));
            let pairs = pairs.map(|(first, second)| Layout::concatenate([first, second]));
            Layout::concatenate(pairs.collect::<Result<Vec<_>, _>>()?)
        };
        match self {
            Arrangement::Pair => Ok(both.clone()),
            Arrangement::Tiled => Layout::concatenate(core::iter::once(tile).chain(rest.modes())),
            Arrangement::Flat => Layout::concatenate(tile.modes().chain(rest.modes())),
            Arrangement::Blocked => pairs(&tile, &rest),
            Arrangement::Raked => pairs(&rest, &tile),
        }
    }

    fn value<D: Stride<Offset = i64>>(self, composed: &Composed<D>) -> Result<Value, Error>
    where
        Composed<D>: Into<Value>,
    {
        let value: Value = composed.with_inner(self.of(composed.inner())?).into();
        Ok(value.plain().unwrap_or(value))
    }
}

/// The result for layouts, or else the result for the second argument as a function of offsets, if no integer layout
/// has that function. For XOR strides the first error counts.
pub(super) fn or_function(
    of: &Arguments<'_>,
    layouts: impl FnOnce() -> Result<Value, Blame>,
    function: impl FnOnce() -> Result<Value, Blame>,
) -> Result<Value, Blame> {
    match &*of.plain(1) {
        Value::Composed(_) | Value::ComposedXor(_) => match of.value(0) {
            Value::Coordinates(_) => Err(of.no(0, WITH_COMPOSED)),
            _ => function(),
        },
        Value::Xor(_) | Value::Swizzle(_) => {
            layouts().or_else(|refused| function().map_err(|_| refused))
        }
        _ => layouts(),
    }
}

/// `A o (C, C*)`, for any combination of layouts and functions.
pub(super) fn divided(
    of: &Arguments<'_>,
    rounding: Rounding,
    operation: Operation,
    arrangement: Arrangement,
) -> Result<Value, Blame> {
    let (a, n) = (outer(of, 0)?, of.shape(0)?.size()?);
    fn beside<D: Stride<Offset = i64>>(
        tile: &Composed<D>,
        (rounding, n): (Rounding, i64),
        operation: Operation,
    ) -> Result<Composed<D>, Error> {
        let image = tile.sorted(rounding == Rounding::Exact, operation)?;
        let rest = integer_complement(rounding, &image, n);
        // The modes of the image are not modes of the tile.
        let rest = rest.map_err(|error| Error { mode: None, ..error.during(operation) })?;
        tile.beside(&rest, operation)
    }
    Ok(match &*of.plain(1) {
        Value::Composed(tile) => {
            arrangement.value(&beside(tile, (rounding, n), operation)?.under(a))?
        }
        Value::ComposedXor(tile) => {
            arrangement.value(&beside(tile, (rounding, n), operation)?.under(a))?
        }
        _ => {
            let tile = of_bits(of, 1)?;
            match Xor::complement(rounding, &tile, n) {
                Ok(rest) => {
                    arrangement.value(&Composed::of(a, Layout::concatenate([tile, rest])?))?
                }
                // A tile without a complement under XOR may have one under addition.
                Err(_) => {
                    let tile = Composed::of(Swizzle::new(0, 0, 0)?, tile);
                    arrangement.value(&beside(&tile, (rounding, n), operation)?.under(a))?
                }
            }
        }
    })
}

/// `(A, A* o C)`, for any combination of layouts and functions: `A` has integer strides, or is composed with such a
/// layout inside.
pub(super) fn multiplied(
    of: &Arguments<'_>,
    operation: Operation,
    arrangement: Arrangement,
) -> Result<Value, Blame> {
    // The copies are disjoint before the offset is added and the function applied.
    let (a, after) = match of.value(0) {
        Value::Composed(a) => (a.inner().clone(), Some(a.with_inner(any_offset()))),
        _ => (of.layout(0)?, None),
    };
    let others =
        complement_ext(&a).map_err(|error| Error { mode: None, ..error.during(operation) })?;
    let product = |copies: Composed<_>| -> Result<Value, Error> {
        arranged(&copies.beside(&a, operation)?, &after, arrangement)
    };
    let product_of_bits = |copies: Composed<Xor>| -> Result<Value, Error> {
        arranged(&copies.beside(&a, operation)?, &after, arrangement)
    };
    Ok(match &*of.plain(1) {
        Value::Composed(grid) => product(grid.under(others))?,
        Value::ComposedXor(grid) => product_of_bits(grid.under(others))?,
        _ => product_of_bits(Composed::of(others, of_bits(of, 1)?))?,
    })
}

/// The layout with XOR strides; a swizzle is converted too.
fn of_bits(of: &Arguments<'_>, at: usize) -> Result<Layout<Xor>, Blame> {
    let layout =
        of.value(at).shaped().map_or_else(|| of.value(at).to_xor(), |value| value.to_xor());
    layout.map_err(Blame::operand(at))
}

/// The product from `(grid, tile)`, under the function `after`.
fn arranged<D: Stride<Offset = i64>>(
    product: &Composed<D>,
    after: &Option<Composed>,
    arrangement: Arrangement,
) -> Result<Value, Error>
where
    Composed<D>: Into<Value>,
{
    let part = |at| product.inner().mode(at).unwrap_or(Layout::unit());
    let product = product.with_inner(Layout::concatenate([part(1), part(0)])?);
    match after {
        None => arrangement.value(&product),
        Some(after) if after.added() == 0 => {
            arrangement.value(&product.under(after.outer().clone()))
        }
        Some(after) => arrangement.value(&product.under(after.clone())),
    }
}

/// `(threads, (values, tiles))` for a thread-value layout that is composed or has XOR strides.
pub(super) fn partitioned(of: &Arguments<'_>) -> Result<Value, Blame> {
    let operation = Operation::Partition;
    let error = |rule| Error::new(operation, rule);
    let (tile, data) = (of.shape(1)?, of.shape(0)?);
    let first = Layout::concatenate([Layout::leaf(1, 0)?, Layout::leaf(1, 0)?])?;
    let tiler = ThreadValue::new(&tile, first)?.tiler()?;
    let divided =
        zipped_divide(&identity(&data)?, &tiler).map_err(|error| error.during(operation))?;
    let part = |at| divided.mode(at).unwrap_or(Layout::unit());
    let (tile, rest) = (part(0), part(1));
    if listed(of, 2, operation)?.iter().any(|at| !(0..tile.size()).contains(at)) {
        return Err(error(Rule::CoordinateOutside).into());
    }
    // The coordinates of threads and values in a tile, next to those of all tiles.
    fn arranged<D: Stride<Offset = i64>>(
        places: &Composed<D>,
        rest: &Layout,
        data: Outer,
    ) -> Result<Value, Error>
    where
        Composed<D>: Into<Value>,
    {
        let both = places.beside(rest, Operation::Partition)?;
        let part = |layout: &Layout<D>, at| layout.mode(at).unwrap_or(Layout::unit());
        let [threads, values] = [0, 1].map(|at| part(places.inner(), at));
        let values = Layout::concatenate([values, part(both.inner(), 1)])?;
        let inner = Layout::concatenate([threads, values])?;
        Arrangement::Pair.value(&both.with_inner(inner).under(data))
    }
    let data = outer(of, 0)?;
    let (rank, value) = match &*of.plain(2) {
        Value::Composed(tv) => (tv.inner().rank(), arranged(&tv.under(tile), &rest, data)),
        Value::ComposedXor(tv) => (tv.inner().rank(), arranged(&tv.under(tile), &rest, data)),
        other => {
            let tv = other.to_xor().map_err(Blame::operand(2))?;
            (tv.rank(), arranged(&Composed::of(tile, tv), &rest, data))
        }
    };
    if rank != 2 {
        return Err(error(Rule::Profile).into());
    }
    Ok(value?)
}
