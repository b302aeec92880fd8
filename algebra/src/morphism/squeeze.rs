//! Squeeze: a morphism without entries of 1.

use alloc::vec::Vec;

use super::pointed_map::PointedMap;
use super::tuple_morphism::TupleMorphism;

impl TupleMorphism {
    /// The morphism without the entries of 1, in the domain and in the codomain ([003](crate::papers), definition
    /// 3.1.5.7).
    /// `L_squeeze(f) = squeeze(L_f)`. This is an idempotent functor.
    ///
    /// ```
    /// use tilework_algebra::morphism::TupleMorphism;
    /// let f: TupleMorphism = "(1,8,1,32)--(0,3,1,4)-->(1,1,8,32,1)".parse()?;
    /// assert_eq!(f.squeeze().to_string(), "(8,32)--(1,2)-->(8,32)");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn squeeze(&self) -> Self {
        // The new position of each entry of the codomain. The position of an entry of 1 is not used.
        let mut kept = 0;
        let numbers: Vec<usize> = self
            .codomain()
            .iter()
            .map(|&extent| {
                kept += usize::from(extent != 1);
                kept
            })
            .collect();
        let entries = self.domain().iter().zip(self.map().images());
        let entries = entries.filter(|&(&extent, _)| extent != 1);
        let images = entries.map(|(_, image)| image.map_or(0, |j| numbers[j]));
        let map = PointedMap::trusted(images, kept);
        let without =
            |entries: &[i64]| entries.iter().copied().filter(|&extent| extent != 1).collect();
        let (domain, codomain): (super::tuple_morphism::Entries, super::tuple_morphism::Entries) =
            (without(self.domain()), without(self.codomain()));
        Self::trusted(&domain, &codomain, map)
    }
}
