//! Ordered factorizations: the category Fact.

use alloc::vec::Vec;
use core::fmt;

use smallvec::SmallVec;

use super::layout_permutations::next_permutation;
use super::pointed_map::PointedMap;
use super::tuple_morphism::{Entries, TupleMorphism};
use crate::budget::{Budget, FACTORS};
use crate::error::{Error, Operation, Rule};
use crate::layout::{Layout, Modes};
use crate::mode::Mode;
use crate::tuple::int_tuple::product;
use crate::tuple::profile::Profile;

/// An ordered factorization `[p_1 ... p_k]`: a sequence of primes whose product is `N` ([000](crate::papers),
/// definition 3.1).
///
/// ```
/// use tilework_algebra::morphism::OrderedFactorization;
/// let e = OrderedFactorization::new([2, 3, 2])?;
/// assert_eq!((e.to_string(), e.size()), ("[2,3,2]".into(), 12));
/// assert_eq!(OrderedFactorization::new([2, 6]).unwrap_err().to_string(),
///     "ordered_factorization: prime, mode 1: the factor 6 is not a prime");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OrderedFactorization {
    primes: Entries,
}

impl OrderedFactorization {
    /// The factorization into these primes.
    ///
    /// # Errors
    /// [`Rule::Prime`] for a factor that is not a prime, [`Rule::Undecided`] if trying 2^22 divisors for all factors
    /// together does not decide that, [`Rule::Overflow`] if the product does not fit.
    pub fn new(primes: impl IntoIterator<Item = i64>) -> Result<Self, Error> {
        Self::within(primes, &Budget::new(Operation::OrderedFactorization, FACTORS))
    }

    /// [`OrderedFactorization::new`] within the budget of the calling operation.
    pub(super) fn within(
        primes: impl IntoIterator<Item = i64>,
        budget: &Budget<'_>,
    ) -> Result<Self, Error> {
        let primes: Entries = primes.into_iter().collect();
        let error = |rule| Error::new(Operation::OrderedFactorization, rule);
        for (at, &factor) in primes.iter().enumerate() {
            if factor < 2 || factorize(factor, budget)?.len() > 1 {
                return Err(error(Rule::Prime { factor }).at(at));
            }
        }
        product(&primes).ok_or(error(Rule::Overflow))?;
        Ok(OrderedFactorization { primes })
    }

    /// The factorization of a number with its primes in increasing order.
    ///
    /// # Errors
    /// [`Rule::Extent`] below 1, [`Rule::Undecided`] if the number has a factor above 2^44 without a divisor up to
    /// 2^22.
    pub fn of(n: i64) -> Result<Self, Error> {
        let budget = Budget::new(Operation::OrderedFactorization, FACTORS);
        Ok(OrderedFactorization { primes: factorize(n, &budget)? })
    }

    /// All factorizations of a number, in lexicographic order.
    ///
    /// # Errors
    /// The errors of [`OrderedFactorization::of`].
    ///
    /// ```
    /// use tilework_algebra::morphism::OrderedFactorization;
    /// let all: Vec<String> = OrderedFactorization::all(12)?.map(|e| e.to_string()).collect();
    /// assert_eq!(all, ["[2,2,3]", "[2,3,2]", "[3,2,2]"]);
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn all(n: i64) -> Result<OrderedFactorizations, Error> {
        Ok(OrderedFactorizations { next: Some(OrderedFactorization::of(n)?.primes) })
    }

    /// The primes.
    pub fn primes(&self) -> &[i64] {
        &self.primes
    }

    /// The product of the primes, `N`.
    pub fn size(&self) -> i64 {
        // It fits, by construction.
        self.primes.iter().product()
    }
}

/// The primes of a number in increasing order.
pub(super) fn factorize(n: i64, budget: &Budget<'_>) -> Result<Entries, Error> {
    let error = |rule| Error::new(Operation::OrderedFactorization, rule);
    if n < 1 {
        return Err(error(Rule::Extent { extent: n }));
    }
    let mut primes = Entries::new();
    let (mut rest, mut divisor) = (n, 2);
    while divisor * divisor <= rest {
        budget.spend(1)?;
        while rest % divisor == 0 {
            primes.push(divisor);
            rest /= divisor;
        }
        divisor += 1;
    }
    if rest > 1 {
        primes.push(rest);
    }
    Ok(primes)
}

/// The ordered factorizations of a number: see [`OrderedFactorization::all`].
#[derive(Clone, Debug)]
pub struct OrderedFactorizations {
    next: Option<Entries>,
}

impl Iterator for OrderedFactorizations {
    type Item = OrderedFactorization;

    fn next(&mut self) -> Option<OrderedFactorization> {
        let primes = self.next.take()?;
        let mut following = primes.clone();
        self.next = next_permutation(&mut following).then_some(following);
        Some(OrderedFactorization { primes })
    }
}

/// A morphism `alpha_E: E^alpha -> E` of ordered factorizations, over a map `alpha: {1..n} -> {1..k}` into the places
/// of `E = [p_1 ... p_k]`. Its domain is `E^alpha = [p_alpha(1) ... p_alpha(n)]` ([000](crate::papers), definition
/// 3.4). In contrast to
/// a morphism of tuples, every place has an image, and several places may have the same one.
///
/// ```
/// use tilework_algebra::morphism::{FactorizationMorphism, OrderedFactorization};
/// let e = OrderedFactorization::new([2, 3])?;
/// let alpha = FactorizationMorphism::new(e, [1, 0])?;
/// assert_eq!(alpha.domain().to_string(), "[3,2]");
/// assert_eq!(alpha.layout().to_string(), "(3,2):(2,1)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct FactorizationMorphism {
    codomain: OrderedFactorization,
    /// The images, counted from 0.
    map: SmallVec<[usize; 8]>,
}

impl FactorizationMorphism {
    /// The morphism to `codomain` over the map with these images, counted from 0.
    ///
    /// # Errors
    /// [`Rule::MapRange`] for an image past the codomain, [`Rule::Overflow`] if the size of the domain
    /// does not fit.
    pub fn new(
        codomain: OrderedFactorization,
        map: impl IntoIterator<Item = usize>,
    ) -> Result<Self, Error> {
        let map: SmallVec<[usize; 8]> = map.into_iter().collect();
        let error = |rule| Error::new(Operation::Morphism, rule);
        let entries = codomain.primes.len();
        if let Some(at) = map.iter().position(|&image| image >= entries) {
            let rule = Rule::MapRange { image: map[at].saturating_add(1), entries };
            return Err(error(rule).at(at));
        }
        let morphism = FactorizationMorphism { codomain, map };
        product(&morphism.domain().primes).ok_or(error(Rule::Overflow))?;
        Ok(morphism)
    }

    /// The identity of a factorization.
    pub fn identity(factorization: OrderedFactorization) -> Self {
        let map = (0..factorization.primes.len()).collect();
        FactorizationMorphism { codomain: factorization, map }
    }

    /// The domain, `E^alpha`.
    pub fn domain(&self) -> OrderedFactorization {
        let primes = self.map.iter().map(|&image| self.codomain.primes[image]).collect();
        OrderedFactorization { primes }
    }

    /// The codomain, `E`.
    pub fn codomain(&self) -> &OrderedFactorization {
        &self.codomain
    }

    /// The images, counted from 0.
    pub fn map(&self) -> &[usize] {
        &self.map
    }

    /// `alpha_E o self`: this morphism followed by `alpha`, whose domain must be the codomain of this one
    /// ([000](crate::papers), lemma
    /// 3.12). The function of the layout is the composite of the functions.
    ///
    /// # Errors
    /// [`Rule::Composability`] or [`Rule::EqualExtents`] if it is not.
    pub fn then(&self, alpha: &Self) -> Result<Self, Error> {
        let error = |rule| Error::new(Operation::Compose, rule);
        let (here, there) = (&self.codomain.primes, &alpha.domain().primes);
        if here.len() != there.len() {
            let rule = Rule::Composability { codomain: here.len(), domain: there.len() };
            return Err(error(rule));
        }
        if let Some(at) = (0..here.len()).find(|&at| here[at] != there[at]) {
            let rule = Rule::EqualExtents { left: here[at], right: there[at] };
            return Err(error(rule).at(at));
        }
        let map = self.map.iter().map(|&image| alpha.map[image]).collect();
        Ok(FactorizationMorphism { codomain: alpha.codomain.clone(), map })
    }

    /// Returns whether it has an inverse, that is, whether the map is a permutation ([000](crate::papers), remark
    /// 3.16).
    pub fn is_isomorphism(&self) -> bool {
        self.tuple_morphism().is_some_and(|f| f.is_isomorphism())
    }

    /// Returns whether it is an isomorphism of a factorization with itself.
    pub fn is_automorphism(&self) -> bool {
        self.is_isomorphism() && self.domain() == self.codomain
    }

    /// The layout `L_(E, alpha)` of shape `E^alpha`, whose strides are the products of the primes before the images
    /// ([000](crate::papers), definition 3.9). Its values are below `N` if the map is injective. The paper says that
    /// they always are,
    /// but those of `(3,2,3):(2,1,2)` over `[2,3]` are not.
    pub fn layout(&self) -> Layout {
        let primes = &self.codomain.primes;
        let mode = |&image: &usize| Mode {
            shape: primes[image],
            stride: primes[..image].iter().product::<i64>(),
        };
        let modes: Modes = self.map.iter().map(mode).collect();
        // The size of the domain fits, by construction.
        Layout::trusted(modes, Profile::flat(self.map.len()))
    }

    /// The morphism of tuples over the same map, if no two places have the same image. It has the same layout.
    pub fn tuple_morphism(&self) -> Option<TupleMorphism> {
        let images = self.map.iter().map(|&image| image + 1);
        let map = PointedMap::trusted(images, self.codomain.primes.len());
        map.is_tractable()
            .then(|| TupleMorphism::trusted(&self.domain().primes, &self.codomain.primes, map))
    }
}

fn list(f: &mut fmt::Formatter<'_>, entries: impl Iterator<Item = i64>) -> fmt::Result {
    let entries: Vec<i64> = entries.collect();
    f.write_str("[")?;
    for (at, entry) in entries.iter().enumerate() {
        write!(f, "{}{entry}", if at > 0 { "," } else { "" })?;
    }
    f.write_str("]")
}

impl fmt::Display for OrderedFactorization {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        list(f, self.primes.iter().copied())
    }
}

impl fmt::Debug for OrderedFactorization {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for FactorizationMorphism {
    /// Writes `[3,2]--[2,1]-->[2,3]`, with places counted from 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}--", self.domain())?;
        list(f, self.map.iter().map(|&image| image as i64 + 1))?;
        write!(f, "-->{}", self.codomain)
    }
}

impl fmt::Debug for FactorizationMorphism {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
