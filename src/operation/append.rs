//! One more mode, at either end.

use frunk_core::hlist::HCons;
use tilework_algebra::{Error, Operation};

use crate::layout::modes::{Mode, cons, mode};
use crate::layout::nested::{Nested, PushBack};
use crate::layout::{AnyLayout, Layout};
use crate::operation::coalesce::IntoTuple;

/// `(x_0, ..., x_{r-1}, mode)`. A leaf `x` counts as one mode.
///
/// ```
/// use tilework::{Layout, append, layout};
/// let lda = 30;
/// let appended: Layout!((2,3,(5,7)):(1,2,(6,_))) =
///     append(layout!((2,3):(1,2)), layout!((5,7):(6,lda)));
/// assert_eq!(appended.to_string(), "(2,3,(5,7)):(1,2,(6,30))");
/// ```
///
/// # Panics
/// Where [`try_append`] is an error.
#[inline(always)]
#[track_caller]
pub fn append<L: AppendBy<M>, M>(layout: L, mode: M) -> Append<L, M> {
    match layout.try_append(mode) {
        Ok(layout) => layout,
        Err(error) => panic!("{error}"),
    }
}

/// [`append`] with the errors of run time returned.
///
/// # Errors
/// Overflow, if the size or cosize does not fit.
#[inline(always)]
pub fn try_append<L: AppendBy<M>, M>(layout: L, mode: M) -> Result<Append<L, M>, Error> {
    layout.try_append(mode)
}

/// `(mode, x_0, ..., x_{r-1})`. A leaf `x` counts as one mode.
///
/// ```
/// use tilework::{Layout, layout, prepend};
/// let prepended: Layout!((5,2,3):(6,1,2)) = prepend(layout!((2,3):(1,2)), layout!(5:6));
/// assert_eq!(prepended.to_string(), "(5,2,3):(6,1,2)");
/// ```
///
/// # Panics
/// Where [`try_prepend`] is an error.
#[inline(always)]
#[track_caller]
pub fn prepend<L: PrependBy<M>, M>(layout: L, mode: M) -> Prepend<L, M> {
    match layout.try_prepend(mode) {
        Ok(layout) => layout,
        Err(error) => panic!("{error}"),
    }
}

/// [`prepend`] with the errors of run time returned.
///
/// # Errors
/// Overflow, if the size or cosize does not fit.
#[inline(always)]
pub fn try_prepend<L: PrependBy<M>, M>(layout: L, mode: M) -> Result<Prepend<L, M>, Error> {
    layout.try_prepend(mode)
}

/// Layouts to which the layout `M` can be appended as a mode: the bound of [`append`].
pub trait AppendBy<M>: AnyLayout {
    /// The longer layout.
    type Output: AnyLayout;
    /// See [`try_append`].
    fn try_append(self, mode: M) -> Result<Self::Output, Error>;
}
/// The layout `L` with `M` as its last mode.
pub type Append<L, M> = <L as AppendBy<M>>::Output;

/// Layouts to which the layout `M` can be prepended as a mode: the bound of [`prepend`].
pub trait PrependBy<M>: AnyLayout {
    /// The longer layout.
    type Output: AnyLayout;
    /// See [`try_prepend`].
    fn try_prepend(self, mode: M) -> Result<Self::Output, Error>;
}
/// The layout `L` with `M` as its first mode.
pub type Prepend<L, M> = <L as PrependBy<M>>::Output;

impl<S, D, MS, MD, P, All, RS, RD> AppendBy<Layout<MS, MD>> for Layout<S, D>
where
    Self: AnyLayout<Shape = S, Stride = D>,
    S: Nested<D, Out = P>,
    P: PushBack<Mode<MS, MD>, Out = All>,
    All: IntoTuple<Out = Layout<RS, RD>>,
    Layout<RS, RD>: AnyLayout<Shape = RS, Stride = RD>,
{
    type Output = Layout<RS, RD>;
    #[inline(always)]
    fn try_append(self, other: Layout<MS, MD>) -> Result<Layout<RS, RD>, Error> {
        let (shape, stride) = self.parts();
        let (other_shape, other_stride) = other.into_parts();
        let modes = shape.parts(stride).push_back(mode(other_shape, other_stride));
        modes.into_tuple().validated(Operation::Append)
    }
}

impl<S, D, MS, MD, P, RS, RD> PrependBy<Layout<MS, MD>> for Layout<S, D>
where
    Self: AnyLayout<Shape = S, Stride = D>,
    S: Nested<D, Out = P>,
    HCons<Mode<MS, MD>, P>: IntoTuple<Out = Layout<RS, RD>>,
    Layout<RS, RD>: AnyLayout<Shape = RS, Stride = RD>,
{
    type Output = Layout<RS, RD>;
    #[inline(always)]
    fn try_prepend(self, other: Layout<MS, MD>) -> Result<Layout<RS, RD>, Error> {
        let (shape, stride) = self.parts();
        let (other_shape, other_stride) = other.into_parts();
        let modes = cons(mode(other_shape, other_stride), shape.parts(stride));
        modes.into_tuple().validated(Operation::Prepend)
    }
}
