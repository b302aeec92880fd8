//! What the types know of flat modes.

/// What is known of a leaf of a shape and its stride.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// The extent, where it is known.
    pub shape: Option<u64>,
    /// The stride, where it is known.
    pub stride: Option<u64>,
}
/// What is known of flat modes: a list, as a constant makes it of another one.
#[derive(Clone, Copy, Debug)]
pub enum Known {
    /// There are none.
    None,
    /// A leaf before others.
    Then(Leaf, &'static Known),
}

/// What follows for the modes coalesced: two of them merge where that is known. At most 128 leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Which leaves have a known extent: a bit each, from the lowest.
    pub shapes: u128,
    /// Which leaves have a known stride.
    pub strides: u128,
    /// With which leaves a coalesced mode begins.
    pub starts: u128,
    /// Which coalesced modes have a known extent.
    pub extents: u128,
    /// Whether the coalesced modes are the leaves.
    pub plain: bool,
}
impl Facts {
    /// Of the modes of a layout, coalesced but for the last one, which stays even if its extent is 1, as the left side
    /// of a composition.
    ///
    /// ```
    /// use tilework_algebra::partly_known::{Facts, Known, Leaf};
    /// // Of (2,_,4):(1,2,0) no two modes are known to merge, of (2,4,_):(1,2,_) two are.
    /// let leaf = |shape, stride| Leaf { shape, stride };
    /// const LAST: Known = Known::Then(Leaf { shape: None, stride: None }, &Known::None);
    /// const OTHERS: Known = Known::Then(Leaf { shape: Some(4), stride: Some(2) }, &LAST);
    /// let facts = Facts::extended(&Known::Then(leaf(Some(2), Some(1)), &OTHERS));
    /// assert_eq!((facts.starts, facts.extents, facts.plain), (0b101, 0b01, false));
    /// ```
    pub const fn extended(leaves: &Known) -> Self {
        merged(leaves, true).facts
    }
    /// Of the modes of a layout, coalesced.
    pub const fn coalesced(leaves: &Known) -> Self {
        merged(leaves, false).facts
    }
    /// Of modes that are coalesced, or that nothing is to be merged of.
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
    /// Of the modes of a layout with strides that are no integers: with which `leaves` the modes `merged` begin, as bits.
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
            // The leaf in place of the one that was the first of the mode.
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
/// Whether it is known that the leaf goes on with the mode.
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

/// The leaves by stride, those of one stride in their order, without those whose extent is known to be 1. A stride that
/// is not known stands alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// How many there are.
    pub count: usize,
    /// These leaves.
    pub leaves: [Ordered; 128],
}
/// A leaf among those in order, and what is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ordered {
    /// Its position.
    pub at: u8,
    /// Whether its extent is known.
    pub shape: bool,
    /// Whether its stride is known.
    pub stride: bool,
    /// Whether the extents before it are known.
    pub weight: bool,
}
impl Order {
    /// Of these leaves, at most 128.
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
