//! What an operation makes: a layout, a composed layout, or a swizzle.

use tilework_algebra::{Error, Operation, Rule};
use typenum::{Integer, Unsigned};

use crate::layout::composed::Composed;
use crate::layout::modes::Modes;
use crate::layout::offset_map::{OffsetMap, all_bits};
use crate::layout::swizzle::Swizzle;
use crate::layout::{AnyLayout, Truth, sealed};
use crate::leaf::int::{Known, LARGEST, Leaf};
use crate::leaf::stride::Codomain;

/// A layout, a [`Composed`] one or a [`Swizzle`]: what operations make of these. Sealed.
pub trait AnyResult: Copy + sealed::Sealed {
    /// The one value of the type if it is static, so that there is no code to generate, else what
    /// `compute` makes of the operands. What run time decides about leaves dynamic ones, so nothing is
    /// left to be checked.
    #[doc(hidden)]
    fn known_or(compute: impl FnOnce() -> Result<Self, Error>) -> Result<Self, Error>;
    /// [`AnyResult::known_or`] of an operand, with the text of an error as a panic.
    ///
    /// A method of the result, and `compute` a function by its name: what else a function says of the
    /// type of its result, rustc computes once more.
    #[doc(hidden)]
    #[inline(always)]
    #[track_caller]
    fn known_or_panic<A>(a: A, compute: impl FnOnce(A) -> Result<Self, Error>) -> Self {
        match Self::known_or(|| compute(a)) {
            Ok(layout) => layout,
            Err(error) => panic!("{error}"),
        }
    }
    /// [`AnyResult::known_or_panic`] of an operation on two operands.
    #[doc(hidden)]
    #[inline(always)]
    #[track_caller]
    fn known_or_panic_by<A, B>(
        a: A,
        b: B,
        compute: impl FnOnce(A, B) -> Result<Self, Error>,
    ) -> Self {
        Self::known_or_panic((a, b), |(a, b)| compute(a, b))
    }
    /// `self` if it is sound; `operation` made it.
    #[doc(hidden)]
    fn validated(self, operation: Operation) -> Result<Self, Error>;
    /// [`AnyResult::validated`] of a rearrangement of a sound layout. Where it stays `within` the size
    /// and the offsets of that it is sound in 64 bits: its strides have been checked one by one.
    /// In fewer it may not be, as static operands are sound in 64.
    #[doc(hidden)]
    fn validated_unless(self, within: bool, operation: Operation) -> Result<Self, Error>;
    /// That no offset of the domain overflows where `added` is added to it and `outer` applied.
    #[doc(hidden)]
    fn fits_under<F: OffsetMap, N: Leaf>(self, outer: F, added: N) -> Result<(), Error>;
}
#[diagnostic::do_not_recommend]
impl<R: AnyLayout> AnyResult for R {
    #[inline(always)]
    fn known_or(compute: impl FnOnce() -> Result<R, Error>) -> Result<R, Error> {
        R::IsStatic::known_or(compute)
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
    #[inline(always)]
    fn known_or(compute: impl FnOnce() -> Result<Self, Error>) -> Result<Self, Error> {
        let composed = compute()?;
        let (outer, added, inner) = composed.into_parts();
        inner.fits_under(outer, added)?;
        Ok(composed)
    }
    #[inline(always)]
    fn validated(self, operation: Operation) -> Result<Self, Error> {
        self.try_map_inner(|inner| inner.validated(operation))
    }
    // A function at integral coordinates, without a domain.
    #[inline(always)]
    fn fits_under<G: OffsetMap, K: Leaf>(self, _: G, _: K) -> Result<(), Error> {
        Ok(())
    }
    #[inline(always)]
    fn validated_unless(self, within: bool, operation: Operation) -> Result<Self, Error> {
        self.try_map_inner(|inner| inner.validated_unless(within, operation))
    }
}
// Swizzles after one another.
#[diagnostic::do_not_recommend]
impl<B: Unsigned, M: Unsigned, S: Integer> AnyResult for Swizzle<B, M, S> {
    #[inline(always)]
    fn known_or(_: impl FnOnce() -> Result<Self, Error>) -> Result<Self, Error> {
        Ok(Known::VALUE)
    }
    #[inline(always)]
    fn validated(self, _: Operation) -> Result<Self, Error> {
        Ok(self)
    }
    #[inline(always)]
    fn validated_unless(self, _: bool, _: Operation) -> Result<Self, Error> {
        Ok(self)
    }
    // A function of all offsets, without a domain.
    #[inline(always)]
    fn fits_under<F: OffsetMap, N: Leaf>(self, _: F, _: N) -> Result<(), Error> {
        Ok(())
    }
}
impl<B, M, S> sealed::Sealed for Swizzle<B, M, S> {}
impl<F, N, R> sealed::Sealed for Composed<F, N, R> {}

/// [`AnyResult::known_or`]
#[inline(always)]
pub(crate) fn known_or<R: AnyResult>(
    compute: impl FnOnce() -> Result<R, Error>,
) -> Result<R, Error> {
    R::known_or(compute)
}
