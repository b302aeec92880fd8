//! Inverses of composed layouts: the inverses of their functions in reverse order.

use alloc::vec::Vec;

use super::outer::reaching;
use super::{Composed, Outer};
use crate::budget::{Budget, LEFT_INVERSE};
use crate::error::{Error, Operation, Rule};
use crate::layout::Layout;
use crate::mode::Mode;
use crate::operation::left_inverse::left_inverse_within;
use crate::stride::Stride;
use crate::stride::xor::Xor;

impl<D: Stride<Offset = i64>> Composed<D>
where
    Layout<D::Inverse>: Into<Outer>,
{
    /// A left inverse `l` on the offsets up to the last: `self(l(self(k))) = self(k)`. The left inverse of `F o n o B`
    /// is `b o -n o f`, with left inverses `b` of `B` and `f` of `F`. If offsets have several coordinates, `l` gives
    /// one of them, on the extended domain. It may be past the size, where `self` continues as `B` does.
    ///
    /// # Errors
    /// The errors of [`left_inverse`](crate::left_inverse()) of the parts; [`Rule::Injectivity`] if the result is not
    /// an inverse and offsets have several coordinates, [`Rule::Undecided`] if only the offsets of a part have several
    /// coordinates, [`Rule::UndecidedSize`] for more than 2^16 coordinates, or 2^22 leaves of functions at all of them.
    ///
    /// ```
    /// use tilework_algebra::{Composed, Swizzle};
    /// let tile = Composed::new(Swizzle::new(1, 0, 2)?, 4, "(4,3):(3,1)".parse()?);
    /// let inverse = tile.left_inverse()?;
    /// assert_eq!((tile.offset(7)?, inverse.offset(15)?), (15, 7));
    /// // The offset 8 has the coordinate (2,3), which is 14, and the coordinate 16, past the size.
    /// let several = Composed::new(Swizzle::new(1, 0, 2)?, 0, "(4,4):(1,2)".parse()?);
    /// assert_eq!([several.offset(14)?, several.offset(16)?], [8, 8]);
    /// assert_eq!(several.left_inverse()?.offset(8)?, 16);
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    #[inline]
    pub fn left_inverse(&self) -> Result<Composed, Error> {
        let (inverse, offsets) = self.inverse(Operation::LeftInverse)?;
        let last = offsets.iter().copied().max().unwrap_or(0);
        Composed::up_to(inverse, last.saturating_add(1), Operation::LeftInverse)
    }

    /// The longest right inverse `r`, `self(r(i)) = i`, which goes as far as all integers are offsets.
    ///
    /// # Errors
    /// The errors of [`Composed::left_inverse`]; [`Rule::AddedOffset`] if 0 is not an offset.
    ///
    /// ```
    /// use tilework_algebra::{Composed, Swizzle};
    /// let tile = Composed::new(Swizzle::new(1, 0, 2)?, 0, "(4,3):(3,1)".parse()?);
    /// let inverse = tile.right_inverse()?;
    /// for i in 0..12 {
    ///     assert_eq!(tile.offset(inverse.offset(i)?)?, i);
    /// }
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn right_inverse(&self) -> Result<Composed, Error> {
        let (inverse, mut offsets) = self.inverse(Operation::RightInverse)?;
        offsets.sort_unstable();
        offsets.dedup();
        let length = (0..).zip(&offsets).take_while(|(i, offset)| i == *offset).count() as i64;
        if length == 0 {
            let rule = Rule::AddedOffset { offset: offsets.first().copied().unwrap_or(0) };
            return Err(Error::new(Operation::RightInverse, rule));
        }
        Composed::up_to(inverse, length, Operation::RightInverse)
    }

    /// The function that maps each offset to one of its coordinates, and the list of all offsets.
    pub(crate) fn inverse(&self, operation: Operation) -> Result<(Outer, Vec<i64>), Error> {
        let (size, during) = (self.inner.size(), |error: Error| error.during(operation));
        self.check_size(operation)?;
        let budget = Budget::new(operation, LEFT_INVERSE);
        let mut inverse: Outer = left_inverse_within(&self.inner, &budget).map_err(during)?.into();
        let mut values = crate::offsets(&self.inner).map_err(during)?;
        let (mut bits, mut first) = (D::BITWISE, Some(self.offset));
        for (function, before) in self.outer.clone().into_functions().into_iter().rev() {
            let added = first.take().unwrap_or(before);
            for value in &mut values {
                let sum = if bits { Some(*value ^ added) } else { value.checked_add(added) };
                *value = sum.ok_or(Error::new(operation, Rule::Overflow))?;
            }
            let last = values.iter().copied().max().unwrap_or(0);
            let still = matches!(function, Outer::Swizzle(swizzle) if swizzle.bits() == 0);
            if still && added == 0 {
                bits = false;
                continue;
            }
            let undone = function.left_inverse(last.saturating_add(1), &budget).map_err(during)?;
            inverse = match (added, bits) {
                (0, _) => inverse.after(0, undone),
                // The added offset is XORed again after XOR strides, and subtracted after a layout of integers.
                (n, true) => {
                    inverse.after(n, Outer::Xor(endless(Xor::trusted(1))).after(0, undone))
                }
                (n, false) => {
                    let n = n.checked_neg().ok_or(Error::new(operation, Rule::Overflow))?;
                    inverse.after(n, Outer::Layout(endless(1)).after(0, undone))
                }
            };
            for value in &mut values {
                *value = function.apply(*value).map_err(during)?;
            }
            bits = matches!(function, Outer::Xor(_));
        }
        // If a part has an offset twice, another coordinate may have been found.
        for (k, &offset) in (0..).zip(&values) {
            let found = inverse.apply(offset).map_err(during)?;
            let outside = found >= size && operation == Operation::RightInverse;
            if outside || self.offset(found).map_err(during)? != offset {
                let other = (0..).zip(&values).find(|&(j, x)| j != k && *x == offset);
                return Err(Error::new(
                    operation,
                    match other {
                        Some((first, _)) => Rule::Injectivity { first, second: k },
                        None => Rule::Undecided { steps: size.unsigned_abs() },
                    },
                ));
            }
        }
        Ok((inverse, values))
    }
}

impl Composed {
    /// The function on the integers below `end`.
    #[inline]
    fn up_to(function: Outer, end: i64, operation: Operation) -> Result<Self, Error> {
        let integers = Layout::leaf(end, 1).map_err(|error| error.during(operation))?;
        Ok(Composed::of(function, integers))
    }
}

impl Outer {
    /// A left inverse on the values at the integers `0..end`.
    #[inline]
    fn left_inverse(&self, end: i64, budget: &Budget<'_>) -> Result<Outer, Error> {
        Ok(match self {
            Outer::Swizzle(swizzle) => swizzle.inverse().into(),
            Outer::Layout(layout) => left_inverse_within(&reaching(layout, end)?, budget)?.into(),
            Outer::Xor(layout) => left_inverse_within(&reaching(layout, end)?, budget)?.into(),
            // The functions of a chain are not chains.
            Outer::Chain(_) => return Err(Error::new(Operation::LeftInverse, Rule::Codomain)),
        })
    }
}

/// The identity on all offsets.
fn endless<D: Stride>(one: D) -> Layout<D> {
    Layout::of_flat([Mode { shape: 1 << 62, stride: one }].into_iter().collect())
}
