//! Zip: the modes of two layouts in pairs.

use frunk_core::HList;
use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation};

use crate::layout::any_result::{AnyResult, Is};
use crate::layout::codomain::{IfOneKind, Kind};
use crate::layout::from_modes::IntoTuple;
use crate::layout::modes::{Mode, cons, mode};
use crate::layout::nested::{Nested, RankOf};
use crate::layout::{AnyLayout, Layout};
use crate::operation::face::operation;
use crate::verdict::{Bad, Place, ResultOf, every, operation, rule};

operation! {
    /// The modes of two layouts in pairs, `((a_0,b_0), (a_1,b_1), ...)`:
    /// `r((x_0,y_0), (x_1,y_1), ...) = a(x_0, x_1, ...) + b(y_0, y_1, ...)`. A leaf is its own only mode. If `a` is a
    /// composed layout, its inner layout is paired. ([004](crate::guide::papers), section 3.5.1, on products.)
    ///
    /// **Errors.** At compile time *profile*, if the ranks differ, and *codomain*, if the strides are of different
    /// integer-semimodules.
    ///
    /// ```
    /// use tilework::{Layout, layout, operation::zip};
    /// let lda = 24;
    /// let zipped: Layout!(((3,2),(4,5)):((4,12),(1,_))) =
    ///     zip(layout!((3,4):(4,1)), layout!((2,5):(12,lda)));
    /// assert_eq!(zipped.to_string(), "((3,2),(4,5)):((4,12),(1,24))");
    /// ```
    ///
    /// # Panics
    /// If [`try_zip`] returns an error.
    fn zip[R: ResultOf<operation::zip_with>, A: ZipTotal<B, Result = R>, B](a: A, b: B) = ZippingModes;
    /// Like [`zip`](zip()), but returns errors at run time instead of panicking.
    ///
    /// # Errors
    /// Overflow, if the size or cosize does not fit.
    or try_zip;

    /// Layouts of the rank of the layout `B`: the bound of [`zip`](zip()).
    trait ZipBy[B]: AnyLayout = ZipTotal[B], operation::zip_with, Layout: AnyLayout;
    /// The layout of the modes of `A` and `B` in pairs.
    type Zip[A, B] = ZipTotal[B], operation::zip_with;

    /// [`ZipBy`] before the verdict is checked.
    #[diagnostic::on_unimplemented(
        message = "zip: not layouts, or in generic code without the bound `ZipBy<B>`"
    )]
    trait ZipTotal[B]: Copy {} fn try_zip_modes(other: B) for ZippingModes;
}
/// Zip as an operation.
pub struct ZippingModes;

#[diagnostic::do_not_recommend]
impl<S, D, BS, BD, P, Q, All, RS, RD, K, XS, XD> ZipTotal<Layout<BS, BD>> for Layout<S, D>
where
    Self: AnyLayout<Shape = S, Stride = D>,
    S: Nested<D, Out = P>,
    BS: Nested<BD, Out = Q>,
    P: Pairs<Q, RanksDiffer<Self, Layout<BS, BD>, P, Q>, Out = All>,
    All: IntoTuple<Out = Layout<RS, RD>>,
    RD: Kind<Out = K>,
    K: IfOneKind<RS, RD, Place<Self, Layout<BS, BD>, every>, Out = Layout<XS, XD>>,
{
    type Result = Layout<XS, XD>;
    #[inline(always)]
    fn try_zip_modes<O: AnyResult>(self, other: Layout<BS, BD>) -> Result<O, Error>
    where
        Self::Result: Is<O>,
    {
        let (shape, stride) = self.parts();
        let (other_shape, other_stride) = other.into_parts();
        let pairs = shape.parts(stride).pairs(other_shape.parts(other_stride));
        K::if_one_kind(pairs.into_tuple()).itself().validated(Operation::Zip)
    }
}
type RanksDiffer<A, B, P, Q> = Bad<rule::Profile, Place<A, B, every>, RankOf<P>, RankOf<Q>>;
type Pair<S, D, BS, BD> = Mode<HList![S, BS], HList![D, BD]>;

/// The modes `Self` and `Q` in pairs. `V` is the verdict if one list ends before the other.
pub trait Pairs<Q, V> {
    /// The modes; the list ends in the verdict.
    type Out;
    /// The modes.
    fn pairs(self, others: Q) -> Self::Out;
}
impl<V> Pairs<HNil, V> for HNil {
    type Out = HNil;
    #[inline(always)]
    fn pairs(self, _: HNil) -> HNil {
        HNil
    }
}
impl<S, D, T, BS, BD, BT, V> Pairs<HCons<Mode<BS, BD>, BT>, V> for HCons<Mode<S, D>, T>
where
    T: Pairs<BT, V>,
{
    type Out = HCons<Pair<S, D, BS, BD>, T::Out>;
    #[inline(always)]
    fn pairs(self, others: HCons<Mode<BS, BD>, BT>) -> Self::Out {
        let (a, b) = (self.head, others.head);
        let shape = frunk_core::hlist![a.shape, b.shape];
        cons(mode(shape, frunk_core::hlist![a.stride, b.stride]), self.tail.pairs(others.tail))
    }
}
macro_rules! one_ends {
    ($([$($g:ident)*] $modes:ty, $others:ty;)*) => {$(
        impl<$($g,)* R, At, X, Y> Pairs<$others, Bad<R, At, X, Y>> for $modes {
            type Out = Bad<R, At, X, Y>;
            fn pairs(self, _: $others) -> Self::Out {
                Bad::new()
            }
        }
    )*};
}
one_ends! {
    [M T] HCons<M, T>, HNil;
    [M T] HNil, HCons<M, T>;
}
// The verdict of an operand has reported the error already.
impl<R, At, X, Y, Q, V> Pairs<Q, V> for Bad<R, At, X, Y> {
    type Out = Self;
    fn pairs(self, _: Q) -> Self {
        self
    }
}
