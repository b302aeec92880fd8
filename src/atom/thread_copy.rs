//! The part of one thread of a tiled copy in tensors.

use frunk_core::HList;
use tilework_algebra::Error;

use super::tiled_copy::{CopyDestination, CopySource};
use super::{CopyAtom, TiledCopy, VectorsRead, VectorsWritten};
use crate::layout::{AnyLayout, Layout};
use crate::leaf::int::{Known, Leaf};
use crate::plain::plain_in;
use crate::tensor::{Exclusive, Shared, Tensor};
use crate::verdict::Bad;

/// The part of one thread of a [`TiledCopy`] in tensors. CuTe's `ThrCopy`.
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

/// A layout of three modes, of threads, values and rests.
pub trait ByThread: AnyLayout {
    /// The threads.
    type Threads: AnyLayout;
    /// The values and rests.
    type Values: AnyLayout;
    /// Both.
    fn by_thread(self) -> (Self::Threads, Self::Values);
}
impl<T: Copy, S: Copy, R: Copy, TD: Copy, SD: Copy, RD: Copy> ByThread
    for Layout<HList![T, S, R], HList![TD, SD, RD]>
where
    Self: AnyLayout,
    Layout<T, TD>: AnyLayout,
    Layout<HList![S, R], HList![SD, RD]>: AnyLayout,
{
    type Threads = Layout<T, TD>;
    type Values = Layout<HList![S, R], HList![SD, RD]>;
    #[inline(always)]
    fn by_thread(self) -> (Self::Threads, Self::Values) {
        self.split_first()
    }
}
// So that a copy without a result says itself what is wrong.
impl<R, At, X, Y> ByThread for Layout<Bad<R, At, X, Y>, Bad<R, At, X, Y>> {
    type Threads = Self;
    type Values = Self;
    fn by_thread(self) -> (Self, Self) {
        (self, self)
    }
}

impl<A: CopyAtom, T, V> ThreadCopy<A, T, V> {
    /// The elements that the thread reads: `((value, atom), rest)`.
    ///
    /// # Errors
    /// Those of [`TiledCopy::try_partition_s`]; [`Rule::CoordinateRange`](crate::Rule) if there is no
    /// such thread, [`Rule::Alignment`](crate::Rule) where an offset that is added before a swizzle, or a
    /// layout of run time, tears what is read at once apart; that a swizzle does does not compile.
    #[inline(always)]
    pub fn try_partition_s<C: VectorsRead<A, L>, L, D: ByThread>(
        self,
        tensor: &Tensor<C, L>,
    ) -> Result<Shared<'_, C, D::Values>, Error>
    where
        L: AnyLayout + CopySource<A, T, V, Output = D>,
    {
        let (threads, values) = self.of.try_partition_s(tensor.layout())?.by_thread();
        tensor.of_thread(threads, values, self.index)?.vectors(A::Reads::VALUE.get())
    }

    /// [`ThreadCopy::try_partition_s`].
    ///
    /// # Panics
    /// Where that is an error.
    #[inline(always)]
    #[track_caller]
    pub fn partition_s<C: VectorsRead<A, L>, L, D: ByThread>(
        self,
        tensor: &Tensor<C, L>,
    ) -> Shared<'_, C, D::Values>
    where
        L: AnyLayout + CopySource<A, T, V, Output = D>,
    {
        plain_in(tensor.layout(), self.try_partition_s(tensor))
    }

    /// The elements that the thread writes: `((value, atom), rest)`.
    ///
    /// # Errors
    /// Those of [`TiledCopy::try_partition_d`]; [`Rule::CoordinateRange`](crate::Rule) if there is no
    /// such thread, [`Rule::Injectivity`](crate::Rule) if an element is there twice,
    /// [`Rule::Alignment`](crate::Rule) as there.
    #[inline(always)]
    pub fn try_partition_d<C: VectorsWritten<A, L>, L, D: ByThread>(
        self,
        tensor: &mut Tensor<C, L>,
    ) -> Result<Exclusive<'_, C, D::Values>, Error>
    where
        L: AnyLayout + CopyDestination<A, T, V, Output = D>,
    {
        let (threads, values) = self.of.try_partition_d(tensor.layout())?.by_thread();
        tensor.of_thread_mut(threads, values, self.index)?.vectors(A::Writes::VALUE.get())
    }

    /// [`ThreadCopy::try_partition_d`].
    ///
    /// # Panics
    /// Where that is an error.
    #[inline(always)]
    #[track_caller]
    pub fn partition_d<C: VectorsWritten<A, L>, L, D: ByThread>(
        self,
        tensor: &mut Tensor<C, L>,
    ) -> Exclusive<'_, C, D::Values>
    where
        L: AnyLayout + CopyDestination<A, T, V, Output = D>,
    {
        let layout = tensor.layout();
        plain_in(layout, self.try_partition_d(tensor))
    }
}
