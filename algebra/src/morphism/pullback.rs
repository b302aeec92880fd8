//! Pullback: a morphism with its codomain refined.

use alloc::vec::Vec;

use super::nested_tuple_morphism::{NestedTupleMorphism, entries_of};
use super::pointed_map::PointedMap;
use super::refinement::Refinement;
use super::tuple_morphism::TupleMorphism;
use crate::error::{Error, Operation, Rule};
use crate::operation::relative::substitute;
use crate::tuple::int_tuple::IntTuple;

impl NestedTupleMorphism {
    /// The pullback of `f: S -> T` along a refinement `T' ->> T`. It is `f': S' -> T'`, in which each entry of the
    /// domain that goes to `t_j` is replaced by the part that refines `t_j` ([003](crate::papers), construction
    /// 3.2.5.5). `L_f'` has the
    /// function of `L_f`, and `S'` refines `S` (proposition 3.2.5.11).
    ///
    /// # Errors
    /// [`Rule::RefinementOf`] unless the refinement is of the codomain.
    ///
    /// ```
    /// use tilework_algebra::morphism::{NestedTupleMorphism, Refinement};
    /// let f: NestedTupleMorphism = "(64,32)--(2,4)-->(4,64,4,32)".parse()?;
    /// let finer = "((2,2),(16,4),(2,2),(16,2))".parse()?;
    /// let pulled = f.pullback_along(&Refinement::new(finer, f.codomain())?)?;
    /// assert_eq!(pulled.to_string(),
    ///     "((16,4),(16,2))--(3,4,7,8)-->((2,2),(16,4),(2,2),(16,2))");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn pullback_along(&self, refinement: &Refinement) -> Result<Self, Error> {
        if *refinement.coarser() != self.codomain() {
            return Err(Error::new(Operation::PullbackAlong, Rule::RefinementOf));
        }
        let there = refinement.relative_modes();
        let here: Vec<IntTuple> = (self.flatten().domain().iter().zip(self.map().images()))
            .map(|(&extent, image)| image.map_or(extent.into(), |j| there[j].clone()))
            .collect();
        let map = refined(self.map(), &here, &there);
        let domain = substitute(self.domain_profile(), &here)?;
        let flat = TupleMorphism::trusted(domain.leaves(), refinement.finer().leaves(), map);
        Ok(Self::nested(flat, domain.profile().clone(), refinement.finer().profile().clone()))
    }
}

/// The map under which the entries of each part go to those of the part at its image, which has the same number of
/// entries.
pub(super) fn refined(map: &PointedMap, here: &[IntTuple], there: &[IntTuple]) -> PointedMap {
    let mut starts = Vec::with_capacity(there.len());
    let mut entries = 0;
    for part in there {
        starts.push(entries);
        entries += part.leaves().len();
    }
    let images = here
        .iter()
        .zip(map.images())
        .flat_map(|(part, image)| (1..=part.leaves().len()).map(move |leaf| (image, leaf)));
    let images = images.map(|(image, leaf)| image.map_or(0, |j| starts[j] + leaf));
    debug_assert_eq!(entries_of(there).len(), entries);
    PointedMap::trusted(images, entries)
}
