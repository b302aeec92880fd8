//! Constants of Rust as static leaves.

use typenum::consts::*;
use typenum::{B0, Const, UInt};

use crate::leaf::int::Static;
use crate::leaf::number::Number;

/// The constants that the types have. (typenum's `ToUInt` cannot take impls of another crate beside its own.) rustc
/// compares each impl with every other, and it compares constants of one type faster than types `Const<M>`. The 1,570
/// impls are a tenth of the time to check the crate.
pub struct Constants;
/// The typenum integer of the constant `M`.
pub trait Constant<const M: usize> {
    /// The typenum integer.
    type Number;
}
/// `64 N`
type By64<N> = UInt<UInt<UInt<UInt<UInt<UInt<N, B0>, B0>, B0>, B0>, B0>, B0>;
/// `256 N`
type By256<N> = UInt<UInt<By64<N>, B0>, B0>;
tilework_macros::constants!();

/// A constant as a static leaf, `Const<M>: ToStatic`. It is the bound of a const generic `const M: usize`, which
/// [`layout!`](crate::layout) and [`Layout!`](crate::Layout!) write as `const M`.
///
/// The types have the constants from 0 to 1024, the multiples of 64 up to 16,384 and of 256 up to 65,536, and the
/// powers of 2 and of 10. With this bound alone, a layout that is written with such constants is a
/// [`MatrixLayout`](crate::algorithm::MatrixLayout) or a [`RankLayout`](crate::generic::RankLayout) for tensors. A
/// [`Fragment`](crate::Fragment) of it needs [`HasCosize`](crate::bound::HasCosize) too.
///
/// ```
/// use tilework::{AnyLayout, Const, Fragment, Layout, bound::{HasCosize, ToStatic}, layout};
/// const M: usize = 8;
/// let tile: Layout!((8,4):(1,8)) = layout!((const M,4));
/// let twice: Layout!((16,4):(1,16)) = layout!((const {2 * M},4));
/// const WIDTH: usize = 11008;
/// let wide: Layout!((4,11008):(11008,1)) = layout!((4,const WIDTH):row_major);
/// # let _ = (tile, twice, wide);
/// fn rows<const N: usize>() -> Layout!((const N,8):(8,1))
/// where
///     Const<N>: ToStatic,
/// {
///     layout!((const N,8):(8,1))
/// }
/// let four: Layout!((4,8):(8,1)) = rows::<4>();
/// # let _ = four;
/// ```
#[diagnostic::on_unimplemented(
    message = "a constant that the types do not have, which are 0 to 1024, multiples of 64 up to 16384 and of 256 up to 65536, powers of 2 and of 10, or in generic code one without the bound `Const<M>: ToStatic`",
    label = "is no constant of the types",
    note = "a number that is written out is any, and `{{M}}` is a dynamic integer"
)]
pub trait ToStatic {
    /// The typenum integer.
    type Number: Number;
}
#[diagnostic::do_not_recommend]
impl<const M: usize, N: Number> ToStatic for Const<M>
where
    Constants: Constant<M, Number = N>,
{
    type Number = N;
}

/// The code that the macros emit for a constant.
#[doc(hidden)]
#[inline(always)]
pub const fn constant<const M: usize, N: Number>() -> Static<N>
where
    Const<M>: ToStatic<Number = N>,
{
    Static::new()
}
