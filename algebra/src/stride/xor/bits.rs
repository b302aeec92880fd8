//! The bits of coordinates of layouts with XOR strides, and of integers.

use smallvec::SmallVec;

use super::Xor;
use crate::error::{Error, Operation, Rule};
use crate::layout::{Layout, Modes};
use crate::mode::Mode;
use crate::operation::coalesce::{coalesce, coalesced};
use crate::stride::{Stride, codomain::Codomain};

impl Layout<Xor> {
    /// The layout with XOR strides that has the offsets of `layout`: `s:f_d` for each leaf `s:d`.
    ///
    /// # Errors
    /// [`Rule::Carries`] if bits of offsets that are added overlap, so that the sum is not the XOR;
    /// [`Rule::NaturalStride`].
    ///
    /// ```
    /// use tilework_algebra::{Layout, Xor};
    /// let rows: Layout = "(4,8):(8,1)".parse()?;
    /// assert_eq!(Layout::<Xor>::of_integers(&rows)?.to_string(), "(4,8):(f8,f1)");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    #[inline]
    pub fn of_integers(layout: &Layout) -> Result<Self, Error> {
        for (at, mode) in layout.flat_modes().iter().enumerate() {
            if mode.shape > 1 && mode.stride < 0 {
                let rule = Rule::NaturalStride { stride: mode.stride };
                return Err(Error::new(Operation::ToXor, rule).at(at));
            }
        }
        carry_free(layout.flat_modes()).map_err(|rule| Error::new(Operation::ToXor, rule))?;
        let modes = layout.flat_modes().iter().map(|&Mode { shape, stride }| Mode {
            shape,
            // The stride of an extent of 1 does not matter.
            stride: Xor(stride.max(0)),
        });
        Ok(Layout::trusted(modes.collect(), layout.profile().clone()))
    }

    /// The layout with integer strides that has the same offsets: `s:d` for each leaf `s:f_d`.
    ///
    /// # Errors
    /// [`Rule::Carries`] if bits of strides that are added overlap, so that the XOR is not the sum.
    ///
    /// ```
    /// use tilework_algebra::{Layout, Xor};
    /// let rows: Layout<Xor> = "(4,8):(f8,f1)".parse()?;
    /// assert_eq!(rows.to_integers()?.to_string(), "(4,8):(8,1)");
    /// assert!("(4,8):(f9,f1)".parse::<Layout<Xor>>()?.to_integers().is_err());
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    #[inline]
    pub fn to_integers(&self) -> Result<Layout, Error> {
        let integer = |&Mode { shape, stride: Xor(stride) }: &Mode<Xor>| Mode { shape, stride };
        let modes: Modes = self.flat_modes().iter().map(integer).collect();
        carry_free(&modes).map_err(|rule| Error::new(Operation::ToIntegers, rule))?;
        Ok(Layout::trusted(modes, self.profile().clone()))
    }
}

/// Checks that the sum of the values of these modes, with strides of at least 0, is their XOR, and that `i d` is the
/// product without carries. That holds if no two shifts of strides by bits of coordinates overlap when a coordinate has
/// both bits.
#[inline]
pub(crate) fn carry_free(modes: &[Mode]) -> Result<(), Rule> {
    let mut seen: SmallVec<[(usize, i64, u128); 16]> = SmallVec::new();
    for (at, mode) in modes.iter().enumerate().filter(|(_, mode)| mode.stride != 0) {
        let mut bit = 1;
        while bit < mode.shape {
            let shifted = u128::from(mode.stride.unsigned_abs()) * u128::from(bit.unsigned_abs());
            for &(other, other_bit, other_shifted) in &seen {
                // Two bits of one coordinate that are never set together may overlap.
                let together = other != at || other_bit + bit < mode.shape;
                if together && other_shifted & shifted != 0 {
                    let number = |n: u128| i64::try_from(n).unwrap_or(i64::MAX);
                    let (left, right) = (number(other_shifted), number(shifted));
                    return Err(Rule::Carries { left, right });
                }
            }
            seen.push((at, bit, shifted));
            let Some(next) = bit.checked_mul(2) else { break };
            bit = next;
        }
    }
    Ok(())
}

/// The values of the bits of the coordinate of a mode; values that do not fit are left out.
#[inline]
pub(crate) fn columns(mode: &Mode<Xor>) -> impl Iterator<Item = i64> {
    let Mode { shape, stride } = *mode;
    let bits = (0..63).map(|place| 1i64 << place).take_while(move |&bit| bit < shape);
    bits.filter_map(move |bit| stride.times(bit).map(Xor::bits))
}

/// Returns whether the values of all bits of the coordinate fit.
#[inline]
pub(super) fn bits_fit(mode: &Mode<Xor>) -> bool {
    columns(mode).count() == bit_length(mode.shape - 1)
}

/// The coalesced layout of these modes, whose size may not fit.
#[inline]
pub(super) fn flat(operation: Operation, modes: Modes<Xor>) -> Result<Layout<Xor>, Error> {
    let layout = Layout::of_flat_checked(modes).map_err(|error| error.during(operation))?;
    Ok(coalesce(&layout))
}

#[inline]
pub(super) fn is_power_of_two(n: i64) -> bool {
    n.unsigned_abs().is_power_of_two()
}

/// The number of bits of an integer of at least 0.
#[inline]
pub(super) fn bit_length(n: i64) -> usize {
    64 - n.leading_zeros() as usize
}

/// The modes of a leaf of this extent, given the values of the bits of its coordinate. If the extent is not a power of
/// 2, its odd part becomes one mode, if there is such a mode.
#[inline]
pub(crate) fn bit_modes(extent: i64, columns: &[i64]) -> Option<Modes<Xor>> {
    let two = extent.trailing_zeros() as usize;
    let odd = extent >> two;
    let mut modes: Modes<Xor> =
        columns.iter().take(two).map(|&bits| Mode { shape: 2, stride: Xor(bits) }).collect();
    if odd > 1 {
        let stride = Xor(*columns.get(two)?);
        let straight = columns[two..].iter().enumerate();
        let straight = straight
            .take(bit_length(odd - 1))
            .all(|(place, &bits)| stride.times(1 << place) == Some(Xor(bits)));
        if !straight {
            return None;
        }
        modes.push(Mode { shape: odd, stride });
    }
    Some(modes)
}

/// `a o b` for a `b` with XOR strides, as a product of bit matrices. The extents of `a` before the last must be powers
/// of 2.
#[inline]
pub(crate) fn compose_bits(a: &[Mode<Xor>], b: &Layout<Xor>) -> Result<Layout<Xor>, Error> {
    let before = &a[..a.len().saturating_sub(1)];
    if let Some(extent) = before.iter().map(|mode| mode.shape).find(|n| !is_power_of_two(*n)) {
        return Err(Error::new(Operation::Composition, Rule::PowerOfTwo { extent }));
    }
    let value = |offset| Xor::of_sum(Xor::evaluate(a, offset, 0)?).map(Xor::bits);
    mapped(Operation::Composition, b, value)
}

/// The layout `c -> f(b(c))` for a function `f` that is linear over F2.
pub(crate) fn mapped(
    operation: Operation,
    b: &Layout<Xor>,
    f: impl Fn(i64) -> Option<i64>,
) -> Result<Layout<Xor>, Error> {
    let error = |rule| Error::new(operation, rule);
    let mut modes = Modes::new();
    let profile = b.profile().widened(|at| {
        let leaf = &b.flat_modes()[at];
        let values: SmallVec<[i64; 16]> = columns(leaf).collect();
        let mapped = values.iter().map(|&value| f(value)).collect::<Option<SmallVec<[i64; 16]>>>();
        let mapped = mapped.filter(|mapped| mapped.len() == bit_length(leaf.shape - 1));
        let mapped = mapped.ok_or(error(Rule::Overflow).at(at))?;
        let split = bit_modes(leaf.shape, &mapped);
        let split = coalesced(&split.ok_or(error(Rule::PowerOfTwo { extent: leaf.shape }).at(at))?);
        let width = split.len().max(1);
        if split.is_empty() {
            modes.push(Mode { shape: 1, stride: Xor(0) });
        }
        modes.extend(split);
        Ok::<_, Error>(width)
    })?;
    Ok(Layout::trusted(modes, profile))
}
