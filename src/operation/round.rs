//! Rounding as a type: what complements and divides do with quotients that are not exact.

use core::marker::PhantomData;

use tilework_algebra::steps::Rounding;

use crate::operation::complement::{Gaps, PaddedGaps};
use crate::operation::kind::leaves::Leaves;
use crate::operation::kind::list::List;
use crate::operation::kind::nat::Number;
use crate::verdict::{Verdict, operation};

/// Rounding as a type.
pub trait Round: Copy {
    /// Its value.
    const ROUNDING: Rounding;
    /// True if a tile and its complement are a bijection onto the coordinates of the layout.
    const IS_EXACT: bool;
    /// The gaps of the tile `S:D` up to `N`.
    type Gaps<S: Leaves<D>, D, N: Number>: List;
    /// The complement with this rounding.
    type Complement;
    /// The logical divide with this rounding.
    type LogicalDivide: operation::Named;
    /// The zipped divide with this rounding.
    type ZippedDivide: operation::Named;
    /// The tiled divide with this rounding.
    type TiledDivide: operation::Named;
    /// The flat divide with this rounding.
    type FlatDivide: operation::Named;
}
/// A quotient that is not exact is an error.
#[derive(Clone, Copy, Debug)]
pub struct Exact;
/// Gaps are rounded down and the last mode up, as in CuTe.
#[derive(Clone, Copy, Debug)]
pub struct Ceil;
impl Round for Exact {
    const ROUNDING: Rounding = Rounding::Exact;
    const IS_EXACT: bool = true;
    type Gaps<S: Leaves<D>, D, N: Number> = Gaps<S, D, N>;
    type Complement = operation::complement_in;
    type LogicalDivide = operation::logical_divide_by;
    type ZippedDivide = operation::zipped_divide_by;
    type TiledDivide = operation::tiled_divide_by;
    type FlatDivide = operation::flat_divide_by;
}
impl Round for Ceil {
    const ROUNDING: Rounding = Rounding::Ceil;
    const IS_EXACT: bool = false;
    type Gaps<S: Leaves<D>, D, N: Number> = PaddedGaps<S, D, N>;
    type Complement = operation::complement_ceil_in;
    type LogicalDivide = operation::logical_divide_ceil_by;
    type ZippedDivide = operation::zipped_divide_ceil_by;
    type TiledDivide = operation::tiled_divide_ceil_by;
    type FlatDivide = operation::flat_divide_ceil_by;
}
/// The operation `Op`, which is named without rounding, with the rounding `R`.
pub struct Rounded<Op, R = Exact>(PhantomData<(Op, R)>);
macro_rules! rounded {
    ($($operation:ident $name:ident;)*) => {$(
        impl<R: Round> operation::Words for Rounded<operation::$operation, R> {
            type Name = R::$name;
        }
        impl<R, L: Verdict> operation::Judges<L> for Rounded<operation::$operation, R> {
            type Verdict = L::Out;
        }
    )*};
}
rounded! {
    complement_in Complement;
    logical_divide_by LogicalDivide;
    zipped_divide_by ZippedDivide;
    tiled_divide_by TiledDivide;
    flat_divide_by FlatDivide;
}
