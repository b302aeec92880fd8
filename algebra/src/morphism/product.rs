//! Products: `(f, f^c o g)`.

use super::nested_tuple_morphism::NestedTupleMorphism;
use super::tuple_morphism::TupleMorphism;
use crate::error::{Error, Operation};

impl TupleMorphism {
    /// The flat product `f * (f^c o g)`, where the codomain of `g` is the domain of `f^c` ([003](crate::papers),
    /// definition 3.1.5.57).
    /// It is associative.
    ///
    /// # Errors
    /// The errors of [`TupleMorphism::complement`] of `f` and of [`TupleMorphism::then`].
    ///
    /// ```
    /// use tilework_algebra::morphism::TupleMorphism;
    /// let f: TupleMorphism = "(5,5)--(4,1)-->(5,8,7,5)".parse()?;
    /// let g: TupleMorphism = "(8)--(1)-->(8,7)".parse()?;
    /// assert_eq!(f.flat_product(&g)?.to_string(), "(5,5,8)--(4,1,2)-->(5,8,7,5)");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn flat_product(&self, g: &Self) -> Result<Self, Error> {
        let product = || self.concatenate(&g.then(&self.complement()?)?);
        product().map_err(|error| error.during(Operation::FlatProduct))
    }
}

impl NestedTupleMorphism {
    /// The logical product `(f, f^c o g)`, where the codomain of `g` is the domain of `f^c` ([003](crate::papers),
    /// definition 3.2.6.28).
    /// If neither morphism is degenerate, its layout is `logical_product(L_f, L_g)` (theorem F).
    ///
    /// # Errors
    /// The errors of [`NestedTupleMorphism::complement`] of `f` and of [`NestedTupleMorphism::then`].
    ///
    /// ```
    /// use tilework_algebra::morphism::NestedTupleMorphism;
    /// let f: NestedTupleMorphism = "(128,128)--(3,4)-->(32,32,128,128)".parse()?;
    /// let g: NestedTupleMorphism = "(32)--(2)-->(32,32)".parse()?;
    /// let product = f.logical_product(&g)?;
    /// assert_eq!(product.to_string(), "((128,128),(32))--(3,4,2)-->(32,32,128,128)");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn logical_product(&self, g: &Self) -> Result<Self, Error> {
        let product = || Self::concatenate([self, &g.then(&self.complement()?)?]);
        product().map_err(|error| error.during(Operation::LogicalProduct))
    }
}
