//! Slices of tensors.

use tilework_algebra::{Error, Operation, Rule};

use super::part::parts;
use super::{Exclusive, Tensor};
use crate::layout::AnyLayout;
use crate::layout::slice::{SliceBy, Sliced};
use crate::plain::plain_in;
use crate::tensor::accessor::{Accessor, AccessorMut};
use crate::tensor::engine::Engine;

parts! {
    /// The tensor of the modes that `..` keeps, at the coordinates given. (004, section 2.5.1.)
    ///
    /// # Errors
    /// [`Rule::CoordinateOutside`] if a coordinate given lies outside of the shape.
    try;
    try_slice slice try_slice_mut slice_mut where {L: SliceBy<C>}
    [Accessor: C] (coordinate: C) -> Sliced<L, C>;
    |layout, from| slice(layout, coordinate, from);
}

/// What `coordinate` keeps of `layout`, and the offset at which that begins.
#[inline(always)]
pub(super) fn slice<L: SliceBy<C>, C>(
    layout: L,
    coordinate: C,
    from: usize,
) -> Result<(Sliced<L, C>, usize), Error> {
    if !layout.holds(&coordinate) {
        return Err(Error::new(Operation::Slice, Rule::CoordinateOutside));
    }
    let (kept, offset) = layout.slice_by(coordinate);
    Ok((kept, from + offset))
}
