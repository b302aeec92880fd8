//! Relative modes of a morphism.

use super::nested_tuple_morphism::NestedTupleMorphism;
use super::refinement::Refinement;
use crate::error::{Error, Operation, Rule};

impl NestedTupleMorphism {
    /// Mode `i` of `f: S' -> T` relative to a tuple `S` that its domain refines: `f` restricted to the part that
    /// replaces entry `i` of `S`, `f o incl_i(S', S)` ([003](crate::papers), construction 3.2.5.3).
    ///
    /// # Errors
    /// [`Rule::RefinementOf`] unless the refinement is of the domain, [`Rule::ModeRange`].
    ///
    /// ```
    /// use tilework_algebra::morphism::{NestedTupleMorphism, Refinement};
    /// let f: NestedTupleMorphism = "((2,2),((3,3),25))--(1,3,2,0,4)-->(2,3,2,25)".parse()?;
    /// let refinement = Refinement::new(f.domain(), "(4,(9,25))".parse()?)?;
    /// assert_eq!(f.relative_mode(1, &refinement)?.to_string(), "(3,3)--(2,0)-->(2,3,2,25)");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn relative_mode(&self, i: usize, refinement: &Refinement) -> Result<Self, Error> {
        let error = |rule| Error::new(Operation::RelativeModes, rule);
        if *refinement.finer() != self.domain() {
            return Err(error(Rule::RefinementOf));
        }
        let modes = refinement.relative_modes();
        let missing = error(Rule::ModeRange { mode: i, rank: modes.len() });
        let mode = modes.get(i).ok_or(missing)?;
        let before: usize = modes[..i].iter().map(|mode| mode.leaves().len()).sum();
        Ok(self.part(before, mode.profile().clone()))
    }
}
