//! Types that have modes: tuples of integers, layouts and profiles.

use alloc::vec::Vec;

use crate::error::Error;
use crate::layout::Layout;
use crate::stride::Stride;
use crate::tuple::int_tuple::IntTuple;
use crate::tuple::profile::Profile;

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Profile {}
    impl Sealed for super::IntTuple {}
    impl<D> Sealed for super::Layout<D> {}
}

/// A [`Profile`], [`IntTuple`] or [`Layout`]: a value with leaves in a profile, whose top level is a leaf or a tuple of
/// modes. The operations that rearrange modes work on all three types. The trait is sealed.
pub trait Nested: Clone + sealed::Sealed {
    /// The profile.
    fn nesting(&self) -> &Profile;

    /// The top-level modes; a leaf is its own only mode.
    fn parts(&self) -> Vec<Self>;

    /// The tuple of `parts`.
    ///
    /// # Errors
    /// For layouts, the errors of [`Layout::concatenate`].
    fn tuple_of(parts: impl IntoIterator<Item = Self>) -> Result<Self, Error>;

    /// The same leaves in another profile with the same number of leaves.
    #[doc(hidden)]
    fn renested(&self, profile: Profile) -> Self;
}

impl Nested for Profile {
    fn nesting(&self) -> &Profile {
        self
    }

    fn parts(&self) -> Vec<Self> {
        self.modes().collect()
    }

    fn tuple_of(parts: impl IntoIterator<Item = Self>) -> Result<Self, Error> {
        Ok(Profile::tuple(parts))
    }

    fn renested(&self, profile: Profile) -> Self {
        profile
    }
}

impl Nested for IntTuple {
    fn nesting(&self) -> &Profile {
        self.profile()
    }

    fn parts(&self) -> Vec<Self> {
        self.modes().collect()
    }

    fn tuple_of(parts: impl IntoIterator<Item = Self>) -> Result<Self, Error> {
        Ok(IntTuple::tuple(parts))
    }

    fn renested(&self, profile: Profile) -> Self {
        IntTuple::of_parts(self.leaves().into(), profile)
    }
}

impl<D: Stride> Nested for Layout<D> {
    fn nesting(&self) -> &Profile {
        self.profile()
    }

    fn parts(&self) -> Vec<Self> {
        self.modes().collect()
    }

    fn tuple_of(parts: impl IntoIterator<Item = Self>) -> Result<Self, Error> {
        Layout::concatenate(parts)
    }

    fn renested(&self, profile: Profile) -> Self {
        Layout::trusted(self.flat_modes().iter().cloned().collect(), profile)
    }
}
