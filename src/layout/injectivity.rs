//! Injectivity: whether a layout has one coordinate for each offset.

use tilework_algebra::{Error, Mode as ValueMode, Operation, Rule, injectivity};

use crate::layout::bits;
use crate::layout::modes::{Modes, not_coordinates};
use crate::layout::offset_map::OffsetMap;
use crate::leaf::stride::Codomain;

/// Checks that no two coordinates of `modes` have the same offset.
///
/// # Errors
/// [`Rule::Injectivity`] with two integral coordinates that collide. [`Rule::Undecided`] if the exact test reaches its
/// budget.
#[inline(always)]
pub fn check<M: Modes>(modes: M) -> Result<(), Error> {
    if matches!(const { M::CODOMAIN }, Codomain::Bits) {
        if modes.is_empty() {
            return Ok(());
        }
        return bits::check_injective(modes);
    }
    const { not_coordinates(M::CODOMAIN) }
    if const { M::STATIC.is_some() && M::SEGREGATED } {
        return Ok(());
    }
    if in_order(modes) || modes.is_empty() {
        return Ok(());
    }
    check_exactly(modes)
}

/// Checks that no two coordinates have the same offset under a function of it, `i -> F(first + modes(i))`. If `F` may
/// have a value twice, all coordinates are visited.
///
/// # Errors
/// Those of [`check`]; [`Rule::Undecided`] if the visit takes more than [`STEPS`] evaluations.
#[inline(always)]
pub(crate) fn check_under<F: OffsetMap, M: Modes>(
    outer: F,
    first: usize,
    modes: M,
) -> Result<(), Error> {
    check(modes)?;
    match outer.check_injective() {
        Ok(()) => Ok(()),
        Err(_) => check_all(modes.size(), |i| outer.apply(first + modes.offset(i))),
    }
}

/// The largest number of evaluations of [`tick_off`].
const STEPS: usize = 1 << 20;

/// Checks that `offset` has no value twice below `size`.
///
/// # Errors
/// Those of [`check_under`].
#[inline(never)]
fn check_all(size: usize, offset: impl Fn(usize) -> usize) -> Result<(), Error> {
    let twice = |second, value| {
        let first = (0..second).find(|&i| offset(i) == value).unwrap_or(0);
        let rule = Rule::Injectivity { first: first as i64, second: second as i64 };
        Err(Error::new(Operation::Tensor, rule))
    };
    tick_off(size, &offset, twice)
}

/// Ticks off the values that `offset` has below `size`, in windows that need no allocator. Calls `twice` with each
/// coordinate whose value occurred before, and with the value.
///
/// # Errors
/// [`Rule::Undecided`] if it takes more than [`STEPS`] evaluations; those of `twice`.
fn tick_off(
    size: usize,
    offset: impl Fn(usize) -> usize,
    mut twice: impl FnMut(usize, usize) -> Result<(), Error>,
) -> Result<(), Error> {
    const WORDS: usize = 64;
    const WINDOW: usize = WORDS * u64::BITS as usize;
    let undecided = Error::new(Operation::Tensor, Rule::Undecided { steps: STEPS as u64 });
    if size > STEPS {
        return Err(undecided);
    }
    if size == 0 {
        return Ok(());
    }
    let (mut least, mut most) = (usize::MAX, 0);
    for value in (0..size).map(&offset) {
        (least, most) = (least.min(value), most.max(value));
    }
    let windows = least / WINDOW..most / WINDOW + 1;
    if windows.len() > STEPS / size {
        return Err(undecided);
    }
    for window in windows {
        let mut seen = [0_u64; WORDS];
        for coordinate in 0..size {
            let value = offset(coordinate);
            if value / WINDOW != window {
                continue;
            }
            let (word, bit) = (value % WINDOW / 64, 1 << (value % 64));
            if seen[word] & bit != 0 {
                twice(coordinate, value)?;
            } else {
                seen[word] |= bit;
            }
        }
    }
    Ok(())
}

/// True if, from the left or from the right, each stride is above all offsets of the modes before it. This cheap test
/// holds for column-major and row-major matrices.
#[inline(always)]
fn in_order<M: Modes>(modes: M) -> bool {
    let (mut left, mut right) = (0, modes.reach() as i64);
    let (mut from_left, mut from_right) = (true, true);
    modes.for_each_mode(0, &mut |_, mode| {
        if mode.shape > 1 {
            let reach = (mode.shape - 1) * mode.stride;
            right -= reach;
            from_left &= mode.stride > left;
            from_right &= mode.stride > right;
            left += reach;
        }
    });
    from_left || from_right
}

#[inline(never)]
fn check_exactly<M: Modes>(modes: M) -> Result<(), Error> {
    // A sound layout has at most 62 extents above 1; the others do not count.
    let mut leaves = [ValueMode { shape: 1, stride: 0 }; 63];
    let mut count = 0;
    modes.for_each_mode(0, &mut |_, mode| {
        if mode.shape > 1 && count < leaves.len() {
            leaves[count] = mode;
            count += 1;
        }
    });
    match injectivity::collision(&leaves[..count])? {
        None => Ok(()),
        Some((first, second)) => {
            Err(Error::new(Operation::Tensor, Rule::Injectivity { first, second }))
        }
    }
}

/// `n` times these bits: `n` shifted by the place of each set bit, added by XOR.
const fn times_bits(n: u64, mut bits: u64) -> u64 {
    let mut product = 0;
    while bits != 0 {
        product ^= n << bits.trailing_zeros();
        bits &= bits - 1;
    }
    product
}

/// Flat static modes, for tests at compile time.
#[derive(Clone, Copy)]
pub struct StaticModes {
    modes: [(u64, u64); StaticModes::MOST],
    count: usize,
}
impl StaticModes {
    const MOST: usize = 63;
    /// No mode.
    pub const EMPTY: Self = StaticModes { modes: [(1, 0); Self::MOST], count: 0 };

    /// These modes and one more; extents of 1 do not count.
    pub const fn with(mut self, extent: u64, stride: u64) -> Self {
        if extent > 1 && self.count < Self::MOST {
            self.modes[self.count] = (extent, stride);
            self.count += 1;
        }
        self
    }

    /// The number of modes.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Extent and stride of the mode `at`, counted from the left.
    pub const fn leaf(&self, at: usize) -> (u64, u64) {
        // Modes are added from the right.
        self.modes[self.count - 1 - at]
    }

    /// The offsets of the integral coordinates from 0 on. The strides are integers, or, with `bits`, added by XOR.
    pub(crate) const fn offsets<const N: usize>(&self, bits: bool) -> [usize; N] {
        let mut offsets = [0; N];
        let mut i = 0;
        while i < N {
            let (mut left, mut at) = (i as u64, 0);
            while at < self.count {
                let (extent, stride) = self.leaf(at);
                let (c, offset) = (left % extent, offsets[i] as u64);
                let offset =
                    if bits { offset ^ times_bits(c, stride) } else { offset + c * stride };
                offsets[i] = offset as usize;
                left /= extent;
                at += 1;
            }
            i += 1;
        }
        offsets
    }

    /// True if, sorted by stride, each stride is above all offsets of the modes before it. The layout is then
    /// injective.
    pub const fn segregated(mut self) -> bool {
        let mut reach: u128 = 0;
        while let Some((extent, stride)) = self.take_least() {
            if stride as u128 <= reach {
                return false;
            }
            reach += (extent - 1) as u128 * stride as u128;
        }
        true
    }

    /// Removes a mode with the smallest stride.
    const fn take_least(&mut self) -> Option<(u64, u64)> {
        if self.count == 0 {
            return None;
        }
        let mut least = 0;
        let mut i = 1;
        while i < self.count {
            if self.modes[i].1 < self.modes[least].1 {
                least = i;
            }
            i += 1;
        }
        let mode = self.modes[least];
        self.count -= 1;
        self.modes[least] = self.modes[self.count];
        Some(mode)
    }
}
