//! Copy from one layout to another.

use tilework_algebra::{Error, Operation};

use super::assign::assign;
use super::transform::visit;
use crate::layout::AnyLayout;
use crate::layout::rank::SameRank;
use crate::layout::same_extents::{SameExtents, same_extents};
use crate::plain::plain_of_two;
use crate::tensor::Tensor;
use crate::tensor::accessor::{Accessor, AccessorMut, Reader, Writer};
use crate::tensor::iterate::Offsets;

/// `to(c) = from(c)` for all coordinates `c` ([004](crate::guide::papers), sections 2.6.1 and
/// 3.4.2).
///
/// The top-level modes of both have the same extents. Inside, a mode may be nested in any way, so a copy is also a
/// relayout, for example of a matrix to one of tiles, `((8,m/8),(8,n/8))`. To copy to a tensor of other extents in the
/// order of integral coordinates, use [`Tensor::one_mode`] of both. To copy a matrix to its transpose, use
/// [`transpose`](crate::algorithm::transpose()).
///
/// The order suits the memory and not the modes. Both layouts are cut to common extents. A part that is contiguous in
/// both is copied at once, and if the runs of one lie across those of the other, the copy goes by square tiles. For
/// static layouts all of this is decided at compile time.
///
/// # Errors
/// [`Rule::EqualExtents`](crate::Rule) at the first mode with another extent. Different numbers of modes and different
/// static extents fail to build.
///
/// ```
/// use tilework::{Tensor, layout, algorithm::copy};
/// let rows = Tensor::new(&[1, 2, 3, 4, 5, 6][..], layout!((2,3):row_major))?;
/// let mut data = [0; 6];
/// copy(&rows, &mut Tensor::new(&mut data[..], layout!((2,3)))?)?;
/// assert_eq!(data, [1, 4, 2, 5, 3, 6]);
/// # Ok::<(), tilework::Error>(())
/// ```
///
/// ```compile_fail
/// use tilework::{Tensor, layout, algorithm::copy};
/// let from = Tensor::new([1, 2, 3, 4, 5, 6], layout!((2,3)))?;
/// copy(&from, &mut Tensor::new([0; 6], layout!((3,2)))?)?;
/// # Ok::<(), tilework::Error>(())
/// ```
#[inline]
pub fn copy<T, A, L, B, M>(from: &Tensor<A, L>, to: &mut Tensor<B, M>) -> Result<(), Error>
where
    T: Copy,
    A: Accessor<Item = T>,
    B: AccessorMut<Item = T>,
    L: AnyLayout,
    M: AnyLayout,
{
    _ = SameExtents::<L, M>::KNOWN;
    visit(Operation::Copy, from, to, assign)
}

/// [`copy`](copy()) with a predicate: `to(c) = from(c)` for the integral coordinates `c` with `predicate(c)`. Other
/// elements do not change ([004](crate::guide::papers), section 2.6.1). It goes in the order of the coordinates. For
/// tiles that reach past the
/// data, use [`Tensor::predicated_divide`]. The identity tensor, [`Tensor::coordinates`], gives the position of an
/// element in the whole.
///
/// # Errors
/// Those of [`copy`](copy()).
///
/// ```
/// use tilework::{Tensor, layout, algorithm::copy_if};
/// let from = Tensor::new(&[1, 2, 3, 4, 5, 6][..], layout!((2,3)))?;
/// let mut data = [0; 6];
/// let mut to = Tensor::new(&mut data[..], layout!((2,3)))?;
/// // The elements in the first two columns.
/// copy_if(|i| i / 2 < 2, &from, &mut to)?;
/// assert_eq!(data, [1, 2, 3, 4, 0, 0]);
/// # Ok::<(), tilework::Error>(())
/// ```
#[inline]
pub fn copy_if<T, A, L, B, M>(
    mut predicate: impl FnMut(usize) -> bool,
    from: &Tensor<A, L>,
    to: &mut Tensor<B, M>,
) -> Result<(), Error>
where
    T: Copy,
    A: Accessor<Item = T>,
    B: AccessorMut<Item = T>,
    L: AnyLayout,
    M: AnyLayout,
{
    _ = SameExtents::<L, M>::KNOWN;
    same_extents(Operation::Copy, from.layout(), to.layout())?;
    let offsets = Offsets::new(from.layout().modes()).zip(Offsets::new(to.layout().modes()));
    let read = from.reader();
    let mut written = to.writer();
    for (coordinate, (from, to)) in offsets.enumerate() {
        if predicate(coordinate) {
            *written.at(to) = read.value(from);
        }
    }
    Ok(())
}

impl<A: AccessorMut, L: AnyLayout> Tensor<A, L> {
    /// Writes the elements of a tensor whose top-level modes have the same extents, in the order that suits memory:
    /// [`copy`](crate::algorithm::copy()).
    ///
    /// # Errors
    /// Those of [`copy`](crate::algorithm::copy()).
    #[inline(always)]
    pub fn try_copy_from<B, M: SameRank<L>>(&mut self, from: &Tensor<B, M>) -> Result<(), Error>
    where
        A::Item: Copy,
        B: Accessor<Item = A::Item>,
    {
        _ = SameExtents::<M, L>::KNOWN;
        copy(from, self)
    }

    /// Writes the elements of a tensor whose top-level modes have the same extents, in the order that suits memory:
    /// [`copy`](crate::algorithm::copy()).
    ///
    /// # Panics
    /// If [`Tensor::try_copy_from`] returns an error.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let from = Tensor::new([1, 2, 3, 4, 5, 6], layout!((2,3):row_major)).unwrap();
    /// let mut to = Tensor::new([0; 6], layout!((2,3))).unwrap();
    /// to.copy_from(&from);
    /// assert_eq!(to.data(), [1, 4, 2, 5, 3, 6]);
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn copy_from<B, M: SameRank<L>>(&mut self, from: &Tensor<B, M>)
    where
        A::Item: Copy,
        B: Accessor<Item = A::Item>,
    {
        _ = SameExtents::<M, L>::KNOWN;
        let (left, right) = (from.layout(), self.layout());
        plain_of_two(left, right, self.try_copy_from(from));
    }
}
