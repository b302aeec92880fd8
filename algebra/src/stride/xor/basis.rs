//! Bases of vectors of bits: linear algebra over F2.

use smallvec::SmallVec;

/// A vector in the span of others, and the XOR of the coordinates whose value it is.
#[derive(Clone, Copy)]
pub(crate) struct Vector {
    value: i64,
    pub(crate) preimage: i64,
}

impl Vector {
    #[inline]
    pub(super) fn leading(self) -> u32 {
        63 - self.value.leading_zeros()
    }

    fn plus(self, other: Vector) -> Self {
        Vector { value: self.value ^ other.value, preimage: self.preimage ^ other.preimage }
    }
}

/// A basis in which the leading bit of each vector occurs in no other vector, sorted by decreasing leading bits.
pub(crate) struct Basis {
    pub(crate) vectors: SmallVec<[Vector; 16]>,
    /// Coordinates with the value 0, one for each column that is a sum of others.
    pub(super) kernel: SmallVec<[i64; 4]>,
}

impl Basis {
    /// The basis of the span of the columns, which are coordinates with their values.
    #[inline]
    pub(crate) fn of(columns: &[(i64, i64)]) -> Self {
        let mut basis = Basis { vectors: SmallVec::new(), kernel: SmallVec::new() };
        for &(preimage, value) in columns {
            let vector = basis.reduced(Vector { value, preimage });
            if vector.value == 0 {
                basis.kernel.push(vector.preimage);
                continue;
            }
            for other in &mut basis.vectors {
                if bit(other.value, vector.leading()) {
                    *other = other.plus(vector);
                }
            }
            let at = basis.vectors.partition_point(|other| other.value > vector.value);
            basis.vectors.insert(at, vector);
        }
        basis
    }

    /// The rest of a vector after the leading bits of the basis have been eliminated.
    #[inline]
    fn reduced(&self, vector: Vector) -> Vector {
        self.vectors.iter().fold(vector, |rest, other| {
            if bit(rest.value, other.leading()) { rest.plus(*other) } else { rest }
        })
    }

    /// The largest sum of this value and vectors of the basis.
    #[inline]
    pub(super) fn largest_from(&self, value: i64) -> i64 {
        self.vectors.iter().fold(value, |sum, vector| sum.max(sum ^ vector.value))
    }

    /// The coordinates with this value, as a sum of columns that are independent of the columns before them.
    #[inline]
    pub(crate) fn preimage(&self, value: i64) -> Option<i64> {
        let rest = self.reduced(Vector { value, preimage: 0 });
        (rest.value == 0).then_some(rest.preimage)
    }

    /// The smallest power of 2 that is larger than all values.
    #[inline]
    pub(super) fn end(&self) -> u64 {
        // Values are below 2^63.
        self.vectors.first().map_or(1, |vector| 2 << vector.leading())
    }
}

/// Returns whether the bit at this position is 1.
pub(super) fn bit(n: i64, place: u32) -> bool {
    n >> place & 1 == 1
}
