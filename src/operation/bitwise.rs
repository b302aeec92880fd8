//! Inverses and complements of layouts with XOR strides, by their matrices.
//!
//! All is static, so there is nothing to compute at run time.

use frunk_core::hlist::HNil;
use tilework_algebra::Error;
use typenum::U1;

use crate::f2::{Columns, Echelon, Invertible, Longest, Matrix, Padded, Run, Runs};
use crate::layout::codomain::Bits;
use crate::layout::{AnyLayout, ByParts};
use crate::leaf::int::Known;
use crate::operation::complement_ext::LeaveExtOf;
use crate::operation::left_inverse::InvertLeftOf;
use crate::operation::right_inverse::InvertRightOf;
use crate::verdict::First;

/// The echelon form of the matrix of the modes `M`.
type Form<M, F> = <<M as Matrix<F>>::Columns<U1, First> as Columns>::Echelon;
/// The layout of coalesced modes.
type LayoutOf<R> = ByParts<<R as Runs>::Layout>;

// Coordinates with the values 1, 2, 4 and so on, of which all combinations are coordinates.
impl<L, M> InvertRightOf<L> for Bits
where
    L: AnyLayout<Modes = M>,
    M: Matrix<Invertible<L>>,
    RightInverseOf<L, M>: Known,
{
    type Out = RightInverseOf<L, M>;
    fn invert_right_of(_: L) -> Result<Self::Out, Error> {
        Ok(Known::VALUE)
    }
}
type RightInverseOf<L, M> = LayoutOf<
    <<M as Matrix<Invertible<L>>>::Odd<U1> as Longest>::Of<
        <Form<M, Invertible<L>> as Echelon>::Right<HNil>,
    >,
>;

// The coordinate of each bit of an offset at which a value begins.
impl<L, M> InvertLeftOf<L> for Bits
where
    L: AnyLayout<Modes = M>,
    M: Matrix<Invertible<L>>,
    LeftInverseOf<L, M>: Known,
{
    type Out = LeftInverseOf<L, M>;
    fn invert_left_of(_: L) -> Result<Self::Out, Error> {
        Ok(Known::VALUE)
    }
}
type LeftInverseOf<L, M> = LayoutOf<<Form<M, Invertible<L>> as Echelon>::Left<HNil>>;

// The bits at which no value begins, and the first one past all of them.
impl<L, M> LeaveExtOf<L> for Bits
where
    L: AnyLayout<Modes = M>,
    M: Matrix<Padded<L, ()>>,
    ComplementExtOf<L, M>: Known,
{
    type Out = ComplementExtOf<L, M>;
    fn leave_ext_of(_: L) -> Result<Self::Out, Error> {
        Ok(Known::VALUE)
    }
}
type ComplementExtOf<L, M> = LayoutOf<
    <Form<M, Padded<L, ()>> as Echelon>::Gaps<
        Run<U1, <Form<M, Padded<L, ()>> as Echelon>::End, HNil>,
    >,
>;
