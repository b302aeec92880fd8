//! The numbers of flat modes that the types know.

/// The known numbers of a leaf of a shape and its stride.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// The extent, if it is known.
    pub shape: Option<u64>,
    /// The stride, if it is known.
    pub stride: Option<u64>,
}
/// The known numbers of flat modes, as a list that a constant can build from another one.
#[derive(Clone, Copy, Debug)]
pub enum Known {
    /// No more leaves.
    None,
    /// A leaf before other leaves.
    Then(Leaf, &'static Known),
}

/// The known numbers of modes, and which of the modes merge when coalesced. Two modes merge only if that is known.
/// There are at most 128 leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The leaves whose extent is known: one bit for each, from the lowest.
    pub shapes: u128,
    /// The leaves whose stride is known.
    pub strides: u128,
    /// The leaves with which a coalesced mode begins.
    pub starts: u128,
    /// The coalesced modes whose extent is known.
    pub extents: u128,
    /// True if the coalesced modes are the leaves.
    pub plain: bool,
}
impl Facts {
    /// The facts for the modes of a layout that is coalesced except for its last mode, as the left side of a
    /// composition is. The last mode stays even if its extent is 1.
    ///
    /// ```
    /// use tilework_algebra::partly_known::{Facts, Known, Leaf};
    /// // No two modes of (2,_,4):(1,2,0) are known to merge; two modes of (2,4,_):(1,2,_) are.
    /// let leaf = |shape, stride| Leaf { shape, stride };
    /// const LAST: Known = Known::Then(Leaf { shape: None, stride: None }, &Known::None);
    /// const OTHERS: Known = Known::Then(Leaf { shape: Some(4), stride: Some(2) }, &LAST);
    /// let facts = Facts::extended(&Known::Then(leaf(Some(2), Some(1)), &OTHERS));
    /// assert_eq!((facts.starts, facts.extents, facts.plain), (0b101, 0b01, false));
    /// ```
    pub const fn extended(leaves: &Known) -> Self {
        merged(leaves, true).facts
    }
    /// The facts for the modes of a layout that is coalesced.
    pub const fn coalesced(leaves: &Known) -> Self {
        merged(leaves, false).facts
    }
    /// The facts for modes that are coalesced already, or of which none should merge.
    pub const fn plain(leaves: &Known) -> Self {
        match leaves {
            Known::None => NONE,
            Known::Then(leaf, others) => {
                let behind = Facts::plain(others);
                let facts = behind.after(leaf);
                Facts { starts: behind.starts << 1 | 1, extents: facts.shapes, ..facts }
            }
        }
    }
    /// The facts for the modes of a layout whose strides are not integers. `starts` has a bit for each of the `leaves`
    /// with which one of the modes `merged` begins.
    pub const fn merged(leaves: &Known, starts: u128, merged: &Known) -> Self {
        let (facts, merged) = (Facts::plain(leaves), Facts::plain(merged));
        Facts { starts, extents: merged.extents, plain: starts == facts.starts, ..facts }
    }
    const fn after(self, leaf: &Leaf) -> Self {
        Facts {
            shapes: self.shapes << 1 | leaf.shape.is_some() as u128,
            strides: self.strides << 1 | leaf.stride.is_some() as u128,
            ..self
        }
    }
}
const NONE: Facts = Facts { shapes: 0, strides: 0, starts: 0, extents: 0, plain: true };

struct Merged {
    facts: Facts,
    /// The first mode.
    first: Option<Leaf>,
}
const fn merged(leaves: &Known, keep_last: bool) -> Merged {
    let (leaf, others) = match leaves {
        Known::None => return Merged { facts: NONE, first: None },
        Known::Then(leaf, others) => (leaf, merged(others, keep_last)),
    };
    let facts = others.facts.after(leaf);
    if matches!(leaf.shape, Some(1)) && (others.first.is_some() || !keep_last) {
        let facts = Facts { starts: facts.starts << 1, plain: false, ..facts };
        return Merged { facts, first: others.first };
    }
    if let Some(next) = others.first
        && goes_on(leaf, &next)
    {
        let shape = match (leaf.shape, next.shape) {
            (Some(n), Some(m)) => Some(n.saturating_mul(m)),
            _ => None,
        };
        let facts = Facts {
            // This leaf replaces the first leaf of the mode.
            starts: (facts.starts & (facts.starts - 1)) << 1 | 1,
            extents: facts.extents & !1 | shape.is_some() as u128,
            plain: false,
            ..facts
        };
        return Merged { facts, first: Some(Leaf { shape, stride: leaf.stride }) };
    }
    let facts = Facts {
        starts: facts.starts << 1 | 1,
        extents: facts.extents << 1 | leaf.shape.is_some() as u128,
        ..facts
    };
    Merged { facts, first: Some(*leaf) }
}
/// Returns whether the leaf is known to extend the mode.
const fn goes_on(leaf: &Leaf, next: &Leaf) -> bool {
    match (leaf.stride, next.stride) {
        (Some(0), Some(0)) => true,
        (Some(stride), Some(next)) if stride > 0 => match leaf.shape {
            Some(extent) => matches!(extent.checked_mul(stride), Some(span) if span == next),
            None => false,
        },
        _ => false,
    }
}

/// The leaves sorted by stride, without those whose extent is known to be 1. Leaves of equal strides keep their order.
/// An unknown stride sorts last; a leaf with one must be the only leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// The number of leaves.
    pub count: usize,
    /// The leaves.
    pub leaves: [Ordered; 128],
}
/// A leaf in the order, and which of its numbers are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ordered {
    /// The position of the leaf.
    pub at: u8,
    /// True if the extent is known.
    pub shape: bool,
    /// True if the stride is known.
    pub stride: bool,
    /// True if the extents before it are known.
    pub weight: bool,
}
impl Order {
    /// The order of these leaves, of which there are at most 128.
    pub const fn of(leaves: &Known) -> Self {
        let none = Ordered { at: 0, shape: false, stride: false, weight: false };
        let mut order = Order { count: 0, leaves: [none; 128] };
        let mut strides = [0; 128];
        let (mut at, mut rest, mut weight) = (0, leaves, true);
        while let Known::Then(leaf, others) = rest {
            if !matches!(leaf.shape, Some(1)) {
                let stride = match leaf.stride {
                    Some(stride) => stride,
                    None => u64::MAX,
                };
                let mut to = order.count;
                while to > 0 && strides[to - 1] > stride {
                    (order.leaves[to], strides[to]) = (order.leaves[to - 1], strides[to - 1]);
                    to -= 1;
                }
                let (shape, known) = (leaf.shape.is_some(), leaf.stride.is_some());
                order.leaves[to] = Ordered { at, shape, stride: known, weight };
                strides[to] = stride;
                order.count += 1;
            }
            weight &= leaf.shape.is_some();
            (at, rest) = (at + 1, *others);
        }
        order
    }
}
