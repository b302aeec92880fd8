//! Tuple morphisms: the category Tuple.

use core::fmt;

use smallvec::SmallVec;

use super::pointed_map::{PointedMap, increasing};
use crate::error::{Error, Operation, Rule};
use crate::tuple::int_tuple::product;

/// The entries of a flat tuple.
pub(super) type Entries = SmallVec<[i64; 8]>;

/// A tuple morphism `f: (s_1, ..., s_m) -> (t_1, ..., t_n)` over a tractable pointed map `alpha`, with
/// `s_i = t_(alpha(i))` whenever `alpha(i)` is an entry ([003](crate::papers), definition 3.1.1.13).
///
/// Entries are at least 1, and the sizes of both tuples fit `i64`, so everything derived from a morphism fits too.
///
/// ```
/// use tilework_algebra::morphism::TupleMorphism;
/// let f: TupleMorphism = "(3,128,128)--(1,3,5)-->(3,2,128,2,128)".parse()?;
/// let g: TupleMorphism = "(3,2,128,2,128)--(*,*,2,*,1)-->(128,128)".parse()?;
/// assert_eq!(f.then(&g)?.to_string(), "(3,128,128)--(0,2,1)-->(128,128)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[derive(PartialEq, Eq, Hash)]
pub struct TupleMorphism {
    domain: Entries,
    codomain: Entries,
    map: PointedMap,
}

impl Clone for TupleMorphism {
    fn clone(&self) -> Self {
        Self::trusted(&self.domain, &self.codomain, self.map.clone())
    }
}

impl TupleMorphism {
    /// The morphism from `domain` to `codomain` over `map`.
    ///
    /// # Errors
    /// - [`Rule::MapLength`] unless the map has an image for each entry of the domain, and [`Rule::OneCodomain`] unless
    ///   the codomain of the map has as many entries as `codomain`;
    /// - [`Rule::Tractability`] if an entry has the image of an earlier entry;
    /// - [`Rule::EntryExtent`] if an entry and its image have different extents;
    /// - [`Rule::Extent`] and [`Rule::CodomainExtent`] for an entry below 1, [`Rule::Overflow`] if a size does not fit.
    ///
    /// ```
    /// use tilework_algebra::morphism::TupleMorphism;
    /// let wrong = "(2,3)--(1,2)-->(2,4)".parse::<TupleMorphism>().unwrap_err();
    /// assert_eq!(wrong.to_string(), "morphism: equal entries, mode 1: the entry 3 goes to the \
    ///     image 2, which is 4");
    /// ```
    pub fn new(domain: &[i64], codomain: &[i64], map: PointedMap) -> Result<Self, Error> {
        let error = |rule| Error::new(Operation::Morphism, rule);
        if map.domain() != domain.len() {
            let rule = Rule::MapLength { images: map.domain(), entries: domain.len() };
            return Err(error(rule));
        }
        if map.codomain() != codomain.len() {
            let rule = Rule::OneCodomain { left: map.codomain(), right: codomain.len() };
            return Err(error(rule));
        }
        if let Some((first, at)) = map.collision() {
            let image = map.numbers()[at];
            return Err(error(Rule::Tractability { image, first }).at(at));
        }
        if let Some(at) = domain.iter().position(|&extent| extent < 1) {
            return Err(error(Rule::Extent { extent: domain[at] }).at(at));
        }
        if let Some(at) = codomain.iter().position(|&extent| extent < 1) {
            return Err(error(Rule::CodomainExtent { extent: codomain[at] }).at(at));
        }
        for (at, (&extent, image)) in domain.iter().zip(map.images()).enumerate() {
            if let Some(j) = image.filter(|&j| codomain[j] != extent) {
                let rule = Rule::EntryExtent { extent, image: j + 1, other: codomain[j] };
                return Err(error(rule).at(at));
            }
        }
        if product(domain).is_none() || product(codomain).is_none() {
            return Err(error(Rule::Overflow));
        }
        Ok(Self::trusted(domain, codomain, map))
    }

    /// A morphism for which all of this is known to hold.
    pub(super) fn trusted(domain: &[i64], codomain: &[i64], map: PointedMap) -> Self {
        let (domain, codomain) = (Entries::from_slice(domain), Entries::from_slice(codomain));
        debug_assert!(map.is_tractable());
        debug_assert_eq!((map.domain(), map.codomain()), (domain.len(), codomain.len()));
        debug_assert!(product(&domain).is_some() && product(&codomain).is_some());
        TupleMorphism { domain, codomain, map }
    }

    /// The identity of a tuple.
    ///
    /// # Errors
    /// [`Rule::Extent`], [`Rule::Overflow`]
    pub fn identity(tuple: &[i64]) -> Result<Self, Error> {
        TupleMorphism::new(tuple, tuple, PointedMap::identity(tuple.len()))
    }

    /// The domain, `S`.
    #[inline]
    pub fn domain(&self) -> &[i64] {
        &self.domain
    }

    /// The codomain, `T`.
    #[inline]
    pub fn codomain(&self) -> &[i64] {
        &self.codomain
    }

    /// The map of positions, `alpha`.
    #[inline]
    pub fn map(&self) -> &PointedMap {
        &self.map
    }

    /// The size of the domain.
    pub fn size(&self) -> i64 {
        // It fits, by construction, and so does the next one.
        self.domain.iter().product()
    }

    /// The size of the codomain.
    pub fn codomain_size(&self) -> i64 {
        self.codomain.iter().product()
    }

    /// `g o self`, over the composite of the maps: this morphism followed by `g` ([003](crate::papers), definition
    /// 3.1.1.13).
    /// `|g o f| = |g| o |f|`.
    ///
    /// # Errors
    /// [`Rule::Composability`] unless the domain of `g` has as many entries as the codomain; [`Rule::EqualExtents`] if
    /// an entry differs.
    pub fn then(&self, g: &Self) -> Result<Self, Error> {
        let map = self.map.then(&g.map)?;
        same_entries(Operation::Compose, &self.codomain, &g.domain)?;
        Ok(Self::trusted(&self.domain, &g.codomain, map))
    }

    /// The sum `f + g`: the two next to one another, `S * U -> T * V` ([003](crate::papers), definition 3.1.5.3).
    ///
    /// # Errors
    /// [`Rule::Overflow`] if a size does not fit.
    ///
    /// ```
    /// use tilework_algebra::morphism::TupleMorphism;
    /// let f: TupleMorphism = "(4,6)--(2,1)-->(6,4)".parse()?;
    /// let g: TupleMorphism = "(5,7)--(0,2)-->(2,7)".parse()?;
    /// assert_eq!(f.sum(&g)?.to_string(), "(4,6,5,7)--(2,1,0,4)-->(6,4,2,7)");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn sum(&self, g: &Self) -> Result<Self, Error> {
        let map = self.map.sum(&g.map)?;
        let domain = joined(Operation::Sum, &self.domain, &g.domain)?;
        let codomain = joined(Operation::Sum, &self.codomain, &g.codomain)?;
        Ok(Self::trusted(&domain, &codomain, map))
    }

    /// Returns whether `g` has the same codomain and the two have no image in common ([003](crate::papers), definition
    /// 3.1.5.32).
    pub fn has_disjoint_images(&self, g: &Self) -> bool {
        self.codomain == g.codomain && self.map.has_disjoint_images(&g.map)
    }

    /// `f * g: S * U -> T`, for morphisms with disjoint images ([003](crate::papers), construction 3.1.5.34). `L_(f *
    /// g) = L_f * L_g`.
    ///
    /// # Errors
    /// [`Rule::OneCodomain`] and [`Rule::EqualExtents`] unless the codomains are the same,
    /// [`Rule::DisjointImages`], [`Rule::Overflow`].
    ///
    /// ```
    /// use tilework_algebra::morphism::TupleMorphism;
    /// let f: TupleMorphism = "(2,2)--(1,3)-->(2,5,2,5)".parse()?;
    /// let g: TupleMorphism = "(5)--(2)-->(2,5,2,5)".parse()?;
    /// assert_eq!(f.concatenate(&g)?.to_string(), "(2,2,5)--(1,3,2)-->(2,5,2,5)");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn concatenate(&self, g: &Self) -> Result<Self, Error> {
        if self.codomain.len() == g.codomain.len() {
            same_entries(Operation::Concatenate, &self.codomain, &g.codomain)?;
        }
        let map = self.map.concatenate(&g.map)?;
        let domain = joined(Operation::Concatenate, &self.domain, &g.domain)?;
        Ok(Self::trusted(&domain, &self.codomain, map))
    }

    /// The morphism restricted to some entries of the domain, in their order ([003](crate::papers), example 3.1.3.7).
    /// Its layout has the
    /// modes `entries`.
    ///
    /// # Errors
    /// [`Rule::Increasing`], [`Rule::ModeRange`]
    pub fn restrict(&self, entries: &[usize]) -> Result<Self, Error> {
        increasing(Operation::Restrict, entries, self.domain.len())?;
        Ok(self.chosen(entries))
    }

    /// The morphism restricted to existing entries, each at most once, in any order.
    pub(super) fn chosen(&self, entries: &[usize]) -> Self {
        let domain: Entries = entries.iter().map(|&entry| self.domain[entry]).collect();
        Self::trusted(&domain, &self.codomain, self.map.chosen(entries))
    }

    /// Entry `i` of the morphism, `(s_i) -> T` ([003](crate::papers), example 3.1.3.8).
    ///
    /// # Errors
    /// [`Rule::ModeRange`]
    pub fn entry(&self, i: usize) -> Result<Self, Error> {
        self.restrict(&[i])
    }

    /// The morphism factored through some entries of the codomain, which must include all images ([003](crate::papers),
    /// example
    /// 3.1.3.10).
    ///
    /// # Errors
    /// [`Rule::Increasing`], [`Rule::ModeRange`], [`Rule::ImageOutside`]
    ///
    /// ```
    /// use tilework_algebra::morphism::TupleMorphism;
    /// let f: TupleMorphism = "(8,8)--(4,2)-->(2,8,2,8,10)".parse()?;
    /// assert_eq!(f.factorize(&[1, 3, 4])?.to_string(), "(8,8)--(2,1)-->(8,8,10)");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn factorize(&self, entries: &[usize]) -> Result<Self, Error> {
        let map = self.map.factorize(entries)?;
        let codomain: Entries = entries.iter().map(|&entry| self.codomain[entry]).collect();
        Ok(Self::trusted(&self.domain, &codomain, map))
    }

    /// The morphism with the entries of the domain in another order: entry `k` of the result is entry `order[k]`, so
    /// its layout is [`permute`](crate::permute)d.
    ///
    /// # Errors
    /// [`Rule::Permutation`] unless `order` has each entry once.
    pub fn permute(&self, order: &[usize]) -> Result<Self, Error> {
        let refused = Error::new(Operation::Permute, Rule::Permutation);
        let images = order.iter().map(|&entry| Some(entry));
        let order_map = PointedMap::new(images, self.domain.len()).map_err(|_| refused)?;
        if order_map.is_isomorphism() { Ok(self.chosen(order)) } else { Err(refused) }
    }
}

/// Checks that the tuples are equal.
fn same_entries(operation: Operation, left: &[i64], right: &[i64]) -> Result<(), Error> {
    match left.iter().zip(right).position(|(left, right)| left != right) {
        None => Ok(()),
        Some(at) => {
            let rule = Rule::EqualExtents { left: left[at], right: right[at] };
            Err(Error::new(operation, rule).at(at))
        }
    }
}

/// The entries of both, if their size fits.
fn joined(operation: Operation, left: &[i64], right: &[i64]) -> Result<Entries, Error> {
    let entries: Entries = left.iter().chain(right).copied().collect();
    product(&entries).map(|_| ()).ok_or(Error::new(operation, Rule::Overflow))?;
    Ok(entries)
}

impl fmt::Debug for TupleMorphism {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
