//! Swizzles: functions that XOR bits of an offset with other bits of it.

use core::fmt;
use core::marker::PhantomData;
use core::ops::Add;

#[cfg(feature = "alloc")]
use tilework_algebra as algebra;
use typenum::{B1, Integer, IsLessOrEqual, NInt, NonZero, PInt, U62, UTerm, Unsigned, Z0};

use crate::layout::offset_map::MOST;
use crate::leaf::decimal::Readable;
use crate::leaf::int::{Known, Static};

/// The swizzle `Sw<B,M,S>`, CuTe's `Swizzle<B,M,S>`. It XORs `B` bits of an offset, from bit `M` on, with the `B` bits
/// that are `S` places above them. For a negative `S`, the upper bits are XORed with the lower ones, which begin at bit
/// `M`.
///
/// `B` and `M` are unsigned typenum integers, and `S` is a signed one, `P3` or `N3`. A swizzle is linear over F2 and
/// its own inverse. Blocks of `2^M` offsets stay together. Zero-sized.
///
/// ```
/// use tilework::{Swizzle, typenum::{P3, U0, U2}};
/// const SWIZZLE: Swizzle<U2, U0, P3> = Swizzle::new();
/// assert_eq!([0, 1, 8, 9, 16, 24].map(|i| SWIZZLE.apply(i)), [0, 1, 9, 8, 18, 27]);
/// assert_eq!(SWIZZLE.to_string(), "Sw<2,0,3>");
/// ```
///
/// If `S` moves by less than `B` places, or bits are not among the first 62, it does not compile:
///
/// ```compile_fail
/// use tilework::{Swizzle, typenum::{P2, U0, U3}};
/// Swizzle::<U3, U0, P2>::new();
/// ```
pub struct Swizzle<B, M, S>(PhantomData<(B, M, S)>);

impl<B, M, S> Clone for Swizzle<B, M, S> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<B, M, S> Copy for Swizzle<B, M, S> {}
impl<B, M, S> PartialEq for Swizzle<B, M, S> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl<B, M, S> Eq for Swizzle<B, M, S> {}
impl<B: Unsigned, M: Unsigned, S: Integer> Default for Swizzle<B, M, S> {
    fn default() -> Self {
        Self::VALUE
    }
}

impl<B: Unsigned, M: Unsigned, S: Integer> Swizzle<B, M, S> {
    const SOUND: () = {
        let (bits, base, by) = (B::U64, M::U64, S::I64.unsigned_abs());
        assert!(
            bits <= by && by <= 62 && base <= 62 && bits + base + by <= 62,
            "swizzle: the shift moves by at least as many places as there are bits, all of them \
             among the first 62"
        );
        assert!(
            bits + base + by < usize::BITS as u64,
            "swizzle: bits of an offset that a `usize` of this target does not have"
        );
    };

    /// The swizzle.
    #[inline(always)]
    pub const fn new() -> Self
    where
        S: Moves<B, M>,
    {
        Self::VALUE
    }

    /// The function at `offset`.
    #[inline(always)]
    pub const fn apply(self, offset: usize) -> usize {
        const { Self::SOUND }
        let (mask, by) = ((1 << B::U32) - 1, S::I32.unsigned_abs());
        if S::I32 < 0 {
            offset ^ ((offset >> M::U32 & mask) << (M::U32 + by))
        } else {
            offset ^ ((offset >> (M::U32 + by) & mask) << M::U32)
        }
    }

    /// The inverse function: the swizzle itself.
    #[inline(always)]
    pub const fn inverse(self) -> Self {
        self
    }

    /// The number of offsets that stay together: the largest `v` with `apply(x + i) = apply(x) + i` for multiples `x`
    /// of `v` and `i` below it. It is `2^M`. If nothing is XORed, it is the largest power of 2 that is an offset,
    /// `2^62` in 64 bits.
    #[inline(always)]
    pub const fn alignment(self) -> usize {
        if B::U32 == 0 { 1 << MOST.ilog2() } else { 1 << M::U32 }
    }

    /// The least power of 2 such that offsets between two multiples of it stay between them.
    #[inline(always)]
    pub const fn block(self) -> usize {
        match (B::U32, S::I32) {
            (0, _) => 1,
            (bits, 0..) => 1 << (M::U32 + bits),
            (bits, by) => 1 << (M::U32 + bits + by.unsigned_abs()),
        }
    }

    /// The swizzle as a value of the algebra.
    #[cfg(feature = "alloc")]
    pub fn to_value(self) -> algebra::Swizzle {
        const { Self::SOUND }
        match algebra::Swizzle::new(B::I64, M::I64, S::I64) {
            Ok(swizzle) => swizzle,
            Err(error) => unreachable!("a sound swizzle is one at the value level too: {error}"),
        }
    }
}
/// Shifts by at least `B` places that move `B` bits, from bit `M` on, all among the first 62.
pub trait Moves<B, M> {}
// The impl is for all types, because the compiler would print an impl for shifts.
impl<S, B, M, U, Both, End, F, G> Moves<B, M> for S
where
    S: Places<Out = U>,
    B: IsLessOrEqual<U, Output = F> + Add<U, Output = Both>,
    Both: Add<M, Output = End>,
    End: IsLessOrEqual<U62, Output = G>,
    Static<B>: Readable,
    Static<M>: Readable,
    Static<U>: Readable,
    F: BitsApart<<Static<B> as Readable>::Name, <Static<U> as Readable>::Name>,
    G: BitsThere<
            <Static<B> as Readable>::Name,
            <Static<M> as Readable>::Name,
            <Static<U> as Readable>::Name,
        >,
{
}
/// A signed integer.
pub trait Places {
    /// Its magnitude.
    type Out;
}
impl Places for Z0 {
    type Out = UTerm;
}
impl<U: Unsigned + NonZero> Places for PInt<U> {
    type Out = U;
}
impl<U: Unsigned + NonZero> Places for NInt<U> {
    type Out = U;
}
/// Tells whether `B` bits and the bits `S` places away do not overlap.
#[diagnostic::on_unimplemented(
    message = "swizzle: {B} bits cannot be XORed with others {S} places away"
)]
pub trait BitsApart<B, S> {}
#[diagnostic::do_not_recommend]
impl<B, S> BitsApart<B, S> for B1 {}
/// Tells whether `B` bits from `M` on, and those `S` places away, are bits of offsets.
#[diagnostic::on_unimplemented(
    message = "swizzle: {B} bits from bit {M} on and those {S} places away are not among the first 62"
)]
pub trait BitsThere<B, M, S> {}
#[diagnostic::do_not_recommend]
impl<B, M, S> BitsThere<B, M, S> for B1 {}

/// A swizzle, written as the layout of size `2^62` that has its function.
pub(crate) struct Endless<F>(pub F);
impl<B: Unsigned, M: Unsigned, S: Integer> fmt::Display for Endless<Swizzle<B, M, S>> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (bits, base, by) = (B::U32, M::U32, S::I32.unsigned_abs());
        if bits == 0 {
            return write!(f, "{}:f1", 1_u64 << 62);
        }
        // The bits that are XORed to others begin here, and those others there.
        let (from, to) = if S::I32 < 0 { (base, base + by) } else { (base + by, base) };
        let (stay, moved, rest) = (1_u64 << from, 1_u64 << bits, 1_u64 << (62 - from - bits));
        let (both, behind) = (stay ^ 1 << to, stay << bits);
        match from {
            0 => write!(f, "({moved},{rest}):(f{both},f{behind})"),
            _ => write!(f, "({stay},{moved},{rest}):(f1,f{both},f{behind})"),
        }
    }
}
impl<B: Unsigned, M: Unsigned, S: Integer> Known for Swizzle<B, M, S> {
    const VALUE: Self = {
        const { Self::SOUND }
        Swizzle(PhantomData)
    };
}
impl<B: Unsigned, M: Unsigned, S: Integer> fmt::Display for Swizzle<B, M, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sw<{},{},{}>", B::U32, M::U32, S::I32)
    }
}
impl<B: Unsigned, M: Unsigned, S: Integer> fmt::Debug for Swizzle<B, M, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
