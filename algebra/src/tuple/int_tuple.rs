//! Nested tuples of integers: shapes, strides and coordinates.

use core::fmt;

use smallvec::{SmallVec, smallvec};

use crate::error::{Error, Operation, Rule};
use crate::tuple::profile::{self, Builder, Profile, Token};

/// An integer, or a tuple whose elements are integers or tuples ([003](crate::papers), definition 2.2.2.1;
/// [004](crate::papers), section 2.1).
///
/// ```
/// use tilework_algebra::IntTuple;
/// let shape: IntTuple = "((2,3),4)".parse()?;
/// assert_eq!((shape.rank(), shape.depth(), shape.size()?), (2, 2, 24));
/// assert_eq!(shape.leaves(), [2, 3, 4]);
/// assert_eq!(shape.mode(0).unwrap().to_string(), "(2,3)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct IntTuple {
    leaves: SmallVec<[i64; 8]>,
    profile: Profile,
}

impl IntTuple {
    /// An integer.
    pub fn leaf(value: i64) -> Self {
        IntTuple { leaves: smallvec![value], profile: Profile::leaf() }
    }

    /// The tuple of `parts`; `()` if there are none.
    pub fn tuple(parts: impl IntoIterator<Item = IntTuple>) -> Self {
        let mut leaves = SmallVec::new();
        let mut word = Builder::default();
        word.push(Token::Open);
        for part in parts {
            leaves.extend_from_slice(&part.leaves);
            word.extend(part.profile.tokens());
        }
        word.push(Token::Close);
        IntTuple { leaves, profile: word.finish() }
    }

    /// The tuple with these leaves in `profile`.
    ///
    /// # Errors
    /// [`Rule::Congruence`] if the number of leaves is not that of the profile.
    pub fn new(leaves: impl IntoIterator<Item = i64>, profile: Profile) -> Result<Self, Error> {
        let leaves: SmallVec<_> = leaves.into_iter().collect();
        if leaves.len() != profile.len() {
            return Err(Error::new(Operation::IntTuple, Rule::Congruence));
        }
        Ok(IntTuple { leaves, profile })
    }

    /// Like [`IntTuple::new`], for a caller that knows that the number of leaves is right.
    pub(crate) fn of_parts(leaves: SmallVec<[i64; 8]>, profile: Profile) -> Self {
        debug_assert_eq!(leaves.len(), profile.len());
        IntTuple { leaves, profile }
    }

    /// The integers from left to right.
    #[inline]
    pub fn leaves(&self) -> &[i64] {
        &self.leaves
    }

    /// The integers from left to right, for changes.
    pub(crate) fn leaves_mut(&mut self) -> &mut [i64] {
        &mut self.leaves
    }

    /// The profile.
    #[inline]
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The integer, if this is an integer and not a tuple.
    pub fn as_leaf(&self) -> Option<i64> {
        if self.profile.is_leaf() { Some(self.leaves[0]) } else { None }
    }

    /// The number of modes; 1 for an integer.
    pub fn rank(&self) -> usize {
        self.profile.rank()
    }

    /// The nesting depth; 0 for an integer, 1 for `()`.
    pub fn depth(&self) -> usize {
        self.profile.depth()
    }

    /// The modes from left to right; an integer is its own only mode.
    pub fn modes(&self) -> impl Iterator<Item = IntTuple> + '_ {
        let mut rest = self.leaves.as_slice();
        profile::parts(self.profile.tokens()).map(move |word| {
            let (first, others) = rest.split_at(profile::leaves(word));
            rest = others;
            IntTuple { leaves: SmallVec::from_slice(first), profile: Profile::of_word(word) }
        })
    }

    /// Mode `i`, counted from 0.
    pub fn mode(&self, i: usize) -> Option<IntTuple> {
        self.modes().nth(i)
    }

    /// The product of the integers; 1 for `()`.
    ///
    /// # Errors
    /// [`Rule::Overflow`]
    pub fn size(&self) -> Result<i64, Error> {
        product(&self.leaves).ok_or(Error::new(Operation::Size, Rule::Overflow))
    }
}

/// The exact product, or `None` if it does not fit.
pub(crate) fn product(factors: &[i64]) -> Option<i64> {
    // A zero anywhere makes the product 0, however large it was before.
    if factors.contains(&0) {
        return Some(0);
    }
    // Without zeros, a partial product outside `i64` can come back into range only through -2^63 = 2^63 * -1.
    let mut product = 1i128;
    for &factor in factors {
        product *= i128::from(factor);
        if product.unsigned_abs() > 1 << 63 {
            return None;
        }
    }
    i64::try_from(product).ok()
}

impl From<i64> for IntTuple {
    fn from(value: i64) -> Self {
        IntTuple::leaf(value)
    }
}

impl fmt::Display for IntTuple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        profile::write(f, self.profile.tokens(), |f, i| write!(f, "{}", self.leaves[i]))
    }
}

impl fmt::Debug for IntTuple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
