//! Tiles in generic code.

use frunk_core::{HList, hlist};
use tilework_algebra::Error;

use super::{IntegerLayout, RankLayout, Tiler, With, has_result};
use crate::layout::any_result::{AnyResult, Is};
use crate::layout::fill_from_modes::Sound;
use crate::layout::modes::Modes as _;
use crate::layout::sealed::Seal;
use crate::layout::{Layout, Shape};
use crate::leaf::decimal::names;
use crate::leaf::int::{Dyn, Static};
use crate::operation::arrangement::{Zipping, zipped};
use crate::operation::divide::{Logical, ZippedDivideTotal};
use crate::operation::kind::Outcome;
use crate::operation::round::Round;
use crate::tensor::by_mode::ContiguousBlock;
use crate::tensor::named::NamedTiler;
use crate::tensor::predicated::{Axes, Wide};
use crate::verdict::operation::Named;

/// A tiler with a tiler for each mode of a layout, in generic code over [`RankLayout`]: whether it divides the layout
/// is decided where the function is instantiated. So `t.tiles(Deferred(layout!(<4,4>)))` needs no bound besides
/// `L: RankLayout<2>`, and the layout of a tile is a `RankLayout<2>` again.
///
/// It divides as the tiler in it does, in [`Tensor::tiles`](crate::Tensor::tiles), `tiles_mut`, `predicated_tiles`,
/// `predicated_tiles_mut`, `zipped_divide` and [`zipped_divide`](crate::operation::zipped_divide()) of layouts. The
/// loops are the same.
///
/// Generic code knows no extent, so the bound of `t.tiles(layout!(<4,4>))` without `Deferred`, which is
/// [`ZippedDivideBy`](crate::bound::ZippedDivideBy), is one more bound for each caller. With `Deferred` there is none.
/// If static numbers break a rule, `cargo build` of the caller fails with the words of the rule, and `cargo check` does
/// not. Therefore write `Deferred` in generic code only.
///
/// ```
/// use tilework::{Owned, View, generic::{Deferred, RankLayout}, layout};
/// /// The largest sum of a tile of 2 x 2.
/// fn largest(t: &View<u32, impl RankLayout<2>>) -> u32 {
///     t.tiles(Deferred(layout!(<2,2>))).map(|tile| total(&tile.view())).max().unwrap()
/// }
/// fn total(t: &View<u32, impl RankLayout<2>>) -> u32 {
///     t.slices::<0>().map(|row| row.sum()).sum()
/// }
/// let (m, n): (usize, usize) = (4, 6);
/// let t = Owned::from_fn(layout!((m,n):row_major), |(i, j)| (i + j) as u32);
/// assert_eq!(largest(&t.view()), 6 + 7 + 7 + 8);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Deferred<T>(pub T);

/// The tile of the mode `S:D` divided by `B`.
type TileOf<S, D, B, R> = <<Divided<S, D, B, R> as Outcome>::Tile as Outcome>::Layout;
/// The layout over the tiles.
type RestOf<S, D, B, R> = <<Divided<S, D, B, R> as Outcome>::Rest as Outcome>::Layout;
/// The mode `S:D` divided by `B`, tile and rest apart.
type Divided<S, D, B, R> = <B as Tiler>::By<Zipping<Logical<R>>, S, D>;

/// The zipped divide of the layout `$L` by a tiler for each mode.
macro_rules! divided {
    ([$($g:ident $(: $is:path)?),*] $T:ty, $L:ident: $n:literal; $result:ty) => {
        // With these impls rust-analyzer finds none, not even that of a layout that is known.
        #[cfg(not(rust_analyzer))]
        #[diagnostic::do_not_recommend]
        impl<$L: RankLayout<$n>, $($g $(: $is)?,)* R: Round> ZippedDivideTotal<Deferred<$T>, R> for $L
        where
            $T: Tiler,
        {
            const SEAL: Seal = Seal;
            type Result = $result;
            // As for a layout that is known. The result is `O` too, since each of its modes is that of the operation.
            #[inline(always)]
            fn try_split_zipped<O: AnyResult>(self, tiler: Deferred<$T>) -> Result<O, Error>
            where
                Self::Result: Is<O>,
            {
                const { has_result::<$L, With<Zipping<Logical<R>>, $T>>() };
                divide::<$L, $T, R, O>(self, tiler.0)
            }
        }
    };
    ($($n:literal: $($g:ident $s:ident $d:ident $k:literal $dyn:ty),*;)*) => {$(
        divided! {
            [$($g: Tiler),*] HList![$($g),*], L: $n;
            Layout<
                HList![
                    HList![$(<TileOf<L::$s, L::$d, $g, R> as IntegerLayout>::Leaves),*],
                    HList![$(<RestOf<L::$s, L::$d, $g, R> as IntegerLayout>::Leaves),*]
                ],
                HList![
                    HList![$(<TileOf<L::$s, L::$d, $g, R> as IntegerLayout>::Strides),*],
                    HList![$(<RestOf<L::$s, L::$d, $g, R> as IntegerLayout>::Strides),*]
                ],
            >
        }
        // Extents of generic code are integers of the run, and the compiler sees through those of static layouts.
        impl<S: Shape, SD: Copy, $($g),*> Axes<S, SD> for Deferred<HList![$($g),*]> {
            const COUNT: usize = $n;
            type Out = Layout<HList![$($dyn),*], HList![$($dyn),*]>;
            #[inline(always)]
            fn axes(
                of: Layout<S, SD>,
                at: usize,
                stride: &mut impl FnMut(usize, usize) -> usize,
            ) -> Self::Out {
                let sizes = [$(of.shape().mode_size($k)),*];
                let strides = [$(stride(at + $k, sizes[$k])),*];
                Layout::sound(hlist![$(Dyn(sizes[$k])),*], hlist![$(Dyn(strides[$k])),*])
            }
        }
    )*};
}
divided! {
    2: A Shape0 Stride0 0 Dyn, B Shape1 Stride1 1 Dyn;
    3: A Shape0 Stride0 0 Dyn, B Shape1 Stride1 1 Dyn, C Shape2 Stride2 2 Dyn;
    4: A Shape0 Stride0 0 Dyn, B Shape1 Stride1 1 Dyn, C Shape2 Stride2 2 Dyn, D Shape3 Stride3 3 Dyn;
    5: A Shape0 Stride0 0 Dyn, B Shape1 Stride1 1 Dyn, C Shape2 Stride2 2 Dyn, D Shape3 Stride3 3 Dyn, E Shape4 Stride4 4 Dyn;
    6: A Shape0 Stride0 0 Dyn, B Shape1 Stride1 1 Dyn, C Shape2 Stride2 2 Dyn, D Shape3 Stride3 3 Dyn, E Shape4 Stride4 4 Dyn, F Shape5 Stride5 5 Dyn;
}
/// The zipped divide of a layout of one mode.
macro_rules! vector {
    ($([$($g:ident),*] $T:ty;)*) => {$(
        divided! {
            [$($g),*] $T, L: 1;
            Layout<
                HList![
                    <TileOf<L::Shape0, L::Stride0, $T, R> as IntegerLayout>::Leaves,
                    <RestOf<L::Shape0, L::Stride0, $T, R> as IntegerLayout>::Leaves
                ],
                HList![
                    <TileOf<L::Shape0, L::Stride0, $T, R> as IntegerLayout>::Strides,
                    <RestOf<L::Shape0, L::Stride0, $T, R> as IntegerLayout>::Strides
                ],
            >
        }
        impl<S: Shape, SD: Copy, $($g),*> Axes<S, SD> for Deferred<$T> {
            const COUNT: usize = 1;
            type Out = Layout<Dyn, Dyn>;
            #[inline(always)]
            fn axes(
                of: Layout<S, SD>,
                at: usize,
                stride: &mut impl FnMut(usize, usize) -> usize,
            ) -> Self::Out {
                let size = of.shape().product();
                Layout::sound(Dyn(size), Dyn(stride(at, size)))
            }
        }
    )*};
}
vector! {
    [BS, BD] Layout<BS, BD>;
    [N] Static<N>;
    [I] Dyn<I>;
}
/// The divide at run time, of a layout and a tiler that may be divided.
#[inline(always)]
fn divide<L: IntegerLayout, T: Tiler, R: Round, O: AnyResult>(
    layout: L,
    tiler: T,
) -> Result<O, Error> {
    let operation = R::ZippedDivide::OPERATION;
    // A tile of an empty mode reaches beyond it.
    let within = R::IS_EXACT && !layout.modes().is_empty();
    match zipped::<Logical<R>, _, _, _, O::Parts>(tiler, layout.by_leaves()) {
        Ok(parts) => O::of_parts(parts, Sound::YES).validated_unless(within, operation),
        Err(error) => Err(error.during(operation)),
    }
}
impl<T> ContiguousBlock for Deferred<T> {
    type Modes = names::_1;
    type Name = ();
}
impl<T: Wide> Wide for Deferred<T> {
    type Out = T::Out;
    #[inline(always)]
    fn wide(self) -> T::Out {
        self.0.wide()
    }
}
impl<N, T: NamedTiler<N>> NamedTiler<N> for Deferred<T> {
    type Names = T::Names;
    type Tiler = Deferred<T::Tiler>;
    #[inline(always)]
    fn tiler(self) -> Self::Tiler {
        Deferred(self.0.tiler())
    }
}
