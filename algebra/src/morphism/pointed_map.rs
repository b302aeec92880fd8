//! Finite pointed maps, the maps of positions under morphisms.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use smallvec::SmallVec;

use crate::error::{Error, Operation, Rule};

/// The images, counted from 1; 0 is the base point.
type Images = SmallVec<[usize; 8]>;

/// A pointed map `alpha: <m>* -> <n>*`: it maps each of `m` entries to one of `n` entries or to the base point `*`,
/// which means no image ([003](crate::papers), definition 3.1.1.1 and the notation after it).
///
/// It is *tractable* if no two entries have the same image (003, definition 3.1.1.10).
///
/// ```
/// use tilework_algebra::morphism::PointedMap;
/// let alpha = PointedMap::new([Some(1), Some(0), None], 6)?;
/// assert_eq!((alpha.domain(), alpha.codomain(), alpha.image(0)), (3, 6, Some(1)));
/// assert!(alpha.is_tractable());
/// assert_eq!(alpha.to_string(), "(2,1,0)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[derive(PartialEq, Eq, Hash)]
pub struct PointedMap {
    images: Images,
    codomain: usize,
}

impl Clone for PointedMap {
    fn clone(&self) -> Self {
        // This copies the whole slice; the derived implementation would copy its elements one by one.
        PointedMap { images: Images::from_slice(&self.images), codomain: self.codomain }
    }
}

impl PointedMap {
    /// The map to `codomain` entries with these images, counted from 0.
    ///
    /// # Errors
    /// [`Rule::MapRange`] for an image past the codomain.
    pub fn new(
        images: impl IntoIterator<Item = Option<usize>>,
        codomain: usize,
    ) -> Result<Self, Error> {
        // One past the largest position is not a position either.
        Self::written(
            images.into_iter().map(|to| to.map_or(0, |to| to.saturating_add(1))),
            codomain,
        )
    }

    /// Like [`PointedMap::new`], with images as written: counted from 1, with 0 for none.
    ///
    /// # Errors
    /// [`Rule::MapRange`] for an image past the codomain.
    ///
    /// ```
    /// use tilework_algebra::morphism::PointedMap;
    /// assert_eq!(PointedMap::written([2, 0], 2)?, PointedMap::new([Some(1), None], 2)?);
    /// assert_eq!(PointedMap::written([1, 3], 2).unwrap_err().to_string(),
    ///     "morphism: map range, mode 1: the image 3 is not among the 2 entries of the codomain");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn written(
        numbers: impl IntoIterator<Item = usize>,
        codomain: usize,
    ) -> Result<Self, Error> {
        let images: Images = numbers.into_iter().collect();
        match images.iter().position(|&image| image > codomain) {
            None => Ok(PointedMap { images, codomain }),
            Some(at) => {
                let rule = Rule::MapRange { image: images[at], entries: codomain };
                Err(Error::new(Operation::Morphism, rule).at(at))
            }
        }
    }

    /// The map with images that are known to be in the codomain.
    pub(super) fn trusted(images: impl IntoIterator<Item = usize>, codomain: usize) -> Self {
        let images: Images = images.into_iter().collect();
        debug_assert!(images.iter().all(|&image| image <= codomain));
        PointedMap { images, codomain }
    }

    /// The identity of `<n>*`.
    pub fn identity(n: usize) -> Self {
        Self::trusted(1..=n, n)
    }

    /// The number of entries of the domain, `m`.
    #[inline]
    pub fn domain(&self) -> usize {
        self.images.len()
    }

    /// The number of entries of the codomain, `n`.
    #[inline]
    pub fn codomain(&self) -> usize {
        self.codomain
    }

    /// The image of entry `i`, both counted from 0; `None` for the base point, and past the domain.
    pub fn image(&self, i: usize) -> Option<usize> {
        self.images.get(i)?.checked_sub(1)
    }

    /// The images in order, counted from 0.
    pub fn images(&self) -> impl ExactSizeIterator<Item = Option<usize>> + Clone + '_ {
        self.images.iter().map(|image| image.checked_sub(1))
    }

    /// The images as written, counted from 1, with 0 for none.
    pub fn numbers(&self) -> &[usize] {
        &self.images
    }

    /// The preimage of each entry of the codomain; the last one if there are several.
    pub(super) fn preimages(&self) -> Vec<Option<usize>> {
        let mut preimages = vec![None; self.codomain];
        for (i, image) in self.images().enumerate() {
            if let Some(j) = image {
                preimages[j] = Some(i);
            }
        }
        preimages
    }

    /// Returns whether no two entries have the same image ([003](crate::papers), definition 3.1.1.10).
    pub fn is_tractable(&self) -> bool {
        self.collision().is_none()
    }

    /// Two entries with the same image; of all such pairs, the one whose second entry comes first.
    pub(super) fn collision(&self) -> Option<(usize, usize)> {
        let mut hit: SmallVec<[(usize, usize); 8]> = SmallVec::new();
        hit.extend(self.images.iter().copied().zip(0..).filter(|&(image, _)| image > 0));
        hit.sort_unstable();
        let pairs = hit.windows(2).filter(|pair| pair[0].0 == pair[1].0);
        pairs.map(|pair| (pair[0].1, pair[1].1)).min_by_key(|&(_, second)| second)
    }

    /// Returns whether the map is tractable and each entry has an image.
    pub fn is_injective(&self) -> bool {
        !self.images.contains(&0) && self.is_tractable()
    }

    /// Returns whether the map has an inverse, that is, whether it is a permutation.
    pub fn is_isomorphism(&self) -> bool {
        self.domain() == self.codomain && self.is_injective()
    }

    /// The inverse of an isomorphism.
    pub fn inverse(&self) -> Option<Self> {
        if !self.is_isomorphism() {
            return None;
        }
        let back = self.preimages().into_iter().map(|at| at.map_or(0, |at| at + 1));
        Some(Self::trusted(back, self.domain()))
    }

    /// `beta o self`: this map followed by `beta`.
    ///
    /// # Errors
    /// [`Rule::Composability`] unless the codomain of this map is the domain of `beta`.
    ///
    /// ```
    /// use tilework_algebra::morphism::PointedMap;
    /// let (alpha, beta) = (PointedMap::written([3, 0, 1], 3)?, PointedMap::written([2, 1, 0], 2)?);
    /// assert_eq!(alpha.then(&beta)?.to_string(), "(0,0,2)");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn then(&self, beta: &Self) -> Result<Self, Error> {
        if self.codomain != beta.domain() {
            let rule = Rule::Composability { codomain: self.codomain, domain: beta.domain() };
            return Err(Error::new(Operation::Compose, rule));
        }
        let image = |&image: &usize| image.checked_sub(1).map_or(0, |at| beta.images[at]);
        Ok(Self::trusted(self.images.iter().map(image), beta.codomain))
    }

    /// The sum: the two maps next to one another, in the domain and in the codomain ([003](crate::papers), definition
    /// 3.1.5.1).
    ///
    /// # Errors
    /// [`Rule::Overflow`] if there are more entries than can be counted.
    pub fn sum(&self, beta: &Self) -> Result<Self, Error> {
        let overflow = Error::new(Operation::Sum, Rule::Overflow);
        let codomain = self.codomain.checked_add(beta.codomain).ok_or(overflow)?;
        let after = |&image: &usize| if image > 0 { self.codomain + image } else { 0 };
        Ok(Self::trusted(
            self.images.iter().copied().chain(beta.images.iter().map(after)),
            codomain,
        ))
    }

    /// Returns whether the two maps have no image in common ([003](crate::papers), definition 3.1.5.29). It is `false`
    /// for maps with
    /// different codomains.
    pub fn has_disjoint_images(&self, beta: &Self) -> bool {
        self.codomain == beta.codomain && self.common_image(beta).is_none()
    }

    /// The first entry of `beta` whose image is also an image of `self`.
    pub(super) fn common_image(&self, beta: &Self) -> Option<usize> {
        let mut hit: Images = self.images.iter().copied().filter(|&image| image > 0).collect();
        hit.sort_unstable();
        beta.images.iter().position(|image| hit.binary_search(image).is_ok())
    }

    /// `self * beta`: the entries of both maps, with the same codomain ([003](crate::papers), construction 3.1.5.30).
    ///
    /// # Errors
    /// [`Rule::Composability`] for different codomains, [`Rule::DisjointImages`].
    pub fn concatenate(&self, beta: &Self) -> Result<Self, Error> {
        let error = |rule| Error::new(Operation::Concatenate, rule);
        if self.codomain != beta.codomain {
            let rule = Rule::OneCodomain { left: self.codomain, right: beta.codomain };
            return Err(error(rule));
        }
        if let Some(at) = self.common_image(beta) {
            return Err(error(Rule::DisjointImages { image: beta.images[at] }).at(at));
        }
        let images = self.images.iter().chain(&beta.images).copied();
        Ok(Self::trusted(images, self.codomain))
    }

    /// The map restricted to some of the entries, in their order ([003](crate::papers), example 3.1.3.7).
    ///
    /// # Errors
    /// [`Rule::Increasing`], [`Rule::ModeRange`] for positions that do not exist.
    pub fn restrict(&self, entries: &[usize]) -> Result<Self, Error> {
        increasing(Operation::Restrict, entries, self.domain())?;
        Ok(self.chosen(entries))
    }

    /// The map on these entries, in any order; all of them must exist.
    pub(super) fn chosen(&self, entries: &[usize]) -> Self {
        Self::trusted(entries.iter().map(|&entry| self.images[entry]), self.codomain)
    }

    /// The map factored through some entries of the codomain, which must include all images ([003](crate::papers),
    /// example 3.1.3.10).
    ///
    /// # Errors
    /// [`Rule::Increasing`], [`Rule::ModeRange`] for positions that do not exist, [`Rule::ImageOutside`] for an image
    /// that is not among them.
    pub fn factorize(&self, entries: &[usize]) -> Result<Self, Error> {
        increasing(Operation::Factorize, entries, self.codomain)?;
        let mut images = Images::new();
        for (at, &image) in self.images.iter().enumerate() {
            let through = match image.checked_sub(1) {
                None => Ok(0),
                Some(j) => entries.binary_search(&j).map(|place| place + 1),
            };
            let outside = Error::new(Operation::Factorize, Rule::ImageOutside { image }).at(at);
            images.push(through.map_err(|_| outside)?);
        }
        Ok(Self::trusted(images, entries.len()))
    }

    /// The inclusion of the entries of the codomain that are not images ([003](crate::papers), construction 3.1.5.46).
    ///
    /// # Errors
    /// [`Rule::Unmapped`] for an entry without an image, [`Rule::Tractability`] for two entries with the same image.
    pub fn complement(&self) -> Result<Self, Error> {
        let error = |rule| Error::new(Operation::Complement, rule);
        if let Some(at) = self.images.iter().position(|&image| image == 0) {
            return Err(error(Rule::Unmapped).at(at));
        }
        if let Some((first, at)) = self.collision() {
            return Err(error(Rule::Tractability { image: self.images[at], first }).at(at));
        }
        let free = self.preimages().into_iter().zip(1..).filter(|(at, _)| at.is_none());
        Ok(Self::trusted(free.map(|(_, number)| number), self.codomain))
    }
}

/// Checks that the positions increase and are below `rank`.
pub(super) fn increasing(
    operation: Operation,
    positions: &[usize],
    rank: usize,
) -> Result<(), Error> {
    if let Some(at) = positions.windows(2).position(|pair| pair[0] >= pair[1]) {
        let rule = Rule::Increasing { before: positions[at], mode: positions[at + 1] };
        return Err(Error::new(operation, rule));
    }
    match positions.last() {
        Some(&mode) if mode >= rank => Err(Error::new(operation, Rule::ModeRange { mode, rank })),
        _ => Ok(()),
    }
}

impl fmt::Display for PointedMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for (at, image) in self.images.iter().enumerate() {
            if at > 0 {
                f.write_str(",")?;
            }
            write!(f, "{image}")?;
        }
        f.write_str(")")
    }
}

impl fmt::Debug for PointedMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} into {}", self.codomain)
    }
}
