//! Standard form: one morphism for each tractable layout.

use super::nested_tuple_morphism::NestedTupleMorphism;
use super::pointed_map::PointedMap;
use super::tractable::order;
use super::tuple_morphism::{Entries, TupleMorphism};
use crate::error::{Error, Operation, Rule};
use crate::layout::Layout;
use crate::tuple::profile::Profile;

/// The standard representation `f_L` of a tractable layout. The images are the modes sorted by stride. In the codomain,
/// each image is preceded by the factor from the span of the mode before to its own stride, unless that factor is 1
/// ([003](crate::papers), constructions 3.1.2.5 and 3.2.2.6). `layout_of(f_L) = L`, and `f_L` has [standard
/// form](NestedTupleMorphism::is_standard_form).
///
/// # Errors
/// [`Rule::Complementability`] unless the layout is tractable, [`Rule::NaturalStride`] for a
/// negative stride, [`Rule::Overflow`] if the largest span does not fit.
///
/// ```
/// use tilework_algebra::morphism::morphism_of;
/// let f = morphism_of(&"(32,(2,2)):(192,(24,3))".parse()?)?;
/// assert_eq!(f.to_string(), "(32,(2,2))--(6,4,2)-->(3,2,4,2,4,32)");
/// assert_eq!(morphism_of(&"(4,6):(1,5)".parse()?).unwrap_err().to_string(),
///     "morphism_of: complementability, mode 1: the stride 5 is not a multiple of the span 4 before it");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn morphism_of(layout: &Layout) -> Result<NestedTupleMorphism, Error> {
    let order = order(Operation::MorphismOf, layout)?;
    let modes = layout.flat_modes();
    let mut images: Entries = Entries::from_elem(0, modes.len());
    let mut codomain = Entries::new();
    let mut span = 1i64;
    for at in order {
        let mode = modes[at];
        if mode.stride != span {
            codomain.push(mode.stride / span);
        }
        codomain.push(mode.shape);
        images[at] = codomain.len() as i64;
        let overflow = Error::new(Operation::MorphismOf, Rule::Overflow).at(at);
        span = mode.span().ok_or(overflow)?;
    }
    let map = PointedMap::trusted(images.iter().map(|&image| image as usize), codomain.len());
    let rank = codomain.len();
    let domain: Entries = modes.iter().map(|mode| mode.shape).collect();
    let flat = TupleMorphism::trusted(&domain, &codomain, map);
    Ok(NestedTupleMorphism::nested(flat, layout.profile().clone(), Profile::flat(rank)))
}

impl TupleMorphism {
    /// Returns whether the morphism has standard form: the last entry of the codomain is an image, and every entry that
    /// is not an image differs from 1 and has an image after it ([003](crate::papers), definition 3.1.2.12, applied to
    /// codomains of any
    /// length. As printed, with "if `n > 1`", the definition would admit `(2)--(0)-->(5)` in addition to
    /// `(2)--(0)-->()`, and theorem A would not hold).
    ///
    /// ```
    /// use tilework_algebra::morphism::TupleMorphism;
    /// let f: TupleMorphism = "(4,4,4)--(2,3,5)-->(14,4,4,25,4)".parse()?;
    /// let g: TupleMorphism = "(4,4,4)--(2,3,5)-->(14,4,4,25,4,7)".parse()?;
    /// assert!(f.is_standard_form() && !g.is_standard_form());
    /// assert_eq!(f.layout(), g.layout());
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn is_standard_form(&self) -> bool {
        let hit = self.map().preimages();
        (0..hit.len()).all(|j| {
            hit[j].is_some()
                || self.codomain()[j] != 1 && hit.get(j + 1).is_some_and(|next| next.is_some())
        })
    }

    /// Returns whether no entry of 1 has an image ([003](crate::papers), definition 3.1.2.17).
    pub fn is_nondegenerate(&self) -> bool {
        let mut entries = self.domain().iter().zip(self.map().images());
        entries.all(|(&extent, image)| extent != 1 || image.is_none())
    }
}

impl NestedTupleMorphism {
    /// Returns whether the flat morphism has [standard form](TupleMorphism::is_standard_form) and the codomain is flat
    /// ([003](crate::papers), definition 3.2.2.10). The nondegenerate morphisms in standard form are the standard
    /// representations of
    /// their layouts. There is one for each nondegenerate tractable layout (theorem A).
    pub fn is_standard_form(&self) -> bool {
        self.codomain_profile().depth() == 1 && self.flatten().is_standard_form()
    }

    /// Returns whether no entry of 1 has an image ([003](crate::papers), definition 3.2.2.13).
    ///
    /// ```
    /// use tilework_algebra::morphism::NestedTupleMorphism;
    /// let f: NestedTupleMorphism = "(8,1)--(1,2)-->(8,1)".parse()?;
    /// assert!(!f.is_nondegenerate());
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn is_nondegenerate(&self) -> bool {
        self.flatten().is_nondegenerate()
    }
}
