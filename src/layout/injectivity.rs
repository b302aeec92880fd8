//! Injectivity: whether a layout has one coordinate for each offset.

use tilework_algebra::{Error, Mode as ValueMode, Operation, Rule, injectivity};

use crate::layout::bits;
use crate::layout::modes::{Modes, not_coordinates};
use crate::leaf::int::Codomain;

/// That no two coordinates of `modes` have the same offset.
///
/// # Errors
/// [`Rule::Injectivity`] with two integral coordinates that collide, [`Rule::Undecided`] where
/// the exact test ends at its bound.
#[inline(always)]
pub(crate) fn check<M: Modes>(modes: M) -> Result<(), Error> {
    if matches!(const { M::CODOMAIN }, Codomain::Bits) {
        return bits::check_injective(modes);
    }
    const { not_coordinates(M::CODOMAIN) }
    if const { M::STATIC.is_some() && M::SEGREGATED } {
        return Ok(());
    }
    if in_order(modes) {
        return Ok(());
    }
    check_exactly(modes)
}

/// Whether, from the left or from the right, each stride is above all offsets of the modes before
/// it: what matrices by columns and by rows have, told at a glance.
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
    // Of a sound layout at most 62 extents are above 1; the others do not count.
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

/// Flat static modes, for tests while compiling.
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

    /// How many.
    pub(crate) const fn count(&self) -> usize {
        self.count
    }

    /// Extent and stride of the mode `at`, counted from the left.
    pub(crate) const fn leaf(&self, at: usize) -> (u64, u64) {
        // They are added from the right.
        self.modes[self.count - 1 - at]
    }

    /// Whether, sorted by stride, each stride is the product of the extents before it.
    pub const fn compact(mut self) -> bool {
        let mut span: u128 = 1;
        while let Some((extent, stride)) = self.take_least() {
            if stride as u128 != span {
                return false;
            }
            span *= extent as u128;
        }
        true
    }

    /// Whether, sorted by stride, each stride is at most 1 above what those before it reach.
    pub const fn surjective(mut self) -> bool {
        let mut reach: u128 = 0;
        while let Some((extent, stride)) = self.take_least() {
            if stride as u128 > reach + 1 {
                return false;
            }
            reach += (extent - 1) as u128 * stride as u128;
        }
        true
    }

    /// Whether, sorted by stride, each stride is above all offsets of the modes before it: then
    /// the layout is injective.
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

    /// Takes a mode with the smallest stride.
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
