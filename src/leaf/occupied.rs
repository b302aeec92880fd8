//! The places of strides as constants.

/// The length of the longest place: `ArithmeticTuple::MAX_DEPTH` of the value level, which needs an allocator.
const MAX_DEPTH: usize = 64;
#[cfg(feature = "alloc")]
const _: () = assert!(MAX_DEPTH == tilework_algebra::ArithmeticTuple::MAX_DEPTH);

/// The positions of a place, from the top down.
pub struct Positions {
    /// The position of a mode.
    pub first: usize,
    /// The positions in that mode.
    pub rest: Option<&'static Positions>,
}
impl Positions {
    /// Fails to build for places that the value level does not have.
    pub(crate) const fn check(&self) {
        let (mut at, mut length) = (self, 1);
        loop {
            assert!(at.first < 256, "layout: mode range: positions in coordinates are below 256");
            let Some(rest) = at.rest else { break };
            (at, length) = (rest, length + 1);
        }
        assert!(length <= MAX_DEPTH, "layout: depth: coordinates are nested at most 64 deep");
    }

    /// Returns whether one place is a prefix of the other: a leaf of a coordinate would also be a tuple.
    const fn leads_on(mut self: &'static Self, mut other: &'static Self) -> bool {
        while self.first == other.first {
            match (self.rest, other.rest) {
                (Some(here), Some(there)) => (self, other) = (here, there),
                (None, None) => return false,
                _ => return true,
            }
        }
        false
    }
}

/// The places of the coordinates that strides move.
#[derive(Clone, Copy)]
pub enum Occupied {
    /// None.
    Nothing,
    /// The place of a basis element.
    Place(&'static Positions),
    /// The places of a term or a stride, and those of what follows it.
    Both(&'static Occupied, &'static Occupied),
}
impl Occupied {
    /// Returns whether a coordinate has leaves at all of these places and at the `others`.
    pub const fn goes_with(&self, mut others: &Self) -> bool {
        // A loop walks through the list of all strides: it may be longer than rustc's limit for nested calls.
        while let Occupied::Both(first, rest) = others {
            if !self.goes_with(first) {
                return false;
            }
            others = rest;
        }
        match (self, others) {
            (Occupied::Both(first, rest), _) => first.goes_with(others) && rest.goes_with(others),
            (Occupied::Place(here), Occupied::Place(there)) => !here.leads_on(there),
            _ => true,
        }
    }

    /// Fails to build if strides at these places and at the `others` belong to different semimodules.
    pub(crate) const fn check(&self, others: &Self) {
        assert!(
            self.goes_with(others),
            "layout: codomain: the strides are not of one integer-semimodule"
        );
    }
}
