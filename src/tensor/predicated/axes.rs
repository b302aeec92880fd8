//! The coordinates of predicated tiles, and the check whether they are inside.

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation, Rule};

use super::inside::Inside;
use crate::layout::modes::{Modes, cons};
use crate::layout::{AnyLayout, HasSize, Layout};
use crate::leaf::basis::Basis;
use crate::leaf::int::{Dyn, Index, Leaf, Static};
use crate::leaf::xor::Xor;
use crate::operation::divide::{ZippedDivideBy, ZippedDivideCeil};
use crate::operation::round::Ceil;
use crate::operation::tiler::Keep;
use crate::operation::two_modes::TwoModes;

/// Layouts and integers. Each of them divides one coordinate, that of a whole layout or of one of its modes.
pub trait Single {}
impl<S, D> Single for Layout<S, D> {}
impl<N> Single for Static<N> {}
impl<I> Single for Dyn<I> {}
impl Single for Keep {}
// The divides by these report that they are no tilers.
macro_rules! plain {
    ($([$($g:tt)*] $plain:ty;)*) => {$(
        impl<$($g)*> Single for $plain {}
        impl<$($g)*> Wide for $plain {
            type Out = Self;
            fn wide(self) -> Self {
                self
            }
        }
    )*};
}
plain! {
    [] u8;
    [] u16;
    [] u32;
    [] u64;
    [] usize;
    [] i8;
    [] i16;
    [] i32;
    [] i64;
    [] isize;
    [A, B] (A, B);
    [A, B, C] (A, B, C);
}

/// A tiler whose dynamic integers are converted to `usize`, the type of coordinates. The fields with their guards need
/// more bits than the size of the layout.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no tiler of coordinates",
    note = "a predicated divide takes a layout, an integer, or an hlist of those and `Keep`"
)]
pub trait Wide {
    /// The converted tiler.
    type Out;
    /// Converts the tiler.
    fn wide(self) -> Self::Out;
}
impl<N> Wide for Static<N> {
    type Out = Self;
    #[inline(always)]
    fn wide(self) -> Self {
        self
    }
}
impl<I: Index> Wide for Dyn<I> {
    type Out = Dyn;
    #[inline(always)]
    fn wide(self) -> Dyn {
        Dyn(self.get())
    }
}
impl<N: Wide + Copy, P> Wide for Basis<N, P> {
    type Out = Basis<N::Out, P>;
    #[inline(always)]
    fn wide(self) -> Self::Out {
        Basis::new(self.multiple().wide())
    }
}
impl<N: Wide> Wide for Xor<N> {
    type Out = Xor<N::Out>;
    #[inline(always)]
    fn wide(self) -> Self::Out {
        Xor(self.0.wide())
    }
}
impl Wide for Keep {
    type Out = Self;
    #[inline(always)]
    fn wide(self) -> Self {
        self
    }
}
impl Wide for HNil {
    type Out = Self;
    #[inline(always)]
    fn wide(self) -> Self {
        self
    }
}
impl<H: Wide, T: Wide> Wide for HCons<H, T> {
    type Out = HCons<H::Out, T::Out>;
    #[inline(always)]
    fn wide(self) -> Self::Out {
        cons(self.head.wide(), self.tail.wide())
    }
}
impl<S: Wide, D: Wide> Wide for Layout<S, D> {
    type Out = Layout<S::Out, D::Out>;
    #[inline(always)]
    fn wide(self) -> Self::Out {
        let (shape, stride) = self.into_parts();
        Layout::sound(shape.wide(), stride.wide())
    }
}

/// The identity on the modes of the layout `S:D` that the tiler `Self` divides: a leaf for each mode, with dynamic
/// strides.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no tiler of coordinates",
    note = "a predicated divide takes a layout, an integer, or an hlist of those and `Keep`"
)]
pub trait Axes<S, D> {
    /// The number of modes.
    const COUNT: usize;
    /// The type of the layout.
    type Out;
    /// The layout, with `stride(at, extent)` for the mode `at`.
    fn axes(
        of: Layout<S, D>,
        at: usize,
        stride: &mut impl FnMut(usize, usize) -> usize,
    ) -> Self::Out;
}
/// The mode `at` of this size.
#[inline(always)]
fn axis<N: Leaf + Wide>(
    size: N,
    at: usize,
    stride: &mut impl FnMut(usize, usize) -> usize,
) -> Layout<N::Out, Dyn> {
    Layout::sound(size.wide(), Dyn(stride(at, size.get())))
}
macro_rules! whole {
    ($([$($g:ident)*] $tiler:ty;)*) => {$(
        impl<$($g,)* S, D, N: Leaf + Wide> Axes<S, D> for $tiler
        where
            Layout<S, D>: AnyLayout + HasSize<Size = N>,
        {
            const COUNT: usize = 1;
            type Out = Layout<N::Out, Dyn>;
            #[inline(always)]
            fn axes(
                of: Layout<S, D>,
                at: usize,
                stride: &mut impl FnMut(usize, usize) -> usize,
            ) -> Layout<N::Out, Dyn> {
                axis(of.size_leaf(), at, stride)
            }
        }
    )*};
}
whole! {
    [BS BD] Layout<BS, BD>;
    [M] Static<M>;
    [I] Dyn<I>;
    [A B] (A, B);
    [A B C] (A, B, C);
    [] usize;
    [] u32;
    [] i32;
    [] u64;
    [] i64;
}
impl<B: Single, BT, S, ST, D, DT, N: Leaf + Wide, NT, ET> Axes<HCons<S, ST>, HCons<D, DT>>
    for HCons<B, BT>
where
    Layout<S, D>: AnyLayout + HasSize<Size = N>,
    BT: Axes<ST, DT, Out = Layout<NT, ET>>,
{
    const COUNT: usize = 1 + BT::COUNT;
    type Out = Layout<HCons<N::Out, NT>, HCons<Dyn, ET>>;
    #[inline(always)]
    fn axes(
        of: Layout<HCons<S, ST>, HCons<D, DT>>,
        at: usize,
        stride: &mut impl FnMut(usize, usize) -> usize,
    ) -> Self::Out {
        let (first, others) = of.split_first();
        axis(first.size_leaf(), at, stride).followed_by(BT::axes(others, at + 1, stride))
    }
}
// A leaf is its own only mode.
impl<B: Single, S: Leaf + Wide, D: Leaf> Axes<S, D> for HCons<B, HNil> {
    const COUNT: usize = 1;
    type Out = Layout<HCons<S::Out, HNil>, HCons<Dyn, HNil>>;
    #[inline(always)]
    fn axes(
        of: Layout<S, D>,
        at: usize,
        stride: &mut impl FnMut(usize, usize) -> usize,
    ) -> Self::Out {
        axis(of.into_parts().0, at, stride).followed_by(Layout::sound(HNil, HNil))
    }
}
// Modes that the tiler does not cover.
impl<S, ST, D, DT, N: Leaf + Wide, NT, ET> Axes<HCons<S, ST>, HCons<D, DT>> for HNil
where
    Layout<S, D>: AnyLayout + HasSize<Size = N>,
    HNil: Axes<ST, DT, Out = Layout<NT, ET>>,
{
    const COUNT: usize = 1 + <HNil as Axes<ST, DT>>::COUNT;
    type Out = Layout<HCons<N::Out, NT>, HCons<Dyn, ET>>;
    #[inline(always)]
    fn axes(
        of: Layout<HCons<S, ST>, HCons<D, DT>>,
        at: usize,
        stride: &mut impl FnMut(usize, usize) -> usize,
    ) -> Self::Out {
        let (first, others) = of.split_first();
        axis(first.size_leaf(), at, stride).followed_by(HNil::axes(others, at + 1, stride))
    }
}
macro_rules! end {
    ($([$($g:ident)*] $tiler:ty;)*) => {$(
        impl<$($g),*> Axes<HNil, HNil> for $tiler {
            const COUNT: usize = 0;
            type Out = Layout<HNil, HNil>;
            #[inline(always)]
            fn axes(
                _: Layout<HNil, HNil>,
                _: usize,
                _: &mut impl FnMut(usize, usize) -> usize,
            ) -> Self::Out {
                Layout::sound(HNil, HNil)
            }
        }
    )*};
}
end! {
    [] HNil;
    // Too many tilers, which the divide reports.
    [B BT] HCons<B, BT>;
}

/// Layouts that the tiler `B` divides with predicates: the bound of
/// [`Tensor::predicated_divide`](crate::Tensor::predicated_divide).
#[diagnostic::on_unimplemented(
    message = "predicated_divide: not a layout and a tiler of layouts, integers and `Keep`, or in generic code without the bound `PredicatedBy<B>`; over a `RankLayout` or `MatrixLayout` no bound is needed with `generic::Deferred(tiler)`"
)]
pub trait PredicatedBy<B>: ZippedDivideBy<B, Ceil> {
    /// The layout of the coordinates.
    type Coordinates: TwoModes;
    /// The divided layout, the layout of its coordinates, and the check whether they are inside.
    #[doc(hidden)]
    fn predicated(self, tiler: B) -> Result<PredicatedParts<Self, B>, Error>;
}
/// The layout of the coordinates of `A` divided by the tiler `B`, padded.
pub type Coordinates<A, B> = <A as PredicatedBy<B>>::Coordinates;
/// The parts of a [`Predicated`] besides the accessor.
#[doc(hidden)]
pub struct PredicatedParts<L: PredicatedBy<B>, B>(
    pub(super) ZippedDivideCeil<L, B>,
    pub(super) L::Coordinates,
    pub(super) Inside,
);

// For all types, since the compiler would quote an impl for layouts.
impl<L, S, D, B: Copy, W: Copy, E> PredicatedBy<B> for L
where
    L: ZippedDivideBy<B, Ceil> + AnyLayout<Shape = S, Stride = D>,
    B: Axes<S, D, Out = E> + Wide<Out = W>,
    E: ZippedDivideBy<W, Ceil>,
{
    type Coordinates = ZippedDivideCeil<E, W>;
    fn predicated(self, tiler: B) -> Result<PredicatedParts<Self, B>, Error> {
        let layout = crate::operation::try_zipped_divide_ceil(self, tiler)?;
        let of = || Layout::sound(self.parts().0, self.parts().1);
        let (mut last, mut guards, mut width) = (0, 0, 0);
        // The position of each mode's field. A field takes at least one bit, its guard.
        let mut fields = [0; usize::BITS as usize];
        // First the coordinates along each axis alone, then all of them. The code has one divide, so that the compiler
        // sees that the extents are the same each time.
        let mut axis = 0;
        loop {
            let mut extent = 1;
            let axes = B::axes(of(), 0, &mut |at, size| {
                extent = if at == axis { size } else { extent };
                if axis < B::COUNT { usize::from(at == axis) } else { fields[at] }
            });
            let coordinates = crate::operation::try_zipped_divide_ceil(axes, tiler.wide())?;
            if axis == B::COUNT {
                return Ok(PredicatedParts(layout, coordinates, Inside { start: 0, last, guards }));
            }
            let reach = coordinates.modes().reach().max(extent.saturating_sub(1));
            let guard = width + usize::BITS - reach.leading_zeros();
            if guard >= usize::BITS - 1 {
                return Err(Error::new(Operation::ZippedDivideCeil, Rule::Overflow).at(axis));
            }
            (fields[axis], width) = (1 << width, guard + 1);
            // No coordinate of an empty mode is inside: below 0 the guard is not set.
            last += (1 << guard) + extent * fields[axis] - fields[axis];
            guards |= 1 << guard;
            axis += 1;
        }
    }
}
