//! Arithmetic tuples: coordinates as strides.

use alloc::vec::Vec;
use core::fmt;
use core::ops::AddAssign;

use smallvec::{SmallVec, smallvec};

use crate::error::{Error, Operation, Rule};
use crate::tuple::int_tuple::IntTuple;
use crate::tuple::profile::{Builder, Profile, Token};

/// A sum of scaled basis elements of coordinates, `a e_p + b e_q + ...`. The basis element `e_p` is the coordinate that
/// is 1 at the place `p` and 0 elsewhere ([004](crate::papers), section 2.3.1).
///
/// A place is the position of a mode, followed by the position within that mode, and so on: `e1` is `(0,1)`, and
/// `6*e(0,1)` is `((0,6))`, extended as far as the profile reaches. A sum without terms is the coordinate that is 0
/// everywhere.
///
/// ```
/// use tilework_algebra::{ArithmeticTuple, Stride};
/// let six = ArithmeticTuple::basis(&[0, 1])?.times(6).unwrap();
/// assert_eq!(six.to_string(), "6*e(0,1)");
/// assert_eq!(six.plus(&ArithmeticTuple::basis(&[1])?).unwrap().to_string(), "6*e(0,1)+e1");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ArithmeticTuple {
    /// Sorted by place; no factor is 0.
    terms: SmallVec<[(Place, i64); 1]>,
}

/// The positions that lead from the top of a coordinate down to a leaf.
pub(crate) type Place = SmallVec<[u8; 16]>;

impl ArithmeticTuple {
    /// The length of the longest place, and so the depth of the deepest coordinate. The coordinates of one layout have
    /// at most 2^16 leaves and brackets.
    pub const MAX_DEPTH: usize = 64;

    /// The basis element at the place with these positions, which are below 256.
    ///
    /// # Errors
    /// [`Rule::Depth`] for a place that is empty or longer than [`ArithmeticTuple::MAX_DEPTH`]; [`Rule::ModeRange`] for
    /// a larger position.
    #[inline]
    pub fn basis(place: &[usize]) -> Result<Self, Error> {
        let error = |rule| Error::new(Operation::Layout, rule);
        if place.is_empty() || place.len() > Self::MAX_DEPTH {
            return Err(error(Rule::Depth { limit: Self::MAX_DEPTH }));
        }
        let position = |&mode: &usize| {
            u8::try_from(mode).map_err(|_| error(Rule::ModeRange { mode, rank: 1 << 8 }))
        };
        let place = place.iter().map(position).collect::<Result<_, _>>()?;
        Ok(ArithmeticTuple { terms: smallvec![(place, 1)] })
    }

    /// `scale * e_place`.
    #[inline]
    pub(crate) fn scaled(place: Place, scale: i64) -> Self {
        match scale {
            0 => ArithmeticTuple { terms: SmallVec::new() },
            scale => ArithmeticTuple { terms: smallvec![(place, scale)] },
        }
    }

    /// The places and their factors, sorted by place. No factor is 0.
    #[inline]
    pub fn terms(&self) -> impl Iterator<Item = (&[u8], i64)> {
        self.terms.iter().map(|(place, scale)| (&place[..], *scale))
    }

    /// The place and the factor, if there is exactly one term.
    #[inline]
    pub(crate) fn as_scaled_basis(&self) -> Option<(&Place, i64)> {
        match &self.terms[..] {
            [(place, scale)] => Some((place, *scale)),
            _ => None,
        }
    }

    /// This sum multiplied by `n`.
    #[inline]
    pub(crate) fn scaled_by(&self, n: i64) -> Option<Self> {
        if n == 0 {
            return Some(ArithmeticTuple { terms: SmallVec::new() });
        }
        let mut result = self.clone();
        for (_, scale) in &mut result.terms {
            *scale = scale.checked_mul(n)?;
        }
        Some(result)
    }

    /// The sum, or `None` if one operand has a leaf at a place where the other has a tuple.
    #[inline]
    pub(crate) fn sum(&self, other: &Self) -> Option<Self> {
        Self::sum_of([self, other])
    }

    /// The sum of all operands, or `None` if one of them has a leaf at a place where another has a tuple.
    pub(crate) fn sum_of<'a>(all: impl IntoIterator<Item = &'a Self>) -> Option<Self> {
        let mut terms: Vec<&(Place, i64)> = all.into_iter().flat_map(|one| &one.terms).collect();
        terms.sort_unstable();
        let mut sums = SmallVec::new();
        for of_place in terms.chunk_by(|(one, _), (next, _)| one == next) {
            let scale: i128 = of_place.iter().map(|(_, scale)| i128::from(*scale)).sum();
            if scale != 0 {
                sums.push((of_place[0].0.clone(), i64::try_from(scale).ok()?));
            }
        }
        profile_of(sums.iter().map(|(place, _)| place)).map(|_| ArithmeticTuple { terms: sums })
    }

    /// Adds this, multiplied by `n`, to the sum.
    #[inline]
    pub(crate) fn add_to(&self, n: i64, sum: &mut Places) -> Option<()> {
        self.terms
            .iter()
            .try_for_each(|(place, scale)| sum.add(place, i128::from(n) * i128::from(*scale)))
    }

    /// The factor at this place, if it is not 0.
    #[inline]
    pub(crate) fn at(&self, place: &Place) -> Option<i64> {
        let at = self.terms.binary_search_by(|(other, _)| other.cmp(place)).ok()?;
        Some(self.terms[at].1)
    }

    /// The places of all terms.
    #[inline]
    pub(crate) fn places(&self) -> impl Iterator<Item = &Place> {
        self.terms.iter().map(|(place, _)| place)
    }
}

/// The sums at each place, sorted by place. Places with the sum 0 are left out.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Places(SmallVec<[(Place, i128); 4]>);

impl Places {
    #[inline]
    fn add(&mut self, place: &Place, scale: i128) -> Option<()> {
        match self.0.binary_search_by(|(other, _)| other.cmp(place)) {
            Ok(at) => {
                self.0[at].1 = self.0[at].1.checked_add(scale)?;
                if self.0[at].1 == 0 {
                    self.0.remove(at);
                }
            }
            Err(_) if scale == 0 => {}
            Err(at) => self.0.insert(at, (place.clone(), scale)),
        }
        Some(())
    }

    /// The stride with these factors.
    #[inline]
    pub(crate) fn stride(self) -> Option<ArithmeticTuple> {
        let term = |(place, scale)| Some((place, i64::try_from(scale).ok()?));
        let terms = self.0.into_iter().map(term).collect::<Option<_>>()?;
        Some(ArithmeticTuple { terms })
    }

    /// The coordinate with this profile, which has a leaf at each place.
    #[inline]
    pub(crate) fn coordinate(&self, profile: &Profile) -> Option<IntTuple> {
        let mut leaves = SmallVec::new();
        let mut rest = self.0.iter().peekable();
        for place in leaf_places(profile) {
            match rest.next_if(|(other, _)| *other == place) {
                Some((_, scale)) => leaves.push(i64::try_from(*scale).ok()?),
                None => leaves.push(0),
            }
        }
        Some(IntTuple::of_parts(leaves, profile.clone()))
    }
}

impl AddAssign<&Places> for Places {
    /// The caller guarantees that the sums fit.
    #[inline]
    fn add_assign(&mut self, other: &Places) {
        for (place, scale) in &other.0 {
            let fits = self.add(place, *scale);
            debug_assert!(fits.is_some());
        }
    }
}

/// The largest number of leaves and brackets of a coordinate.
const LENGTH: usize = 1 << 16;

/// The smallest profile that has leaves at these places; `()` if there are none. The result is `None` if a place leads
/// into a leaf, or if the profile would be too long.
pub(crate) fn profile_of<'a>(places: impl IntoIterator<Item = &'a Place>) -> Option<Profile> {
    let mut places: Vec<&Place> = places.into_iter().collect();
    places.sort_unstable();
    places.dedup();
    // In sorted order, a place comes directly before the places that extend it.
    if places.windows(2).any(|pair| pair[1].starts_with(pair[0])) {
        return None;
    }
    let mut word = Builder::default();
    word.push(Token::Open);
    // For each open tuple, the number of parts written so far; `open` has the place.
    let mut written: SmallVec<[u8; 16]> = smallvec![0];
    let mut open = Place::new();
    // Positions are below 256, so at most that many parts are written; one more would not fit.
    let fill =
        |word: &mut Builder, from: u8, to: u8| (from..to).for_each(|_| word.push(Token::Leaf));
    for place in places {
        if word.len() > LENGTH {
            return None;
        }
        let common = open.iter().zip(place).take_while(|(a, b)| a == b).count();
        while open.len() > common {
            word.push(Token::Close);
            open.pop();
            written.pop();
        }
        for (depth, &position) in place.iter().enumerate().skip(common) {
            fill(&mut word, written[depth], position);
            if depth + 1 == place.len() {
                word.push(Token::Leaf);
            } else {
                word.push(Token::Open);
                open.push(position);
                written.push(0);
            }
            written[depth] = position.saturating_add(1);
        }
    }
    for _ in 0..=open.len() {
        word.push(Token::Close);
    }
    Some(word.finish())
}

/// The places of the leaves of a profile, in order. A leaf alone has none.
#[inline]
pub(crate) fn leaf_places(profile: &Profile) -> Vec<Place> {
    let mut places = Vec::new();
    // The position of the next part in each open tuple.
    let mut here = Place::new();
    for token in profile.tokens() {
        match token {
            Token::Open => {
                here.push(0);
                continue;
            }
            Token::Leaf => {
                if !here.is_empty() {
                    places.push(here.clone());
                }
            }
            Token::Close => {
                here.pop();
            }
        }
        if let Some(position) = here.last_mut() {
            // Nothing follows the last of 256 parts.
            *position = position.saturating_add(1);
        }
    }
    places
}

/// The profile with leaves at the places of all these strides; `()` if there are none.
pub(crate) fn codomain<'a>(
    strides: impl IntoIterator<Item = &'a ArithmeticTuple>,
) -> Option<Profile> {
    profile_of(strides.into_iter().flat_map(ArithmeticTuple::places))
}

impl fmt::Display for ArithmeticTuple {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.terms.is_empty() {
            return f.write_str("0");
        }
        for (at, (place, scale)) in self.terms.iter().enumerate() {
            match scale {
                1 => f.write_str(if at > 0 { "+" } else { "" })?,
                -1 => f.write_str("-")?,
                scale if at > 0 => write!(f, "{scale:+}")?,
                scale => write!(f, "{scale}")?,
            }
            // `6e(0,1)` would not be valid tokens in Rust.
            f.write_str(if place.len() > 1 && scale.unsigned_abs() != 1 { "*e" } else { "e" })?;
            match &place[..] {
                [mode] => write!(f, "{mode}")?,
                modes => {
                    for (at, mode) in modes.iter().enumerate() {
                        write!(f, "{}{mode}", if at > 0 { "," } else { "(" })?;
                    }
                    f.write_str(")")?;
                }
            }
        }
        Ok(())
    }
}

impl fmt::Debug for ArithmeticTuple {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
