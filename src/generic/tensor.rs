//! Operations on tensors in generic code.

use tilework_algebra::Error;

use super::{Function, IntegerLayout};
use crate::plain::plain_in;
use crate::tensor::accessor::{AccessorMut, Whole};
use crate::tensor::{Exclusive, Shared, Tensor};

impl<A: Whole, L: IntegerLayout> Tensor<A, L> {
    /// The tensor of the same data with the result of the operation `F` on the layout. It is for generic code with the
    /// only bound [`IntegerLayout`], which writes `t.apply(ZippedDivide::new(tiler))` for `t.zipped_divide(tiler)`.
    ///
    /// # Errors
    /// Those of [`IntegerLayout::try_apply`], and [`Rule::Length`](crate::Rule) if the result reaches past the data.
    #[inline(always)]
    pub fn try_apply<F: Function>(&self, f: F) -> Result<Shared<'_, A, L::Apply<F>>, Error> {
        Tensor::checked(self.shared(), self.layout().try_apply(f)?)
    }

    /// [`Tensor::try_apply`] without a `Result`.
    ///
    /// # Panics
    /// If [`Tensor::try_apply`] returns an error.
    ///
    /// ```
    /// use tilework::{Tensor, View, algorithm::copy, layout};
    /// use tilework::generic::{IntegerLayout, Tiler, ZippedDivide};
    /// /// The tiles one after another.
    /// fn pack<L: IntegerLayout>(t: &View<f32, L>, tiler: impl Tiler) -> Vec<f32> {
    ///     t.apply(ZippedDivide::new(tiler)).iter().copied().collect()
    /// }
    /// let data: Vec<f32> = (0..24).map(|x| x as f32).collect();
    /// let matrix = Tensor::new(&data[..], layout!((4,6)))?;
    /// assert_eq!(pack(&matrix, layout!(<2,3>))[..6], [0.0, 1.0, 4.0, 5.0, 8.0, 9.0]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn apply<F: Function>(&self, f: F) -> Shared<'_, A, L::Apply<F>> {
        plain_in(self.layout(), self.try_apply(f))
    }
}
impl<A: AccessorMut + Whole, L: IntegerLayout> Tensor<A, L> {
    /// [`Tensor::try_apply`] for writing.
    ///
    /// # Errors
    /// Those of [`Tensor::try_apply`], and [`Rule::Injectivity`](crate::Rule) if the layout repeats elements.
    #[inline(always)]
    pub fn try_apply_mut<F: Function>(
        &mut self,
        f: F,
    ) -> Result<Exclusive<'_, A, L::Apply<F>>, Error> {
        let layout = self.layout().try_apply(f)?;
        Tensor::checked(self.exclusive(), layout)
    }

    /// [`Tensor::apply`] for writing.
    ///
    /// # Panics
    /// If [`Tensor::try_apply_mut`] returns an error.
    #[inline(always)]
    #[track_caller]
    pub fn apply_mut<F: Function>(&mut self, f: F) -> Exclusive<'_, A, L::Apply<F>> {
        let layout = self.layout();
        plain_in(layout, self.try_apply_mut(f))
    }
}
