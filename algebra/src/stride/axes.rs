//! Layouts into coordinates, place by place. Each place of the codomain has the layout of the modes that move it, and
//! an operation works on these layouts.

use alloc::vec::Vec;
use core::cmp::Ordering;

use smallvec::SmallVec;

use crate::budget::{Budget, RIGHT_INVERSE};
use crate::error::{Error, Operation, Rule};
use crate::injectivity::{self, gcd};
use crate::layout::image::integers_in_range;
use crate::layout::tile::Tile;
use crate::layout::{Layout, Modes};
use crate::mode::Mode;
use crate::operation::complement::{integer_complement, integer_complement_ext};
use crate::operation::composition::{by_coordinates::places, compose_as_integers, exact};
use crate::operation::left_inverse::{interpolated_inverse, inverse_of_terms, linear_inverse};
use crate::operation::relative::substitute;
use crate::operation::right_inverse::{Term, longest};
use crate::operation::rounding::Rounding;
use crate::operation::together::Together;
use crate::stride::arithmetic_tuple::{ArithmeticTuple, Place, Places, codomain, leaf_places};
use crate::stride::xor::Xor;
use crate::stride::{Stride, codomain::Codomain};
use crate::tuple::int_tuple::IntTuple;
use crate::tuple::profile::{Profile, Token};

impl Stride for ArithmeticTuple {
    type Offset = IntTuple;
    type Extent = IntTuple;
    type Inverse = i64;

    #[inline]
    fn zero() -> Self {
        ArithmeticTuple::scaled(Place::new(), 0)
    }

    #[inline]
    fn is_zero(&self) -> bool {
        self.terms().next().is_none()
    }

    #[inline]
    fn plus(&self, other: &Self) -> Option<Self> {
        self.sum(other)
    }

    #[inline]
    fn times(&self, n: i64) -> Option<Self> {
        self.scaled_by(n)
    }
}

impl Codomain for ArithmeticTuple {
    type Sum = Places;

    #[inline]
    fn accumulate(&self, n: i64, mut sum: Places) -> Option<Places> {
        self.add_to(n, &mut sum)?;
        Some(sum)
    }

    #[inline]
    fn of_sum(sum: Places) -> Option<Self> {
        sum.stride()
    }

    #[inline]
    fn exact(
        left: &[Mode<Self>],
        b: &Layout,
        budget: &Budget<'_>,
    ) -> Result<Option<Layout<Self>>, Error> {
        exact::exact(left, b, budget)
    }

    #[inline]
    fn offset(layout: &Layout<Self>, sum: Places) -> Option<IntTuple> {
        sum.coordinate(&layout.codomain())
    }

    #[inline]
    fn continues(&self, extent: i64, next: &Self) -> bool {
        self.scaled_by(extent).as_ref() == Some(next)
    }

    #[inline]
    fn go_together(modes: &[Mode<Self>]) -> Result<(), Rule> {
        codomain(modes.iter().map(|mode| &mode.stride)).map(|_| ()).ok_or(Rule::Codomain)
    }

    #[inline]
    fn order(a: &IntTuple, b: &IntTuple) -> Ordering {
        // Both have the same profile.
        a.leaves().iter().rev().cmp(b.leaves().iter().rev())
    }

    fn tile(layout: &Layout<Self>) -> Tile<'_> {
        Tile::Coordinates(layout)
    }

    fn in_range<D: Stride>(a: &Layout<D>, b: &Layout<Self>) -> Result<bool, Error> {
        // A place that `a` does not have is outside.
        let Ok(places) = places(a, b) else { return Ok(false) };
        Ok(places.iter().all(|at| integers_in_range(&at.part, &at.right)))
    }

    #[inline]
    fn collision(modes: &[Mode<Self>], budget: &Budget<'_>) -> Result<Option<(i64, i64)>, Error> {
        injectivity::collision_within(&in_one_place(modes)?, budget)
    }

    fn together(_: &[Mode<Self>], _: &[Mode<Self>]) -> Together {
        // Coordinates are not places in memory.
        Together::All
    }

    #[inline]
    fn compose_xor(
        layout: &Layout<Self>,
        b: &Layout<Xor>,
        budget: &Budget<'_>,
    ) -> Result<Layout<Self>, Error> {
        compose_as_integers(layout, b, budget)
    }

    #[inline]
    fn complement(
        rounding: Rounding,
        layout: &Layout<Self>,
        n: IntTuple,
    ) -> Result<Layout<Self>, Error> {
        let operation = rounding.operation();
        let parts = parts(operation, layout, n.profile())?;
        let zero = |mode: &Mode<Self>| mode.shape > 1 && mode.stride.is_zero();
        if let (Rounding::Exact, Some(at)) = (rounding, layout.flat_modes().iter().position(zero)) {
            let rule = Rule::Broadcast { extent: layout.flat_modes()[at].shape };
            return Err(Error::new(operation, rule).at(at));
        }
        let complements = parts.iter().zip(n.leaves()).map(|(part, &n)| {
            part.scaled(&integer_complement(rounding, &part.layout, n).map_err(part.named())?)
        });
        nested(operation, n.profile(), complements)
    }

    #[inline]
    fn complement_ext(layout: &Layout<Self>) -> Result<Layout<Self>, Error> {
        let profile = layout.codomain();
        let parts = parts(Operation::ComplementExt, layout, &profile)?;
        let complements = parts
            .iter()
            .map(|part| part.scaled(&integer_complement_ext(&part.layout).map_err(part.named())?));
        nested(Operation::ComplementExt, &profile, complements)
    }

    #[inline]
    fn right_inverse(layout: &Layout<Self>, budget: &Budget<'_>) -> Result<Layout, Error> {
        not_negative(Operation::RightInverse, layout)?;
        let (profile, still) = (layout.codomain(), terms(layout, None));
        let mut inverses = Vec::new();
        // The coordinates of the places have no mode in common, except that one place may go through modes of stride 0.
        let mut through_still = false;
        for place in leaf_places(&profile) {
            let moving = terms(layout, Some(&place));
            let unit = ArithmeticTuple::scaled(place, 1);
            let mut inverse = longest(layout, &unit, moving.clone(), budget)?;
            if !through_still {
                let all = moving.iter().chain(&still).copied().collect();
                // If this takes too long, the inverse without the modes of stride 0 is also correct.
                let some = budget.part(Operation::RightInverse, RIGHT_INVERSE / 64);
                let longer = longest(layout, &unit, all, &some).ok();
                if let Some(longer) = longer.filter(|longer| longer.size() > inverse.size()) {
                    (inverse, through_still) = (longer, true);
                }
            }
            inverses.push(Ok(inverse));
        }
        nested(Operation::RightInverse, &profile, inverses.into_iter())
    }

    #[inline]
    fn left_inverse(layout: &Layout<Self>, budget: &Budget<'_>) -> Result<Layout, Error> {
        not_negative(Operation::LeftInverse, layout)?;
        let profile = layout.codomain();
        let sum = |mode: &Mode<Self>| mode.shape > 1 && mode.stride.terms().count() > 1;
        if let Some(at) = layout.flat_modes().iter().position(sum) {
            // With sums of basis elements, no place can be read on its own.
            let inverses = match linear_inverse(layout)? {
                Some(inverses) => Some(inverses),
                None => interpolated_inverse::<_, i128>(layout, |c| c.leaves().into(), budget)?,
            };
            let inverses =
                inverses.ok_or(Error::new(Operation::LeftInverse, Rule::ScaledBasis).at(at))?;
            return nested(Operation::LeftInverse, &profile, inverses.into_iter().map(Ok));
        }
        let inverses = parts(Operation::LeftInverse, layout, &profile)?.into_iter().map(|part| {
            let weights = part.weights.iter().zip(part.layout.flat_modes());
            let term = |(&weight, &Mode { shape, stride })| Term { shape, stride, weight };
            let mut terms: Vec<Term> = weights.map(term).collect();
            terms.sort_by_key(|term| term.stride);
            inverse_of_terms(&terms, |_| false, budget).map_err(part.named())
        });
        nested(Operation::LeftInverse, &profile, inverses)
    }
}

impl Layout<ArithmeticTuple> {
    /// The profile of the offsets: the smallest profile with leaves at the places of all strides. It is `(*,*)` for
    /// `(4,8):(e0,e1)`, and `()` if nothing moves.
    ///
    /// ```
    /// use tilework_algebra::{ArithmeticTuple, Layout};
    /// let layout: Layout<ArithmeticTuple> = "(4,8):(e0,e(1,1))".parse()?;
    /// assert_eq!(layout.codomain().to_string(), "(*,(*,*))");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    #[inline]
    pub fn codomain(&self) -> Profile {
        // The strides are of one semimodule.
        codomain(self.flat_modes().iter().map(|mode| &mode.stride)).unwrap_or(Profile::flat(0))
    }
}

/// The identity on the coordinates of a shape, `I(c) = c`: the stride of each leaf is the basis element of its place
/// ([004](crate::papers), section 3.3.1). The coordinates of an integer are integers, so the identity of an integer is
/// [`identity`](crate::identity); in expressions, `make_identity_layout(24)` gives that layout.
///
/// # Errors
/// [`Rule::Extent`], [`Rule::Overflow`], [`Rule::Profile`] for an integer; [`Rule::ModeRange`] if a tuple has more than
/// 256 modes, and [`Rule::Depth`] if it is nested deeper than [`ArithmeticTuple::MAX_DEPTH`].
///
/// ```
/// use tilework_algebra::make_identity_layout;
/// let identity = make_identity_layout(&"(4,(3,2))".parse()?)?;
/// assert_eq!(identity.to_string(), "(4,(3,2)):(e0,(e(1,0),e(1,1)))");
/// assert_eq!(identity.offset(21)?.to_string(), "(1,(2,1))");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[inline]
pub fn make_identity_layout(shape: &IntTuple) -> Result<Layout<ArithmeticTuple>, Error> {
    let error = |rule| Error::new(Operation::MakeIdentityLayout, rule);
    let profile = shape.profile();
    if profile.is_leaf() {
        return Err(error(Rule::Profile));
    }
    if profile.depth() > ArithmeticTuple::MAX_DEPTH {
        return Err(error(Rule::Depth { limit: ArithmeticTuple::MAX_DEPTH }));
    }
    if let Some(rank) = widest(profile).filter(|&rank| rank > 256) {
        return Err(error(Rule::ModeRange { mode: 256, rank }));
    }
    let modes = shape
        .leaves()
        .iter()
        .zip(leaf_places(profile))
        .map(|(&shape, place)| Mode { shape, stride: ArithmeticTuple::scaled(place, 1) });
    Layout::of_modes(modes, profile.clone())
        .map_err(|error| error.during(Operation::MakeIdentityLayout))
}

/// The largest number of modes of any tuple in the profile.
#[inline]
fn widest(profile: &Profile) -> Option<usize> {
    let mut open: Vec<usize> = Vec::new();
    let mut ranks = Vec::new();
    for token in profile.tokens() {
        if let (Token::Open | Token::Leaf, Some(rank)) = (token, open.last_mut()) {
            *rank += 1;
        }
        match token {
            Token::Open => open.push(0),
            Token::Leaf => {}
            Token::Close => ranks.extend(open.pop()),
        }
    }
    ranks.into_iter().max()
}

/// Modes with integer strides and the same collisions. The weight of each place is larger than any difference that the
/// places before it can make, divided by common factors.
#[inline]
fn in_one_place(modes: &[Mode<ArithmeticTuple>]) -> Result<Vec<Mode>, Error> {
    let mut places: Vec<&Place> = modes.iter().flat_map(|mode| mode.stride.places()).collect();
    places.sort_unstable();
    places.dedup();
    let mut strides = alloc::vec![0i128; modes.len()];
    let overflow = Error::new(Operation::Collision, Rule::Overflow);
    let mut weight = Some(1i128);
    for place in places {
        let here = |mode: &Mode<ArithmeticTuple>| i128::from(mode.stride.at(place).unwrap_or(0));
        let common = modes.iter().fold(0, |common, mode| gcd(common, here(mode).abs()));
        let mut reach = 0i128;
        for (mode, stride) in modes.iter().zip(&mut strides) {
            let step = here(mode) / common;
            let scaled = weight.and_then(|weight| weight.checked_mul(step)).ok_or(overflow)?;
            *stride = stride.checked_add(scaled).ok_or(overflow)?;
            // Each is below 63 bits, and there are no more modes than fit a size.
            reach += i128::from(mode.shape - 1) * step.abs();
        }
        // The weight after the last place is not used.
        weight = weight.and_then(|weight| weight.checked_mul(2 * reach + 1));
    }
    let integer = |(mode, stride): (&Mode<ArithmeticTuple>, i128)| {
        let stride = i64::try_from(stride).map_err(|_| overflow)?;
        Ok(Mode { shape: mode.shape, stride })
    };
    modes.iter().zip(strides).map(integer).collect()
}

/// The modes with an extent above 1 that move one place.
pub(crate) struct Part {
    pub(crate) place: Place,
    /// The factors at this place are the strides; the layout is flat.
    pub(crate) layout: Layout,
    /// The weights of the coordinates of these modes in the integral coordinate of the whole layout.
    weights: Vec<i64>,
    /// The positions of these modes in the whole layout.
    modes: Vec<usize>,
}

impl Part {
    /// The layout with its strides at this place.
    #[inline]
    fn scaled(&self, layout: &Layout) -> Result<Layout<ArithmeticTuple>, Error> {
        let scaled = |&Mode { shape, stride }: &Mode| {
            let stride = ArithmeticTuple::scaled(self.place.clone(), stride);
            Mode { shape, stride }
        };
        Layout::of_modes(layout.flat_modes().iter().map(scaled), layout.profile().clone())
    }

    /// Converts an error in a mode of the part to one in the mode of the whole layout.
    fn named(&self) -> impl Fn(Error) -> Error {
        |error| Error { mode: error.mode.and_then(|at| self.modes.get(at).copied()), ..error }
    }
}

/// The parts for the leaves of the profile, from left to right.
#[inline]
pub(crate) fn parts(
    operation: Operation,
    layout: &Layout<ArithmeticTuple>,
    profile: &Profile,
) -> Result<Vec<Part>, Error> {
    let places = leaf_places(profile);
    let mut modes: Vec<(Modes, Vec<i64>, Vec<usize>)> = Vec::new();
    modes.resize_with(places.len(), Default::default);
    let mut weight = 1;
    for (at, mode) in layout.flat_modes().iter().enumerate() {
        if mode.shape > 1 && !mode.stride.is_zero() {
            let error = |rule| Error::new(operation, rule).at(at);
            let basis = mode.stride.as_scaled_basis();
            let (place, stride) = basis.ok_or(error(Rule::ScaledBasis))?;
            let index = places.binary_search(place).map_err(|_| error(Rule::Profile))?;
            let (modes, weights, positions) = &mut modes[index];
            modes.push(Mode { shape: mode.shape, stride });
            weights.push(weight);
            positions.push(at);
        }
        weight *= mode.shape;
    }
    let part = |(place, (flat, weights, modes))| Part {
        place,
        layout: Layout::of_flat(flat),
        weights,
        modes,
    };
    Ok(places.into_iter().zip(modes).map(part).collect())
}

/// Checks that no factor is negative.
#[inline]
fn not_negative(operation: Operation, layout: &Layout<ArithmeticTuple>) -> Result<(), Error> {
    for (at, mode) in layout.flat_modes().iter().enumerate().filter(|(_, mode)| mode.shape > 1) {
        if let Some((_, stride)) = mode.stride.terms().find(|&(_, factor)| factor < 0) {
            return Err(Error::new(operation, Rule::NaturalStride { stride }).at(at));
        }
    }
    Ok(())
}

/// The modes that move only this place, or nothing at all.
#[inline]
fn terms(layout: &Layout<ArithmeticTuple>, place: Option<&Place>) -> SmallVec<[Term; 8]> {
    let mut weight = 1;
    let weighted = layout.flat_modes().iter().map(|Mode { shape, stride }| {
        weight *= shape;
        (*shape, stride, weight / shape)
    });
    let term = |(shape, stride, weight): (i64, &ArithmeticTuple, i64)| {
        let stride = match place {
            Some(place) => stride.as_scaled_basis().filter(|(at, _)| *at == place)?.1,
            None => stride.is_zero().then_some(0)?,
        };
        (shape > 1).then_some(Term { shape, stride, weight })
    };
    weighted.filter_map(term).collect()
}

/// The results, nested in the profile.
fn nested<D: Stride>(
    operation: Operation,
    profile: &Profile,
    results: impl Iterator<Item = Result<Layout<D>, Error>>,
) -> Result<Layout<D>, Error> {
    let results = results.collect::<Result<Vec<_>, _>>();
    results
        .and_then(|results| substitute(profile, &results))
        .map_err(|error| error.during(operation))
}
