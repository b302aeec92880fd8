//! Families of morphisms: projections, expansions and dilations.

use super::pointed_map::{PointedMap, increasing};
use super::tuple_morphism::{Entries, TupleMorphism};
use crate::error::{Error, Operation, Rule};

impl TupleMorphism {
    /// The projection of a tuple onto some of its entries, in their order; the others have no image
    /// ([003](crate::papers), example
    /// 3.1.3.4).
    ///
    /// # Errors
    /// [`Rule::Increasing`], [`Rule::ModeRange`], [`Rule::Extent`], [`Rule::Overflow`]
    ///
    /// ```
    /// use tilework_algebra::morphism::TupleMorphism;
    /// let onto = TupleMorphism::projection(&[64, 64, 3, 8], &[0, 2])?;
    /// assert_eq!(onto.to_string(), "(64,64,3,8)--(1,0,2,0)-->(64,3)");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn projection(tuple: &[i64], entries: &[usize]) -> Result<Self, Error> {
        increasing(Operation::Morphism, entries, tuple.len())?;
        let image = |entry: usize| entries.binary_search(&entry).ok();
        let map = PointedMap::new((0..tuple.len()).map(image), entries.len())?;
        let codomain: Entries = entries.iter().map(|&entry| tuple[entry]).collect();
        TupleMorphism::new(tuple, &codomain, map)
    }

    /// The expansion of the first `len` entries of a tuple to the whole tuple ([003](crate::papers), example 3.1.3.6).
    /// It does not
    /// change the layout of a morphism that it follows.
    ///
    /// # Errors
    /// [`Rule::ModeRange`], [`Rule::Extent`], [`Rule::Overflow`]
    ///
    /// ```
    /// use tilework_algebra::morphism::TupleMorphism;
    /// let to = TupleMorphism::expansion(&[4, 4, 8], 2)?;
    /// assert_eq!(to.to_string(), "(4,4)--(1,2)-->(4,4,8)");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn expansion(tuple: &[i64], len: usize) -> Result<Self, Error> {
        let missing = Rule::ModeRange { mode: len, rank: tuple.len() };
        let domain = tuple.get(..len).ok_or(Error::new(Operation::Morphism, missing))?;
        TupleMorphism::new(domain, tuple, PointedMap::new((0..len).map(Some), tuple.len())?)
    }

    /// The dilation of a tuple: entry `i` goes to itself in `(c_1, s_1, c_2, s_2, ...)`, after a factor `c_i`
    /// ([003](crate::papers),
    /// example 3.1.3.5, where the map is `(2, 4, ..., 2m)`). The strides are
    /// `d_i = c_i * (c_1 s_1) ... (c_(i-1) s_(i-1))`.
    ///
    /// # Errors
    /// [`Rule::MapLength`] unless there are as many factors as entries, [`Rule::Extent`],
    /// [`Rule::CodomainExtent`], [`Rule::Overflow`].
    ///
    /// ```
    /// use tilework_algebra::morphism::TupleMorphism;
    /// let apart = TupleMorphism::dilation(&[512, 512], &[2, 4])?;
    /// assert_eq!(apart.to_string(), "(512,512)--(2,4)-->(2,512,4,512)");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn dilation(tuple: &[i64], factors: &[i64]) -> Result<Self, Error> {
        if tuple.len() != factors.len() {
            let rule = Rule::MapLength { images: factors.len(), entries: tuple.len() };
            return Err(Error::new(Operation::Morphism, rule));
        }
        let codomain: Entries = factors.iter().zip(tuple).flat_map(|(&c, &s)| [c, s]).collect();
        let images = (0..tuple.len()).map(|entry| Some(2 * entry + 1));
        TupleMorphism::new(tuple, &codomain, PointedMap::new(images, codomain.len())?)
    }
}
