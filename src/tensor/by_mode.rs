//! A tiler of a tensor says of each mode what a tile takes of it, unless it is meant otherwise.

use frunk_core::HList;
use frunk_core::hlist::{HCons, HNil};

use crate::layout::composed::Composed;
use crate::layout::{AnyLayout, Layout, Shape};
use crate::leaf::decimal::{Readable, names};
use crate::leaf::int::{Dyn, Static};
use crate::operation::tiler::Keep;
use crate::verdict::Bad;

/// Tilers that cut tiles of a tensor with the layout `L`: all but one layout of several modes, where `L` has several. That takes its elements
/// down the columns of all modes together, as CuTe's does, and who writes `layout!((2,4))` wants tiles of 2 x 4. With
/// [`one_mode`](crate::Layout::one_mode) it has one mode.
///
/// It is the bound of [`Tensor::tiles`](crate::Tensor::tiles), [`Tensor::zipped_divide`](crate::Tensor::zipped_divide) and
/// [`Tensor::local_tile`](crate::Tensor::local_tile) where the tiler is a parameter:
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
/// Tilers that are meant for layouts of any number of modes, and what is no tiler, of which the divide says what to write.
macro_rules! any {
    ($([$($g:tt)*] $tiler:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<L, $($g)*> ByMode<L> for $tiler {}
    )*};
}
any! {
    // By mode.
    [] HNil;
    [B, BT] HCons<B, BT>;
    // Of one mode.
    [] Keep;
    [N] Static<N>;
    [I] Dyn<I>;
    [N, D] Layout<Static<N>, D>;
    [I, D] Layout<Dyn<I>, D>;
    [D] Layout<HNil, D>;
    [S, D] Layout<HList![S], D>;
    // None.
    [R, At, X, Y, D] Layout<Bad<R, At, X, Y>, D>;
    [F, N, R] Composed<F, N, R>;
    [] usize;
    [] u32;
    [] i32;
    [] u64;
    [] i64;
    [A, B] (A, B);
    [A, B, C] (A, B, C);
    [A, B, C, H] (A, B, C, H);
    [A, const N: usize] [A; N];
    [A: ?Sized] &A;
}

/// One layout of several modes, for layouts of no more than one. Of others the message has the tiler that is probably meant.
macro_rules! several {
    ($($trait:ident $message:literal: [$($x:ident)*] $shape:ty;)*) => {$(
        impl<L: AnyLayout<Shape: Shape<Modes = N>>, N, D, $($x: Readable),*> ByMode<L> for Layout<$shape, D>
        where
            N: $trait<$($x::Name),*>,
        {
        }
        #[diagnostic::on_unimplemented(
            message = $message,
            label = "a tiler of all modes together",
            note = "`.one_mode()` of the tiler says that all modes together are meant; a number of run time is `m:1` in a tiler by mode"
        )]
        pub trait $trait<$($x),*> {}
        #[diagnostic::do_not_recommend]
        impl<$($x),*> $trait<$($x),*> for names::_0 {}
        #[diagnostic::do_not_recommend]
        impl<$($x),*> $trait<$($x),*> for names::_1 {}
    )*};
}
several! {
    Two "tiles: the tiler is one layout, which takes its elements down the columns: tiles by mode are `layout!(<{A},{B}>)`":
        [A B] HList![A, B];
    Three "tiles: the tiler is one layout, which takes its elements down the columns: tiles by mode are `layout!(<{A},{B},{C}>)`":
        [A B C] HList![A, B, C];
    Four "tiles: the tiler is one layout, which takes its elements down the columns: tiles by mode are `layout!(<{A},{B},{C},{H}>)`":
        [A B C H] HList![A, B, C, H];
    More "tiles: the tiler is one layout, which takes its elements down the columns: tiles by mode are `layout!(<{A},{B},{C},{H},..>)`":
        [A B C H I T] HCons<A, HCons<B, HCons<C, HCons<H, HCons<I, T>>>>>;
}
