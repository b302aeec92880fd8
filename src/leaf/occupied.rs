//! The places of strides as constants.

/// The longest place: `ArithmeticTuple::MAX_DEPTH` of the value level, which needs an allocator.
const MAX_DEPTH: usize = 64;
#[cfg(feature = "alloc")]
const _: () = assert!(MAX_DEPTH == tilework_algebra::ArithmeticTuple::MAX_DEPTH);

/// The positions of a place, from the top down.
pub struct Positions {
    /// The position of a mode.
    pub first: usize,
    /// Those in that mode.
    pub rest: Option<&'static Positions>,
}
impl Positions {
    /// Does not build for places that the value level does not have.
    pub(crate) const fn check(&self) {
        let (mut at, mut length) = (self, 1);
        loop {
            assert!(at.first < 256, "layout: mode range: positions in coordinates are below 256");
            let Some(rest) = at.rest else { break };
            (at, length) = (rest, length + 1);
        }
        assert!(length <= MAX_DEPTH, "layout: depth: coordinates are nested at most 64 deep");
    }

    /// Whether one place leads on from the other: a leaf of a coordinate would be a tuple too.
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

/// The places of coordinates that strides move.
#[derive(Clone, Copy)]
pub enum Occupied {
    /// None.
    Nothing,
    /// The place of a basis element.
    Place(&'static Positions),
    /// Those of a term or a stride, and those of what comes after it.
    Both(&'static Occupied, &'static Occupied),
}
impl Occupied {
    /// Whether there is a coordinate with leaves at all of these places and of the `others`.
    pub const fn goes_with(&self, mut others: &Self) -> bool {
        // The list of all strides by a loop: rustc does not call functions as deep as that may be long.
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

    /// Does not build where strides at these places and the `others` are of no one semimodule.
    pub(crate) const fn check(&self, others: &Self) {
        assert!(
            self.goes_with(others),
            "layout: codomain: the strides are not of one integer-semimodule"
        );
    }
}
