//! Nullspace: the coordinates that the strides ignore.

use frunk_core::hlist::{HCons, HNil};
use typenum::{B0, B1, U1};

use crate::layout::composed::Composed;
use crate::layout::modes::{Mode, mode};
use crate::layout::{AnyLayout, Layout};
use crate::leaf::arithmetic::Mul;
use crate::leaf::int::{Leaf, Static};
use crate::leaf::stride::StrideLeaf;
use crate::operation::coalesce::IntoLayout;
use crate::operation::filter::DropIf;

/// The layout into the coordinates of `layout` along its modes of stride 0: `layout(r(i)) = 0`, and
/// `layout(c + r(i)) = layout(c)` for `c` that is 0 along them. Its size is the product of their extents, and
/// `1:0` if there are none. A dynamic stride counts as not 0.
///
/// Strides of any kind have one; its own are integers, as integral coordinates are. Of a composed layout it
/// is that of the inner one.
///
/// ```
/// use tilework::{Layout, layout, nullspace};
/// let m = 5;
/// let ignored: Layout!((7,3):(2,_)) = nullspace(layout!((2,(7,m),3):(1,(0,2),0)));
/// assert_eq!(ignored.to_string(), "(7,3):(2,70)");
/// let ignored: Layout!(4:8) = nullspace(layout!((8,4):(f9,0)));
/// # let _ = ignored;
/// ```
#[inline(always)]
pub fn nullspace<L: NullspaceModes<Output = R>, R>(layout: L) -> R {
    layout.nullspace()
}

/// Layouts with a nullspace, all: the bound of [`nullspace`].
pub trait HasNullspace: AnyLayout + NullspaceModes {}
/// The type of [`nullspace`]'s result.
pub type Nullspace<L> = <L as NullspaceModes>::Output;

impl<L: AnyLayout + NullspaceModes> HasNullspace for L {}

/// [`HasNullspace`] of composed layouts, too.
#[diagnostic::on_unimplemented(
    message = "nullspace: not a layout, or in generic code one without the bound `HasNullspace`"
)]
pub trait NullspaceModes: Copy {
    /// The layout into the coordinates.
    type Output: AnyLayout;
    /// See [`nullspace`].
    fn nullspace(self) -> Self::Output;
}
#[diagnostic::do_not_recommend]
impl<L, M, Kept, S, D> NullspaceModes for L
where
    L: AnyLayout<Modes = M>,
    M: ZeroModes<Static<U1>, Out = Kept>,
    Kept: IntoLayout<Out = Layout<S, D>>,
    Layout<S, D>: AnyLayout,
{
    type Output = Layout<S, D>;
    #[inline(always)]
    fn nullspace(self) -> Layout<S, D> {
        self.modes().zero_modes(Static::new()).into_layout()
    }
}
#[diagnostic::do_not_recommend]
impl<F: Copy, N: Copy, L: NullspaceModes> NullspaceModes for Composed<F, N, L> {
    type Output = L::Output;
    #[inline(always)]
    fn nullspace(self) -> L::Output {
        self.into_parts().2.nullspace()
    }
}

/// The modes of stride 0 among flat ones, with the weights of their coordinates in the integral one for
/// strides; `W` is that of the first mode.
pub trait ZeroModes<W> {
    /// The flat modes.
    type Out;
    /// The flat modes.
    fn zero_modes(self, weight: W) -> Self::Out;
}
impl<W> ZeroModes<W> for HNil {
    type Out = HNil;
    #[inline(always)]
    fn zero_modes(self, _: W) -> HNil {
        HNil
    }
}
impl<S, D, T, W, One, Zero, After, Kept> ZeroModes<W> for HCons<Mode<S, D>, T>
where
    S: Leaf<IsOne = One> + Mul<W, Out = After>,
    D: StrideLeaf<IsZero = Zero>,
    T: ZeroModes<After, Out = Kept>,
    W: Copy,
    Zero: KeepZero<One, Mode<S, W>, Kept>,
{
    type Out = Zero::Out;
    #[inline(always)]
    fn zero_modes(self, weight: W) -> Self::Out {
        let shape = self.head.shape;
        let Some(after) = shape.checked_mul(weight) else {
            unreachable!("the size of a layout fits")
        };
        Zero::keep_zero(mode(shape, weight), self.tail.zero_modes(after))
    }
}

/// The mode `M` before others, if its stride was 0 (`Self`), unless its extent is 1 (`One`).
pub trait KeepZero<One, M, L> {
    /// The modes.
    type Out;
    /// The modes.
    fn keep_zero(mode: M, others: L) -> Self::Out;
}
impl<One, M, L> KeepZero<One, M, L> for B0 {
    type Out = L;
    #[inline(always)]
    fn keep_zero(_: M, others: L) -> L {
        others
    }
}
impl<One: DropIf<M, L>, M, L> KeepZero<One, M, L> for B1 {
    type Out = One::Out;
    #[inline(always)]
    fn keep_zero(mode: M, others: L) -> One::Out {
        One::drop_if(mode, others)
    }
}
