//! Transpose: two modes exchanged.

use tilework_algebra::{Error, Operation};

use super::assign::assign;
use super::computed::computed;
use super::plan::{Axis, FEW, Leaves, MOST, check, few};
use super::strided::small_matrix;
use super::transform::{dynamic, of_matrix};
use crate::layout::modes::Modes;
use crate::layout::{AnyLayout, ModesOf};
use crate::operation::two_modes::TwoModes;
use crate::tensor::Tensor;
use crate::tensor::accessor::{Accessor, AccessorMut, Reader, Writer};

/// `to(j, i) = from(i, j)` for all integral coordinates `i` and `j` of the two modes, which may be nested:
/// [`copy`](crate::algorithm::copy()) with the modes exchanged.
///
/// # Errors
/// [`Rule::EqualExtents`](crate::Rule) if the sizes of the first and second mode of `from`, which it reports, are not
/// those of the second and first mode of `to`.
///
/// ```
/// use tilework::{Tensor, layout, algorithm::transpose};
/// let from = Tensor::new(&[1, 2, 3, 4, 5, 6][..], layout!((2,3)))?;
/// let mut data = [0; 6];
/// transpose(&from, &mut Tensor::new(&mut data[..], layout!((3,2)))?)?;
/// assert_eq!(data, [1, 3, 5, 2, 4, 6]);
/// # Ok::<(), tilework::Error>(())
/// ```
#[inline]
pub fn transpose<L: TwoModes, M: TwoModes, T: Copy, A, B>(
    from: &Tensor<A, L>,
    to: &mut Tensor<B, M>,
) -> Result<(), Error>
where
    A: Accessor<Item = T>,
    B: AccessorMut<Item = T>,
{
    let ((rows, columns), (first, second)) = turned(from.layout(), to.layout())?;
    let size = from.size();
    // The loops below treat extents of 0 as 1.
    if from.layout().modes().is_empty() {
        return Ok(());
    }
    let mut set = assign::<T>;
    let (Some(read), Some(written)) = (from.reader().memory(), to.writer().memory()) else {
        let transposed = Leaves::<MOST>::of(columns.modes()).and(rows.modes());
        let leaves = (transposed, Leaves::of(first.modes()).and(second.modes()));
        computed(&leaves, size, from.reader(), to.writer(), &mut set);
        return Ok(());
    };
    if const { is_plain::<L>() && is_plain::<M>() } {
        let axes = [along(columns.modes(), first.modes()), along(rows.modes(), second.modes())];
        // SAFETY: as below.
        unsafe {
            match const { ModesOf::<L>::FEW || ModesOf::<M>::FEW } {
                true => small_matrix(axes, read, written, &mut set),
                false => of_matrix(axes, read, written, &mut set),
            }
        }
        return Ok(());
    }
    // SAFETY: the offsets are those of the layouts of the tensors, whose elements exist. `to` is borrowed exclusively,
    // so `from` has none of its elements.
    unsafe {
        if const { few(ModesOf::<L>::COUNT, ModesOf::<M>::COUNT) } {
            let transposed = Leaves::<FEW>::of(columns.modes()).and(rows.modes());
            let leaves = (transposed, Leaves::of(first.modes()).and(second.modes()));
            dynamic(&leaves, size, read, written, &mut set);
        } else {
            let transposed = Leaves::<MOST>::of(columns.modes()).and(rows.modes());
            let leaves = (transposed, Leaves::of(first.modes()).and(second.modes()));
            dynamic(&leaves, size, read, written, &mut set);
        }
    }
    Ok(())
}

/// The modes of two layouts, if one has the extents of the other turned.
#[inline(always)]
pub(crate) fn turned<L: TwoModes, M: TwoModes>(
    from: L,
    to: M,
) -> Result<((L::First, L::Second), (M::First, M::Second)), Error> {
    let (rows, columns) = from.two_modes();
    let (first, second) = to.two_modes();
    check(Operation::Transpose, rows.modes().size(), second.modes().size())
        .map_err(|error| error.at(0))?;
    check(Operation::Transpose, columns.modes().size(), first.modes().size())
        .map_err(|error| error.at(1))?;
    Ok(((rows, columns), (first, second)))
}

/// Returns whether each of the two modes is one leaf.
pub(super) const fn is_plain<L: TwoModes>() -> bool {
    ModesOf::<L::First>::COUNT == 1 && ModesOf::<L::Second>::COUNT == 1
}
/// The loop over two modes of one leaf each, of the same extent.
#[inline(always)]
fn along<L: Modes, M: Modes>(from: L, to: M) -> Axis {
    let mut axis = Axis { extent: from.size(), from: 0, to: 0 };
    from.for_each_mode(0, &mut |_, mode| axis.from = mode.stride as usize);
    to.for_each_mode(0, &mut |_, mode| axis.to = mode.stride as usize);
    axis
}
