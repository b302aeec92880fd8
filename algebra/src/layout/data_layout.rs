//! Layouts of data in memory, including composed layouts.

use alloc::string::{String, ToString};

use crate::error::Error;
use crate::layout::Layout;
use crate::layout::composed::Composed;
use crate::operation::contiguous_block::ContiguousBlock;
use crate::stride::Stride;

mod sealed {
    use super::{Composed, Layout};

    pub trait Sealed {}
    impl<D> Sealed for Layout<D> {}
    impl<D> Sealed for Composed<D> {}
}

/// A layout through which data in memory is viewed: a [`Layout`], or a [`Composed`] layout, whose inner layout is
/// divided among threads. The trait is sealed.
pub trait DataLayout: Sized + sealed::Sealed {
    /// The strides of the layout that is divided.
    type Stride: Stride;
    /// The layout that is divided.
    fn inner(&self) -> &Layout<Self::Stride>;
    /// The same data through another layout.
    fn with_inner(&self, inner: Layout<Self::Stride>) -> Self;
    /// The number of offsets that stay together.
    #[doc(hidden)]
    fn together(&self) -> ContiguousBlock;
    /// Returns whether `vector` offsets stay together and begin at a multiple of `vector` wherever the inner layout has
    /// a multiple of it.
    #[doc(hidden)]
    fn keeps(&self, vector: i64) -> bool;
    /// The offset at an integral coordinate.
    #[doc(hidden)]
    fn offset_at(&self, i: i64) -> Result<<Self::Stride as Stride>::Offset, Error>;
    /// The text of the layout.
    #[doc(hidden)]
    fn written(&self) -> String;
}

impl<D: Stride> DataLayout for Layout<D> {
    type Stride = D;
    fn inner(&self) -> &Layout<D> {
        self
    }
    fn with_inner(&self, inner: Layout<D>) -> Self {
        inner
    }
    fn together(&self) -> ContiguousBlock {
        ContiguousBlock::All
    }
    fn keeps(&self, _: i64) -> bool {
        true
    }
    fn offset_at(&self, i: i64) -> Result<D::Offset, Error> {
        self.offset(i)
    }
    fn written(&self) -> String {
        self.to_string()
    }
}

impl<D: Stride<Offset = i64>> DataLayout for Composed<D> {
    type Stride = D;
    fn inner(&self) -> &Layout<D> {
        self.inner()
    }
    fn with_inner(&self, inner: Layout<D>) -> Self {
        self.with_inner(inner)
    }
    fn together(&self) -> ContiguousBlock {
        self.together()
    }
    fn keeps(&self, vector: i64) -> bool {
        self.together().has(vector) || self.keeps_vectors(vector)
    }
    fn offset_at(&self, i: i64) -> Result<i64, Error> {
        self.offset(i)
    }
    fn written(&self) -> String {
        self.to_string()
    }
}
