//! The positions of elements that do not lie at their offsets, for example behind a swizzle.

use tilework_algebra::steps::ContiguousBlock;

use crate::layout::offset_map::OffsetMap;

/// A function of offsets. It is behind a reference, so that the algorithm is compiled once for all functions.
trait Find: Sync {
    fn find(&self, offset: usize) -> usize;
}
impl<F: OffsetMap + Sync> Find for (F, usize) {
    #[inline]
    fn find(&self, offset: usize) -> usize {
        self.0.apply(self.1 + offset)
    }
}

/// The position of an offset in the data.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    map: &'a dyn Find,
    /// The number that is added to offsets.
    begin: usize,
}

impl<'a> Place<'a> {
    /// The function and the number that is added before it, or `None` if they do not change offsets.
    #[inline]
    pub(super) fn new<F: OffsetMap + Sync>(address: &'a (F, usize)) -> Option<Self> {
        match address.0.together().and(ContiguousBlock::divisors_of(address.1 as i64)) {
            ContiguousBlock::All => None,
            ContiguousBlock::DivisorsOf(_) => Some(Place { map: address, begin: 0 }),
        }
    }

    #[inline]
    pub(super) fn find(self, offset: usize) -> usize {
        self.map.find(self.begin + offset)
    }

    /// The positions of the offsets from `by` on.
    pub(super) fn moved(self, by: usize) -> Self {
        Place { begin: self.begin + by, ..self }
    }
}
