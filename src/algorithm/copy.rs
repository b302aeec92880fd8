//! Copy: from one layout to another.

use tilework_algebra::{Error, Operation};

use super::plan::check;
use super::transform::visit;
use crate::layout::AnyLayout;
use crate::tensor::Tensor;
use crate::tensor::accessor::{Accessor, AccessorMut, Reader, Writer};
use crate::tensor::iterate::Offsets;

/// `to(c) = from(c)` for all integral coordinates `c` (004, sections 2.6.1 and 3.4.2).
///
/// In the order that suits memory, whatever the order of the modes: both layouts are cut to common
/// extents, what is one run in both is copied at once, and where the runs of one lie across those of
/// the other it goes by square tiles. For static layouts all of that is found while compiling.
///
/// # Errors
/// [`Rule::EqualExtents`](crate::Rule) if the sizes differ.
///
/// ```
/// use tilework::{Tensor, layout, algorithm::copy};
/// let rows = Tensor::new(&[1, 2, 3, 4, 5, 6][..], layout!((2,3):row_major))?;
/// let mut data = [0; 6];
/// copy(&rows, &mut Tensor::new(&mut data[..], layout!((2,3)))?)?;
/// assert_eq!(data, [1, 4, 2, 5, 3, 6]);
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
    visit(Operation::Copy, from, to, |to, from| *to = from)
}

/// [`copy`](copy()) where `predicate` holds: `to(c) = from(c)` for the integral coordinates `c` with
/// `predicate(c)`; the others stay (004, section 2.6.1). In the order of the coordinates. For tiles that
/// reach past the data there is [`Tensor::predicated_divide`]; where an element is in the whole, says the
/// identity tensor, [`Tensor::coordinates`].
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
    check(Operation::Copy, from.size(), to.size())?;
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
