//! A thread's part of a tiled copy in tensors.

use tilework::algebra::Error;

use super::tiled_copy::{CopyDestination, CopySource};
use super::{CopyAtom, TiledCopy, VectorsRead, VectorsWritten};
use tilework::internal::{AnyLayout, ByThread, Engine, Known, Leaf, Tensor, plain_in};

/// The elements of each thread in the layout `D`, in a tensor of the accessor `C`.
pub(super) type Values<D, C> = <D as ByThread<<C as Engine>::Offset>>::Values;

/// A thread's part of a [`TiledCopy`] in tensors. CuTe's `ThrCopy`.
#[doc(alias = "ThrCopy")]
pub struct ThreadCopy<A, T, V> {
    pub(super) of: TiledCopy<A, T, V>,
    pub(super) index: usize,
}
impl<A, T, V> Clone for ThreadCopy<A, T, V> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<A, T, V> Copy for ThreadCopy<A, T, V> {}

impl<A: CopyAtom, T, V> ThreadCopy<A, T, V> {
    /// The elements that the thread reads: `((value, atom), rest)`.
    ///
    /// # Errors
    /// Those of [`TiledCopy::try_partition_s`], and [`Rule::CoordinateRange`](tilework::Rule) if there is no such thread.
    /// [`Rule::Alignment`](tilework::Rule) if an offset that is added before a swizzle, or a dynamic layout, splits
    /// elements that are read at once. A swizzle that splits them does not compile.
    #[inline(always)]
    pub fn try_partition_s<L: AnyLayout + CopySource<A, T, V>, C: VectorsRead<A, L>>(
        self,
        tensor: &Tensor<C, L>,
    ) -> Result<Tensor<C::Part<'_>, Values<L::Output, C>>, Error>
    where
        L::Output: ByThread<C::Offset>,
    {
        let arranged = self.of.try_partition_s(tensor.layout())?;
        // SAFETY: the arrangement is one of the tensor's own layout, so it has only its offsets.
        unsafe { tensor.of_thread(arranged, self.index) }?.vectors(A::Reads::VALUE.get())
    }

    /// The elements that the thread reads: `((value, atom), rest)`.
    ///
    /// # Panics
    /// If [`ThreadCopy::try_partition_s`] returns an error.
    #[inline(always)]
    #[track_caller]
    pub fn partition_s<L: AnyLayout + CopySource<A, T, V>, C: VectorsRead<A, L>>(
        self,
        tensor: &Tensor<C, L>,
    ) -> Tensor<C::Part<'_>, Values<L::Output, C>>
    where
        L::Output: ByThread<C::Offset>,
    {
        plain_in(tensor.layout(), self.try_partition_s(tensor))
    }

    /// The elements that the thread writes: `((value, atom), rest)`.
    ///
    /// # Errors
    /// Those of [`TiledCopy::try_partition_d`], [`Rule::CoordinateRange`](tilework::Rule) if there is no such thread,
    /// [`Rule::Injectivity`](tilework::Rule) if an element is there twice, and [`Rule::Alignment`](tilework::Rule) as in
    /// [`ThreadCopy::try_partition_s`].
    #[inline(always)]
    pub fn try_partition_d<L: AnyLayout + CopyDestination<A, T, V>, C: VectorsWritten<A, L>>(
        self,
        tensor: &mut Tensor<C, L>,
    ) -> Result<Tensor<C::PartMut<'_>, Values<L::Output, C>>, Error>
    where
        L::Output: ByThread<C::Offset>,
    {
        let arranged = self.of.try_partition_d(tensor.layout())?;
        // SAFETY: the arrangement is one of the tensor's own layout, so it has only its offsets.
        unsafe { tensor.of_thread_mut(arranged, self.index) }?.vectors(A::Writes::VALUE.get())
    }

    /// The elements that the thread writes: `((value, atom), rest)`.
    ///
    /// # Panics
    /// If [`ThreadCopy::try_partition_d`] returns an error.
    #[inline(always)]
    #[track_caller]
    pub fn partition_d<L: AnyLayout + CopyDestination<A, T, V>, C: VectorsWritten<A, L>>(
        self,
        tensor: &mut Tensor<C, L>,
    ) -> Tensor<C::PartMut<'_>, Values<L::Output, C>>
    where
        L::Output: ByThread<C::Offset>,
    {
        let layout = tensor.layout();
        plain_in(layout, self.try_partition_d(tensor))
    }
}
