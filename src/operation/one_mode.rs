//! One mode: a layout with all its modes in one, so that its rank is 1.

use frunk_core::hlist::{HCons, HNil};

use crate::layout::sealed::Seal;
use crate::layout::{AnyLayout, Layout, Shape};
use crate::leaf::decimal::names;
use crate::operation::face::operation;

operation! {
    /// Layouts whose modes can be one; all can. The bound of [`Layout::one_mode`] and of
    /// [`Tensor::one_mode`](crate::Tensor::one_mode). Sealed: tensors rely on what it says.
    #[diagnostic::on_unimplemented(
        message = "one_mode: not a layout, or in generic code one without the bound `CanBeOneMode`"
    )]
    trait CanBeOneMode[]: AnyLayout {
        #[doc(hidden)] const SEAL: Seal;
    } fn one_mode() -> Output: AnyLayout<Shape: Shape<Modes = names::_1>>;
    /// The layout `L` with all its modes in one.
    type OneMode[L] = CanBeOneMode[];
}

#[diagnostic::do_not_recommend]
impl<L: AnyLayout<Shape = S, Stride = D>, S: Shape, D> CanBeOneMode for L
where
    Layout<HCons<S, HNil>, HCons<D, HNil>>: AnyLayout<Shape = HCons<S, HNil>>,
{
    const SEAL: Seal = Seal;
    type Output = Layout<HCons<S, HNil>, HCons<D, HNil>>;
    #[inline(always)]
    fn one_mode(self) -> Self::Output {
        let (shape, stride) = self.parts();
        Layout::sound(shape, stride).followed_by(Layout::sound(HNil, HNil))
    }
}

impl<S, D> Layout<S, D>
where
    Self: AnyLayout<Shape = S, Stride = D>,
{
    /// The layout with all its modes in one, `(S):(D)`: `r(i) = l(i)` for integral coordinates `i`, and its rank is 1.
    ///
    /// ```
    /// use tilework::layout;
    /// let one = layout!((3,4):(4,1)).one_mode();
    /// assert_eq!(one.to_string(), "((3,4)):((4,1))");
    /// assert_eq!((one.rank(), one.offset(5)), (1, 2 * 4 + 1));
    /// ```
    #[inline(always)]
    pub fn one_mode(self) -> OneMode<Self>
    where
        Self: CanBeOneMode,
    {
        CanBeOneMode::one_mode(self)
    }
}
