//! Small static shapes: tiles in registers and in the first cache. Their loops are determined at compile time although
//! their strides are known at run time.

/// The largest number of extents above 1 of a [`SmallShape`].
const MOST: usize = 12;

/// For each extent of a [`SmallShape`], the extent of another shape that it is part of, and the product of the parts
/// before it.
pub type Within = [(usize, usize); MOST];

/// Static extents above 1, leftmost first, with at most `2^MOST` coordinates in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SmallShape {
    extents: [u64; MOST],
    count: usize,
    size: u64,
}
impl SmallShape {
    /// A single coordinate.
    pub const ONE: Self = SmallShape { extents: [1; MOST], count: 0, size: 1 };

    /// The shape with one more extent on the left; `None` if there are too many coordinates, or none.
    pub const fn with(mut self, extent: u64) -> Option<Self> {
        if extent == 0 || extent > (1 << MOST) / self.size {
            return None;
        }
        if extent > 1 {
            let mut at = self.count;
            while at > 0 {
                self.extents[at] = self.extents[at - 1];
                at -= 1;
            }
            self.extents[0] = extent;
            self.count += 1;
            self.size *= extent;
        }
        Some(self)
    }

    /// The number of coordinates.
    pub const fn size(&self) -> u64 {
        self.size
    }

    /// The places of the extents within those of `other`; `None` unless this shape refines it.
    pub const fn within(&self, other: &Self) -> Option<Within> {
        let (mut found, mut at, mut before, mut i) = ([(0, 0); MOST], 0, 1, 0);
        while i < self.count {
            if at == other.count || !other.extents[at].is_multiple_of(before * self.extents[i]) {
                return None;
            }
            found[i] = (at, before as usize);
            before *= self.extents[i];
            if before == other.extents[at] {
                (at, before) = (at + 1, 1);
            }
            i += 1;
        }
        if at == other.count { Some(found) } else { None }
    }
}
