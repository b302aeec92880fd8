//! Transposed: the modes at the top in reverse order.

use core::marker::PhantomData;

use frunk_core::hlist::HNil;

use crate::layout::fill_from_modes::FillFromNumbers;
use crate::layout::sealed::Seal;
use crate::layout::{AnyLayout, Layout, Parts};
use crate::operation::face::operation;
use crate::operation::kind::leaves::{Leaves, StridedLeaves};
use crate::operation::kind::tree::Outcome;
use crate::operation::rearranged::{From, Rearranged, rearranged};
use crate::verdict::First;

operation! {
    /// Layouts whose modes can be reversed; all can. The bound of [`Layout::transposed`] and of
    /// [`Tensor::transposed`](crate::Tensor::transposed). Sealed: tensors rely on what it says.
    #[diagnostic::on_unimplemented(
        message = "transposed: not a layout, or in generic code one without the bound `CanTranspose`"
    )]
    trait CanTranspose[]: AnyLayout {
        #[doc(hidden)] const SEAL: Seal;
    } fn transposed() -> Output: AnyLayout;
    /// The layout `L` with its modes reversed.
    type Transposed[L] = CanTranspose[];
}

#[diagnostic::do_not_recommend]
impl<L, S: StridedLeaves<D>, D: Copy, RS, RD> CanTranspose for L
where
    L: AnyLayout<Shape = S, Stride = D>,
    S::Reversed<Layout<HNil, HNil>>: Outcome<Or<L, (), First>: Parts<Shape = RS, Stride = RD>>,
    Layout<RS, RD>: AnyLayout + FillFromNumbers,
{
    const SEAL: Seal = Seal;
    type Output = Layout<RS, RD>;
    #[inline(always)]
    fn transposed(self) -> Layout<RS, RD> {
        let (shape, stride) = self.parts();
        rearranged::<FromTheEnd<S, D>, _, _, _>(Layout::sound(shape, stride))
    }
}
/// The modes of `S:D` in reverse order.
struct FromTheEnd<S, D>(PhantomData<(S, D)>);
impl<S: Leaves<D>, D> Rearranged for FromTheEnd<S, D> {
    const FROM: From = From::reversed(S::MODES);
}

impl<S, D> Layout<S, D>
where
    Self: AnyLayout<Shape = S, Stride = D>,
{
    /// The layout with its modes reversed, the permutation `(rank - 1, .., 0)`: `r(i, j) = l(j, i)`. The inside of each
    /// mode stays as it is.
    ///
    /// ```
    /// use tilework::{Layout, layout};
    /// let n = 5;
    /// let transposed: Layout!((7,(3,_),2):(30,(2,6),1)) = layout!((2,(3,n),7):(1,(2,6),30)).transposed();
    /// assert_eq!(transposed.to_string(), "(7,(3,5),2):(30,(2,6),1)");
    /// ```
    #[inline(always)]
    pub fn transposed(self) -> Transposed<Self>
    where
        Self: CanTranspose,
    {
        CanTranspose::transposed(self)
    }
}
