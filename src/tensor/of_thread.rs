//! The part of one thread in a tensor whose elements are arranged by threads.

use tilework_algebra::steps::gcd;
use tilework_algebra::{Error, Operation, Rule};

use super::{Exclusive, Shared, Tensor};
use crate::layout::modes::Modes;
use crate::layout::{AnyLayout, injectivity};
use crate::tensor::accessor::{Accessor, AccessorMut};

/// The offset of the thread of an integral coordinate.
#[inline(always)]
fn offset<T: AnyLayout>(threads: T, at: usize) -> Result<usize, Error> {
    if at < threads.modes().size() {
        return Ok(threads.modes().offset(at));
    }
    let rule = Rule::CoordinateRange {
        coordinate: i64::try_from(at).unwrap_or(i64::MAX),
        extent: i64::try_from(threads.modes().size()).unwrap_or(i64::MAX),
    };
    Err(Error::new(Operation::Partition, rule))
}

impl<A: Accessor, L: AnyLayout> Tensor<A, L> {
    /// The elements of the thread `at` among `threads`, through `layout`. The offsets of both
    /// together are offsets of the tensor's layout.
    #[inline(always)]
    pub(crate) fn of_thread<T: AnyLayout, V: AnyLayout>(
        &self,
        threads: T,
        layout: V,
        at: usize,
    ) -> Result<Shared<'_, A, V>, Error> {
        let at = offset(threads, at)?;
        let accessor = self.accessor.shared(at..at + layout.modes().reach() + 1);
        Ok(Tensor { accessor, layout })
    }

    /// That vectors of `wanted` elements, which lie together in the layout from a multiple of as many on,
    /// lie together.
    #[inline(always)]
    pub(crate) fn vectors(self, wanted: usize) -> Result<Self, Error> {
        let wanted = wanted as i64;
        let together = gcd(self.accessor.together() as i64, wanted);
        if together == wanted {
            return Ok(self);
        }
        Err(Error::new(Operation::Partition, Rule::Alignment { together, wanted }))
    }
}
impl<A: AccessorMut, L: AnyLayout> Tensor<A, L> {
    /// [`Tensor::of_thread`] for writing.
    #[inline(always)]
    pub(crate) fn of_thread_mut<T: AnyLayout, V: AnyLayout>(
        &mut self,
        threads: T,
        layout: V,
        at: usize,
    ) -> Result<Exclusive<'_, A, V>, Error> {
        injectivity::check(layout.modes())?;
        let at = offset(threads, at)?;
        let accessor = self.accessor.exclusive(at..at + layout.modes().reach() + 1);
        Ok(Tensor { accessor, layout })
    }
}
