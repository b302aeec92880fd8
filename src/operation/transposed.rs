//! Transposed: the modes at the top in reverse order.

use frunk_core::hlist::{HCons, HNil};

use crate::layout::modes::cons;
use crate::layout::sealed::Seal;
use crate::layout::{AnyLayout, Layout};
use crate::leaf::arithmetic_tuple::ArithmeticTuple;
use crate::leaf::basis::Basis;
use crate::leaf::int::{Dyn, Static};
use crate::leaf::xor::Xor;

/// A tuple with its modes reversed, before those of `T`; a leaf stays as it is.
pub trait Reverse<T> {
    /// The tuple.
    type Out: Copy;
    /// The tuple.
    fn reverse(self, before: T) -> Self::Out;
}
impl<T: Copy> Reverse<T> for HNil {
    type Out = T;
    #[inline(always)]
    fn reverse(self, before: T) -> T {
        before
    }
}
impl<H, R: Reverse<HCons<H, T>>, T> Reverse<T> for HCons<H, R> {
    type Out = R::Out;
    #[inline(always)]
    fn reverse(self, before: T) -> Self::Out {
        self.tail.reverse(cons(self.head, before))
    }
}
macro_rules! leaves {
    ($([$($g:ident)*] $t:ty;)*) => {$(
        impl<$($g: Copy),*> Reverse<HNil> for $t {
            type Out = Self;
            #[inline(always)]
            fn reverse(self, _: HNil) -> Self {
                self
            }
        }
    )*};
}
leaves! {
    [I] Dyn<I>;
    [T] ArithmeticTuple<T>;
    [N] Xor<N>;
}
impl<N> Reverse<HNil> for Static<N> {
    type Out = Self;
    #[inline(always)]
    fn reverse(self, _: HNil) -> Self {
        self
    }
}
impl<N: Copy, P> Reverse<HNil> for Basis<N, P> {
    type Out = Self;
    #[inline(always)]
    fn reverse(self, _: HNil) -> Self {
        self
    }
}

/// Layouts whose modes can be reversed; all can. The bound of [`Layout::transposed`] and of
/// [`Tensor::transposed`](crate::Tensor::transposed). Sealed: tensors rely on what it says.
#[diagnostic::on_unimplemented(
    message = "transposed: not a layout, or in generic code one without the bound `CanTranspose`"
)]
pub trait CanTranspose: AnyLayout {
    #[doc(hidden)]
    const SEAL: Seal;
    /// The layout with its modes reversed.
    type Output: AnyLayout;
    /// See [`Layout::transposed`].
    fn transposed(self) -> Self::Output;
}
/// The layout `L` with its modes reversed.
pub type Transposed<L> = <L as CanTranspose>::Output;
#[diagnostic::do_not_recommend]
impl<L, S, D, RS, RD> CanTranspose for L
where
    L: AnyLayout<Shape = S, Stride = D>,
    S: Reverse<HNil, Out = RS>,
    D: Reverse<HNil, Out = RD>,
    Layout<RS, RD>: AnyLayout,
{
    const SEAL: Seal = Seal;
    type Output = Layout<RS, RD>;
    #[inline(always)]
    fn transposed(self) -> Layout<RS, RD> {
        let (shape, stride) = self.parts();
        Layout::sound(shape.reverse(HNil), stride.reverse(HNil))
    }
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
