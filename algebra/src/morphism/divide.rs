//! Divides: `f o (g, g^c)`.

use super::nested_tuple_morphism::NestedTupleMorphism;
use super::tuple_morphism::TupleMorphism;
use crate::error::{Error, Operation};

impl TupleMorphism {
    /// The flat divide `f o (g * g^c)` of `f: T -> U` by `g: S -> T` ([003](crate::papers), definition 3.1.5.52). If
    /// neither morphism is
    /// degenerate, its coalesced layout is the divide of `L_f` by `L_g`.
    ///
    /// # Errors
    /// The errors of [`TupleMorphism::complement`] of `g` and of [`TupleMorphism::then`].
    ///
    /// ```
    /// use tilework_algebra::morphism::TupleMorphism;
    /// let f: TupleMorphism = "(1,2,3,1,6)--(0,0,3,0,1)-->(6,2,3)".parse()?;
    /// let g: TupleMorphism = "(3,1,1,2)--(3,1,4,2)-->(1,2,3,1,6)".parse()?;
    /// assert_eq!(f.flat_divide(&g)?.to_string(), "(3,1,1,2,6)--(3,0,0,0,1)-->(6,2,3)");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn flat_divide(&self, g: &Self) -> Result<Self, Error> {
        let divided = || g.concatenate(&g.complement()?)?.then(self);
        divided().map_err(|error| error.during(Operation::FlatDivide))
    }
}

impl NestedTupleMorphism {
    /// The logical divide `f o (g, g^c)` of `f: T -> U` by `g: S -> T` ([003](crate::papers), definition 3.2.6.23). If
    /// neither morphism
    /// is degenerate, `coal(L) = coal(logical_divide(L_f, L_g))` for its layout `L` (theorem E).
    ///
    /// # Errors
    /// The errors of [`NestedTupleMorphism::complement`] of `g` and of [`NestedTupleMorphism::then`].
    ///
    /// ```
    /// use tilework_algebra::morphism::NestedTupleMorphism;
    /// let f: NestedTupleMorphism = "((2,2),2)--(2,4,0)-->((4,2),(4,2))".parse()?;
    /// let g: NestedTupleMorphism = "(2,2)--(1,3)-->((2,2),2)".parse()?;
    /// let divided = f.logical_divide(&g)?;
    /// assert_eq!(divided.to_string(), "((2,2),(2))--(2,0,4)-->((4,2),(4,2))");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn logical_divide(&self, g: &Self) -> Result<Self, Error> {
        let divided = || Self::concatenate([g, &g.complement()?])?.then(self);
        divided().map_err(|error| error.during(Operation::LogicalDivide))
    }
}
