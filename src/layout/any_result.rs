//! What an operation makes: a layout, a composed layout, or a swizzle; and the functions that give it, as a value, as an error
//! or as a panic.

use frunk_core::hlist::HNil;
use tilework_algebra::{Error, Operation, Rule};
use typenum::{B0, B1, Integer, Unsigned};

use crate::layout::composed::Composed;
use crate::layout::modes::Modes;
use crate::layout::numbered::{Numbered, Sound};
use crate::layout::offset_map::{OffsetMap, all_bits};
use crate::layout::swizzle::Swizzle;
use crate::layout::{AnyLayout, Layout, Truth, sealed};
use crate::leaf::int::{Known, LARGEST, Leaf};
use crate::leaf::stride::Codomain;

/// A layout, a [`Composed`] one or a [`Swizzle`]: what operations make of these. Sealed.
pub trait AnyResult: Copy + sealed::Sealed {
    /// Whether the type is static: then it is the result, and there is no code to generate.
    #[doc(hidden)]
    type IsKnown: Truth;
    /// Whether a result has to be asked whether it is [`finished`](AnyResult::finished).
    #[doc(hidden)]
    const IS_UNFINISHED: bool = false;
    /// The one value, where the type is static. What run time decides about leaves dynamic ones, so nothing is left to
    /// be checked.
    #[doc(hidden)]
    fn known() -> Self;
    /// `self`, if all of it fits.
    #[doc(hidden)]
    #[inline(always)]
    fn finished(self) -> Result<Self, Error> {
        Ok(self)
    }
    /// The layout whose modes the result is put together of; an empty one where the result is no layout.
    #[doc(hidden)]
    type Parts: Numbered;
    /// The result of these parts.
    #[doc(hidden)]
    fn of_parts(parts: Self::Parts, _: Sound) -> Self;
    /// The value that is [`AnyResult::known`], else what `compute` makes of an operand; an error becomes a panic with its text.
    ///
    /// A method of the result, and `compute` a function by its name: what else a function says of the
    /// type of its result, rustc computes once more. For the same reason nothing is passed on in closures.
    #[doc(hidden)]
    #[inline(always)]
    #[track_caller]
    fn known_or_panic<A>(a: A, compute: impl FnOnce(A) -> Result<Self, Error>) -> Self {
        match Self::IsKnown::known_or_of(a, compute) {
            Ok(result) => result,
            Err(error) => fail(error),
        }
    }
    /// [`AnyResult::known_or_panic`] for an operation on two operands.
    #[doc(hidden)]
    #[inline(always)]
    #[track_caller]
    fn known_or_panic_by<A, B>(
        a: A,
        b: B,
        compute: impl FnOnce(A, B) -> Result<Self, Error>,
    ) -> Self {
        match Self::IsKnown::known_or_by(a, b, compute) {
            Ok(result) => result,
            Err(error) => fail(error),
        }
    }
    /// `self` if it is sound; `operation` made it.
    #[doc(hidden)]
    fn validated(self, operation: Operation) -> Result<Self, Error>;
    /// [`AnyResult::validated`] of a rearrangement of a sound layout. Where it stays `within` the size
    /// and the offsets of that it is sound in 64 bits: its strides have been checked one by one.
    /// In fewer it may not be, as static operands are sound in 64.
    #[doc(hidden)]
    fn validated_unless(self, within: bool, operation: Operation) -> Result<Self, Error>;
    /// Checks that no offset of the domain overflows where `added` is added to it and `outer` applied.
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
        // Decided while compiling: a static layout that is not sound does not build.
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
        // Of static ones that is decided while compiling.
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
    // This is a function at integral coordinates, without a domain.
    #[inline(always)]
    fn fits_under<G: OffsetMap, K: Leaf>(self, _: G, _: K) -> Result<(), Error> {
        Ok(())
    }
    #[inline(always)]
    fn validated_unless(self, within: bool, operation: Operation) -> Result<Self, Error> {
        self.try_map_inner(|inner| inner.validated_unless(within, operation))
    }
}
// A swizzle is the result where swizzles come after one another.
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

/// An operation on two operands whose result has the type `R`, a parameter of all that makes it, as `numbered.rs` explains.
pub trait Computes<A, B, R> {
    /// The result.
    fn compute(a: A, b: B) -> Result<R, Error>;
}
/// A type that is `R` by another name.
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

/// [`AnyResult::known`], else what `compute` makes of the operands.
#[inline(always)]
pub(crate) fn known_or<R: AnyResult>(
    compute: impl FnOnce() -> Result<R, Error>,
) -> Result<R, Error> {
    R::IsKnown::known_or_of((), |()| compute())
}
/// Panics with the text of an error of run time.
#[cold]
#[track_caller]
pub(crate) fn fail(error: Error) -> ! {
    panic!("{error}")
}
