//! Tensors split at a coordinate of a mode.

use tilework_algebra::{Error, Operation, Rule};
use typenum::{Const, ToUInt, U};

use super::along::AlongMode;
use super::part::{kept, lying};
use super::{Shared, Tensor};
use crate::layout::modes::Modes;
use crate::layout::part_at::PartAt;
use crate::layout::sealed::Seal;
use crate::layout::{AnyLayout, Layout};
use crate::plain::plain_in;
use crate::tensor::accessor::{Accessor, Divisible, Lends};

/// Layouts with a mode `K`, a typenum integer counted from 0, that is an integer and so can be split: the bound of
/// [`Tensor::split_at`]. Sealed, because tensors rely on it.
#[diagnostic::on_unimplemented(
    message = "split_at: mode range: the layout has no such mode, or a nested one, of which `t.slices::<0>()` has the slices, or in generic code it is without the bound `SplitMode<K>`",
    label = "has no such mode that is an integer"
)]
pub trait SplitMode<K>: AnyLayout {
    #[doc(hidden)]
    const SEAL: Seal;
    /// The layout with a dynamic extent of that mode.
    type Split: AnyLayout;
    /// The layouts of the coordinates of the mode below `at` and of those from `at` on, and the offset where the latter
    /// begin.
    ///
    /// # Errors
    /// [`Rule::CoordinateRange`] if `at` exceeds the extent.
    #[doc(hidden)]
    fn split_mode(self, at: usize) -> Result<(Self::Split, Self::Split, usize), Error>;
}
/// The layout of either part of a tensor of the layout `L` that is split along mode `K`.
pub type Split<L, K> = <L as SplitMode<K>>::Split;
#[diagnostic::do_not_recommend]
impl<S, D: Copy, K, P> SplitMode<K> for Layout<S, D>
where
    Self: AlongMode<K> + AnyLayout<Shape = S, Stride = D>,
    S: PartAt<K, Out = P>,
    Layout<P, D>: AnyLayout,
{
    const SEAL: Seal = Seal;
    type Split = Layout<P, D>;
    #[inline(always)]
    fn split_mode(self, at: usize) -> Result<(Self::Split, Self::Split, usize), Error> {
        let (shape, stride) = self.parts();
        let extent = shape.extent_at();
        if at > extent {
            return Err(outside(at, extent));
        }
        // The offset of a coordinate, or that of the end, which need not fit.
        let from = if at < extent { self.along_mode().0.modes().offset(at) } else { 0 };
        let part = |count| Layout::sound(shape.part_at(count), stride);
        Ok((part(at), part(extent - at), from))
    }
}
#[cold]
fn outside(at: usize, extent: usize) -> Error {
    let number = |n| i64::try_from(n).unwrap_or(i64::MAX);
    // The extent itself leaves the second part empty.
    let rule =
        Rule::CoordinateRange { coordinate: number(at), extent: number(extent).saturating_add(1) };
    Error::new(Operation::SplitAt, rule)
}

/// A part of a tensor, for reading.
type Part<'s, A, L, const K: usize> = Shared<'s, A, Split<L, U<K>>>;
/// A part of a tensor, for writing.
type PartMut<'s, A, L, const K: usize> = Tensor<<A as Divisible>::Tile<'s>, Split<L, U<K>>>;

impl<A: Accessor, L: AnyLayout> Tensor<A, L> {
    /// The tensor of the coordinates of mode `K` below `i`, and that of those from `i` on:
    /// `P(.., c, ..) = T(.., c, ..)` and `Q(.., c, ..) = T(.., i + c, ..)`. Both are views, and either may be empty.
    ///
    /// # Errors
    /// [`Rule::CoordinateRange`](crate::Rule) if `i` exceeds the extent of the mode.
    #[inline(always)]
    pub fn try_split_at<const K: usize>(
        &self,
        i: usize,
    ) -> Result<(Part<'_, A, L, K>, Part<'_, A, L, K>), Error>
    where
        Const<K>: ToUInt,
        L: SplitMode<U<K>>,
    {
        let split = self.layout.split_mode(i);
        let (first, second, from) = split.map_err(|error| error.at(K))?;
        let part = |at, layout| {
            // SAFETY: the offsets of either part are those of the tensor's layout, unless the part is empty.
            let accessor = unsafe { kept(&self.accessor, at, layout) };
            // Sound: as above, each offset at one coordinate. An empty part of an accessor that is not whole has no
            // elements.
            Tensor::sound(accessor, layout)
        };
        Ok((part(0, first), part(from, second)))
    }

    /// The tensor of the coordinates of mode `K` below `i`, and that of those from `i` on:
    /// `P(.., c, ..) = T(.., c, ..)` and `Q(.., c, ..) = T(.., i + c, ..)`. Both are views, and either may be empty.
    ///
    /// The extents of the mode in both parts are dynamic. The mode is an integer and no tuple.
    ///
    /// # Panics
    /// If `i` exceeds the extent of the mode.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let matrix = Tensor::new([1, 2, 3, 4, 5, 6], layout!((2,3):row_major))?;
    /// let (left, right) = matrix.split_at::<1>(2);
    /// assert_eq!(left.to_string(), "1 2\n4 5");
    /// assert_eq!(right.to_string(), "3\n6");
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn split_at<const K: usize>(&self, i: usize) -> (Part<'_, A, L, K>, Part<'_, A, L, K>)
    where
        Const<K>: ToUInt,
        L: SplitMode<U<K>>,
    {
        plain_in(self.layout, self.try_split_at(i))
    }
}
impl<A: Divisible, L: AnyLayout> Tensor<A, L> {
    /// [`Tensor::try_split_at`] for writing. Both parts are borrowed at the same time, and may be sent to threads.
    ///
    /// # Errors
    /// Those of [`Tensor::try_split_at`].
    #[inline(always)]
    pub fn try_split_at_mut<const K: usize>(
        &mut self,
        i: usize,
    ) -> Result<(PartMut<'_, A, L, K>, PartMut<'_, A, L, K>), Error>
    where
        Const<K>: ToUInt,
        L: SplitMode<U<K>>,
    {
        let split = self.layout.split_mode(i);
        let (first, second, from) = split.map_err(|error| error.at(K))?;
        let mut data = self.accessor.disjoint();
        let mut part = |at, layout| {
            // SAFETY: the layout of the tensor is injective, and no coordinate is in both parts, so they have no offset
            // in common. The data is borrowed exclusively.
            let accessor = unsafe { data.lend(lying(at, layout)) };
            // Sound: as above, and an empty part has no elements.
            Tensor::sound(accessor, layout)
        };
        Ok((part(0, first), part(from, second)))
    }

    /// [`Tensor::split_at`] for writing. Both parts are borrowed at the same time, and may be sent to threads.
    ///
    /// # Panics
    /// If `i` exceeds the extent of the mode.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let mut matrix = Tensor::new([1, 2, 3, 4, 5, 6], layout!((3,2):row_major))?;
    /// let (known, mut rest) = matrix.split_at_mut::<0>(1);
    /// for mut row in rest.slices_mut::<0>() {
    ///     row.zip_mut_with(&known.slice((0, ..)), |x, y| *x -= y);
    /// }
    /// assert_eq!(matrix.data(), &[1, 2, 2, 2, 4, 4]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn split_at_mut<const K: usize>(
        &mut self,
        i: usize,
    ) -> (PartMut<'_, A, L, K>, PartMut<'_, A, L, K>)
    where
        Const<K>: ToUInt,
        L: SplitMode<U<K>>,
    {
        let layout = self.layout;
        plain_in(layout, self.try_split_at_mut(i))
    }
}
