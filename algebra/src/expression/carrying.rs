//! Fallbacks for operations that have no result with XOR strides. The layout is tried as a swizzle after an integer
//! layout, as the integer layout alone, on the part that the operation reads, or as a function of integral coordinates.

use alloc::vec::Vec;

use super::arguments::{Arguments, is_within};
use super::operand::{Blame, Operand};
use super::operation::outer;
use super::{NamedOperation, Value};
use crate::layout::Layout;
use crate::layout::composed::{Composed, reaching};
use crate::layout::image::layout_in_range;
use crate::layout::tiler::{Tiler, TilerRef};
use crate::operation::complement::complement_ceil;
use crate::stride::Stride;
use crate::stride::xor::Xor;

/// The part of its first operand that an operation reads.
enum Reads {
    /// The size of the operand.
    Size,
    /// The part that a composition with the second operand reads.
    Composition,
    /// A padded divide continues past the size, unless the tile divides evenly.
    Padded,
}

impl NamedOperation {
    fn reads(&self) -> Reads {
        match self.name {
            "composition" => Reads::Composition,
            name if name.ends_with("divide_ceil") => Reads::Padded,
            _ => Reads::Size,
        }
    }

    /// The result for another form of the first operand, if there is none for XOR strides.
    pub(super) fn of_other_form(
        &self,
        operands: &[Operand],
        refused: Blame,
    ) -> Result<Value, Blame> {
        match self.of_swizzled(operands, &refused) {
            Some(value) => Ok(value),
            None if refused.is_open() => self.of_function(operands).ok_or(refused),
            None => Err(refused),
        }
    }

    /// Takes the first operand as a swizzle after an integer layout, or as the integer layout alone, if bits carry.
    fn of_swizzled(&self, operands: &[Operand], refused: &Blame) -> Option<Value> {
        let [Operand { value: Value::Xor(layout), .. }, others @ ..] = operands else {
            return None;
        };
        if !refused.carries() {
            return None;
        }
        let tiler = || others.first()?.value.to_tiler().ok();
        let read = match self.reads() {
            Reads::Composition => as_far_as_read(layout, tiler()?.borrow())?,
            Reads::Padded | Reads::Size => layout.clone(),
        };
        let comes_out_even = |value: &Value| {
            let inside = tiler().is_some_and(|tiler| tiles_are_within(layout, tiler.borrow()));
            inside && value.to_shape().is_ok_and(|shape| shape.size() == Ok(layout.size()))
        };
        let swizzled = Composed::of_swizzled(&read).map(Value::from);
        let integers = || read.to_integers().ok().map(Value::from);
        let value = self.with_first(operands, swizzled.or_else(integers)?)?;
        (!matches!(self.reads(), Reads::Padded) || comes_out_even(&value)).then_some(value)
    }

    /// Takes the first operand as a function of its integral coordinates, if there are XOR strides, or if the second
    /// operand is composed and ends in a swizzle.
    fn of_function(&self, operands: &[Operand]) -> Option<Value> {
        let [first, second, ..] = operands else { return None };
        match (&first.value, &second.value) {
            (Value::Xor(_), _) | (Value::Layout(_) | Value::Tuple(_), Value::Xor(_)) => {}
            (Value::Layout(_) | Value::Tuple(_), Value::Layout(_)) if second.after_swizzle => {}
            _ => return None,
        }
        let of = Arguments(operands);
        let function = outer(&of, 0).ok()?;
        match (self.reads(), second.value.to_tiler().ok()?) {
            (Reads::Composition, Tiler::Layout(b)) => Some(Composed::of(function, b).into()),
            (Reads::Composition, Tiler::Xor(b)) => Some(Composed::of(function, b).into()),
            (Reads::Padded, Tiler::Layout(_) | Tiler::Xor(_)) => {
                // The last mode is unbounded, even if its extent is 1.
                let coordinates = Layout::leaf(of.shape(0).ok()?.size().ok()?, 1).ok()?;
                self.with_first(operands, Composed::of(function, coordinates).into())
            }
            _ => None,
        }
    }

    /// The result with another first operand.
    fn with_first(&self, operands: &[Operand], value: Value) -> Option<Value> {
        let mut operands = operands.to_vec();
        operands[0].value = value;
        (self.compute)(&Arguments(&operands)).ok()
    }
}

/// Returns whether a padded divide takes only coordinates of the layout. It is not enough that the tiles do, or that
/// there are as many coordinates as the layout has: `(2,2):(2,5)` and its rests `2:1` have 8 coordinates, the last of
/// which is 8.
fn tiles_are_within(layout: &Layout<Xor>, tiler: TilerRef<'_>) -> bool {
    fn with_rests<T: Stride>(layout: &Layout<Xor>, tile: &Layout<T>, extent: T::Extent) -> bool {
        let rests = complement_ceil(tile, extent);
        let both = rests.and_then(|rests| Layout::concatenate([tile, &rests]));
        both.and_then(|both| layout_in_range(layout, &both)) == Ok(true)
    }
    match tiler {
        TilerRef::Layout(b) => with_rests(layout, b, layout.size()),
        TilerRef::Coordinates(b) => with_rests(layout, b, layout.shape()),
        TilerRef::Xor(b) => with_rests(layout, b, layout.size()),
        TilerRef::Keep => true,
        TilerRef::Modes(tilers) => {
            let mut modes = layout.modes().zip(tilers);
            tilers.len() <= layout.rank()
                && modes.all(|(mode, tiler)| tiles_are_within(&mode, tiler.borrow()))
        }
    }
}

/// The layout with its last modes as long as a composition with the tiler reads them; `None` if that does not fit, or
/// if a layout into coordinates leaves the modes.
fn as_far_as_read(layout: &Layout<Xor>, tiler: TilerRef<'_>) -> Option<Layout<Xor>> {
    match tiler {
        TilerRef::Layout(b) => reaching(layout, b.cosize().ok()?).ok(),
        TilerRef::Xor(b) => reaching(layout, b.cosize().ok()?).ok(),
        TilerRef::Coordinates(_) => is_within(layout, tiler).then(|| layout.clone()),
        TilerRef::Keep => Some(layout.clone()),
        TilerRef::Modes(tilers) => {
            let mut tilers = tilers.iter();
            let modes = layout.modes().map(|mode| match tilers.next() {
                Some(tiler) => as_far_as_read(&mode, tiler.borrow()),
                None => Some(mode),
            });
            Layout::concatenate(modes.collect::<Option<Vec<_>>>()?).ok()
        }
    }
}
