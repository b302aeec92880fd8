//! Copy: from one layout to another.

use tilework_algebra::{Error, Operation};

use super::assign::assign;
use super::transform::visit;
use crate::layout::AnyLayout;
use crate::layout::same_extents::{SameExtents, same_extents};
use crate::tensor::Tensor;
use crate::tensor::accessor::{Accessor, AccessorMut, Reader, Writer};
use crate::tensor::iterate::Offsets;

/// `to(c) = from(c)` for all coordinates `c` ([004](crate::guide::papers), sections 2.6.1 and
/// 3.4.2).
///
/// Both have the same extents, mode by mode at the top; inside, a mode may be nested in any way, which is what a relayout is:
/// a matrix is copied to one of tiles, `((8,m/8),(8,n/8))`. A tensor is copied to one of other extents in the
/// order of integral coordinates by [`Tensor::one_mode`] of both, and a matrix to its transpose by
/// [`transpose`](crate::algorithm::transpose()).
///
/// In the order that suits memory, whatever the order of the modes: both layouts are cut to common
/// extents, what is one run in both is copied at once, and where the runs of one lie across those of
/// the other it goes by square tiles. For static layouts all of that is found while compiling.
///
/// # Errors
/// [`Rule::EqualExtents`](crate::Rule) at the first mode of another extent. Numbers of modes and static extents that differ do
/// not build.
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

/// [`copy`](copy()) where `predicate` holds: `to(c) = from(c)` for the integral coordinates `c` with
/// `predicate(c)`; the others stay ([004](crate::guide::papers), section 2.6.1). In the order of the
/// coordinates. For tiles that reach past the data there is [`Tensor::predicated_divide`]; where an
/// element is in the whole, says the identity tensor, [`Tensor::coordinates`].
///
/// # Errors
/// As [`copy`](copy()).
///
/// ```
/// use tilework::{Tensor, layout, algorithm::copy_if};
/// let from = Tensor::new(&[1, 2, 3, 4, 5, 6][..], layout!((2,3)))?;
/// let mut data = [0; 6];
/// let mut to = Tensor::new(&mut data[..], layout!((2,3)))?;
/// // What lies in the first two columns.
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
