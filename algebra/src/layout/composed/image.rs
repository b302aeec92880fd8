//! The image of a composed layout as a layout; the complement of the composed layout is the complement of its image.

use alloc::vec::Vec;

use super::Composed;
use crate::error::{Error, Operation, Rule};
use crate::function_to_layout;
use crate::layout::Layout;
use crate::stride::Stride;

impl<D: Stride<Offset = i64>> Composed<D> {
    /// The layout of the offsets in increasing order. It exists if copies of the offsets fill `0..n`: the offsets, or
    /// those of the copies, then begin with a run of integers, both consist of copies of this run, and so on.
    ///
    /// # Errors
    /// [`Rule::AddedOffset`] if 0 is not an offset, [`Rule::Injectivity`] for an offset of two coordinates, if offsets
    /// must be `distinct`; the errors of [`function_to_layout`]; [`Rule::UndecidedSize`] for more than 2^16
    /// coordinates.
    pub(crate) fn sorted(&self, distinct: bool, operation: Operation) -> Result<Layout, Error> {
        let error = |rule| Error::new(operation, rule);
        self.check_size(operation)?;
        let offsets = self.offsets().map_err(|error| error.during(operation))?;
        let mut image: Vec<(i64, i64)> = offsets.into_iter().zip(0..).collect();
        image.sort_unstable();
        if let Some(pair) = image.windows(2).find(|pair| distinct && pair[0].0 == pair[1].0) {
            return Err(error(Rule::Injectivity { first: pair[0].1, second: pair[1].1 }));
        }
        image.dedup_by_key(|&mut (offset, _)| offset);
        if let Some(&(offset, _)) = image.first().filter(|&&(offset, _)| offset != 0) {
            return Err(error(Rule::AddedOffset { offset }));
        }
        let image: Vec<i64> = image.into_iter().map(|(offset, _)| offset).collect();
        function_to_layout(&image).map_err(|error| error.during(operation))
    }
}
