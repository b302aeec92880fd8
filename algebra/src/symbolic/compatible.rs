//! Whether coordinates of one shape are coordinates of another, the finer one.

use super::cases::{Path, Refusal};
use super::layout::{SymbolicTuple, product};
use super::sum::Sum;

/// Returns whether the leaves of `coarse` are the sizes of the parts of `fine` in their places.
pub(crate) fn compatible(
    path: &mut Path,
    coarse: &SymbolicTuple,
    fine: &SymbolicTuple,
) -> Result<bool, Refusal> {
    let mut pairs = alloc::vec![(coarse.clone(), fine.clone())];
    while let Some((coarse, fine)) = pairs.pop() {
        let Some(number) = coarse.as_number() else {
            let (parts, finer) = (coarse.parts(), fine.parts());
            if fine.profile.is_leaf() || parts.len() != finer.len() {
                return Ok(false);
            }
            pairs.extend(parts.into_iter().zip(finer).rev());
            continue;
        };
        let no_sum = || Refusal::Open("an extent is a sum".into());
        let size = product(fine.terms().ok_or_else(no_sum)?.iter())?;
        if !path.equal(&Sum::as_term(number).ok_or_else(no_sum)?, &size)? {
            return Ok(false);
        }
    }
    Ok(true)
}
