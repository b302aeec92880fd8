//! Tilers of a tensor work mode by mode, unless the caller asks for something else.

use frunk_core::hlist::{HCons, HNil};

use crate::layout::composed::Composed;
use crate::layout::{AnyLayout, Layout, Shape};
use crate::leaf::decimal::{AndMore, Readable, names};
use crate::leaf::int::{Dyn, Static};
use crate::operation::tiler::Keep;
use crate::verdict::Bad;

/// Tilers that cut tiles from a tensor with the layout `L`. These are all tilers except a single layout of several
/// modes on an `L` of several modes. Such a layout would take elements down the columns of all modes together, as in
/// CuTe, while a user who writes `layout!((2,4))` wants tiles of 2 x 4. [`one_mode`](crate::Layout::one_mode) makes
/// such a layout a tiler of one mode.
///
/// It is the bound of [`Tensor::tiles`](crate::Tensor::tiles), [`Tensor::zipped_divide`](crate::Tensor::zipped_divide)
/// and [`Tensor::local_tile`](crate::Tensor::local_tile) if the tiler is a parameter:
///
/// ```
/// use tilework::{View, layout, bound::{ByMode, ZippedDivideBy}};
/// fn count<L: ZippedDivideBy<T>, T: ByMode<L>>(t: &View<f32, L>, tiler: T) -> usize {
///     t.tiles(tiler).len()
/// }
/// let data = [0.0; 32];
/// let t = tilework::Tensor::new(&data[..], layout!((4,8)))?;
/// assert_eq!((count(&t, layout!(<2,4>)), count(&t, layout!((2,4)).one_mode())), (4, 4));
/// # Ok::<(), tilework::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "tiles: not a tiler, or in generic code one without the bound `ByMode<L>`"
)]
pub trait ByMode<L> {}
impl<L: AnyLayout<Shape: Shape<Modes = N>>, N, B: Together> ByMode<L> for B where
    N: Fits<B::Modes, B::Name>
{
}

/// The way in which a tiler takes modes together.
#[diagnostic::on_unimplemented(
    message = "tiles: not a tiler, or in generic code one without the bound `ByMode<L>`"
)]
pub trait Together {
    /// The number of its modes, if it is a single layout. It is 1 for a tiler by mode, and for a type that is no tiler,
    /// for which the divide reports what to write.
    type Modes;
    /// The shape of the layout, by its name.
    type Name;
}
macro_rules! together {
    ($([$($g:tt)*] $tiler:ty: $modes:ty, $name:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($g)*> Together for $tiler {
            type Modes = $modes;
            type Name = $name;
        }
    )*};
}
together! {
    [S: Shape + Readable, D] Layout<S, D>: S::Modes, S::Name;
    [] HNil: names::_1, ();
    [B, BT] HCons<B, BT>: names::_1, ();
    [] Keep: names::_1, ();
    [N] Static<N>: names::_1, ();
    [I] Dyn<I>: names::_1, ();
    [R, At, X, Y, D] Layout<Bad<R, At, X, Y>, D>: names::_1, ();
    [F, N, R] Composed<F, N, R>: names::_1, ();
    [] usize: names::_1, ();
    [] u32: names::_1, ();
    [] i32: names::_1, ();
    [] u64: names::_1, ();
    [] i64: names::_1, ();
    [A, B] (A, B): names::_1, ();
    [A, B, C] (A, B, C): names::_1, ();
    [A, B, C, H] (A, B, C, H): names::_1, ();
    [A, const N: usize] [A; N]: names::_1, ();
    [A: ?Sized] &A: names::_1, ();
}

/// A number of modes that fits a tiler that is a single layout of `M` modes: any number if `M` is 1, otherwise at most
/// 1.
#[diagnostic::on_unimplemented(
    message = "tiles: the tiler {S} is one layout, which takes its elements down the columns: tiles by mode are the same numbers in angle \
               brackets, `layout!(<..>)`, and `.one_mode()` of the tiler says that all modes together are meant",
    label = "a tiler of all modes together"
)]
pub trait Fits<M, S> {}
macro_rules! fits {
    ($($modes:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<S> Fits<$modes, S> for names::_0 {}
        #[diagnostic::do_not_recommend]
        impl<S> Fits<$modes, S> for names::_1 {}
    )*};
}
fits!(names::_2 names::_3 names::_4 names::_5 names::_6 names::_7 names::_8 AndMore);
#[diagnostic::do_not_recommend]
impl<N, S> Fits<names::_0, S> for N {}
#[diagnostic::do_not_recommend]
impl<N, S> Fits<names::_1, S> for N {}
