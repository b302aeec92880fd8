//! Layouts of a fixed number of modes, for generic code.

use core::marker::PhantomData;

use frunk_core::HList;
use frunk_core::hlist::HNil;

use crate::generic::IntegerLayout;
use crate::layout::Layout;
use crate::layout::codomain::IntegerStride;
use crate::operation::kind::IntegerLeaves;

/// A layout of integers with `N` modes, 1 to 6, each with any nesting: the one bound for tensors of a fixed rank. With
/// it, generic code has elements `t[(i, j, k)]`, sizes `let [m, n, c] = t.sizes()`, slices `t.slice((i, .., ..))` and
/// `t.slices::<0>()`, permutations `t.permute(modes![2, 0, 1])`, and the operations of [`IntegerLayout`]. What slices
/// and permutations keep has such a layout again, of as many modes as are left, and so have tiles, with
/// [`Deferred`](crate::generic::Deferred) around the tiler. Sealed.
///
/// Every [`IntegerLayout`] is a `RankLayout<1>`: a row of a matrix may be nested, and in lockstep its leaves count. [`MatrixLayout`] is `RankLayout<2>`
/// by another name, and each implies the other.
///
/// ```
/// use tilework::{Owned, View, generic::RankLayout, layout, modes};
/// /// The sum of each channel of an image.
/// fn sums(image: &View<u32, impl RankLayout<3>>) -> Vec<u32> {
///     let [_, _, channels] = image.sizes();
///     let first = image.permute(modes![2, 0, 1]);
///     (0..channels).map(|c| first.slice((c, .., ..)).sum()).collect()
/// }
/// let (m, n): (usize, usize) = (2, 2);
/// let image = Owned::from_fn(layout!((m,n,3):row_major), |(i, j, c)| (i + 2 * j + 10 * c) as u32);
/// assert_eq!(sums(&image.view()), [0 + 1 + 2 + 3, 6 + 4 * 10, 6 + 4 * 20]);
/// ```
///
/// [`MatrixLayout`]: crate::algorithm::MatrixLayout
#[diagnostic::on_unimplemented(
    message = "not a layout of {N} modes with integer strides, or in generic code one without the bound `RankLayout<{N}>`",
    label = "has not {N} modes, or is not known to"
)]
pub trait RankLayout<const N: usize>:
    IntegerLayout<
        Leaves = <Modes<N> as OfRank<Self, N>>::Shape,
        Strides = <Modes<N> as OfRank<Self, N>>::Stride,
    >
where
    Modes<N>: OfRank<Self, N>,
{
    #[doc(hidden)]
    type Shape0: IntegerLeaves<Self::Stride0>;
    #[doc(hidden)]
    type Stride0: IntegerStride;
    #[doc(hidden)]
    type Shape1: IntegerLeaves<Self::Stride1>;
    #[doc(hidden)]
    type Stride1: IntegerStride;
    #[doc(hidden)]
    type Shape2: IntegerLeaves<Self::Stride2>;
    #[doc(hidden)]
    type Stride2: IntegerStride;
    #[doc(hidden)]
    type Shape3: IntegerLeaves<Self::Stride3>;
    #[doc(hidden)]
    type Stride3: IntegerStride;
    #[doc(hidden)]
    type Shape4: IntegerLeaves<Self::Stride4>;
    #[doc(hidden)]
    type Stride4: IntegerStride;
    #[doc(hidden)]
    type Shape5: IntegerLeaves<Self::Stride5>;
    #[doc(hidden)]
    type Stride5: IntegerStride;
}
/// `N` modes.
pub struct Modes<const N: usize>(PhantomData<[(); N]>);
/// The shape and the strides of a layout `L` of `N` modes.
pub trait OfRank<L, const N: usize> {
    /// The shape.
    type Shape;
    /// The strides.
    type Stride;
}
/// The layouts of `$n` modes: their shapes and strides, and what is behind them.
macro_rules! ranks {
    ($($n:literal: $($s:ident $d:ident $shape:ident $stride:ident),*; $($other:ident),*;)*) => {$(
        impl<L: RankLayout<$n>> OfRank<L, $n> for Modes<$n> {
            type Shape = HList![$(L::$shape),*];
            type Stride = HList![$(L::$stride),*];
        }
        #[diagnostic::do_not_recommend]
        impl<$($s: IntegerLeaves<$d>, $d: IntegerStride),*> RankLayout<$n> for Layout<HList![$($s),*], HList![$($d),*]> {
            $(type $shape = $s; type $stride = $d;)*
            $(type $other = HNil;)*
        }
    )*};
}
ranks! {
    2: A AD Shape0 Stride0, B BD Shape1 Stride1; Shape2, Stride2, Shape3, Stride3, Shape4, Stride4, Shape5, Stride5;
    3: A AD Shape0 Stride0, B BD Shape1 Stride1, C CD Shape2 Stride2; Shape3, Stride3, Shape4, Stride4, Shape5, Stride5;
    4: A AD Shape0 Stride0, B BD Shape1 Stride1, C CD Shape2 Stride2, D DD Shape3 Stride3; Shape4, Stride4, Shape5, Stride5;
    5: A AD Shape0 Stride0, B BD Shape1 Stride1, C CD Shape2 Stride2, D DD Shape3 Stride3, E ED Shape4 Stride4; Shape5, Stride5;
    6: A AD Shape0 Stride0, B BD Shape1 Stride1, C CD Shape2 Stride2, D DD Shape3 Stride3, E ED Shape4 Stride4, F FD Shape5 Stride5; ;
}
impl<L: RankLayout<1>> OfRank<L, 1> for Modes<1> {
    type Shape = L::Shape0;
    type Stride = L::Stride0;
}
#[diagnostic::do_not_recommend]
impl<S: IntegerLeaves<D>, D: IntegerStride> RankLayout<1> for Layout<S, D> {
    type Shape0 = S;
    type Stride0 = D;
    type Shape1 = HNil;
    type Stride1 = HNil;
    type Shape2 = HNil;
    type Stride2 = HNil;
    type Shape3 = HNil;
    type Stride3 = HNil;
    type Shape4 = HNil;
    type Stride4 = HNil;
    type Shape5 = HNil;
    type Stride5 = HNil;
}
