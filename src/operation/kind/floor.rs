//! Division rounded down, for quotients that are not exact: long division, from the highest bit.

use core::marker::PhantomData;

use typenum::{B0, B1, UInt, UTerm};

use super::Undecided;
use super::answer::Any;
use super::nat::Number;
use crate::leaf::int::{Dyn, Index};

/// The dividend.
pub trait Floor {
    /// `Self / M`
    type Over<M: Number>: Division;
}
impl Floor for UTerm {
    type Over<M: Number> = Parts<UTerm, UTerm>;
}
impl<U: Number> Floor for UInt<U, B0> {
    type Over<M: Number> = <U::Over<M> as Division>::Low0<M>;
}
impl<U: Number> Floor for UInt<U, B1> {
    type Over<M: Number> = <U::Over<M> as Division>::Low1<M>;
}
impl<I: Index> Floor for Dyn<I> {
    type Over<M: Number> = Parts<Self, Self>;
}

/// The quotient `Q` and the remainder `R`, which may have leading zeros.
pub struct Parts<Q, R>(PhantomData<(Q, R)>);
/// The result of a division by `M`.
pub trait Division {
    /// The quotient.
    type Quotient: Number;
    /// The remainder, which may have leading zeros.
    type Remainder: Number;
    /// The division of twice the number.
    type Low0<M: Number>: Division;
    /// The division of twice the number plus 1.
    type Low1<M: Number>: Division;
}
impl<Q: Number, R: Number> Division for Parts<Q, R> {
    type Quotient = Q;
    type Remainder = R;
    type Low0<M: Number> = <<R::Twice as Number>::Minus<M> as Remainder>::Parts<Q, R::Twice>;
    type Low1<M: Number> = <<UInt<R, B1> as Number>::Minus<M> as Remainder>::Parts<Q, UInt<R, B1>>;
}

/// A remainder minus the divisor, if it is not smaller.
pub trait Remainder {
    /// The parts of a division, with the quotient `2 Q` or `2 Q + 1`. `R` is the remainder before.
    type Parts<Q: Number, R: Number>: Division;
}
impl Remainder for Undecided {
    type Parts<Q: Number, R: Number> = Parts<Q::Twice, R>;
}
impl Remainder for UTerm {
    type Parts<Q: Number, R: Number> = Parts<UInt<Q, B1>, UTerm>;
}
macro_rules! remainder {
    ($($bit:ident)*) => {$(
        impl<U: Number> Remainder for UInt<U, $bit> {
            type Parts<Q: Number, R: Number> = Parts<UInt<Q, B1>, Self>;
        }
    )*};
}
remainder!(B0 B1);
impl<I: Index> Remainder for Dyn<I> {
    type Parts<Q: Number, R: Number> = Parts<Self, Self>;
}
impl Remainder for Any {
    type Parts<Q: Number, R: Number> = Parts<UTerm, UTerm>;
}
