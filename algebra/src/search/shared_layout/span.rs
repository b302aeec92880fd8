//! Spans of vectors of bits, and linear functions on them. A function is represented by the mask of the bits that it
//! adds.

use smallvec::SmallVec;

pub(super) type Vectors = SmallVec<[u64; 16]>;

/// A span, represented by a basis in which the leading bit of each vector occurs in no other vector, by decreasing
/// leading bits.
#[derive(Clone, Debug, Default)]
pub(super) struct Span {
    vectors: Vectors,
}

impl Span {
    pub fn of(vectors: impl IntoIterator<Item = u64>) -> Self {
        let mut span = Span::default();
        span.extend(vectors);
        span
    }

    pub fn extend(&mut self, vectors: impl IntoIterator<Item = u64>) {
        for vector in vectors {
            self.insert(vector);
        }
    }

    /// The rest of a vector after the leading bits of the basis have been eliminated.
    pub fn reduced(&self, vector: u64) -> u64 {
        self.vectors.iter().fold(vector, |rest, other| rest.min(rest ^ other))
    }

    pub fn contains(&self, vector: u64) -> bool {
        self.reduced(vector) == 0
    }

    /// Adds a vector and returns whether it was outside the span.
    pub fn insert(&mut self, vector: u64) -> bool {
        let vector = self.reduced(vector);
        if vector == 0 {
            return false;
        }
        for other in &mut self.vectors {
            *other = (*other).min(*other ^ vector);
        }
        let at = self.vectors.partition_point(|other| *other > vector);
        self.vectors.insert(at, vector);
        true
    }

    pub fn dimension(&self) -> usize {
        self.vectors.len()
    }

    pub fn vectors(&self) -> &[u64] {
        &self.vectors
    }

    /// The intersection of both spans.
    pub fn meet(&self, other: &Span) -> Span {
        // Finds sums of vectors of the first span that are vectors of the second: each vector is kept with its part in
        // the first.
        let mut pairs: SmallVec<[(u64, u64); 16]> = SmallVec::new();
        let mut both = Span::default();
        let first = self.vectors.iter().map(|&vector| (vector, vector));
        for (mut value, mut part) in first.chain(other.vectors.iter().map(|&vector| (vector, 0))) {
            for &(against, of_it) in &pairs {
                if value ^ against < value {
                    (value, part) = (value ^ against, part ^ of_it);
                }
            }
            if value == 0 {
                both.insert(part);
            } else {
                let at = pairs.partition_point(|pair| pair.0 > value);
                pairs.insert(at, (value, part));
            }
        }
        both
    }
}

/// The value of a function at a vector.
pub(super) fn value(function: u64, vector: u64) -> bool {
    (function & vector).count_ones() % 2 == 1
}

/// Reduces a basis to the vectors at which the function is 0, and returns whether it was not 0 everywhere.
pub(super) fn restrict(basis: &mut Vectors, function: u64) -> bool {
    let Some(at) = basis.iter().position(|&vector| value(function, vector)) else { return false };
    let pivot = basis.remove(at);
    for vector in &mut basis[at..] {
        if value(function, *vector) {
            *vector ^= pivot;
        }
    }
    true
}

/// A basis of the functions of `width` bits that are 0 on the span.
pub(super) fn annihilator(span: &Span, width: u32) -> Vectors {
    let leading = |vector: u64| 1u64 << (63 - vector.leading_zeros());
    let leads: u64 = span.vectors().iter().map(|&vector| leading(vector)).sum();
    let free = (0..width).map(|place| 1u64 << place).filter(|bit| leads & bit == 0);
    free.map(|bit| {
        let with = span.vectors().iter().filter(|&vector| vector & bit != 0);
        with.fold(bit, |function, &vector| function | leading(vector))
    })
    .collect()
}

/// A function with these values at these vectors, if there is one.
pub(super) fn with_values(conditions: impl IntoIterator<Item = (u64, bool)>) -> Option<u64> {
    let mut pairs: SmallVec<[(u64, bool); 16]> = SmallVec::new();
    for (mut vector, mut wanted) in conditions {
        for &(other, of_other) in &pairs {
            if vector ^ other < vector {
                (vector, wanted) = (vector ^ other, wanted ^ of_other);
            }
        }
        if vector == 0 {
            if wanted {
                return None;
            }
            continue;
        }
        for (other, of_other) in &mut pairs {
            if *other ^ vector < *other {
                (*other, *of_other) = (*other ^ vector, *of_other ^ wanted);
            }
        }
        let at = pairs.partition_point(|pair| pair.0 > vector);
        pairs.insert(at, (vector, wanted));
    }
    let ones = pairs.iter().filter(|pair| pair.1);
    Some(ones.map(|pair| 1u64 << (63 - pair.0.leading_zeros())).sum())
}

/// The vectors at which the functions have the values of the unit vectors, one after the other, if there are as many
/// functions as bits and they are independent.
pub(super) fn inverse(functions: &[u64]) -> Option<Vectors> {
    // Each function, with the mask of the functions that it is a sum of.
    let mut rows: Vectors = functions.into();
    let mut sums: Vectors = (0..functions.len()).map(|place| 1u64 << place).collect();
    for place in 0..rows.len() {
        let at = (place..rows.len()).find(|&at| rows[at] >> place & 1 == 1)?;
        rows.swap(place, at);
        sums.swap(place, at);
        for other in 0..rows.len() {
            if other != place && rows[other] >> place & 1 == 1 {
                rows[other] ^= rows[place];
                sums[other] ^= sums[place];
            }
        }
    }
    // Row `place` gives bit `place` of a vector with given values.
    let vector = |of: usize| {
        let bits = (0..rows.len()).filter(|&place| sums[place] >> of & 1 == 1);
        bits.map(|place| 1u64 << place).sum()
    };
    Some((0..rows.len()).map(vector).collect())
}
