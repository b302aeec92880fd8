//! Slices of tensors.

use core::ops::Range;

use tilework_algebra::{Error, Operation, Rule};

use super::part::parts;
use super::{Exclusive, Shared, Tensor};
use crate::layout::AnyLayout;
use crate::layout::modes::Modes;
use crate::layout::slice::{SliceBy, Sliced};
use crate::plain::plain_in;
use crate::tensor::accessor::{Accessor, AccessorMut};

parts! {
    /// The tensor of the modes that `..` keeps, at the coordinates given. (004, section 2.5.1.)
    ///
    /// # Errors
    /// [`Rule::CoordinateOutside`] if a coordinate given lies outside of the shape.
    try_slice
    slice try_slice_mut slice_mut
    [C] (coordinate: C) -> Sliced<L, C> where { L: SliceBy<C>, };
    |layout| slice(layout, coordinate);
}

/// What `coordinate` keeps of `layout`, and the part of the data that it reaches.
///
/// The part ends where the layout does: of a static one its length is then known, and the
/// compiler drops the checks of further slices.
#[inline(always)]
pub(super) fn slice<L: SliceBy<C>, C>(
    layout: L,
    coordinate: C,
) -> Result<(Sliced<L, C>, Range<usize>), Error> {
    if !layout.holds(&coordinate) {
        return Err(Error::new(Operation::Slice, Rule::CoordinateOutside));
    }
    let (kept, offset) = layout.slice_by(coordinate);
    Ok((kept, offset..offset + kept.modes().reach() + 1))
}
