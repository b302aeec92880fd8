//! Nested-tuple morphisms: the category Nest.

use core::borrow::Borrow;
use core::fmt;

use super::pointed_map::PointedMap;
use super::tuple_morphism::{Entries, TupleMorphism};
use crate::error::{Error, Operation, Rule};
use crate::tuple::int_tuple::{IntTuple, product};
use crate::tuple::profile::Profile;

/// A nested-tuple morphism `f: S -> T`: a tuple morphism of the flattened tuples
/// ([003](crate::papers), definition 3.2.1.1).
///
/// ```
/// use tilework_algebra::morphism::NestedTupleMorphism;
/// let f: NestedTupleMorphism = "((2,2),2)--(0,5,2)-->(10,2,2,(3,2,3))".parse()?;
/// assert_eq!((f.domain().to_string(), f.codomain().rank()), ("((2,2),2)".into(), 4));
/// assert_eq!(f.flatten().to_string(), "(2,2,2)--(0,5,2)-->(10,2,2,3,2,3)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct NestedTupleMorphism {
    flat: TupleMorphism,
    domain: Profile,
    codomain: Profile,
}

impl NestedTupleMorphism {
    /// The morphism from `domain` to `codomain` over `map`.
    ///
    /// # Errors
    /// The errors of [`TupleMorphism::new`].
    pub fn new(domain: &IntTuple, codomain: &IntTuple, map: PointedMap) -> Result<Self, Error> {
        let flat = TupleMorphism::new(domain.leaves(), codomain.leaves(), map)?;
        Ok(Self::nested(flat, domain.profile().clone(), codomain.profile().clone()))
    }

    /// A tuple morphism between tuples with these profiles, which must have matching numbers of leaves.
    pub(super) fn nested(flat: TupleMorphism, domain: Profile, codomain: Profile) -> Self {
        debug_assert_eq!(
            (flat.domain().len(), flat.codomain().len()),
            (domain.len(), codomain.len())
        );
        NestedTupleMorphism { flat, domain, codomain }
    }

    /// The identity of a tuple.
    ///
    /// # Errors
    /// [`Rule::Extent`], [`Rule::Overflow`]
    pub fn identity(tuple: &IntTuple) -> Result<Self, Error> {
        NestedTupleMorphism::new(tuple, tuple, PointedMap::identity(tuple.leaves().len()))
    }

    /// The isomorphism, over the identity, between tuples that differ only in their nesting ([003](crate::papers),
    /// example 3.2.3.1).
    ///
    /// # Errors
    /// [`Rule::MapLength`] or [`Rule::EntryExtent`] if they differ otherwise, and the errors of [`TupleMorphism::new`].
    pub fn reparenthesization(from: &IntTuple, to: &IntTuple) -> Result<Self, Error> {
        NestedTupleMorphism::new(from, to, PointedMap::identity(to.leaves().len()))
    }

    /// The tuple `S`.
    pub fn domain(&self) -> IntTuple {
        IntTuple::of_parts(Entries::from_slice(self.flat.domain()), self.domain.clone())
    }

    /// The tuple `T`.
    pub fn codomain(&self) -> IntTuple {
        IntTuple::of_parts(Entries::from_slice(self.flat.codomain()), self.codomain.clone())
    }

    /// The profile of the domain.
    pub fn domain_profile(&self) -> &Profile {
        &self.domain
    }

    /// The profile of the codomain.
    pub fn codomain_profile(&self) -> &Profile {
        &self.codomain
    }

    /// The map of positions.
    pub fn map(&self) -> &PointedMap {
        self.flat.map()
    }

    /// The morphism of the flattened tuples ([003](crate::papers), observation 3.2.1.7). This is a functor, with an
    /// inverse up to
    /// isomorphism.
    pub fn flatten(&self) -> &TupleMorphism {
        &self.flat
    }

    /// The size of the domain.
    pub fn size(&self) -> i64 {
        self.flat.size()
    }

    /// The size of the codomain.
    pub fn codomain_size(&self) -> i64 {
        self.flat.codomain_size()
    }

    /// `g o self`: this morphism followed by `g` ([003](crate::papers), definition 3.2.1.1 and theorem 3.2.6.21). If
    /// neither is
    /// degenerate, `L_(g o f) = L_g o L_f`.
    ///
    /// # Errors
    /// [`Rule::Composability`] or [`Rule::EqualExtents`] unless the codomain is the domain of `g`, [`Rule::Profile`] if
    /// they are nested differently.
    ///
    /// ```
    /// use tilework_algebra::morphism::NestedTupleMorphism;
    /// let f: NestedTupleMorphism = "((2,2),3)--(3,0,1)-->((3,5),2)".parse()?;
    /// let g: NestedTupleMorphism = "((3,5),2)--(2,1,3)-->(5,(3,2))".parse()?;
    /// assert_eq!(f.then(&g)?.to_string(), "((2,2),3)--(3,0,2)-->(5,(3,2))");
    /// assert_eq!(g.then(&f).unwrap_err().to_string(),
    ///     "compose: equal extents, mode 0: the extents 5 and 2 differ");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn then(&self, g: &Self) -> Result<Self, Error> {
        let flat = self.flat.then(&g.flat)?;
        if self.codomain != g.domain {
            return Err(Error::new(Operation::Compose, Rule::Profile));
        }
        Ok(Self::nested(flat, self.domain.clone(), g.codomain.clone()))
    }

    /// Returns whether `g` has the same codomain and the two have no image in common ([003](crate::papers), definition
    /// 3.2.6.1).
    pub fn has_disjoint_images(&self, g: &Self) -> bool {
        self.codomain == g.codomain && self.flat.has_disjoint_images(&g.flat)
    }

    /// `(f_1, ..., f_k): (S_1, ..., S_k) -> T`, for morphisms with disjoint images ([003](crate::papers), construction
    /// 3.2.6.4).
    /// `L_(f, g) = (L_f, L_g)`. Without morphisms, it is the identity of `()`.
    ///
    /// # Errors
    /// [`Rule::OneCodomain`], [`Rule::EqualExtents`] and [`Rule::Profile`] unless the codomains are
    /// the same, [`Rule::DisjointImages`], [`Rule::Overflow`].
    ///
    /// ```
    /// use tilework_algebra::morphism::NestedTupleMorphism;
    /// let f: NestedTupleMorphism = "(3,(512,512))--(0,2,4)-->(2,512,2,512)".parse()?;
    /// let g: NestedTupleMorphism = "(2,2)--(1,3)-->(2,512,2,512)".parse()?;
    /// let both = NestedTupleMorphism::concatenate([&f, &g])?;
    /// assert_eq!(both.to_string(), "((3,(512,512)),(2,2))--(0,2,4,1,3)-->(2,512,2,512)");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn concatenate<M: Borrow<Self>>(parts: impl IntoIterator<Item = M>) -> Result<Self, Error> {
        let mut all: Option<(TupleMorphism, Profile)> = None;
        let mut profiles = alloc::vec::Vec::new();
        for part in parts {
            let part = part.borrow();
            profiles.push(part.domain.clone());
            all = Some(match all {
                None => (part.flat.clone(), part.codomain.clone()),
                Some((before, codomain)) => {
                    let flat = before.concatenate(&part.flat)?;
                    if codomain != part.codomain {
                        return Err(Error::new(Operation::Concatenate, Rule::Profile));
                    }
                    (flat, codomain)
                }
            });
        }
        let nothing =
            || (TupleMorphism::trusted(&[], &[], PointedMap::identity(0)), Profile::flat(0));
        let (flat, codomain) = all.unwrap_or_else(nothing);
        Ok(Self::nested(flat, Profile::tuple(profiles), codomain))
    }

    /// Entry `i` of the morphism, `s_i -> T` ([003](crate::papers), example 3.2.3.4).
    ///
    /// # Errors
    /// [`Rule::ModeRange`]
    pub fn entry(&self, i: usize) -> Result<Self, Error> {
        Ok(Self::nested(self.flat.entry(i)?, Profile::leaf(), self.codomain.clone()))
    }

    /// Mode `i` of the morphism, `mode_i(S) -> T` ([003](crate::papers), example 3.2.3.6): mode `i`
    /// of the layout.
    ///
    /// # Errors
    /// [`Rule::ModeRange`]
    ///
    /// ```
    /// use tilework_algebra::morphism::NestedTupleMorphism;
    /// let f: NestedTupleMorphism = "(64,(8,8))--(0,3,1)-->(8,2,8)".parse()?;
    /// assert_eq!(f.mode(1)?.to_string(), "(8,8)--(3,1)-->(8,2,8)");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn mode(&self, i: usize) -> Result<Self, Error> {
        let rank = self.domain.rank();
        let rule = Rule::ModeRange { mode: i, rank };
        let mode = self.domain.modes().nth(i).ok_or(Error::new(Operation::Mode, rule))?;
        let before: usize = self.domain.modes().take(i).map(|mode| mode.len()).sum();
        Ok(self.part(before, mode))
    }

    /// The morphism restricted to the leaves of `profile`, which begin at leaf `first`.
    pub(super) fn part(&self, first: usize, profile: Profile) -> Self {
        let entries: alloc::vec::Vec<usize> = (first..first + profile.len()).collect();
        Self::nested(self.flat.chosen(&entries), profile, self.codomain.clone())
    }

    /// The inclusion of mode `i` of a tuple in the tuple ([003](crate::papers), example 3.2.3.7).
    ///
    /// # Errors
    /// [`Rule::ModeRange`], [`Rule::Extent`], [`Rule::Overflow`]
    pub fn mode_inclusion(tuple: &IntTuple, i: usize) -> Result<Self, Error> {
        NestedTupleMorphism::identity(tuple)?.mode(i)
    }

    /// The trivial morphism between two tuples, in which no entry has an image.
    ///
    /// # Errors
    /// [`Rule::Extent`], [`Rule::Overflow`]
    pub fn trivial(domain: &IntTuple, codomain: &IntTuple) -> Result<Self, Error> {
        let nowhere = domain.leaves().iter().map(|_| None);
        let map = PointedMap::new(nowhere, codomain.leaves().len())?;
        NestedTupleMorphism::new(domain, codomain, map)
    }
}

impl From<TupleMorphism> for NestedTupleMorphism {
    /// A tuple morphism as a morphism between flat tuples ([003](crate::papers), observation 3.2.1.7).
    fn from(flat: TupleMorphism) -> Self {
        let profiles = [flat.domain().len(), flat.codomain().len()].map(Profile::flat);
        let [domain, codomain] = profiles;
        Self::nested(flat, domain, codomain)
    }
}

impl fmt::Debug for NestedTupleMorphism {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The entries of all parts. Each part replaces an entry of the same size.
pub(super) fn entries_of(parts: &[IntTuple]) -> Entries {
    let entries: Entries = parts.iter().flat_map(|part| part.leaves().iter().copied()).collect();
    debug_assert!(product(&entries).is_some());
    entries
}
