//! Where elements are that do not lie at their offsets: behind a swizzle, for example.

use tilework_algebra::steps::Together;

use crate::layout::offset_map::OffsetMap;

/// A function of offsets behind a reference, so that the algorithm is compiled once for all.
trait Find: Sync {
    fn find(&self, offset: usize) -> usize;
}
impl<F: OffsetMap + Sync> Find for (F, usize) {
    #[inline]
    fn find(&self, offset: usize) -> usize {
        self.0.apply(self.1 + offset)
    }
}

/// Where an offset is in the data.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    map: &'a dyn Find,
    /// What is added to offsets.
    begin: usize,
}

impl<'a> Place<'a> {
    /// The function and what is added before, `None` if both leave offsets as they are.
    #[inline]
    pub(super) fn new<F: OffsetMap + Sync>(address: &'a (F, usize)) -> Option<Self> {
        match address.0.together().and(Together::divisors_of(address.1 as i64)) {
            Together::All => None,
            Together::DivisorsOf(_) => Some(Place { map: address, begin: 0 }),
        }
    }

    #[inline]
    pub(super) fn find(self, offset: usize) -> usize {
        self.map.find(self.begin + offset)
    }

    /// The places of the offsets from `by` on.
    pub(super) fn moved(self, by: usize) -> Self {
        Place { begin: self.begin + by, ..self }
    }
}
