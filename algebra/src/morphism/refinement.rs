//! Refinements: tuples in place of entries.

use alloc::vec::Vec;

use super::nested_tuple_morphism::NestedTupleMorphism;
use crate::error::{Error, Operation, Rule};
use crate::operation::relative::{relative_flatten, relative_modes};
use crate::tuple::congruence::{compatible, refined_leaves, weakly_congruent};
use crate::tuple::int_tuple::{IntTuple, product};

/// A refinement `S' ->> S`: `S'` is `S` with each entry replaced by an entry or tuple of the same size
/// ([003](crate::papers), definition
/// 2.2.4.1 and section 3.2.5), so that [`refines`](crate::refines) holds. Refinements are the morphisms of a poset,
/// Ref.
///
/// Entries are at least 1, and the size fits `i64`.
///
/// ```
/// use tilework_algebra::morphism::Refinement;
/// let refinement = Refinement::new("((2,2),((3,3),25))".parse()?, "(4,(9,25))".parse()?)?;
/// assert_eq!(refinement.relative_modes()[1].to_string(), "(3,3)");
/// assert_eq!(Refinement::new("((2,2),5)".parse()?, "(4,6)".parse()?).unwrap_err().to_string(),
///     "refinement: refinement, mode 1: the entry 6 is not the size 5 of what refines it");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Refinement {
    finer: IntTuple,
    coarser: IntTuple,
}

impl Refinement {
    /// The refinement of `coarser` by `finer`.
    ///
    /// # Errors
    /// [`Rule::Profile`] unless the profile of `finer` refines that of `coarser`, [`Rule::Refinement`] if an entry of
    /// `coarser` has another size, [`Rule::Extent`] for an entry below 1, [`Rule::Overflow`] if the size does not fit.
    pub fn new(finer: IntTuple, coarser: IntTuple) -> Result<Self, Error> {
        let error = |rule| Error::new(Operation::Refinement, rule);
        if let Some(at) = finer.leaves().iter().position(|&extent| extent < 1) {
            return Err(error(Rule::Extent { extent: finer.leaves()[at] }).at(at));
        }
        if !compatible(&coarser, &finer) {
            return Err(Self::refusal(&finer, &coarser));
        }
        product(finer.leaves()).map(|_| ()).ok_or(error(Rule::Overflow))?;
        Ok(Refinement { finer, coarser })
    }

    /// The reason why the tuples are not a refinement.
    fn refusal(finer: &IntTuple, coarser: &IntTuple) -> Error {
        let error = |rule| Error::new(Operation::Refinement, rule);
        if !weakly_congruent(coarser, finer) {
            return error(Rule::Profile);
        }
        let mut rest = finer.leaves();
        let mut refusal = error(Rule::Profile);
        refined_leaves(coarser.profile().tokens(), finer.profile().tokens(), |leaf, count| {
            let (part, others) = rest.split_at(count);
            rest = others;
            let (extent, size) = (coarser.leaves()[leaf], product(part));
            if size != Some(extent) {
                let size = size.unwrap_or(0);
                refusal = error(Rule::Refinement { extent, size }).at(leaf);
            }
            size == Some(extent)
        });
        refusal
    }

    /// A refinement that is known to be valid.
    pub(super) fn trusted(finer: IntTuple, coarser: IntTuple) -> Self {
        debug_assert!(compatible(&coarser, &finer));
        Refinement { finer, coarser }
    }

    /// The tuple that refines, `S'`.
    pub fn finer(&self) -> &IntTuple {
        &self.finer
    }

    /// The tuple that is refined, `S`.
    pub fn coarser(&self) -> &IntTuple {
        &self.coarser
    }

    /// The refinement of a tuple by itself.
    ///
    /// # Errors
    /// [`Rule::Extent`], [`Rule::Overflow`]
    pub fn identity(tuple: &IntTuple) -> Result<Self, Error> {
        Refinement::new(tuple.clone(), tuple.clone())
    }

    /// `S'' ->> S' ->> S`: this refinement followed by the refinement `coarser`.
    ///
    /// # Errors
    /// [`Rule::RefinementOf`] unless this one refines the finer tuple of `coarser`.
    pub fn then(&self, coarser: &Self) -> Result<Self, Error> {
        if self.coarser != coarser.finer {
            return Err(Error::new(Operation::Refinement, Rule::RefinementOf));
        }
        Ok(Self::trusted(self.finer.clone(), coarser.coarser.clone()))
    }

    /// The parts that replace the entries, `mode_i(S', S)` ([003](crate::papers), construction 2.2.4.5).
    pub fn relative_modes(&self) -> Vec<IntTuple> {
        // This is a refinement, so there is no error.
        relative_modes(&self.finer, self.coarser.profile()).unwrap_or_default()
    }

    /// The parts as the modes of one tuple, `flat(S', S)` ([003](crate::papers), definition 2.2.4.11).
    pub fn relative_flatten(&self) -> IntTuple {
        relative_flatten(&self.finer, self.coarser.profile()).unwrap_or(IntTuple::tuple([]))
    }

    /// The inclusion `incl_i(S', S)` of the part that replaces entry `i` ([003](crate::papers), construction 3.2.5.1).
    ///
    /// # Errors
    /// [`Rule::ModeRange`]
    ///
    /// ```
    /// use tilework_algebra::morphism::Refinement;
    /// let refinement = Refinement::new("((2,2),((3,3),25))".parse()?, "(4,(9,25))".parse()?)?;
    /// assert_eq!(refinement.inclusion(1)?.to_string(), "(3,3)--(3,4)-->((2,2),((3,3),25))");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn inclusion(&self, i: usize) -> Result<NestedTupleMorphism, Error> {
        NestedTupleMorphism::identity(&self.finer)?.relative_mode(i, self)
    }
}
