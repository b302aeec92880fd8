//! Functions of offsets: swizzles, layouts at integral coordinates, and compositions of these.

use core::fmt;

use tilework_algebra::steps::{ContiguousBlock, gcd};
use tilework_algebra::{Error, Operation, Rule};
use typenum::{Integer, Unsigned};

use crate::layout::composed::Composed;
use crate::layout::modes::{Evaluate, Modes, bits_reach};
use crate::layout::swizzle::Swizzle;
use crate::layout::{AnyLayout, Layout, ModesOf, injectivity};
use crate::leaf::int::Leaf;
use crate::leaf::stride::Codomain;

/// A function that is applied to offsets: a [`Swizzle`], a [`Layout`] with integer or XOR strides at integral
/// coordinates, or a composition of such functions, which is a [`Composed`] layout. Sealed: tensors rely on what it
/// says.
#[diagnostic::on_unimplemented(
    message = "composed: neither a swizzle nor a layout, or in generic code one without the bound `OffsetMap`"
)]
pub trait OffsetMap: Copy + fmt::Display + fmt::Debug + sealed::Sealed {
    /// The function at `offset`.
    fn apply(self, offset: usize) -> usize;
    /// An upper bound of the function at the offsets from `first` to `last`, as tight as a cheap computation can make
    /// it. For a layout with integer strides it is the maximum.
    ///
    /// # Errors
    /// [`Rule::CoordinateRange`] if there is none.
    #[doc(hidden)]
    fn bound(self, first: usize, last: usize) -> Result<usize, Error>;
    /// An upper bound of the function at offsets up to `last`, also past the size of a layout, if it fits `i64`.
    #[doc(hidden)]
    fn largest(self, last: usize) -> Option<usize>;
    /// Checks that the function has each value once.
    ///
    /// # Errors
    /// [`Rule::Injectivity`], [`Rule::Undecided`]
    #[doc(hidden)]
    fn check_injective(self) -> Result<(), Error>;
    /// The numbers of offsets that stay together.
    #[doc(hidden)]
    fn together(self) -> ContiguousBlock;
    /// True if it is a swizzle, which has a notation before `o`.
    #[doc(hidden)]
    const IS_SWIZZLE: bool;
    /// True if its offsets are bits, and others are XORed to them.
    #[doc(hidden)]
    const OF_BITS: bool = false;
}
/// The largest offset: it fits `i64`, and a cosize exists.
pub(crate) const MOST: usize =
    if usize::MAX as u64 > i64::MAX as u64 { i64::MAX as usize } else { usize::MAX - 1 };

/// The largest integer with as many bits as `n`.
#[inline(always)]
pub(crate) const fn all_bits(n: usize) -> usize {
    if n == 0 { 0 } else { usize::MAX >> n.leading_zeros() }
}

pub(super) mod sealed {
    use super::{Composed, Layout, Swizzle};

    pub trait Sealed {}
    impl<B, M, S> Sealed for Swizzle<B, M, S> {}
    impl<S, D> Sealed for Layout<S, D> {}
    impl<F, N, L> Sealed for Composed<F, N, L> {}
}

impl<B: Unsigned, M: Unsigned, S: Integer> OffsetMap for Swizzle<B, M, S>
where
    Self: Copy,
{
    const IS_SWIZZLE: bool = true;
    #[inline(always)]
    fn apply(self, offset: usize) -> usize {
        Swizzle::apply(self, offset)
    }
    #[inline(always)]
    fn bound(self, _: usize, last: usize) -> Result<usize, Error> {
        Ok(last | (self.block() - 1))
    }
    #[inline(always)]
    fn largest(self, last: usize) -> Option<usize> {
        (last <= MOST).then(|| last | (self.block() - 1))
    }
    #[inline(always)]
    fn check_injective(self) -> Result<(), Error> {
        Ok(())
    }
    #[inline(always)]
    fn together(self) -> ContiguousBlock {
        if B::U32 == 0 {
            ContiguousBlock::All
        } else {
            ContiguousBlock::DivisorsOf(self.alignment() as i64)
        }
    }
}
impl<S, D> OffsetMap for Layout<S, D>
where
    Self: AnyLayout<Modes: Evaluate<usize>>,
{
    const IS_SWIZZLE: bool = false;
    const OF_BITS: bool = matches!(ModesOf::<Self>::CODOMAIN, Codomain::Bits);
    #[inline(always)]
    fn apply(self, offset: usize) -> usize {
        self.modes().evaluate(0, offset)
    }
    #[inline(always)]
    fn bound(self, first: usize, last: usize) -> Result<usize, Error> {
        let (size, number) = (AnyLayout::size(self), |n| i64::try_from(n).unwrap_or(i64::MAX));
        if last >= size {
            let rule = Rule::CoordinateRange { coordinate: number(last), extent: number(size) };
            return Err(Error::new(Operation::Tensor, rule));
        }
        if Self::OF_BITS {
            return Ok(self.modes().reach());
        }
        // These are maxima over the modes so far: of all coordinates, of those from `first` on, of those up to `last`,
        // and of those between the two, if there are any.
        let (mut all, mut from, mut up_to, mut between) = (0, 0, 0, Some(0));
        let (mut first, mut last) = (first, last);
        self.modes().for_each_mode(0, &mut |_, mode| {
            let (extent, stride) = (mode.shape as usize, mode.stride as usize);
            let (low, high) = (first % extent, last % extent);
            (first, last) = (first / extent, last / extent);
            between = match high.checked_sub(low) {
                None => None,
                Some(0) => between.map(|between| high * stride + between),
                Some(1) => Some((low * stride + from).max(high * stride + up_to)),
                Some(_) => Some(((high - 1) * stride + all).max(high * stride + up_to)),
            };
            from += low * stride;
            if low + 1 < extent {
                from = from.max((extent - 1) * stride + all);
            }
            up_to += high * stride;
            if high > 0 {
                up_to = up_to.max((high - 1) * stride + all);
            }
            all += (extent - 1) * stride;
        });
        Ok(between.unwrap_or(all))
    }
    #[inline(always)]
    fn largest(self, last: usize) -> Option<usize> {
        if last > MOST {
            return None;
        }
        let (mut left, mut sum) = (last, Some(0_usize));
        self.modes().for_each_mode(1, &mut |number, mode| {
            let (extent, stride) = (mode.shape.max(1) as usize, mode.stride as usize);
            // The last mode takes the rest.
            let most = if number < ModesOf::<Self>::COUNT { left.min(extent - 1) } else { left };
            sum = match Self::OF_BITS {
                true => {
                    let bits = bits_reach(most as u64 + 1, stride as u64);
                    sum.zip(usize::try_from(bits).ok()).map(|(sum, bits)| sum | bits)
                }
                false => most.checked_mul(stride).zip(sum).and_then(|(n, sum)| sum.checked_add(n)),
            };
            left /= extent;
        });
        sum.filter(|&sum| sum <= MOST)
    }
    #[inline(always)]
    fn check_injective(self) -> Result<(), Error> {
        injectivity::check(self.modes())
    }
    #[inline(always)]
    fn together(self) -> ContiguousBlock {
        ContiguousBlock::DivisorsOf(run_together(self.modes(), true) as i64)
    }
}
/// The number of consecutive values that stay together. If the last mode is `endless`, those past the size count too,
/// also if its extent is 1.
#[inline(always)]
fn run_together<M: Modes>(modes: M, endless: bool) -> usize {
    // Sums of bits do not carry, so other modes must not touch these bits.
    let bits = const { matches!(M::CODOMAIN, Codomain::Bits) };
    // The modes at the beginning, each of which goes on where the one before ends.
    let (mut run, mut goes_on, mut others) = (1_i64, true, 0);
    modes.for_each_mode(1, &mut |number, mode| {
        // After a number of steps that is no power of 2, integers carry and bits do not.
        let straight = !bits || run.unsigned_abs().is_power_of_two();
        goes_on &= mode.shape == 1 || mode.stride == run && straight;
        if mode.shape > 1 && goes_on {
            run *= mode.shape;
        } else if mode.shape > 1 || endless && number == M::COUNT && number > 1 {
            let lowest = mode.stride & mode.stride.wrapping_neg();
            others = gcd(others, if bits { lowest } else { mode.stride });
        }
    });
    gcd(run, others) as usize
}

macro_rules! at_integral_coordinates {
    ($([$($g:ident $(: $bound:ident)?),*] $l:ty;)*) => {$(
        impl<F: OffsetMap, N: Leaf, $($g $(: $bound)?),*> OffsetMap for Composed<F, N, $l>
        where
            $l: OffsetMap,
            Self: fmt::Display,
        {
            const IS_SWIZZLE: bool = false;
            #[inline(always)]
            fn apply(self, offset: usize) -> usize {
                let (outer, added, inner) = self.into_parts();
                outer.apply(match <$l>::OF_BITS {
                    true => added.get() ^ inner.apply(offset),
                    false => added.get() + inner.apply(offset),
                })
            }
            #[inline(always)]
            fn bound(self, first: usize, last: usize) -> Result<usize, Error> {
                let (outer, added, inner) = self.into_parts();
                let (value, added) = (inner.bound(first, last)?, added.get());
                let (least, most) = match <$l>::OF_BITS {
                    true => (0, Some(all_bits(value | added))),
                    false => (added, value.checked_add(added)),
                };
                outer.bound(least, most.ok_or(Error::new(Operation::Tensor, Rule::Overflow))?)
            }
            #[inline(always)]
            fn largest(self, last: usize) -> Option<usize> {
                let (outer, added, inner) = self.into_parts();
                let (value, added) = (inner.largest(last)?, added.get());
                outer.largest(match <$l>::OF_BITS {
                    true => all_bits(value | added),
                    false => value.checked_add(added)?,
                })
            }
            #[inline(always)]
            fn check_injective(self) -> Result<(), Error> {
                let (outer, _, inner) = self.into_parts();
                inner.check_injective()?;
                outer.check_injective()
            }
            #[inline(always)]
            fn together(self) -> ContiguousBlock {
                let (outer, added, inner) = self.into_parts();
                outer.together().and(ContiguousBlock::divisors_of(added.get() as i64)).and(inner.together())
            }
        }
    )*};
}
at_integral_coordinates! {
    [S, D] Layout<S, D>;
    // Nothing is added to its offsets.
    [B: Unsigned, M: Unsigned, W: Integer] Swizzle<B, M, W>;
}

impl<S, D> Layout<S, D>
where
    Self: OffsetMap + AnyLayout,
{
    /// The number of offsets that stay together: the largest power of 2, `v`, such that `L(x + i) = L(x) + i`, a
    /// multiple of `v` for `i = 0`, for multiples `x` of `v` and `i` below it. That many elements may be copied at
    /// once, as [`Swizzle::alignment`] says for swizzles. It is the run at the beginning, in the order of the modes: 1
    /// for `(8,8):(8,1)`, although each row is contiguous.
    ///
    /// ```
    /// use tilework::layout;
    /// assert_eq!(layout!((8,8):(f1,f12)).alignment(), 4);
    /// let lda = 10;
    /// assert_eq!(layout!((8,8):(1,lda)).alignment(), 2);
    /// ```
    #[inline(always)]
    pub fn alignment(self) -> usize {
        1 << run_together(self.modes(), false).trailing_zeros()
    }
}
