//! The layout that a morphism encodes.

use super::nested_tuple_morphism::NestedTupleMorphism;
use super::tuple_morphism::{Entries, TupleMorphism};
use crate::layout::{Layout, Modes};
use crate::mode::Mode;
use crate::tuple::profile::Profile;

/// The layout `L_f` that a morphism `f: S -> T` over `alpha` encodes. Its shape is `S`. The stride of an entry is the
/// product of the entries of `T` before its image, `d_i = t_1 ... t_(alpha(i) - 1)`, or 0 if it has no image
/// ([003](crate::papers),
/// constructions 3.1.2.1 and 3.2.2.2). The layout is tractable.
///
/// An entry of 1 keeps its stride.
///
/// ```
/// use tilework_algebra::morphism::{NestedTupleMorphism, layout_of};
/// let f: NestedTupleMorphism = "(128,(4,4,2))--(3,1,2,0)-->((4,4),128)".parse()?;
/// assert_eq!(layout_of(&f).to_string(), "(128,(4,4,2)):(16,(1,4,0))");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn layout_of(f: &NestedTupleMorphism) -> Layout {
    f.flatten().encoded(f.domain_profile().clone())
}

impl TupleMorphism {
    /// The flat layout that the morphism encodes: see [`layout_of`].
    ///
    /// ```
    /// use tilework_algebra::morphism::TupleMorphism;
    /// let f: TupleMorphism = "(16,16,16,1,32)--(0,0,1,0,2)-->(16,32,1,1)".parse()?;
    /// assert_eq!(f.layout().to_string(), "(16,16,16,1,32):(0,0,1,0,16)");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn layout(&self) -> Layout {
        self.encoded(Profile::flat(self.domain().len()))
    }

    fn encoded(&self, profile: Profile) -> Layout {
        let mut before = Entries::new();
        let mut product = 1;
        for &extent in self.codomain() {
            before.push(product);
            // This fits, because the size of the codomain does.
            product *= extent;
        }
        let modes = self.domain().iter().zip(self.map().images());
        let mode = |(&shape, image): (&i64, Option<usize>)| Mode {
            shape,
            stride: image.map_or(0, |j| before[j]),
        };
        Layout::trusted(modes.map(mode).collect::<Modes>(), profile)
    }
}
