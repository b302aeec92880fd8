//! Functions of offsets of elements, converted to wider or narrower elements.

use super::outer::{Chain, Outer, together_endless};
use crate::error::{Error, Operation, Rule};
use crate::int::gcd;
use crate::layout::{Layout, Modes};
use crate::mode::Mode;
use crate::operation::coalesce::coalesced_extended;
use crate::operation::recast::{adjacent, downcast};
use crate::stride::Stride;

impl Outer {
    /// Converts the function from elements of `old` bits to elements of `new` bits.
    ///
    /// # Errors
    /// See [`Composed::recast`](super::Composed::recast).
    #[inline]
    pub(super) fn recast(&self, old: i64, new: i64) -> Result<Outer, Error> {
        Ok(match self {
            Outer::Swizzle(swizzle) => swizzle.recast(old, new)?.into(),
            Outer::Layout(layout) => recast_function(layout, old, new)?.into(),
            Outer::Xor(layout) => recast_function(layout, old, new)?.into(),
            Outer::Chain(chain) => {
                let functions = chain.0.iter().map(|(function, added)| {
                    Ok((function.recast(old, new)?, recast_added(*added, old, new)?))
                });
                Outer::Chain(Chain(functions.collect::<Result<_, Error>>()?))
            }
        })
    }
}

/// The offset that is added to the offsets of this layout, in elements of `new` bits. If the layout goes backwards
/// within elements, offsets are counted from the last part of the element at 0.
pub(super) fn recast_before<D: Stride<Offset = i64>>(
    added: i64,
    inner: &Layout<D>,
    old: i64,
    new: i64,
) -> Result<i64, Error> {
    let error = |rule| Error::new(Operation::Recast, rule);
    // The widths are at least 1.
    let common = gcd(old, new);
    let (finer, wanted) = (old / common, new / common);
    let to_last = match adjacent(inner, finer) {
        Some((_, true)) => finer - 1,
        _ => 0,
    };
    let added = added.checked_mul(finer).and_then(|added| added.checked_add(to_last));
    let added = added.ok_or(error(Rule::Overflow))?;
    let (mut forwards, mut backwards) = (false, false);
    for mode in downcast(inner, finer)?.flat_modes() {
        let stride = mode.stride.to_elements(wanted).map_err(error)?;
        if mode.shape > 1 && stride % wanted != 0 {
            forwards |= stride > 0;
            backwards |= stride < 0;
        }
    }
    let from = if backwards { added.checked_add(1).ok_or(error(Rule::Overflow))? } else { added };
    if from % wanted != 0 || forwards && backwards {
        let together = if forwards && backwards { 1 } else { gcd(from, wanted) };
        return Err(error(Rule::Alignment { together, wanted }));
    }
    Ok(added.div_euclid(wanted))
}

/// The added offset in elements of `new` bits.
#[inline]
fn recast_added(added: i64, old: i64, new: i64) -> Result<i64, Error> {
    let error = |rule| Error::new(Operation::Recast, rule);
    // The widths are at least 1.
    let common = gcd(old, new);
    let fine = added.checked_mul(old / common).ok_or(error(Rule::Overflow))?;
    let wanted = new / common;
    if fine % wanted != 0 {
        return Err(error(Rule::Alignment { together: gcd(fine, wanted), wanted }));
    }
    Ok(fine / wanted)
}

/// The layout as a function of integral coordinates that are offsets of elements.
fn recast_function<D: Stride<Offset = i64>>(
    layout: &Layout<D>,
    old: i64,
    new: i64,
) -> Result<Layout<D>, Error> {
    let error = |rule| Error::new(Operation::Recast, rule);
    // The widths are at least 1.
    let common = gcd(old, new);
    let (finer, coarser) = (old / common, new / common);
    let one = D::of_elements(1).ok_or(error(Rule::Codomain))?;
    // The parts of an element, which stay together.
    let mut modes: Modes<D> = Modes::new();
    if finer > 1 {
        modes.push(Mode { shape: finer, stride: one.clone() });
    }
    for (at, mode) in layout.flat_modes().iter().enumerate() {
        let integer = |n| mode.stride.to_elements(n).map_err(|rule| error(rule).at(at));
        integer(coarser)?;
        let stride = integer(finer)?;
        let stride = stride.checked_mul(finer).and_then(D::of_elements);
        modes.push(Mode { shape: mode.shape, stride: stride.ok_or(error(Rule::Overflow).at(at))? });
    }
    let during = |error: Error| error.during(Operation::Recast);
    // The last mode is unbounded, so its extent may be reduced.
    if let Some((last, before)) = modes.split_last_mut() {
        let before = before.iter().try_fold(1, |size: i64, mode| size.checked_mul(mode.shape));
        let most = i64::MAX / before.ok_or(error(Rule::Overflow))?.max(1);
        if last.shape > most {
            last.shape = 1 << most.ilog2();
        }
    }
    let fine = Layout::of_flat_checked(modes).map_err(during)?;
    let fine = Layout::of_flat(coalesced_extended(fine.flat_modes()));
    let together = together_endless(fine.flat_modes()).of(coarser);
    if together != coarser {
        return Err(error(Rule::Alignment { together, wanted: coarser }));
    }
    if coarser == 1 {
        return Ok(fine);
    }
    // The run at the beginning is a run of elements, even if it is the last mode, which is unbounded.
    let coarse = fine.flat_modes().iter().enumerate().map(|(at, Mode { shape, stride })| {
        if at == 0 {
            return Ok(Mode { shape: shape / coarser, stride: one.clone() });
        }
        let stride = stride.to_elements(coarser).ok().and_then(|d| D::of_elements(d / coarser));
        Ok(Mode { shape: *shape, stride: stride.ok_or(error(Rule::Overflow).at(at))? })
    });
    let coarse = coarse.collect::<Result<Modes<D>, Error>>()?;
    Ok(Layout::of_flat(coalesced_extended(&coarse)))
}
