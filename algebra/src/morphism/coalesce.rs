//! Coalesce: adjacent arrows merged into one.

use super::nested_tuple_morphism::NestedTupleMorphism;
use super::pointed_map::PointedMap;
use super::tuple_morphism::{Entries, TupleMorphism};
use crate::tuple::profile::Profile;

impl TupleMorphism {
    /// The coalesced morphism. Entries of 1 are removed. Neighbors whose images are neighbors become one entry, in the
    /// domain and in the codomain; neighbors without images become one entry ([003](crate::papers), construction
    /// 3.1.5.25). `L_coal(f)`
    /// has the function of `L_f` in the fewest modes. The operation is idempotent.
    ///
    /// ```
    /// use tilework_algebra::morphism::TupleMorphism;
    /// let f: TupleMorphism = "(2,2,10,10)--(1,2,4,5)-->(2,2,2,10,10)".parse()?;
    /// assert_eq!(f.coalesce().to_string(), "(4,100)--(1,3)-->(4,2,100)");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn coalesce(&self) -> Self {
        self.squeeze().merged(false)
    }

    /// [`TupleMorphism::coalesce`], which also merges neighbors in the codomain that are not images. The layout is the
    /// same.
    ///
    /// [003](crate::papers) does not define this operation, but its software has it.
    ///
    /// ```
    /// use tilework_algebra::morphism::TupleMorphism;
    /// let f: TupleMorphism = "(2)--(1)-->(2,16,3,6,3)".parse()?;
    /// assert_eq!(f.strong_coalesce().to_string(), "(2)--(1)-->(2,864)");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn strong_coalesce(&self) -> Self {
        self.squeeze().merged(true)
    }

    /// Merges neighbors in a squeezed morphism.
    fn merged(&self, also_free: bool) -> Self {
        let preimages = self.map().preimages();
        // The codomain: entry `j` joins the one before it if their preimages are neighbors.
        let mut codomain = Entries::new();
        let mut numbers = Entries::new();
        for (j, &extent) in self.codomain().iter().enumerate() {
            let joins = j > 0
                && match (preimages[j - 1], preimages[j]) {
                    (Some(before), Some(here)) => here == before + 1,
                    (None, None) => also_free,
                    _ => false,
                };
            // Products of entries of one tuple fit, because the size of the tuple does.
            match codomain.last_mut().filter(|_| joins) {
                Some(last) => *last *= extent,
                None => codomain.push(extent),
            }
            numbers.push(codomain.len() as i64);
        }
        let mut domain = Entries::new();
        let mut images: smallvec::SmallVec<[usize; 8]> = smallvec::SmallVec::new();
        let mut before = None;
        for (&extent, image) in self.domain().iter().zip(self.map().images()) {
            let joins = match (before, image) {
                (Some(None), None) => true,
                (Some(Some(last)), Some(here)) => here == last + 1,
                _ => false,
            };
            match domain.last_mut().filter(|_| joins) {
                Some(last) => *last *= extent,
                None => {
                    domain.push(extent);
                    images.push(image.map_or(0, |j| numbers[j] as usize));
                }
            }
            before = Some(image);
        }
        let map = PointedMap::trusted(images, codomain.len());
        Self::trusted(&domain, &codomain, map)
    }

    /// Returns whether the domain has no entries of 1, and no neighbors form one mode of the layout
    /// ([003](crate::papers), definition
    /// 3.1.5.20). This holds if and only if `L_f` is coalesced.
    ///
    /// ```
    /// use tilework_algebra::morphism::TupleMorphism;
    /// let merges: TupleMorphism = "(2,2)--(0,0)-->()".parse()?;
    /// let stays: TupleMorphism = "(2,2)--(1,3)-->(2,5,2)".parse()?;
    /// assert!(!merges.is_coalesced() && stays.is_coalesced());
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn is_coalesced(&self) -> bool {
        let apart = |i: usize| match (self.map().image(i), self.map().image(i + 1)) {
            (None, None) => false,
            (Some(a), Some(b)) if a < b => self.codomain()[a + 1..b].iter().any(|&t| t > 1),
            _ => true,
        };
        !self.domain().contains(&1) && (1..self.domain().len()).all(|i| apart(i - 1))
    }
}

impl NestedTupleMorphism {
    /// The coalesced morphism of the flattened tuples. A single entry becomes a leaf, and no entries become
    /// `1--(0)-->T` ([003](crate::papers), definition 3.2.6.11). `L_coal(f) = coalesce(L_f)` (theorem C).
    ///
    /// ```
    /// use tilework_algebra::morphism::NestedTupleMorphism;
    /// let f: NestedTupleMorphism = "((2,2),(3,3),(5,5))--(5,6,3,4,1,2)-->(5,5,3,3,2,2)".parse()?;
    /// assert_eq!(f.coalesce().to_string(), "(4,9,25)--(3,2,1)-->(25,9,4)");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn coalesce(&self) -> Self {
        let flat = self.flatten().coalesce();
        let codomain = Profile::flat(flat.codomain().len());
        match flat.domain().len() {
            0 => {
                let map = PointedMap::trusted([0], flat.codomain().len());
                let unit = TupleMorphism::trusted(&[1], flat.codomain(), map);
                Self::nested(unit, Profile::leaf(), codomain)
            }
            1 => Self::nested(flat, Profile::leaf(), codomain),
            rank => Self::nested(flat, Profile::flat(rank), codomain),
        }
    }
}
