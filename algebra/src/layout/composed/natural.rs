//! Composed layouts in which no negative offset is added, as the type level represents them.

use alloc::vec;

use super::Composed;
use super::outer::{Chain, Outer};
use crate::error::{Error, Operation, Rule};
use crate::layout::Layout;
use crate::mode::Mode;
use crate::stride::Stride;

impl<D: Stride<Offset = i64>> Composed<D> {
    /// The same function on all coordinates where this one has an offset, without adding a negative offset. Inverses
    /// add `-n` between layouts; it is replaced by `(P,2):(1,0)` and `P - n`, where `P` is an upper bound of `n` and of
    /// all sums.
    ///
    /// # Errors
    /// [`Rule::CoordinateRange`] if `-n` is added before a swizzle or after the inner layout, where offsets may be
    /// below 0; [`Rule::UndecidedSize`] for more than 2^16 coordinates, or 2^22 leaves of functions at all of them,
    /// [`Rule::Overflow`].
    ///
    /// ```
    /// use tilework_algebra::{Composed, Swizzle};
    /// let tile = Composed::new(Swizzle::new(1, 0, 2)?, 4, "(4,3):(3,1)".parse()?);
    /// let inverse = tile.left_inverse()?;
    /// assert!(inverse.offset(0).is_err());
    /// assert_eq!((inverse.offset(15)?, inverse.natural()?.offset(15)?), (7, 7));
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn natural(&self) -> Result<Self, Error> {
        let error = |rule| Error::new(Operation::Composition, rule);
        self.check_size(Operation::Composition)?;
        let mut values = crate::offsets(&self.inner)?;
        let mut bits = D::BITWISE;
        // Each function with the offset that is added before it; the function that is applied first comes first.
        let mut steps = self.outer.clone().into_functions();
        if let Some((_, added)) = steps.last_mut() {
            *added = self.offset;
        }
        let mut functions = vec![];
        for (function, mut added) in steps.into_iter().rev() {
            if added < 0 && !bits {
                if functions.is_empty() || matches!(function, Outer::Swizzle(_)) {
                    let extent = self.inner.size();
                    return Err(error(Rule::CoordinateRange { coordinate: added, extent }));
                }
                let last = values.iter().copied().max().unwrap_or(0);
                let end = last.checked_add(added).and_then(|last| last.checked_add(1));
                let period = end.zip(added.checked_neg()).map(|(end, n)| end.max(n));
                let period = period.ok_or(error(Rule::Overflow))?;
                let modes = [Mode { shape: period, stride: 1 }, Mode { shape: 2, stride: 0 }];
                let around = Layout::of_flat_checked(modes.into_iter().collect())?;
                for value in &mut values {
                    *value = around
                        .offset(value.checked_add(added + period).ok_or(error(Rule::Overflow))?)?;
                }
                functions.push((around.into(), added + period));
                added = 0;
            }
            for value in &mut values {
                let sum = if bits { Some(*value ^ added) } else { value.checked_add(added) };
                *value = function.apply(sum.ok_or(error(Rule::Overflow))?)?;
            }
            bits = matches!(function, Outer::Xor(_));
            functions.push((function, added));
        }
        // The offset added before the first function is not part of the chain.
        let offset = functions.first_mut().map_or(0, |(_, added)| core::mem::take(added));
        functions.reverse();
        let outer = match functions.pop() {
            Some((only, _)) if functions.is_empty() => only,
            last => {
                functions.extend(last);
                Outer::Chain(Chain(functions))
            }
        };
        Ok(Composed { outer, offset, inner: self.inner.clone() })
    }
}
