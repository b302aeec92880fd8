//! Isomorphisms.

use super::nested_tuple_morphism::NestedTupleMorphism;
use super::tuple_morphism::TupleMorphism;

impl TupleMorphism {
    /// Returns whether there is a `g` such that `g o f` and `f o g` are identities, that is, whether the map is a
    /// permutation ([003](crate::papers), observation 3.1.3.3). If so, `L_f` is compact.
    pub fn is_isomorphism(&self) -> bool {
        self.map().is_isomorphism()
    }

    /// The inverse, if this is an isomorphism.
    ///
    /// ```
    /// use tilework_algebra::morphism::TupleMorphism;
    /// let f: TupleMorphism = "(2,3,5)--(2,3,1)-->(5,2,3)".parse()?;
    /// assert_eq!(f.inverse().unwrap().to_string(), "(5,2,3)--(3,1,2)-->(2,3,5)");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn inverse(&self) -> Option<Self> {
        let back = self.map().inverse()?;
        Some(Self::trusted(self.codomain(), self.domain(), back))
    }
}

impl NestedTupleMorphism {
    /// Returns whether there is an inverse, that is, whether the map is a permutation.
    pub fn is_isomorphism(&self) -> bool {
        self.flatten().is_isomorphism()
    }

    /// The inverse, if this is an isomorphism.
    pub fn inverse(&self) -> Option<Self> {
        let (domain, codomain) = (self.codomain_profile(), self.domain_profile());
        Some(Self::nested(self.flatten().inverse()?, domain.clone(), codomain.clone()))
    }
}
