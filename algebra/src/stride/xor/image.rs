//! The offsets of XOR strides: their largest value, and whether there are gaps.

use alloc::vec::Vec;

use super::Xor;
use super::bits::{bits_fit, columns, is_power_of_two};
use crate::error::{Error, Operation, Rule};
use crate::layout::Layout;
use crate::layout::image::{image, is_injective};
use crate::operation::reach::{Basis, LIMIT, largest_of_bits};

impl Layout<Xor> {
    /// `1 + max offset`: the number of integers from the smallest offset, 0, to the largest one. Elimination finds it
    /// if the extents are powers of 2; other extents are split into powers of 2. An empty layout has no offsets, and
    /// its cosize is 0.
    ///
    /// # Errors
    /// [`Rule::Overflow`]; [`Rule::Undecided`] for more than 2^16 parts.
    ///
    /// ```
    /// use tilework_algebra::{Layout, Xor};
    /// let layout: Layout<Xor> = "(3,4):(f4,f5)".parse()?;
    /// assert_eq!(layout.cosize()?, 16);
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    #[inline]
    pub fn cosize(&self) -> Result<i64, Error> {
        if self.is_empty() {
            return Ok(0);
        }
        let largest = largest_offset(Operation::Cosize, self)?;
        largest.checked_add(1).ok_or(Error::new(Operation::Cosize, Rule::Overflow))
    }

    /// Returns whether the layout is a bijection onto `0..size` ([003](crate::papers), definitions 2.1.5.1 and
    /// 2.3.5.1).
    ///
    /// # Errors
    /// [`Rule::Undecided`] as for [`Layout::cosize`].
    ///
    /// ```
    /// use tilework_algebra::{Layout, Xor};
    /// assert!("(8,8):(f9,f1)".parse::<Layout<Xor>>()?.is_compact()?);
    /// assert!(!"(3,2):(f1,f3)".parse::<Layout<Xor>>()?.is_compact()?);
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    #[inline]
    pub fn is_compact(&self) -> Result<bool, Error> {
        let within = match self.cosize() {
            Ok(cosize) => cosize <= self.size(),
            Err(Error { rule: Rule::Overflow, .. }) => false,
            Err(error) => return Err(error.during(Operation::IsCompact)),
        };
        Ok(within && is_injective(self)?)
    }

    /// Returns whether every integer from 0 to the largest offset is an offset.
    ///
    /// # Errors
    /// The errors of [`Layout::cosize`]. If coordinates collide and an extent is not a power of 2, all offsets are
    /// listed, with the errors of [`image`].
    ///
    /// ```
    /// use tilework_algebra::{Layout, Xor};
    /// assert!("(3,2):(f1,f3)".parse::<Layout<Xor>>()?.is_surjective()?);
    /// assert!(!"(2,2):(f1,f4)".parse::<Layout<Xor>>()?.is_surjective()?);
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    #[inline]
    pub fn is_surjective(&self) -> Result<bool, Error> {
        let during = |error: Error| error.during(Operation::IsSurjective);
        let cosize = self.cosize().map_err(during)?;
        let modes = self.flat_modes();
        // The number of different offsets.
        let count = if is_injective(self).map_err(during)? {
            self.size()
        } else if modes.iter().all(|mode| is_power_of_two(mode.shape)) {
            let mut basis = Basis::EMPTY;
            let values = modes.iter().flat_map(columns);
            1 << values.filter(|value| basis.add(value.unsigned_abs())).count()
        } else {
            image(self).map_err(during)?.len() as i64
        };
        Ok(count == cosize)
    }
}

/// The largest offset.
///
/// # Errors
/// The errors of [`Layout::cosize`].
#[inline]
pub(super) fn largest_offset(operation: Operation, layout: &Layout<Xor>) -> Result<i64, Error> {
    let error = |rule| Error::new(operation, rule);
    let moving = || layout.flat_modes().iter().filter(|mode| mode.shape > 1);
    if !moving().all(bits_fit) {
        return Err(error(Rule::Overflow));
    }
    let modes: Vec<(u64, u64)> = moving()
        .map(|mode| (mode.shape.unsigned_abs(), mode.stride.bits().unsigned_abs()))
        .collect();
    let largest = largest_of_bits(&modes).ok_or(error(Rule::Undecided { steps: LIMIT }))?;
    i64::try_from(largest).map_err(|_| error(Rule::Overflow))
}
