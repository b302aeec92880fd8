//! Sums of composed layouts and layouts, in which each operand keeps its own offsets.

use alloc::vec;
use alloc::vec::Vec;

use super::Composed;
use super::outer::{Chain, Outer};
use crate::error::{Error, Operation, Rule};
use crate::int::ceil_div;
use crate::layout::{Layout, Modes};
use crate::mode::Mode;
use crate::offsets;
use crate::stride::Stride;
use crate::stride::xor::Xor;

impl<D: Stride<Offset = i64>> Composed<D> {
    /// `r(x, y) = self(x) + layout(y)`, with the modes of both. The added offsets and functions of `self` act on the
    /// low bits of the offsets of the inner layout; the coordinates of `layout` occupy the bits above.
    ///
    /// # Errors
    /// [`Rule::UndecidedSize`] for more than 2^16 coordinates of `self`, [`Rule::CoordinateOutside`] for an offset
    /// below 0 before the last function, [`Rule::Overflow`] if there are not enough bits.
    pub(crate) fn beside(&self, layout: &Layout, operation: Operation) -> Result<Self, Error> {
        Ok(self.above_low_bits(layout, operation)?.0)
    }

    /// [`Composed::beside`], with the number of low bits.
    fn above_low_bits(&self, layout: &Layout, operation: Operation) -> Result<(Self, u32), Error> {
        let overflow = Error::new(operation, Rule::Overflow);
        let functions = self.outer.clone().into_functions();
        let low = self.bits(&functions, operation)?;
        // The number of bits of each coordinate of the layout.
        let extents = layout.flat_modes().iter().map(|mode| bit_length((mode.shape - 1).max(0)));
        let extents: Vec<u32> = extents.collect();
        let high: u32 = extents.iter().sum();
        if low + high > 61 {
            return Err(overflow);
        }
        let (mut at, mut fields) = (low, Modes::new());
        for (mode, bits) in layout.flat_modes().iter().zip(&extents) {
            let stride = if *bits == 0 { 0 } else { 1 << at };
            let stride = D::of_elements(stride).ok_or(overflow)?;
            fields.push(Mode { shape: mode.shape, stride });
            at += bits;
        }
        let during = |error: Error| error.during(operation);
        let fields = Layout::of_modes(fields, layout.profile().clone()).map_err(during)?;
        let inner = Layout::concatenate([self.inner.clone(), fields]).map_err(during)?;
        // The bits above the low bits are one coordinate until the layout is applied to them.
        let one = [Mode { shape: 1 << high, stride: 1 << low }];
        let all = layout.flat_modes().iter().zip(&extents).filter(|(_, bits)| **bits > 0);
        let all: Modes = all.map(|(mode, bits)| Mode { shape: 1 << bits, ..*mode }).collect();
        let mut lifted: Vec<(Outer, i64)> = vec![];
        for (k, (function, added)) in functions.into_iter().enumerate() {
            if k == 0 && !matches!(function, Outer::Layout(_)) {
                let last = [Mode { shape: 1 << low, stride: 1 }];
                let modes = last.into_iter().chain(all.iter().copied()).collect();
                lifted.push((Layout::of_flat_checked(modes).map_err(during)?.into(), 0));
            }
            let result = match &function {
                Outer::Layout(layout) => {
                    lift(layout, low, if k == 0 { &all } else { &one }, added, &mut lifted)
                }
                Outer::Xor(layout) => {
                    let one = one
                        .map(|Mode { shape, stride }| Mode { shape, stride: Xor::trusted(stride) });
                    lift(layout, low, &one, added, &mut lifted)
                }
                Outer::Swizzle(swizzle) if k == 0 && added == 0 && swizzle.bits() == 0 => Ok(()),
                // Blocks of this many bits stay in place.
                Outer::Swizzle(_) | Outer::Chain(_) => {
                    lifted.push((function, added));
                    Ok(())
                }
            };
            result.map_err(during)?;
        }
        let outer = match lifted.pop() {
            Some((only, 0)) if lifted.is_empty() => only,
            last => Outer::Chain(Chain(lifted.into_iter().chain(last).collect())),
        };
        Ok((Composed { outer, offset: self.offset, inner }, low))
    }

    /// The number of bits that hold all offsets before and after each function, except those of a layout that is
    /// applied last. It is at least the number of bits that the swizzles use.
    fn bits(&self, functions: &[(Outer, i64)], operation: Operation) -> Result<u32, Error> {
        let during = |error: Error| error.during(operation);
        self.check_size(operation)?;
        let mut values = offsets(&self.inner).map_err(during)?;
        let (mut to_bits, mut first, mut most) = (D::BITWISE, Some(self.offset), 0);
        let mut look = |values: &[i64]| {
            most = values.iter().copied().fold(most, i64::max);
            let rule = Rule::CoordinateOutside;
            if values.iter().any(|&x| x < 0) { Err(Error::new(operation, rule)) } else { Ok(most) }
        };
        let mut width = 0;
        for (k, (function, before)) in functions.iter().enumerate().rev() {
            let added = first.take().unwrap_or(*before);
            for value in &mut values {
                let sum = if to_bits { Some(*value ^ added) } else { value.checked_add(added) };
                *value = sum.ok_or(Error::new(operation, Rule::Overflow))?;
            }
            look(&values)?;
            for value in &mut values {
                *value = function.apply(*value).map_err(during)?;
            }
            if k > 0 || !matches!(function, Outer::Layout(_)) {
                look(&values)?;
            }
            if let Outer::Swizzle(swizzle) = function {
                width = width.max(swizzle.width());
            }
            to_bits = matches!(function, Outer::Xor(_));
        }
        Ok(width.max(bit_length(look(&[])?)))
    }
}

impl Composed {
    /// `r(x, y) = self(x) + other(y)`, with the modes of `self` and `other` as one more mode. `self(x)` is kept above
    /// the low bits until all of `other` has been applied to the low bits.
    ///
    /// # Errors
    /// The errors of [`Composed::beside`]; [`Rule::CoordinateOutside`] for an offset of `self` below 0.
    pub(crate) fn plus(&self, other: &Self, operation: Operation) -> Result<Self, Error> {
        let overflow = Error::new(operation, Rule::Overflow);
        let during = |error: Error| error.during(operation);
        let high = self.values_in_bits(operation)?;
        let above = Layout::leaf(1 << high, 1).map_err(during)?;
        let (last, low) = other.above_low_bits(&above, operation)?;
        if high + low > 61 {
            return Err(overflow);
        }
        let lifted = self.under(Layout::leaf(1 << high, 1 << low).map_err(during)?);
        let below = Layout::leaf(1 << low, 1).map_err(during)?;
        let (first, at) = lifted.above_low_bits(&below, operation)?;
        // The offsets of the inner layout take the place of the low bits.
        let scale = |n: i64| n.checked_mul(1 << at).ok_or(overflow);
        let modes = other.inner.flat_modes().iter();
        let modes = modes.map(|&Mode { shape, stride }| Ok(Mode { shape, stride: scale(stride)? }));
        let modes: Modes = modes.collect::<Result<_, Error>>()?;
        let inner = Layout::of_modes(modes, other.inner.profile().clone()).map_err(during)?;
        let inner = Layout::concatenate(self.inner.modes().chain([inner])).map_err(during)?;
        let offset = self.offset.checked_add(scale(other.offset)?).ok_or(overflow)?;
        Ok(Composed { outer: last.outer.after(0, first.outer), offset, inner })
    }

    /// `r(x, y) = self(x) XOR other(y)`, otherwise like [`Composed::plus`].
    ///
    /// # Errors
    /// The errors of [`Composed::plus`]; also [`Rule::CoordinateOutside`] for an offset of `other` below 0.
    pub(crate) fn xored(&self, other: &Self, operation: Operation) -> Result<Self, Error> {
        let during = |error: Error| error.during(operation);
        let low = other.values_in_bits(operation)?;
        let high = self.values_in_bits(operation)?;
        if high + low > 61 {
            return Err(Error::new(operation, Rule::Overflow));
        }
        let above = self.under(Layout::leaf(1 << high, 1 << low).map_err(during)?);
        let both = [low, high].map(|bits| Mode { shape: 1 << bits, stride: Xor::trusted(1) });
        let both = Layout::of_flat_checked(both.into_iter().collect()).map_err(during)?;
        Ok(above.plus(other, operation)?.under(both))
    }

    /// The number of bits that hold all offsets.
    fn values_in_bits(&self, operation: Operation) -> Result<u32, Error> {
        self.check_size(operation)?;
        let offsets = self.offsets().map_err(|error| error.during(operation))?;
        if offsets.iter().any(|&x| x < 0) {
            return Err(Error::new(operation, Rule::CoordinateOutside));
        }
        Ok(bit_length(offsets.into_iter().max().unwrap_or(0)))
    }
}

/// Appends the function on the low bits, with these modes above it. If needed, it first appends a function that moves
/// the bits above to the end of the modes of `function`.
fn lift<D: Stride>(
    function: &Layout<D>,
    low: u32,
    above: &[Mode<D>],
    added: i64,
    lifted: &mut Vec<(Outer, i64)>,
) -> Result<(), Error>
where
    Layout<D>: Into<Outer>,
{
    // An empty function is never applied, so an extent of 0 may be replaced by 1.
    let modes = function.flat_modes().iter().cloned();
    let modes = modes.map(|mode| Mode { shape: mode.shape.max(1), ..mode });
    let mut modes: Modes<D> = modes.collect();
    let mut end = 1 << low;
    if let Some((last, before)) = modes.split_last_mut() {
        let before: i64 = before.iter().map(|mode| mode.shape).product();
        last.shape = ceil_div(end, before);
        end =
            before.checked_mul(last.shape).ok_or(Error::new(Operation::Layout, Rule::Overflow))?;
    }
    let high = above.iter().map(|mode| mode.shape).product();
    modes.extend(above.iter().cloned());
    let function: Outer = Layout::of_flat_checked(modes)?.into();
    if end == 1 << low {
        lifted.push((function, added));
        return Ok(());
    }
    let bits = [Mode { shape: 1 << low, stride: 1 }, Mode { shape: high, stride: end }];
    lifted.push((function, 0));
    lifted.push((Layout::of_flat_checked(bits.into_iter().collect())?.into(), added));
    Ok(())
}

/// The number of bits of an integer of at least 0.
fn bit_length(n: i64) -> u32 {
    64 - n.leading_zeros()
}
