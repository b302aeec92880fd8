//! Bases of vectors of bits: linear algebra over F2.

use smallvec::SmallVec;

/// A vector in the span of others, and the XOR of coordinates that has it as value.
#[derive(Clone, Copy)]
pub(super) struct Vector {
    value: i64,
    pub(super) preimage: i64,
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

/// A basis in which the leading bit of each vector is in no other, by decreasing leading bits.
pub(super) struct Basis {
    pub(super) vectors: SmallVec<[Vector; 16]>,
    /// Coordinates with the value 0, one for each column that is a sum of others.
    pub(super) kernel: SmallVec<[i64; 4]>,
}

impl Basis {
    /// Of the span of the columns, coordinates with their values.
    #[inline]
    pub(super) fn of(columns: &[(i64, i64)]) -> Self {
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

    /// What is left of a vector without the leading bits of the basis.
    #[inline]
    fn reduced(&self, vector: Vector) -> Vector {
        self.vectors.iter().fold(vector, |rest, other| {
            if bit(rest.value, other.leading()) { rest.plus(*other) } else { rest }
        })
    }

    /// The largest of the sums of this value and values of the basis.
    #[inline]
    pub(super) fn largest_from(&self, value: i64) -> i64 {
        self.vectors.iter().fold(value, |sum, vector| sum.max(sum ^ vector.value))
    }

    /// Coordinates with this value, sums of the columns that are no sums of columns before them.
    #[inline]
    pub(super) fn preimage(&self, value: i64) -> Option<i64> {
        let rest = self.reduced(Vector { value, preimage: 0 });
        (rest.value == 0).then_some(rest.preimage)
    }

    /// The power of 2 that is larger than all values.
    #[inline]
    pub(super) fn end(&self) -> u64 {
        // Values are below 2^63.
        self.vectors.first().map_or(1, |vector| 2 << vector.leading())
    }
}

/// Whether the bit at this place is 1.
pub(super) fn bit(n: i64, place: u32) -> bool {
    n >> place & 1 == 1
}
