//! Unrolled loops over the elements of a tensor.

use crate::layout::unroll::{Unroll, UnrollModes, Visit};
use crate::tensor::Tensor;
use crate::tensor::accessor::{Accessor, AccessorMut, ElementOf, Reader, Writer};

/// A closure that is called with the coordinate and the element.
struct Elements<R, F>(R, F);
impl<R: Reader, F: FnMut(usize, R::Element)> Visit<usize> for Elements<R, F> {
    #[inline(always)]
    fn visit(&mut self, i: usize, offset: usize) {
        (self.1)(i, self.0.at(offset));
    }
}
/// [`Elements`] for writing.
struct ElementsMut<W, F>(W, F);
impl<W: Writer, F: FnMut(usize, &mut W::Item)> Visit<usize> for ElementsMut<W, F> {
    #[inline(always)]
    fn visit(&mut self, i: usize, offset: usize) {
        (self.1)(i, self.0.at(offset));
    }
}

impl<A: Accessor, L: Unroll> Tensor<A, L> {
    /// Calls `f(i, T(i))` for all integral coordinates `i` in order, unrolled like [`Layout::unroll`](crate::Layout::unroll).
    ///
    /// This is for bodies that need their coordinate as a constant. Arithmetic on neighbors is better written as loops,
    /// because the compiler vectorizes them, and often does not vectorize straight-line code. Use `zip_mut_with` along
    /// the contiguous mode, with a static extent, and [`Tensor::slices`] around it. `benches/instructions/run micro`
    /// counts the instructions of an outer product that is written so.
    ///
    /// ```
    /// use tilework::{Fragment, Tensor, layout};
    /// let (a, b) = (Tensor::new([1.0; 32], layout!((16,2)))?, Tensor::new([2.0; 12], layout!((6,2)))?);
    /// let mut sums = Fragment::filled(layout!((16,6)), 0.0)?;
    /// for (column, row) in a.slices::<1>().zip(b.slices::<1>()) {
    ///     for (mut sums, &b) in sums.slices_mut::<1>().zip(&row) {
    ///         sums.zip_mut_with(&column, |sum, a| *sum += a * b);
    ///     }
    /// }
    /// assert!(sums.iter().all(|&sum| sum == 4.0));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let matrix = Tensor::new(&[1, 2, 3, 4][..], layout!((2,2):row_major))?;
    /// let mut sum = 0;
    /// matrix.unroll(|i, x| sum += i * x);
    /// assert_eq!(sum, 1 * 3 + 2 * 2 + 3 * 4);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    pub fn unroll<'s>(&'s self, f: impl FnMut(usize, ElementOf<'s, A>)) {
        self.layout().modes().unrolled(1, 0, &mut Elements(self.reader(), f));
    }
}
impl<A: AccessorMut, L: Unroll> Tensor<A, L> {
    /// [`Tensor::unroll`] for writing.
    #[inline(always)]
    pub fn unroll_mut(&mut self, f: impl FnMut(usize, &mut A::Item)) {
        let modes = self.layout().modes();
        modes.unrolled(1, 0, &mut ElementsMut(self.writer(), f));
    }
}
