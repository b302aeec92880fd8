//! Complements of layouts with XOR strides: the bits that are not the leading bit of any value.

use smallvec::SmallVec;

use super::Xor;
use super::basis::Basis;
use super::bits::{bits_fit, columns, flat, is_power_of_two};
use crate::error::{Error, Operation, Rule};
use crate::layout::{Layout, Modes};
use crate::mode::Mode;
use crate::operation::coalesce::coalesced;
use crate::operation::complement::cover;
use crate::operation::rounding::Rounding;

#[inline]
pub(super) fn complement(
    rounding: Rounding,
    layout: &Layout<Xor>,
    n: i64,
) -> Result<Layout<Xor>, Error> {
    let error = |rule| Error::new(rounding.operation(), rule);
    if n < 1 {
        return Err(error(Rule::Extent { extent: n }));
    }
    let span = Span::of(rounding.operation(), layout)?;
    let mut modes = span.gaps();
    let end = match rounding {
        Rounding::Ceil => span.end,
        Rounding::Exact => {
            let end = exact_end(layout, &span)?;
            if end != span.end && end != n {
                // Copies are XORed, so a layout that does not end at a power of 2 has no copies.
                let odd = |mode: &Mode<Xor>| !is_power_of_two(mode.shape);
                return Err(match layout.flat_modes().iter().position(odd) {
                    Some(at) if n % end == 0 => {
                        let extent = layout.flat_modes()[at].shape;
                        error(Rule::PowerOfTwo { extent }).at(at)
                    }
                    _ => error(Rule::Evenness { size: n, span: end }),
                });
            }
            end
        }
    };
    let extent = cover(rounding, n, end)?;
    if extent > 1 {
        modes.push(Mode { shape: extent, stride: Xor(end) });
    }
    flat(rounding.operation(), modes)
}

#[inline]
pub(super) fn complement_ext(layout: &Layout<Xor>) -> Result<Layout<Xor>, Error> {
    let span = Span::of(Operation::ComplementExt, layout)?;
    let mut modes = coalesced(&span.gaps());
    modes.push(Mode { shape: 1, stride: Xor(span.end) });
    Layout::of_flat_checked(modes).map_err(|error| error.during(Operation::ComplementExt))
}

/// The exact end of the layout and its gaps. The extents are powers of 2, except that one of them may have an odd part.
/// The values of this odd part begin with bits above all others and fill blocks of those in order. `docs/rules/complement.md` has
/// the proof.
#[inline]
fn exact_end(layout: &Layout<Xor>, span: &Span) -> Result<i64, Error> {
    let error = |rule| Error::new(Operation::Complement, rule);
    if !span.basis.kernel.is_empty() {
        return Err(error(Rule::Broadcast { extent: 2 }));
    }
    let mut odd_modes =
        layout.flat_modes().iter().enumerate().filter(|(_, mode)| !is_power_of_two(mode.shape));
    let Some((at, mode)) = odd_modes.next() else { return Ok(span.end) };
    let power_of_two =
        |(at, mode): (usize, &Mode<Xor>)| error(Rule::PowerOfTwo { extent: mode.shape }).at(at);
    if let Some(another) = odd_modes.next() {
        return Err(power_of_two(another));
    }
    let odd = mode.shape >> mode.shape.trailing_zeros();
    // All bits of the coordinate fit, and so do these.
    let first = mode.stride.bits() << mode.shape.trailing_zeros();
    let block = 1 << (63 - first.leading_zeros());
    let largest = 1 << (63 - (odd - 1).leading_zeros());
    let others = layout.flat_modes().iter().enumerate().filter(|&(other, _)| other != at);
    let reached = others.flat_map(|(_, mode)| columns(mode)).any(|value| value >= block);
    if reached || (first ^ block) * largest >= block {
        return Err(power_of_two((at, mode)));
    }
    // This is at most the span.
    Ok(block * odd)
}

/// The values of a layout with extents rounded up to powers of 2.
struct Span {
    basis: Basis,
    /// The smallest power of 2 that is larger than all values.
    end: i64,
}

impl Span {
    #[inline]
    fn of(operation: Operation, layout: &Layout<Xor>) -> Result<Self, Error> {
        let overflow = Error::new(operation, Rule::Overflow);
        let mut values: SmallVec<[(i64, i64); 16]> = SmallVec::new();
        for mode in layout.flat_modes() {
            if !bits_fit(mode) {
                return Err(overflow);
            }
            values.extend(columns(mode).map(|value| (0, value)));
        }
        let basis = Basis::of(&values);
        let end = i64::try_from(basis.end()).map_err(|_| overflow)?;
        Ok(Span { basis, end })
    }

    /// A mode for each bit below the end that is not the leading bit of any vector of the basis.
    #[inline]
    fn gaps(&self) -> Modes<Xor> {
        let begins = |place: u32| self.basis.vectors.iter().any(|vector| vector.leading() == place);
        let gap = |place: u32| Mode { shape: 2, stride: Xor(1 << place) };
        (0..self.end.trailing_zeros()).filter(|&place| !begins(place)).map(gap).collect()
    }
}
