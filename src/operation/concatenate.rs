//! Concatenate: layouts side by side, each a mode of the result.

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation};

use crate::layout::any_result::{AnyResult, Is};
use crate::layout::codomain::{IfOneKind, Kind};
use crate::layout::from_modes::IntoTuple;
use crate::layout::modes::{Mode, cons, mode};
use crate::layout::{AnyLayout, Layout};
use crate::operation::face::operation;
use crate::verdict::{Of, ResultOf, operation};

operation! {
    /// The layout `(L_0, L_1, ...)`, whose modes are the layouts of an hlist:
    /// `r(c_0, c_1, ...) = L_0(c_0) + L_1(c_1) + ...` ([004](crate::guide::papers), section 3.1, equation 11;
    /// [003](crate::guide::papers), definition 2.3.2.5). Composed
    /// layouts side by side exist in values and literals only.
    ///
    /// **Errors.** *Codomain*, at compile time, if the strides are of different integer-semimodules.
    ///
    /// ```
    /// use tilework::{Layout, hlist, layout, operation::concatenate};
    /// let m = 5;
    /// let parts = hlist![layout!(3:4), layout!((2,m):(2,1))];
    /// let beside: Layout!((3,(2,_)):(4,(2,1))) = concatenate(parts);
    /// assert_eq!(beside.to_string(), "(3,(2,5)):(4,(2,1))");
    /// let (a, b) = (layout!(3:4), layout!((2,m):(2,1)));
    /// assert_eq!(layout!(concatenate(a, b)), beside);
    /// ```
    ///
    /// # Panics
    /// If [`try_concatenate`] returns an error.
    #[doc(alias = "make_layout")]
    fn concatenate[R: ResultOf<operation::concatenate_of>, T: ConcatenateTotal<Result = R>]
        (layouts: T) = Concatenating;
    /// Like [`concatenate`], but returns errors at run time instead of panicking.
    ///
    /// # Errors
    /// Overflow, if the size or cosize does not fit.
    or try_concatenate;

    /// Hlists of layouts that are the modes of one: the bound of [`concatenate`].
    trait CanConcatenate[] = ConcatenateTotal[], operation::concatenate_of, Layout: AnyLayout;
    /// The layout whose modes are the layouts of the hlist `T`.
    type Concatenate[T] = ConcatenateTotal[], operation::concatenate_of;

    /// [`CanConcatenate`] before the verdict is checked.
    #[diagnostic::on_unimplemented(
        message = "concatenate: not an hlist of layouts, `hlist![a, b]`, or in generic code one without the bound `CanConcatenate`"
    )]
    trait ConcatenateTotal[]: Copy {} fn try_side_by_side() for Concatenating;
}
/// Concatenate as an operation.
pub struct Concatenating;

// `on_unimplemented` above says what is missing.
#[diagnostic::do_not_recommend]
impl<T, P, RS, RD, K, LS, LD> ConcatenateTotal for T
where
    T: EachAsMode<Out = P>,
    P: IntoTuple<Out = Layout<RS, RD>>,
    RD: Kind<Out = K>,
    K: IfOneKind<RS, RD, Of<Layout<RS, RD>>, Out = Layout<LS, LD>>,
{
    type Result = Layout<LS, LD>;
    #[inline(always)]
    fn try_side_by_side<O: AnyResult>(self) -> Result<O, Error>
    where
        Self::Result: Is<O>,
    {
        let modes = self.each_as_mode();
        K::if_one_kind(modes.into_tuple()).itself().validated(Operation::Concatenate)
    }
}

/// An hlist of layouts as a list of modes.
pub trait EachAsMode: Copy {
    /// An hlist of [`Mode`].
    type Out;
    /// The modes.
    fn each_as_mode(self) -> Self::Out;
}
impl EachAsMode for HNil {
    type Out = HNil;
    #[inline(always)]
    fn each_as_mode(self) -> HNil {
        HNil
    }
}
impl<S: Copy, D: Copy, T: EachAsMode> EachAsMode for HCons<Layout<S, D>, T> {
    type Out = HCons<Mode<S, D>, T::Out>;
    #[inline(always)]
    fn each_as_mode(self) -> Self::Out {
        let (shape, stride) = self.head.into_parts();
        cons(mode(shape, stride), self.tail.each_as_mode())
    }
}
