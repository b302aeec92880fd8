//! Swizzles: functions that XOR some bits of an offset with others.

use core::fmt;

use smallvec::SmallVec;

use crate::error::{Error, Operation, Rule};
use crate::layout::{Layout, Modes};
use crate::mode::Mode;
use crate::stride::xor::{Xor, mapped};

/// The swizzle `Sw<B,M,S>`, CuTe's `Swizzle<B,M,S>`: the function that XORs `B` bits of an offset, from bit `M` upward,
/// with the `B` bits that are `S` places above them. If `S` is negative, it XORs the upper bits with the lower ones,
/// which begin at bit `M`.
///
/// It is linear over F2 and its own inverse. Blocks of `2^M` offsets keep their order.
///
/// ```
/// use tilework_algebra::Swizzle;
/// let swizzle = Swizzle::new(2, 0, 3)?;
/// assert_eq!([0, 1, 8, 9, 16, 24].map(|i| swizzle.apply(i)), [0, 1, 9, 8, 18, 27]);
/// assert_eq!(swizzle.to_string(), "Sw<2,0,3>");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Swizzle {
    bits: u32,
    base: u32,
    shift: i32,
}

impl Swizzle {
    /// `Sw<bits,base,shift>`.
    ///
    /// # Errors
    /// [`Rule::Swizzle`] unless `bits` and `base` are at least 0, `shift` moves by at least `bits` places in either
    /// direction, and all bits are among the first 62.
    #[inline]
    pub fn new(bits: i64, base: i64, shift: i64) -> Result<Self, Error> {
        let places = |n: i64| u32::try_from(n).ok().filter(|&n| n <= 62);
        let by = places(shift.saturating_abs()).filter(|&by| bits <= by.into());
        let swizzle = match (places(bits), places(base), by) {
            (Some(bits), Some(base), Some(by)) if bits + base + by <= 62 => {
                let shift = if shift < 0 { -(by as i32) } else { by as i32 };
                Some(Swizzle { bits, base, shift })
            }
            _ => None,
        };
        let rule = Rule::Swizzle { bits, base, shift };
        swizzle.ok_or(Error::new(Operation::Swizzle, rule))
    }

    /// The identity as a swizzle.
    #[cfg(feature = "draw")]
    pub(crate) fn identity() -> Self {
        Swizzle { bits: 0, base: 0, shift: 0 }
    }

    /// The number of bits that are XORed, `B`.
    pub fn bits(self) -> u32 {
        self.bits
    }

    /// The lowest bit that is involved, `M`.
    pub fn base(self) -> u32 {
        self.base
    }

    /// The distance, upward, to the bits with which others are XORed, `S`; negative if they are below.
    pub fn shift(self) -> i32 {
        self.shift
    }

    /// The function at `offset`, which may be negative: its bits are then those of its two's complement.
    #[inline]
    pub fn apply(self, offset: i64) -> i64 {
        let (mask, by) = ((1i64 << self.bits) - 1, self.shift.unsigned_abs());
        if self.shift < 0 {
            offset ^ (offset >> self.base & mask) << (self.base + by)
        } else {
            offset ^ (offset >> (self.base + by) & mask) << self.base
        }
    }

    /// The inverse function, which is the same swizzle.
    pub fn inverse(self) -> Self {
        self
    }

    /// The number of low bits that the swizzle affects. It permutes the offsets below 2 to this power and is the
    /// identity on multiples of it.
    #[inline]
    pub(crate) fn width(self) -> u32 {
        self.bits + self.base + self.shift.unsigned_abs()
    }

    /// The largest number of offsets that stay together: `apply(x + i) = apply(x) + i` for multiples `x` of it and `i`
    /// below it. It is `2^M`, or `2^62` if nothing is XORed.
    ///
    /// ```
    /// use tilework_algebra::Swizzle;
    /// assert_eq!(Swizzle::new(3, 4, 3)?.alignment(), 16);
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn alignment(self) -> i64 {
        if self.bits == 0 { 1 << 62 } else { 1 << self.base }
    }

    /// The same function as a layout with XOR strides, of size `2^(B + M + |S|)`. Past that size it continues as
    /// layouts do, with an unbounded last mode: see [`Swizzle::compose`].
    ///
    /// ```
    /// use tilework_algebra::Swizzle;
    /// assert_eq!(Swizzle::new(2, 0, 3)?.to_layout().to_string(), "(8,4):(f1,f9)");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    #[inline]
    pub fn to_layout(self) -> Layout<Xor> {
        let value = |place: u32| Xor::trusted(self.apply(1 << place));
        let bit = |place| Mode { shape: 2, stride: value(place) };
        let modes: Modes<Xor> = (0..self.width()).map(bit).collect();
        Layout::of_flat(crate::operation::coalesce::coalesced(&modes))
    }

    /// The same function as a layout of size `2^62`.
    #[inline]
    pub(crate) fn endless(self) -> Layout<Xor> {
        let bit = |place| Mode { shape: 2, stride: Xor::trusted(self.apply(1i64 << place)) };
        let modes: Modes<Xor> = (0..62).map(bit).collect();
        Layout::of_flat(crate::operation::coalesce::coalesced(&modes))
    }

    /// The swizzle with the function of `layout` on the domain of the layout; `None` if there is none, or if an extent
    /// before the last is not a power of 2.
    ///
    /// ```
    /// use tilework_algebra::{Layout, Swizzle, Xor};
    /// let layout: Layout<Xor> = "(8,4):(f1,f9)".parse()?;
    /// assert_eq!(Swizzle::of_layout(&layout), Some(Swizzle::new(2, 0, 3)?));
    /// assert_eq!(Swizzle::of_layout(&"(8,4):(f1,f10)".parse()?), Some(Swizzle::new(2, 1, 2)?));
    /// assert_eq!(Swizzle::of_layout(&"(8,4):(f1,f11)".parse()?), None);
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    #[inline]
    pub fn of_layout(layout: &Layout<Xor>) -> Option<Self> {
        let size = layout.size();
        let places = 64 - (size - 1).leading_zeros();
        // The bits that each bit contributes in addition to itself.
        let value = |place: u32| layout.offset(1 << place).ok();
        let brought: Option<SmallVec<[i64; 16]>> =
            (0..places).map(|place| value(place).map(|value| value ^ 1 << place)).collect();
        let brought = brought?;
        let moved = || brought.iter().enumerate().filter(|(_, bits)| **bits != 0);
        let swizzle = match moved().next() {
            None => Swizzle { bits: 0, base: 0, shift: 0 },
            Some((first, &bits)) => {
                let (from, to) = (i64::try_from(first).ok()?, i64::from(bits.trailing_zeros()));
                let count = i64::try_from(moved().count()).ok()?;
                Swizzle::new(count, from.min(to), from - to).ok()?
            }
        };
        // If this holds, the layout is linear in the bits of the integral coordinate, so its values at the bits decide.
        let modes = layout.flat_modes().split_last();
        let linear = modes.is_none_or(|(_, before)| {
            before.iter().all(|mode| mode.shape.unsigned_abs().is_power_of_two())
        });
        let same = (0..places).all(|place| value(place) == Some(swizzle.apply(1 << place)));
        (linear && same).then_some(swizzle)
    }

    /// `self o layout` as a layout with XOR strides: `r(c) = self(layout(c))`. Its shape refines that of `layout`; each
    /// leaf becomes a leaf or a flat tuple.
    ///
    /// It has this function on its size. Past its size, where a composition or a padded divide may evaluate it, it
    /// continues as layouts do, with an unbounded last mode, and not as the swizzle does.
    /// [`Composed::of`](crate::Composed::of) keeps the function there.
    ///
    /// # Errors
    /// [`Rule::PowerOfTwo`] for a leaf whose extent is not a power of 2, unless its odd part is a mode;
    /// [`Rule::Overflow`].
    ///
    /// ```
    /// use tilework_algebra::{Layout, Swizzle, Xor};
    /// let rows = Layout::<Xor>::of_integers(&"(8,8):(8,1)".parse()?)?;
    /// let swizzled = Swizzle::new(3, 0, 3)?.compose(&rows)?;
    /// assert_eq!(swizzled.to_string(), "(8,8):(f9,f1)");
    /// // Past the size, the layout has the value 8 at 8, and the swizzle has 9.
    /// let four = "4:1".parse()?;
    /// assert_eq!(Swizzle::new(3, 0, 3)?.compose(&Layout::<Xor>::of_integers(&four)?)?.offset(8)?, 8);
    /// assert_eq!(tilework_algebra::Composed::of(Swizzle::new(3, 0, 3)?, four).offset(8)?, 9);
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    #[inline]
    pub fn compose(self, layout: &Layout<Xor>) -> Result<Layout<Xor>, Error> {
        mapped(Operation::Composition, layout, |offset| Some(self.apply(offset)))
    }

    /// `self o first` as a layout of twice the larger of the two sizes: a product of bit matrices, whatever the shifts
    /// are. Its last mode ends with a bit that stays, so the layout continues past its size as the swizzles do,
    /// unchanged. [`Swizzle::of_layout`] tells whether the result is a swizzle, as it is for two swizzles with
    /// adjacent, disjoint bits.
    ///
    /// ```
    /// use tilework_algebra::Swizzle;
    /// let (low, high) = (Swizzle::new(1, 0, 3)?, Swizzle::new(1, 1, 3)?);
    /// assert_eq!(Swizzle::of_layout(&low.after(high)), Some(Swizzle::new(2, 0, 3)?));
    /// let other = Swizzle::new(1, 1, 4)?;
    /// assert_eq!(low.after(other).to_string(), "(8,2,2,2,2):(f1,f9,f16,f34,f64)");
    /// assert_eq!(Swizzle::of_layout(&low.after(other)), None);
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    #[inline]
    pub fn after(self, first: Swizzle) -> Layout<Xor> {
        let both = |place: u32| Xor::trusted(self.apply(first.apply(1 << place)));
        let bit = |place| Mode { shape: 2, stride: both(place) };
        let width = self.width().max(first.width()) + 1;
        // A size is at most `2^62`.
        let modes: Modes<Xor> = (0..width.min(62)).map(bit).collect();
        Layout::of_flat(crate::operation::coalesce::coalesced(&modes))
    }

    /// The same swizzle for elements of another width: `r(n x + i) = n self(x) + i` for elements of `1/n` the width,
    /// with `i` below `n`, and the reverse for wider elements.
    ///
    /// # Errors
    /// [`Rule::Extent`] for a width below 1; [`Rule::PowerOfTwo`] unless one width is a power of 2 times the other;
    /// [`Rule::Alignment`] if wider elements do not stay together.
    ///
    /// ```
    /// use tilework_algebra::Swizzle;
    /// // 16 bytes stay together, as elements of 16 bits.
    /// assert_eq!(Swizzle::new(3, 4, 3)?.recast(8, 16)?, Swizzle::new(3, 3, 3)?);
    /// assert!(Swizzle::new(3, 0, 3)?.recast(8, 16).is_err());
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    #[inline]
    pub fn recast(self, old: i64, new: i64) -> Result<Self, Error> {
        let error = |rule| Error::new(Operation::Recast, rule);
        for width in [old, new] {
            if width < 1 {
                return Err(error(Rule::Extent { extent: width }));
            }
        }
        let (small, large) = (old.min(new), old.max(new));
        let times = large / small;
        if large % small != 0 || !times.unsigned_abs().is_power_of_two() {
            return Err(error(Rule::PowerOfTwo {
                extent: if large % small == 0 { times } else { large },
            }));
        }
        if new > old && self.alignment() < times {
            return Err(error(Rule::Alignment { together: self.alignment(), wanted: times }));
        }
        let by = i64::from(times.trailing_zeros());
        let base = i64::from(self.base) + if new > old { -by } else { by };
        // The base does not matter if nothing is XORed.
        let base = if self.bits == 0 { 0 } else { base };
        Swizzle::new(self.bits.into(), base, self.shift.into())
            .map_err(|error| error.during(Operation::Recast))
    }
}

impl fmt::Display for Swizzle {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sw<{},{},{}>", self.bits, self.base, self.shift)
    }
}

impl fmt::Debug for Swizzle {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
