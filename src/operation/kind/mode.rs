//! A mode of a layout of integers, as generic code asks for it ([`IntegerLayout::mode`](crate::generic::IntegerLayout::mode)).
//! The function `mode` (`src/operation/mode.rs`) is for layouts with all kinds of strides, and names the rule where there is
//! no such mode.
//!
//! ```text
//! mode(l, k) = match l {
//!     (h, ..t) => if k = 0 { h } else { mode(t, k - 1) },
//!     ()       => none,
//!     s:d      => if k = 0 { s:d } else { none },
//! }
//! ```

use core::marker::PhantomData;

use tilework_algebra::{Error, Operation};
use typenum::{B0, B1};

use super::applied::Applied;
use super::leaves::{Among, Leaves};
use super::number::Number;
use super::tree::Tree;
use crate::layout::Layout;

/// Mode `K` as an operation.
#[derive(Clone, Copy)]
pub struct OneMode<K>(PhantomData<K>);
impl<K: Number> Applied<()> for OneMode<K> {
    const OPERATION: Operation = Operation::Mode;
    type Operands<S: Leaves<D>, D> = Among<S, D>;
    type Of<S: Leaves<D>, D> = S::Mode<K>;
    #[inline(always)]
    fn of<S: Leaves<D>, D: Copy>(
        layout: Layout<S, D>,
        _: (),
        _: usize,
    ) -> Result<Self::Of<S, D>, Error> {
        Ok(layout.shape().mode(layout.stride()))
    }
    #[inline(always)]
    fn stays_within<S: Leaves<D>, D: Copy>(_: &Layout<S, D>, _: &()) -> bool {
        true
    }
}

/// Functions of truths.
pub trait OnTruth: Sized {
    /// Mode `K` of the modes `S:D`, then `T:TD`. `Self`: `K = 0`.
    type Mode<S: Leaves<D>, D, T: Leaves<TD>, TD, K: Number>: Tree;
    /// That mode, a value.
    fn mode<S: Leaves<D>, D, T: Leaves<TD>, TD, K: Number>(
        s: S,
        d: D,
        others: T,
        strides: TD,
    ) -> Self::Mode<S, D, T, TD, K>;
}
impl OnTruth for B1 {
    type Mode<S: Leaves<D>, D, T: Leaves<TD>, TD, K: Number> = S::IntoTree;
    #[inline(always)]
    fn mode<S: Leaves<D>, D, T: Leaves<TD>, TD, K: Number>(s: S, d: D, _: T, _: TD) -> S::IntoTree {
        s.into_tree(d)
    }
}
impl OnTruth for B0 {
    type Mode<S: Leaves<D>, D, T: Leaves<TD>, TD, K: Number> = T::Mode<K::Previous>;
    #[inline(always)]
    fn mode<S: Leaves<D>, D, T: Leaves<TD>, TD, K: Number>(
        _: S,
        _: D,
        others: T,
        strides: TD,
    ) -> T::Mode<K::Previous> {
        others.mode(strides)
    }
}
