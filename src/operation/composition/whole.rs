//! A composition begins when the whole left side is known.
//!
//! With its beginning only, rustc would try all leaves of the right side, and again with each mode that
//! follows: twice the time for each mode more.

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::Error;

use super::Onto;

/// What is known when all of the flat modes `Self` are.
pub trait Whole {
    /// `HNil`
    type Out;
}
impl Whole for HNil {
    type Out = HNil;
}
impl<M, T: Whole> Whole for HCons<M, T> {
    type Out = T::Out;
}
/// [`Onto`] of the shape `S`, when `Self` is known, of the modes `M`.
pub trait OntoWhole<S, D, M, O, J> {
    /// The result, a layout.
    type Out;
    /// The result.
    fn onto_whole(
        shape: S,
        stride: D,
        modes: M,
        operands: O,
        at: usize,
    ) -> Result<Self::Out, Error>;
}
impl<S: Onto<D, M, O, J>, D, M, O, J> OntoWhole<S, D, M, O, J> for HNil {
    type Out = S::Out;
    #[inline(always)]
    fn onto_whole(shape: S, stride: D, modes: M, operands: O, at: usize) -> Result<S::Out, Error> {
        shape.onto(stride, modes, operands, at)
    }
}
