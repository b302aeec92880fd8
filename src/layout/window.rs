//! Windows: parts of a shape, and their positions in it.

use core::ops::{Add, Sub};

use frunk_core::HList;
use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation, Rule};
use typenum::{Add1, B1, Diff};

use crate::layout::any_result::AnyResult;
use crate::layout::modes::cons;
use crate::layout::sealed::Seal;
use crate::layout::{AnyLayout, Layout};
use crate::leaf::int::{Dyn, Index, Leaf, Static};

/// The shape of a window: the shape of a layout, or a shape itself.
pub trait WindowShape: Copy {
    /// The shape.
    type Shape: Copy;
    /// The shape.
    fn window_shape(self) -> Self::Shape;
}
impl<S: Copy, D: Copy> WindowShape for Layout<S, D> {
    type Shape = S;
    #[inline(always)]
    fn window_shape(self) -> S {
        self.shape()
    }
}
macro_rules! shapes {
    ($([$($g:ident)*] $t:ty;)*) => {$(
        impl<$($g: Copy),*> WindowShape for $t {
            type Shape = Self;
            #[inline(always)]
            fn window_shape(self) -> Self {
                self
            }
        }
    )*};
}
shapes! {
    [N] Static<N>;
    [I] Dyn<I>;
    [H T] HCons<H, T>;
}

/// A shape with windows `W` of the same profile.
pub trait Positions<W>: Copy {
    /// The shape of the positions.
    type Out: Copy;
    /// `s - w + 1` for each extent. The first leaf is at `at`.
    ///
    /// # Errors
    /// [`Rule::CoordinateRange`] for a window larger than the shape.
    fn positions(self, window: W, at: &mut usize) -> Result<Self::Out, Error>;
}
#[inline(always)]
fn number(extent: usize, window: usize, at: &mut usize) -> Result<usize, Error> {
    let mode = *at;
    *at += 1;
    if window == 0 {
        return Err(Error::new(Operation::Window, Rule::Extent { extent: 0 }).at(mode));
    }
    if window <= extent {
        return Ok(extent - window + 1);
    }
    let number = |n| i64::try_from(n).unwrap_or(i64::MAX);
    let rule = Rule::CoordinateRange { coordinate: number(window - 1), extent: number(extent) };
    Err(Error::new(Operation::Window, rule).at(mode))
}
impl<N, M> Positions<Static<M>> for Static<N>
where
    N: Add<B1>,
    Add1<N>: Sub<M>,
    Static<Diff<Add1<N>, M>>: Leaf,
{
    type Out = Static<Diff<Add1<N>, M>>;
    #[inline(always)]
    fn positions(self, _: Static<M>, at: &mut usize) -> Result<Self::Out, Error> {
        *at += 1;
        Ok(Static::new())
    }
}
impl<N, I: Index> Positions<Dyn<I>> for Static<N>
where
    Self: Leaf,
{
    type Out = Dyn;
    #[inline(always)]
    fn positions(self, window: Dyn<I>, at: &mut usize) -> Result<Dyn, Error> {
        number(self.get(), window.get(), at).map(Dyn)
    }
}
impl<I: Index, W: Leaf> Positions<W> for Dyn<I> {
    type Out = Self;
    #[inline(always)]
    fn positions(self, window: W, at: &mut usize) -> Result<Self, Error> {
        // At most the extent.
        number(self.get(), window.get(), at).map(|n| Dyn(I::of(n as u64)))
    }
}
impl Positions<HNil> for HNil {
    type Out = HNil;
    #[inline(always)]
    fn positions(self, _: HNil, _: &mut usize) -> Result<HNil, Error> {
        Ok(HNil)
    }
}
impl<S: Positions<W>, ST: Positions<WT>, W: Copy, WT: Copy> Positions<HCons<W, WT>>
    for HCons<S, ST>
{
    type Out = HCons<S::Out, ST::Out>;
    #[inline(always)]
    fn positions(self, window: HCons<W, WT>, at: &mut usize) -> Result<Self::Out, Error> {
        let head = self.head.positions(window.head, at)?;
        Ok(cons(head, self.tail.positions(window.tail, at)?))
    }
}

/// Layouts with windows of a shape `W` with the same profile; `W` is a shape or a layout, whose shape counts. The bound
/// of [`Tensor::window`](crate::Tensor::window) and of [`Tensor::windows`](crate::Tensor::windows). Sealed: tensors
/// rely on what it says.
#[diagnostic::on_unimplemented(
    message = "window: not a window of the layout: its shape has as many modes as the layout, nested alike, and no static extent is larger; or in generic code without the bound `WindowBy<W>`",
    label = "has no such window",
    note = "a window is a layout, of which the shape is taken, or a shape: `layout!((18,18))`"
)]
pub trait WindowBy<W>: AnyLayout {
    #[doc(hidden)]
    const SEAL: Seal;
    /// The layout of a window: the shape of `W`, the strides of this layout.
    type Window: AnyLayout;
    /// The layout of the positions: `s - w + 1` of them for each extent, the strides of this layout.
    type Positions: AnyLayout;
    /// Both as two modes.
    type Windows: AnyLayout;
    /// A window, and the positions.
    ///
    /// # Errors
    /// [`Rule::CoordinateRange`] for a window larger than the shape, [`Rule::Extent`] for an empty one.
    #[doc(hidden)]
    fn window_by(self, window: W) -> Result<(Self::Window, Self::Positions), Error>;
    /// Both as two modes.
    ///
    /// # Errors
    /// Those of [`WindowBy::window_by`]; [`Rule::Overflow`] if the number of coordinates does not fit.
    #[doc(hidden)]
    fn windows_by(self, window: W) -> Result<Self::Windows, Error>;
}
#[diagnostic::do_not_recommend]
impl<L, S, D: Copy, W: WindowShape<Shape = V>, V: Copy, P: Copy> WindowBy<W> for L
where
    L: AnyLayout<Shape = S, Stride = D>,
    S: Positions<V, Out = P>,
    Layout<V, D>: AnyLayout,
    Layout<P, D>: AnyLayout,
    Layout<HList![V, P], HList![D, D]>: AnyLayout,
{
    const SEAL: Seal = Seal;
    type Window = Layout<V, D>;
    type Positions = Layout<P, D>;
    type Windows = Layout<HList![V, P], HList![D, D]>;
    #[inline(always)]
    fn window_by(self, window: W) -> Result<(Self::Window, Self::Positions), Error> {
        let ((shape, stride), window) = (self.parts(), window.window_shape());
        let positions = shape.positions(window, &mut 0)?;
        let window = Layout::sound(window, stride).validated(Operation::Window)?;
        // An extent of 0 fits, but is not allowed.
        crate::layout::modes::positive(Operation::Window, window)?;
        Ok((window, Layout::sound(positions, stride).validated(Operation::Window)?))
    }
    #[inline(always)]
    fn windows_by(self, window: W) -> Result<Self::Windows, Error> {
        let (window, positions) = self.window_by(window)?;
        let (v, d) = (window.shape(), window.stride());
        let positions = positions.shape();
        Layout::sound(cons(v, cons(positions, HNil)), cons(d, cons(d, HNil)))
            .validated(Operation::Window)
    }
}
