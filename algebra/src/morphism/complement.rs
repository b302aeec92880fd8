//! Complement: the entries of the codomain that are not images.

use super::nested_tuple_morphism::NestedTupleMorphism;
use super::tuple_morphism::{Entries, TupleMorphism};
use crate::error::Error;
use crate::tuple::profile::Profile;

impl TupleMorphism {
    /// Returns whether each entry has an image and no two have the same one. The morphism has a complement if and only
    /// if this holds ([003](crate::papers), definition 3.1.5.45 and proposition 3.1.5.49). Such a morphism is also
    /// called injective.
    pub fn is_complementable(&self) -> bool {
        self.map().is_injective()
    }

    /// The complement `f^c`: the inclusion of the entries of the codomain that are not images, in their order
    /// ([003](crate::papers),
    /// construction 3.1.5.46). `f * f^c` is an isomorphism, `coal(L_(f^c)) = complement(L_f, size(T))`, and
    /// `(f^c)^c = sort(f)`.
    ///
    /// # Errors
    /// [`Rule::Unmapped`](crate::Rule::Unmapped) for an entry without an image.
    ///
    /// ```
    /// use tilework_algebra::morphism::TupleMorphism;
    /// let f: TupleMorphism = "(2,2)--(1,3)-->(2,5,2,5)".parse()?;
    /// assert_eq!(f.complement()?.to_string(), "(5,5)--(2,4)-->(2,5,2,5)");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn complement(&self) -> Result<Self, Error> {
        let map = self.map().complement()?;
        let domain: Entries = map.images().flatten().map(|j| self.codomain()[j]).collect();
        Ok(Self::trusted(&domain, self.codomain(), map))
    }

    /// Returns whether `g` is a complement, that is, whether `f * g` is an isomorphism ([003](crate::papers),
    /// definition 3.1.5.39).
    pub fn is_complementary_to(&self, g: &Self) -> bool {
        self.concatenate(g).is_ok_and(|both| both.is_isomorphism())
    }
}

impl NestedTupleMorphism {
    /// Returns whether each entry has an image ([003](crate::papers), definition 3.1.5.45).
    pub fn is_complementable(&self) -> bool {
        self.flatten().is_complementable()
    }

    /// The complement `f^c`: the inclusion of the entries of the codomain that are not images, as a flat tuple
    /// ([003](crate::papers),
    /// construction 3.2.6.17). `coal(L_(f^c)) = complement(L_f, size(T))` (theorem D).
    ///
    /// # Errors
    /// [`Rule::Unmapped`](crate::Rule::Unmapped) for an entry without an image.
    ///
    /// ```
    /// use tilework_algebra::morphism::NestedTupleMorphism;
    /// let f: NestedTupleMorphism = "((2,2),(5,5))--(1,4,2,5)-->((2,5,7),(2,5,7))".parse()?;
    /// assert_eq!(f.complement()?.to_string(), "(7,7)--(3,6)-->((2,5,7),(2,5,7))");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn complement(&self) -> Result<Self, Error> {
        let flat = self.flatten().complement()?;
        let domain = Profile::flat(flat.domain().len());
        Ok(Self::nested(flat, domain, self.codomain_profile().clone()))
    }

    /// Returns whether `g` is a complement, that is, whether `(f, g)` is an isomorphism ([003](crate::papers),
    /// definition 3.2.6.14).
    pub fn is_complementary_to(&self, g: &Self) -> bool {
        self.codomain_profile() == g.codomain_profile()
            && self.flatten().is_complementary_to(g.flatten())
    }
}
