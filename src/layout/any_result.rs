//! The result of an operation: a layout, a composed layout, or a swizzle. Here are also the functions that return it as
//! a value, with an error, or with a panic.

use frunk_core::hlist::HNil;
use tilework_algebra::{Error, Operation, Rule};
use typenum::{B0, B1, Integer, Unsigned};

use crate::layout::composed::Composed;
use crate::layout::fill_from_modes::{FillFromModes, Sound};
use crate::layout::modes::Modes;
use crate::layout::offset_map::{OffsetMap, all_bits};
use crate::layout::swizzle::Swizzle;
use crate::layout::{AnyLayout, Layout, Staticness, sealed};
use crate::leaf::int::{Known, LARGEST, Leaf};
use crate::leaf::stride::Codomain;

/// The types of results of operations: a layout, a [`Composed`] one or a [`Swizzle`]. Sealed.
pub trait AnyResult: Copy + sealed::Sealed {
    /// True if the type is static: the type is then the result, and no code is generated.
    #[doc(hidden)]
    type IsKnown: Staticness;
    /// True if a result must be checked for being [`finished`](AnyResult::finished).
    #[doc(hidden)]
    const IS_UNFINISHED: bool = false;
    /// The one value, if the type is static. Decisions at run time concern dynamic leaves, so nothing is left to check.
    #[doc(hidden)]
    fn known() -> Self;
    /// `self`, if all of its numbers fit.
    #[doc(hidden)]
    #[inline(always)]
    fn finished(self) -> Result<Self, Error> {
        Ok(self)
    }
    /// The layout whose modes make up the result; an empty one if the result is no layout.
    #[doc(hidden)]
    type Parts: FillFromModes;
    /// The result with these parts.
    #[doc(hidden)]
    fn of_parts(parts: Self::Parts, _: Sound) -> Self;
    /// `self` if it is sound; `operation` made it.
    #[doc(hidden)]
    fn validated(self, operation: Operation) -> Result<Self, Error>;
    /// [`AnyResult::validated`] for a rearrangement of a sound layout. If it stays `within` the size and the offsets of
    /// that layout, it is sound in 64 bits, because its strides have been checked one by one. In fewer bits it may be
    /// unsound, as static operands are sound in 64.
    #[doc(hidden)]
    fn validated_unless(self, within: bool, operation: Operation) -> Result<Self, Error>;
    /// Checks that no offset of the domain overflows when `added` is added and `outer` applied.
    #[doc(hidden)]
    fn fits_under<F: OffsetMap, N: Leaf>(self, outer: F, added: N) -> Result<(), Error>;
}
#[diagnostic::do_not_recommend]
impl<R: AnyLayout> AnyResult for R {
    type IsKnown = R::IsStatic;
    type Parts = Layout<R::Shape, R::Stride>;
    #[inline(always)]
    fn of_parts(parts: Self::Parts, sound: Sound) -> R {
        <R as AnyLayout>::of_parts(parts, sound)
    }
    #[inline(always)]
    fn known() -> R {
        match const { R::KNOWN } {
            Some(known) => known,
            None => unreachable!("what is static is known"),
        }
    }
    #[inline(always)]
    fn validated(self, operation: Operation) -> Result<R, Error> {
        // The compiler checks this: a static layout that is not sound does not build.
        if const { R::Modes::STATIC.is_some() } {
            return Ok(self);
        }
        match self.soundness(operation) {
            Ok(_) => Ok(self),
            Err(error) => Err(error),
        }
    }
    #[inline(always)]
    fn validated_unless(self, within: bool, operation: Operation) -> Result<R, Error> {
        if within && const { R::Modes::LIMIT >= LARGEST } {
            return Ok(self);
        }
        self.validated(operation)
    }
    #[inline(always)]
    fn fits_under<F: OffsetMap, N: Leaf>(self, outer: F, added: N) -> Result<(), Error> {
        // The compiler decides this for static ones.
        const {
            if let (Some(added), Some((_, last))) = (N::STATIC, R::Modes::STATIC) {
                let sum = added.checked_add(last);
                assert!(
                    matches!(sum, Some(0..=LARGEST)),
                    "composed: overflow: the exact result does not fit the integers used"
                );
            }
        }
        let last = self.soundness(Operation::Composed)?.last;
        let last = match const { R::Modes::CODOMAIN } {
            Codomain::Coordinates => return Ok(()),
            Codomain::Bits => Some(all_bits(last | added.get())),
            _ => last.checked_add(added.get()),
        };
        match last.and_then(|last| outer.largest(last)) {
            Some(_) => Ok(()),
            None => Err(Error::new(Operation::Composed, Rule::Overflow)),
        }
    }
}
#[diagnostic::do_not_recommend]
impl<F: OffsetMap, N: Leaf, R: AnyResult> AnyResult for Composed<F, N, R> {
    const IS_UNFINISHED: bool = true;
    type IsKnown = B0;
    type Parts = Layout<HNil, HNil>;
    fn of_parts(_: Self::Parts, _: Sound) -> Self {
        unreachable!("what is no layout is not computed by its leaves")
    }
    fn known() -> Self {
        unreachable!("what is composed is asked whether it fits")
    }
    #[inline(always)]
    fn finished(self) -> Result<Self, Error> {
        let (outer, added, inner) = self.into_parts();
        inner.fits_under(outer, added)?;
        Ok(self)
    }
    #[inline(always)]
    fn validated(self, operation: Operation) -> Result<Self, Error> {
        self.try_map_inner(|inner| inner.validated(operation))
    }
    // This is a function on integral coordinates, without a domain.
    #[inline(always)]
    fn fits_under<G: OffsetMap, K: Leaf>(self, _: G, _: K) -> Result<(), Error> {
        Ok(())
    }
    #[inline(always)]
    fn validated_unless(self, within: bool, operation: Operation) -> Result<Self, Error> {
        self.try_map_inner(|inner| inner.validated_unless(within, operation))
    }
}
// Swizzles after one another have a swizzle as the result.
#[diagnostic::do_not_recommend]
impl<B: Unsigned, M: Unsigned, S: Integer> AnyResult for Swizzle<B, M, S> {
    type IsKnown = B1;
    type Parts = Layout<HNil, HNil>;
    fn of_parts(_: Self::Parts, _: Sound) -> Self {
        Known::VALUE
    }
    #[inline(always)]
    fn known() -> Self {
        Known::VALUE
    }
    #[inline(always)]
    fn validated(self, _: Operation) -> Result<Self, Error> {
        Ok(self)
    }
    #[inline(always)]
    fn validated_unless(self, _: bool, _: Operation) -> Result<Self, Error> {
        Ok(self)
    }
    // This is a function of all offsets, without a domain.
    #[inline(always)]
    fn fits_under<F: OffsetMap, N: Leaf>(self, _: F, _: N) -> Result<(), Error> {
        Ok(())
    }
}
impl<B, M, S> sealed::Sealed for Swizzle<B, M, S> {}
impl<F, N, R> sealed::Sealed for Composed<F, N, R> {}

/// An operation on two operands whose result has the type `R`. Everything that makes the result has `R` as a parameter;
/// `fill_from_modes.rs` explains why.
pub trait Computes<A, B, R> {
    /// The result.
    fn compute(a: A, b: B) -> Result<R, Error>;
}
/// A type that equals `R`.
pub trait Is<R> {
    /// The value as `R`.
    fn itself(self) -> R;
}
impl<R> Is<R> for R {
    #[inline(always)]
    fn itself(self) -> R {
        self
    }
}

/// Panics with the text of an error at run time.
#[cold]
#[track_caller]
pub(crate) fn fail(error: Error) -> ! {
    panic!("{error}")
}
