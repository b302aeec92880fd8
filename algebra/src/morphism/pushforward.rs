//! Pushforward: a morphism with its domain refined.

use alloc::vec::Vec;

use super::nested_tuple_morphism::NestedTupleMorphism;
use super::pullback::refined;
use super::refinement::Refinement;
use super::tuple_morphism::TupleMorphism;
use crate::error::{Error, Operation, Rule};
use crate::operation::relative::substitute;
use crate::tuple::int_tuple::IntTuple;

impl NestedTupleMorphism {
    /// The pushforward of `f: S -> T` along a refinement `S' ->> S`. It is `f': S' -> T'`, in which each entry of the
    /// codomain that is an image is replaced by the part that refines its preimage ([003](crate::papers), construction
    /// 3.2.5.12). `L_f'`
    /// has the function of `L_f`, and `T'` refines `T` (proposition 3.2.5.15).
    ///
    /// # Errors
    /// [`Rule::RefinementOf`] unless the refinement is of the domain.
    ///
    /// ```
    /// use tilework_algebra::morphism::{NestedTupleMorphism, Refinement};
    /// let f: NestedTupleMorphism = "(64,32)--(2,4)-->(4,64,4,32)".parse()?;
    /// let finer = "((16,4),(16,2))".parse()?;
    /// let pushed = f.pushforward_along(&Refinement::new(finer, f.domain())?)?;
    /// assert_eq!(pushed.to_string(), "((16,4),(16,2))--(2,3,5,6)-->(4,(16,4),4,(16,2))");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn pushforward_along(&self, refinement: &Refinement) -> Result<Self, Error> {
        if *refinement.coarser() != self.domain() {
            return Err(Error::new(Operation::PushforwardAlong, Rule::RefinementOf));
        }
        let here = refinement.relative_modes();
        let there: Vec<IntTuple> = (self.flatten().codomain().iter().zip(self.map().preimages()))
            .map(|(&extent, entry)| entry.map_or(extent.into(), |i| here[i].clone()))
            .collect();
        let map = refined(self.map(), &here, &there);
        let codomain = substitute(self.codomain_profile(), &there)?;
        let flat = TupleMorphism::trusted(refinement.finer().leaves(), codomain.leaves(), map);
        Ok(Self::nested(flat, refinement.finer().profile().clone(), codomain.profile().clone()))
    }
}
