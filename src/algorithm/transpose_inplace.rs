//! Transpose in place: the elements of a square matrix on both sides of its diagonal exchanged.

use tilework_algebra::{Error, Operation};

use super::exchange::exchange;
use super::plan::check;
use super::transpose::is_plain;
use crate::layout::modes::Modes;
use crate::layout::{AnyLayout, ModesOf};
use crate::operation::two_modes::TwoModes;
use crate::plain::plain_in;
use crate::tensor::Tensor;
use crate::tensor::accessor::{AccessorMut, Writer};
use crate::tensor::iterate::Offsets;

impl<A: AccessorMut, L: TwoModes> Tensor<A, L> {
    /// Exchanges `T(i, j)` and `T(j, i)` for all integral coordinates `i` and `j` of the two modes, whose sizes are
    /// equal. The layout stays.
    ///
    /// # Errors
    /// [`Rule::EqualExtents`](crate::Rule) if the sizes of the modes differ.
    #[inline]
    pub fn try_transpose_inplace(&mut self) -> Result<(), Error> {
        let (rows, columns) = self.layout().two_modes();
        let (rows, columns) = (rows.modes(), columns.modes());
        let extent = rows.size();
        check(Operation::Transpose, extent, columns.size())?;
        let mut data = self.writer();
        if let Some(start) = data.memory().filter(|_| const { is_plain::<L>() }) {
            let (mut first, mut second) = (0, 0);
            rows.for_each_mode(0, &mut |_, mode| first = mode.stride as usize);
            columns.for_each_mode(0, &mut |_, mode| second = mode.stride as usize);
            // SAFETY: the offsets are those of the layout, which is injective, and the tensor is borrowed exclusively.
            unsafe { exchange(extent, first, second, start) };
            return Ok(());
        }
        let places = || Offsets::new(rows).zip(Offsets::new(columns));
        for (i, (row, column)) in places().enumerate() {
            for (other_row, other_column) in places().take(i) {
                let first: *mut A::Item = data.at(row + other_column);
                let second: *mut A::Item = data.at(other_row + column);
                // SAFETY: the two coordinates differ, so these are two elements, which are borrowed exclusively.
                unsafe { core::ptr::swap(first, second) };
            }
        }
        Ok(())
    }

    /// Exchanges `T(i, j)` and `T(j, i)` for all integral coordinates `i` and `j` of the two modes, whose sizes are
    /// equal. The layout stays, and no memory is allocated. Strides may be any. NumPy's `a[:] = a.T.copy()`, and Eigen's
    /// `transposeInPlace`.
    ///
    /// [`transposed`](Tensor::transposed) is a view that moves nothing. An [`Owned`](crate::Owned) of any extents has
    /// `transposed_inplace`, and [`transpose`](crate::algorithm::transpose()) writes to another tensor.
    ///
    /// **Law.** Twice, it changes nothing.
    ///
    /// # Panics
    /// If the sizes of the modes differ. Static sizes that differ do not compile.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let n = 3;
    /// let mut t = Tensor::new([1, 2, 3, 4, 5, 6, 7, 8, 9], layout!((n,n):row_major))?;
    /// t.transpose_inplace();
    /// assert_eq!(t.to_string(), "1 4 7\n2 5 8\n3 6 9");
    /// t.slice_mut((0..2, 1..3)).transpose_inplace();
    /// assert_eq!(t.to_string(), "1 4 5\n2 7 8\n3 6 9");
    /// # Ok::<(), tilework::Error>(())
    /// ```
    ///
    /// ```compile_fail
    /// use tilework::{Tensor, layout};
    /// Tensor::new([0; 6], layout!((2,3))).unwrap().transpose_inplace();
    /// ```
    #[doc(alias = "transposeInPlace")]
    #[inline]
    #[track_caller]
    pub fn transpose_inplace(&mut self) {
        const {
            if let (Some((rows, _)), Some((columns, _))) =
                (ModesOf::<L::First>::STATIC, ModesOf::<L::Second>::STATIC)
            {
                assert!(
                    rows == columns,
                    "transpose_inplace: equal extents: the matrix is not square; `t.transposed()` is a view of any, and an `Owned` has `t.transposed_inplace()`"
                );
            }
        }
        let layout = self.layout();
        plain_in(layout, self.try_transpose_inplace());
    }
}
