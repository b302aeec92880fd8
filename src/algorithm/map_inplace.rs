//! Map in place: changes each element.

use super::fill::each;
use crate::layout::modes::Modes;
use crate::layout::row::{EachRow, Row};
use crate::layout::{AnyLayout, ModesOf};
use crate::tensor::Tensor;
use crate::tensor::accessor::{AccessorMut, Writer};
use crate::tensor::row::along;

impl<A: AccessorMut, L: AnyLayout> Tensor<A, L> {
    /// `T(c) = f(T(c))` for all coordinates `c`, where `f` changes an element in place. It goes in memory order.
    /// [`Tensor::for_each_mut`] goes leftmost mode fastest, which takes several times as long if that mode is not
    /// contiguous.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let mut matrix = Tensor::new([1, 2, 3, 4, 5, 6], layout!((2,3):row_major))?;
    /// matrix.slice_mut((.., 0)).map_inplace(|x| *x *= 10);
    /// assert_eq!(matrix.data(), [10, 2, 3, 40, 5, 6]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias("mapv_inplace", "apply"))]
    #[inline(always)]
    pub fn map_inplace(&mut self, mut f: impl FnMut(&mut A::Item)) {
        let modes = self.layout().modes();
        if modes.is_empty() {
            return;
        }
        if const { A::MODULO } {
            return self.for_each_mut(f);
        }
        // It takes a search to choose the innermost loop.
        if const { Row::by_type::<ModesOf<L>>().is_none() && ModesOf::<L>::COUNT > 2 } {
            return each(self, (), |run, set: &mut _| all(run, set), |x, ()| f(x));
        }
        let row = match const { Row::by_type::<ModesOf<L>>() } {
            Some(row) => row,
            None => {
                let mut steps = [0; 2];
                modes.for_each_mode(0, &mut |i, mode| steps[i] = mode.stride);
                if steps[1] < steps[0] { Row::Rightmost } else { Row::Leftmost }
            }
        };
        let rows = &mut Rows { data: self.writer(), f };
        modes.rows_beside(&|_| 0, 0, (0, 0), row, rows);
    }
}

/// The rows of one tensor: the first number of each pair counts.
struct Rows<W, F> {
    data: W,
    f: F,
}
impl<W: Writer, F: FnMut(&mut W::Item)> EachRow for Rows<W, F> {
    #[inline(always)]
    fn row(&mut self, extent: usize, (start, _): (usize, usize), (step, _): (usize, usize)) {
        let Rows { data, f } = self;
        match data.memory() {
            Some(memory) if step == 1 => {
                // SAFETY: the elements of a row with step 1 lie together, and they are borrowed exclusively.
                let row = unsafe { core::slice::from_raw_parts_mut(memory.add(start), extent) };
                along(row, |_, x| f(x));
            }
            _ => (0..extent).for_each(|c| f(data.at(start + c * step))),
        }
    }
}

/// Calls `set` with the elements of a slice.
fn all<T>(run: &mut [T], set: &mut impl FnMut(&mut T, ())) {
    along(run, |_, x| set(x, ()));
}
