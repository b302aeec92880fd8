//! Concatenate: layouts side by side, each a mode of the result.

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation};

use crate::layout::any_result::{AnyResult, Is};
use crate::layout::codomain::{IfOneKind, Kind};
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
impl<T: SideBySide, K, LS, LD> ConcatenateTotal for T
where
    T::Strides: Kind<Out = K>,
    K: IfOneKind<T::Shapes, T::Strides, Of<Layout<T::Shapes, T::Strides>>, Out = Layout<LS, LD>>,
{
    type Result = Layout<LS, LD>;
    #[inline(always)]
    fn try_side_by_side<O: AnyResult>(self) -> Result<O, Error>
    where
        Self::Result: Is<O>,
    {
        K::if_one_kind(self.side_by_side()).itself().validated(Operation::Concatenate)
    }
}

/// Hlists of layouts.
pub trait SideBySide: Copy {
    /// Their shapes.
    type Shapes;
    /// Their strides.
    type Strides;
    /// The layout with these as its modes.
    fn side_by_side(self) -> Layout<Self::Shapes, Self::Strides>;
}
impl SideBySide for HNil {
    type Shapes = HNil;
    type Strides = HNil;
    #[inline(always)]
    fn side_by_side(self) -> Layout<HNil, HNil> {
        Layout::sound(HNil, HNil)
    }
}
impl<S: Copy, D: Copy, T: SideBySide> SideBySide for HCons<Layout<S, D>, T> {
    type Shapes = HCons<S, T::Shapes>;
    type Strides = HCons<D, T::Strides>;
    #[inline(always)]
    fn side_by_side(self) -> Layout<Self::Shapes, Self::Strides> {
        self.head.followed_by(self.tail.side_by_side())
    }
}
