//! The offsets that a composed layout takes.

use tilework_algebra::{Error, Operation, Rule};

use super::Composed;
use crate::layout::image::HasImage;
use crate::layout::injectivity::{self, Ticked};
use crate::layout::modes::{Evaluate, Modes, not_coordinates};
use crate::layout::offset_map::OffsetMap;
use crate::layout::{AnyLayout, ModesOf};
use crate::leaf::int::Leaf;

/// All offsets are ticked off, but for injectivity where the function has each value once.
#[diagnostic::do_not_recommend]
impl<F: OffsetMap, N: Leaf, L: AnyLayout<Modes: Evaluate<usize>>> HasImage for Composed<F, N, L> {
    fn injective(self) -> Result<bool, Error> {
        let (outer, _, inner) = self.into_parts();
        match injectivity::check(inner.modes()) {
            Ok(()) if outer.check_injective().is_ok() => Ok(true),
            Ok(()) => Ok(self.ticked(Operation::IsInjective)?.injective()),
            Err(Error { rule: Rule::Injectivity { .. }, .. }) => Ok(false),
            Err(error) => Err(error.during(Operation::IsInjective)),
        }
    }
    fn surjective(self) -> Result<bool, Error> {
        Ok(self.ticked(Operation::IsSurjective)?.surjective())
    }
    fn compact(self) -> Result<bool, Error> {
        Ok(self.ticked(Operation::IsCompact)?.compact())
    }
    fn below(self, size: usize) -> bool {
        (0..self.size()).all(|i| self.at(i) < size)
    }
}
impl<F: OffsetMap, N: Leaf, L: AnyLayout<Modes: Evaluate<usize>>> Composed<F, N, L> {
    /// The offset of an integral coordinate.
    #[inline(always)]
    fn at(self, i: usize) -> usize {
        const { not_coordinates(<ModesOf<L> as Modes>::CODOMAIN) }
        let (outer, added, inner) = self.into_parts();
        outer.apply(inner.modes().evaluate(added.get(), i))
    }

    fn ticked(self, operation: Operation) -> Result<Ticked, Error> {
        let ticked = injectivity::tick_off(self.size(), |i| self.at(i), |_, _| Ok(()));
        ticked.map_err(|error| error.during(operation))
    }
}
