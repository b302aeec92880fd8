//! The realization of a morphism: its function.

use super::nested_tuple_morphism::NestedTupleMorphism;
use super::tuple_morphism::{Entries, TupleMorphism};
use crate::error::{Error, Operation, Rule};
use crate::layout::coordinate::{crd2idx, idx2crd};
use crate::operation::compact::identity;
use crate::tuple::int_tuple::IntTuple;
use crate::tuple::profile::Profile;

impl TupleMorphism {
    /// The coordinate `F f (x)` in the codomain: `x_i` at the image of entry `i`, and 0 elsewhere
    /// ([003](crate::papers), construction
    /// 3.1.4.1). This is a functor.
    ///
    /// # Errors
    /// [`Rule::CoordinateProfile`] unless there is one integer for each entry,
    /// [`Rule::CoordinateRange`] for an integer that is not below its entry.
    fn at_coordinate(&self, coordinate: &[i64]) -> Result<Entries, Error> {
        let error = |rule| Error::new(Operation::Realize, rule);
        if coordinate.len() != self.domain().len() {
            return Err(error(Rule::CoordinateProfile));
        }
        let mut there = Entries::from_elem(0, self.codomain().len());
        let entries = self.domain().iter().zip(self.map().images());
        for (at, (&coordinate, (&extent, image))) in coordinate.iter().zip(entries).enumerate() {
            if !(0..extent).contains(&coordinate) {
                return Err(error(Rule::CoordinateRange { coordinate, extent }).at(at));
            }
            if let Some(j) = image {
                there[j] = coordinate;
            }
        }
        Ok(there)
    }
}

impl NestedTupleMorphism {
    /// The image of a coordinate of the domain in the codomain: each integer at the image of its entry, and 0 elsewhere
    /// ([003](crate::papers), construction 3.1.4.1). `F(g o f) = F g o F f`.
    ///
    /// # Errors
    /// [`Rule::CoordinateProfile`] unless the coordinate has the profile of the domain, [`Rule::CoordinateRange`] for a
    /// coordinate outside the domain.
    ///
    /// ```
    /// use tilework_algebra::morphism::NestedTupleMorphism;
    /// let f: NestedTupleMorphism = "(3,256,256,512)--(0,3,2,0)-->(3,256,256)".parse()?;
    /// let there = f.realize_coordinate(&"(2,17,200,511)".parse()?)?;
    /// assert_eq!(there.to_string(), "(0,200,17)");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn realize_coordinate(&self, coordinate: &IntTuple) -> Result<IntTuple, Error> {
        if coordinate.profile() != self.domain_profile() {
            return Err(Error::new(Operation::Realize, Rule::CoordinateProfile));
        }
        let there = self.flatten().at_coordinate(coordinate.leaves())?;
        Ok(IntTuple::of_parts(there, self.codomain_profile().clone()))
    }

    /// The realization `|f|(i)`: the colexicographic index of the image of the coordinate of `i` ([003](crate::papers), construction
    /// 3.1.4.4 and definition 3.2.4.1). It is the function of the layout, `L_f(i)` (lemma 3.2.4.2), and a functor:
    /// `|g o f| = |g| o |f|`.
    ///
    /// # Errors
    /// [`Rule::CoordinateRange`] unless `i` is in `0..size(S)`.
    ///
    /// ```
    /// use tilework_algebra::morphism::{NestedTupleMorphism, layout_of};
    /// let f: NestedTupleMorphism = "(4,6)--(2,1)-->(6,4)".parse()?;
    /// assert_eq!(f.realize(5)?, 7);
    /// assert_eq!(layout_of(&f).offset(5)?, 7);
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn realize(&self, i: i64) -> Result<i64, Error> {
        let extent = self.size();
        if !(0..extent).contains(&i) {
            let rule = Rule::CoordinateRange { coordinate: i, extent };
            return Err(Error::new(Operation::Realize, rule));
        }
        let coordinate = idx2crd(i, &flat(self.flatten().domain()))?;
        let there = self.flatten().at_coordinate(coordinate.leaves())?;
        let codomain = flat(self.flatten().codomain());
        crd2idx(&flat(&there), &identity(&codomain)?)
    }
}

fn flat(entries: &[i64]) -> IntTuple {
    IntTuple::of_parts(entries.into(), Profile::flat(entries.len()))
}
