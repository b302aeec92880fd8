//! What has modes: tuples of integers, layouts and profiles.

use alloc::vec::Vec;

use crate::error::Error;
use crate::int_tuple::IntTuple;
use crate::layout::Layout;
use crate::profile::Profile;
use crate::stride::Stride;

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Profile {}
    impl Sealed for super::IntTuple {}
    impl<D> Sealed for super::Layout<D> {}
}

/// A [`Profile`], [`IntTuple`] or [`Layout`]: leaves in a profile, a leaf or a tuple of modes at
/// the top. The operations that rearrange modes work on all three. Sealed.
pub trait Nested: Clone + sealed::Sealed {
    /// The nesting.
    fn nesting(&self) -> &Profile;

    /// The modes at the top; a leaf is its own only mode.
    fn parts(&self) -> Vec<Self>;

    /// The tuple of `parts`.
    ///
    /// # Errors
    /// For layouts those of [`Layout::concatenate`].
    fn tuple_of(parts: impl IntoIterator<Item = Self>) -> Result<Self, Error>;

    /// The same leaves in another profile, which must have as many.
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
