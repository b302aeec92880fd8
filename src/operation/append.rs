//! Append and prepend: one more mode at the end or at the beginning.

use frunk_core::HList;
use frunk_core::hlist::HNil;
use tilework_algebra::{Error, Operation};

use crate::layout::any_result::{AnyResult, Is};
use crate::layout::codomain::{IfOneKind, Kind};
use crate::layout::fill_from_modes::FillFromNumbers;
use crate::layout::{AnyLayout, Layout, Parts, Shape};
use crate::operation::arrangement::pair;
use crate::operation::face::operation;
use crate::operation::kind::leaves::StridedLeaves;
use crate::operation::kind::tree::{Outcome, Tree};
use crate::operation::rearranged::{InPlace, rearranged};
use crate::verdict::{First, Place, ResultOf, every, operation};

operation! {
    /// `(x_0, ..., x_{r-1}, mode)`. A leaf `x` counts as one mode. The inner layout of a composed layout gets the mode.
    ///
    /// **Errors.** *Codomain*, at compile time, if the strides are of different integer-semimodules.
    ///
    /// ```
    /// use tilework::{Layout, layout, operation::append};
    /// let lda = 30;
    /// let appended: Layout!((2,3,(5,7)):(1,2,(6,_))) =
    ///     append(layout!((2,3):(1,2)), layout!((5,7):(6,lda)));
    /// assert_eq!(appended.to_string(), "(2,3,(5,7)):(1,2,(6,30))");
    /// ```
    ///
    /// # Panics
    /// If [`try_append`] returns an error.
    fn append[R: ResultOf<operation::with_last>, L: AppendTotal<M, Result = R>, M]
        (layout: L, mode: M) = Appending;
    /// Like [`append`], but returns errors at run time instead of panicking.
    ///
    /// # Errors
    /// Overflow, if the size or cosize does not fit.
    or try_append;

    /// `(mode, x_0, ..., x_{r-1})`. A leaf `x` counts as one mode. The errors are those of [`append`].
    ///
    /// ```
    /// use tilework::{Layout, layout, operation::prepend};
    /// let prepended: Layout!((5,2,3):(6,1,2)) = prepend(layout!((2,3):(1,2)), layout!(5:6));
    /// assert_eq!(prepended.to_string(), "(5,2,3):(6,1,2)");
    /// ```
    ///
    /// # Panics
    /// If [`try_prepend`] returns an error.
    fn prepend[R: ResultOf<operation::with_first>, L: PrependTotal<M, Result = R>, M]
        (layout: L, mode: M) = Prepending;
    /// Like [`prepend`], but returns errors at run time instead of panicking.
    ///
    /// # Errors
    /// Overflow, if the size or cosize does not fit.
    or try_prepend;

    /// Layouts to which the layout `M` can be appended as a mode: the bound of [`append`].
    trait AppendBy[M]: AnyLayout = AppendTotal[M], operation::with_last, Layout: AnyLayout;
    /// The layout `L` with `M` as its last mode.
    type Append[L, M] = AppendTotal[M], operation::with_last;

    /// Layouts to which the layout `M` can be prepended as a mode: the bound of [`prepend`].
    trait PrependBy[M]: AnyLayout = PrependTotal[M], operation::with_first, Layout: AnyLayout;
    /// The layout `L` with `M` as its first mode.
    type Prepend[L, M] = PrependTotal[M], operation::with_first;

    /// [`AppendBy`] before the verdict is checked.
    #[diagnostic::on_unimplemented(
        message = "append: not layouts, or in generic code without the bound `AppendBy<M>`"
    )]
    trait AppendTotal[M]: Copy {} fn try_append_mode(mode: M) for Appending;
    /// [`PrependBy`] before the verdict is checked.
    #[diagnostic::on_unimplemented(
        message = "prepend: not layouts, or in generic code without the bound `PrependBy<M>`"
    )]
    trait PrependTotal[M]: Copy {} fn try_prepend_mode(mode: M) for Prepending;
}
/// Append as an operation.
pub struct Appending;
/// Prepend as an operation.
pub struct Prepending;

/// The modes of `S:D`, then the mode `MS:MD`.
type WithLast<S, D, MS, MD> = <S as StridedLeaves<D>>::Then<Layout<HList![MS], HList![MD]>>;
/// The mode `MS:MD`, then the modes of `S:D`.
type WithFirst<S, D, MS, MD> =
    <<S as StridedLeaves<D>>::Then<Layout<HNil, HNil>> as Tree>::Cons<MS, MD, HNil>;

macro_rules! with_mode {
    ($($total:ident $method:ident $operation:ident $with:ident |$layout:ident, $mode:ident| $all:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<S, D, MS, MD, RS, RD, K, XS, XD> $total<Layout<MS, MD>> for Layout<S, D>
        where
            Self: AnyLayout,
            S: StridedLeaves<D>,
            D: Copy,
            MS: StridedLeaves<MD>,
            MD: Shape,
            $with<S, D, MS, MD>: Outcome<Or<Self, (), First>: Parts<Shape = RS, Stride = RD>>,
            Layout<RS, RD>: FillFromNumbers,
            RD: Kind<Out = K>,
            K: IfOneKind<RS, RD, Place<Self, Layout<MS, MD>, every>, Out = Layout<XS, XD>>,
        {
            type Result = Layout<XS, XD>;
            #[inline(always)]
            fn $method<O: AnyResult>(self, $mode: Layout<MS, MD>) -> Result<O, Error>
            where
                Self::Result: Is<O>,
            {
                let $layout = self;
                K::if_one_kind(rearranged::<InPlace, _, _, _>($all)).itself().validated(Operation::$operation)
            }
        }
    )*};
}
with_mode! {
    AppendTotal try_append_mode Append WithLast |layout, mode| pair(layout, mode);
    PrependTotal try_prepend_mode Prepend WithFirst |layout, mode| pair(mode, layout);
}
