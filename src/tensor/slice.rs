//! Slices of tensors.

use tilework_algebra::Error;
#[cfg(doc)]
use tilework_algebra::Rule;

use super::part::parts;
use super::{Exclusive, Tensor};
use crate::layout::AnyLayout;
use crate::layout::slice::{SliceBy, Sliced};
use crate::plain::plain_in;
use crate::tensor::accessor::{Accessor, AccessorMut};
use crate::tensor::engine::Engine;

parts! {
    /// The tensor of the modes that `..` keeps, and of the parts of modes that ranges keep, at the given coordinates.
    /// ([004](crate::guide::papers), section 2.5.1.) [`Layout::slice`](crate::Layout::slice) describes ranges. Their ends
    /// count from the front: NumPy's `1:-1` is `1..m - 1`, and `::2` is `(0..m).step_by(2)`.
    ///
    /// Each call of `slice_mut` borrows the whole tensor. For writing several parts at the same time,
    /// [`Tensor::pair_mut`] has two slices, [`Tensor::slices_mut`] all of them, and [`Tensor::tiles_mut`] all tiles.
    #[doc(alias("s", "newaxis", "index_axis", "slice_axis"))]
    all;
    ///
    /// # Errors
    /// [`Rule::CoordinateOutside`] if a given coordinate lies outside of the shape, and [`Rule::CoordinateRange`] with
    /// the mode if a range ends outside of it. An empty range keeps no coordinate, and the tensor is empty.
    try;
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let (w, h) = (6, 4);
    /// let data: Vec<usize> = (0..w * h).collect();
    /// let image = Tensor::new(&data[..], layout!((w,h)))?;
    /// let inner = image.slice((1..w - 1, 1..h - 1));
    /// assert_eq!(inner.layout().to_string(), "(4,2):(1,6)");
    /// assert_eq!(inner[(0, 0)], image[(1, 1)]);
    /// let even = image.slice(((0..w).step_by(2), 3));
    /// assert!(even.iter().eq(&[18, 20, 22]));
    /// assert_eq!(
    ///     image.try_slice((2..9, ..)).unwrap_err().to_string(),
    ///     "slice: coordinate range, mode 0: the coordinate 8 is not in 0..6",
    /// );
    /// # Ok::<(), tilework::Error>(())
    /// ```
    try_slice slice try_slice_mut slice_mut where {L: SliceBy<C>}
    [Accessor kept: C] (coordinate: C) -> Sliced<L, C>;
    |layout, from| slice(layout, coordinate, from);
}

/// The part of `layout` that `coordinate` keeps, and the offset where it begins.
#[inline(always)]
pub(super) fn slice<L: SliceBy<C>, C>(
    layout: L,
    coordinate: C,
    from: usize,
) -> Result<(Sliced<L, C>, usize), Error> {
    layout.check(&coordinate)?;
    let (kept, offset) = layout.slice_by(coordinate);
    Ok((kept, from + offset))
}
