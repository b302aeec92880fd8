//! Shapes: what integers and tuples of them have in common.

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Mode};
use typenum::{B0, B1, U0, U1};

use crate::layout::any_result::{AnyResult, Computes};
use crate::layout::congruence::Form;
use crate::layout::rank::Count;
use crate::layout::same_extents::TopModes;
use crate::leaf::decimal::{CountName, names};
use crate::leaf::int::{Dyn, Index, Leaf, Static};
use crate::leaf::integers::{Integers, NoInteger};
use crate::leaf::notation::Notation;
use crate::leaf::number::{Number, NumberOf};

/// Tells whether a layout is static, for code that is generated only if it is not.
pub trait Staticness {
    /// Its value.
    const IS_STATIC: bool;
    /// `Self` and `T`.
    type And<T: Staticness>: Staticness;
    /// `A` or `B`.
    type If<A, B>;
    /// The one value of a static result, else the result of the operation `F` on the operands.
    fn known_or<F: Computes<A, B, R>, A, B, R: AnyResult>(a: A, b: B) -> Result<R, Error>;
}
impl Staticness for B0 {
    const IS_STATIC: bool = false;
    type And<T: Staticness> = B0;
    type If<A, B> = B;
    #[inline(always)]
    fn known_or<F: Computes<A, B, R>, A, B, R: AnyResult>(a: A, b: B) -> Result<R, Error> {
        let result = F::compute(a, b);
        if const { R::IS_UNFINISHED } { result.and_then(R::finished) } else { result }
    }
}
/// A truth that is known to be true.
pub trait IsTrue: Staticness {}
impl IsTrue for B1 {}
impl Staticness for B1 {
    const IS_STATIC: bool = true;
    type And<T: Staticness> = T;
    type If<A, B> = A;
    // rustc does not look at `F` here; that would be most of the work.
    #[inline(always)]
    fn known_or<F: Computes<A, B, R>, A, B, R: AnyResult>(_: A, _: B) -> Result<R, Error> {
        Ok(R::known())
    }
}
/// A shape, or a stride, which has the same form: a leaf or an hlist of shapes.
pub trait Shape: Copy + Notation + Send + Sync {
    /// True if all leaves are static.
    type IsStatic: Staticness;
    /// The integer type of dynamic leaves.
    #[doc(hidden)]
    type Integers: Integers;
    /// The product of the extents.
    #[doc(hidden)]
    type Size: Number;
    /// The number of modes as a typenum integer; see [`Rank`](crate::result::Rank).
    type Rank: Count;
    /// The number of modes as errors print it.
    #[doc(hidden)]
    type Modes: CountName;
    /// The one value of the type, if it is static.
    const KNOWN: Option<Self>;
    /// The first mode of a tuple.
    #[doc(hidden)]
    type Head: Shape;
    /// The other modes of a tuple.
    #[doc(hidden)]
    type Tail: Shape;
    /// The tuple of these; without meaning for anything else.
    #[doc(hidden)]
    #[inline(always)]
    fn cons(_: Self::Head, _: Self::Tail) -> Self {
        Self::BLANK
    }
    /// The first mode of a tuple, and the others; without meaning for anything else.
    #[doc(hidden)]
    #[inline(always)]
    fn split(self) -> (Self::Head, Self::Tail) {
        (Self::Head::BLANK, Self::Tail::BLANK)
    }
    /// The tuple at compile time.
    #[doc(hidden)]
    const FORM: &'static Form = &Form::Leaf(Self::PRODUCT);
    /// True if it contains a verdict.
    #[doc(hidden)]
    const IS_REFUSED: bool = false;
    /// The number of numbers that a leaf has.
    #[doc(hidden)]
    const TERMS: usize = 1;
    /// The value with 0 for all dynamic integers.
    #[doc(hidden)]
    const BLANK: Self;
    /// Writes the dynamic integers of a shape, or of a stride if `IS_STRIDE`, with the first leaf at `at`.
    #[doc(hidden)]
    fn put<const IS_STRIDE: bool>(self, at: usize, to: &mut [Mode]);
    /// Reads the dynamic integers that `put` wrote.
    #[doc(hidden)]
    fn fill<const IS_STRIDE: bool>(&mut self, at: usize, from: &[Mode]);
    /// The number of modes; 1 for a leaf.
    const RANK: usize;
    /// The depth of nesting; 0 for a leaf.
    const DEPTH: usize;
    /// The number of leaves.
    #[doc(hidden)]
    const LEAVES: usize = 1;
    /// The product of the extents, if all are static; the largest integer if it is larger.
    #[doc(hidden)]
    const PRODUCT: Option<u64> = None;
    /// The modes at the top; a leaf is one.
    #[doc(hidden)]
    const TOP: &'static TopModes =
        &TopModes::Mode { size: Self::PRODUCT, leaves: 1, others: &TopModes::End };
    /// The size of the mode `k`, counted from 0.
    #[doc(hidden)]
    #[inline(always)]
    fn mode_size(self, k: usize) -> usize {
        let _ = k;
        1
    }
    /// The product of the extents.
    #[doc(hidden)]
    #[inline(always)]
    fn product(self) -> usize {
        self.mode_size(0)
    }
    /// The product of the extents, if it fits.
    #[doc(hidden)]
    #[inline(always)]
    fn checked_product(self) -> Option<u64> {
        Some(self.product() as u64)
    }
}
// One impl for each leaf, and not one for all `L: Leaf`, which rustc would try for tuples too.
impl<N> Shape for Static<N>
where
    Self: Leaf,
{
    type IsStatic = B1;
    type Integers = NoInteger;
    type Size = NumberOf<Self>;
    type Rank = U1;
    type Modes = names::_1;
    const KNOWN: Option<Self> = Some(Static::new());
    type Head = HNil;
    type Tail = HNil;
    const BLANK: Self = Static::new();
    #[inline(always)]
    fn put<const IS_STRIDE: bool>(self, _: usize, _: &mut [Mode]) {}
    #[inline(always)]
    fn fill<const IS_STRIDE: bool>(&mut self, _: usize, _: &[Mode]) {}
    const RANK: usize = 1;
    const DEPTH: usize = 0;
    const PRODUCT: Option<u64> = <Self as Leaf>::STATIC;
    #[inline(always)]
    fn mode_size(self, _: usize) -> usize {
        self.get()
    }
}
impl<I: Index> Shape for Dyn<I> {
    type IsStatic = B0;
    type Integers = I::Itself;
    type Size = Self;
    type Rank = U1;
    type Modes = names::_1;
    const KNOWN: Option<Self> = None;
    type Head = HNil;
    type Tail = HNil;
    const BLANK: Self = Dyn(I::ZERO);
    #[inline(always)]
    fn put<const IS_STRIDE: bool>(self, at: usize, to: &mut [Mode]) {
        let number = self.0.to_usize() as i64;
        if IS_STRIDE {
            to[at].stride = number;
        } else {
            to[at].shape = number;
        }
    }
    #[inline(always)]
    fn fill<const IS_STRIDE: bool>(&mut self, at: usize, from: &[Mode]) {
        let number = if IS_STRIDE { from[at].stride } else { from[at].shape };
        self.0 = I::of(number as u64);
    }
    const RANK: usize = 1;
    const DEPTH: usize = 0;
    #[inline(always)]
    fn mode_size(self, _: usize) -> usize {
        self.get()
    }
}
impl Shape for HNil {
    type IsStatic = B1;
    type Integers = NoInteger;
    type Size = U1;
    type Rank = U0;
    type Modes = names::_0;
    const KNOWN: Option<Self> = Some(HNil);
    type Head = HNil;
    type Tail = HNil;
    const FORM: &'static Form = &Form::End;
    const BLANK: Self = HNil;
    #[inline(always)]
    fn put<const IS_STRIDE: bool>(self, _: usize, _: &mut [Mode]) {}
    #[inline(always)]
    fn fill<const IS_STRIDE: bool>(&mut self, _: usize, _: &[Mode]) {}
    const RANK: usize = 0;
    const DEPTH: usize = 1;
    const LEAVES: usize = 0;
    const PRODUCT: Option<u64> = Some(1);
    const TOP: &'static TopModes = &TopModes::End;
}
impl<H: Shape, T: Shape> Shape for HCons<H, T> {
    type IsStatic = <H::IsStatic as Staticness>::And<T::IsStatic>;
    type Integers = <H::Integers as Integers>::With<T::Integers>;
    type Size = <H::Size as Number>::Times<T::Size>;
    type Rank = <T::Rank as Count>::Next;
    type Modes = <T::Modes as CountName>::Next;
    const KNOWN: Option<Self> = match (H::KNOWN, T::KNOWN) {
        (Some(head), Some(tail)) => Some(HCons { head, tail }),
        _ => None,
    };
    type Head = H;
    type Tail = T;
    #[inline(always)]
    fn cons(head: H, tail: T) -> Self {
        HCons { head, tail }
    }
    #[inline(always)]
    fn split(self) -> (H, T) {
        (self.head, self.tail)
    }
    const FORM: &'static Form = &Form::Mode(H::FORM, T::FORM);
    const IS_REFUSED: bool = H::IS_REFUSED || T::IS_REFUSED;
    const TERMS: usize = if H::TERMS > T::TERMS { H::TERMS } else { T::TERMS };
    const BLANK: Self = HCons { head: H::BLANK, tail: T::BLANK };
    #[inline(always)]
    fn put<const IS_STRIDE: bool>(self, at: usize, to: &mut [Mode]) {
        if const { !H::IsStatic::IS_STATIC } {
            self.head.put::<IS_STRIDE>(at, to);
        }
        if const { !T::IsStatic::IS_STATIC } {
            self.tail.put::<IS_STRIDE>(at + H::LEAVES, to);
        }
    }
    #[inline(always)]
    fn fill<const IS_STRIDE: bool>(&mut self, at: usize, from: &[Mode]) {
        if const { !H::IsStatic::IS_STATIC } {
            self.head.fill::<IS_STRIDE>(at, from);
        }
        if const { !T::IsStatic::IS_STATIC } {
            self.tail.fill::<IS_STRIDE>(at + H::LEAVES, from);
        }
    }
    const RANK: usize = 1 + T::RANK;
    const DEPTH: usize = {
        let head = 1 + H::DEPTH;
        if head > T::DEPTH { head } else { T::DEPTH }
    };
    const LEAVES: usize = H::LEAVES + T::LEAVES;
    const PRODUCT: Option<u64> = match (H::PRODUCT, T::PRODUCT) {
        (Some(head), Some(tail)) => Some(head.saturating_mul(tail)),
        _ => None,
    };
    const TOP: &'static TopModes =
        &TopModes::Mode { size: H::PRODUCT, leaves: H::LEAVES, others: T::TOP };
    #[inline(always)]
    fn mode_size(self, k: usize) -> usize {
        if k == 0 { self.head.product() } else { self.tail.mode_size(k - 1) }
    }
    #[inline(always)]
    fn product(self) -> usize {
        self.head.product() * self.tail.product()
    }
    #[inline(always)]
    fn checked_product(self) -> Option<u64> {
        self.head.checked_product()?.checked_mul(self.tail.checked_product()?)
    }
}
