//! A thread's part of a tiled multiplication in tensors.

use core::marker::PhantomData;

use tilework::algebra::Error;

use super::MmaAtom;
use super::operand::{MmaA, MmaB, MmaC, part};
use super::thread_copy::Values;
use super::tiled_mma::Atoms;
use tilework::internal::{AccessorMut, AnyLayout, ByThread, Engine, Exclusive, Tensor, plain_in};

/// A thread's part of a [`TiledMma`](super::TiledMma) in tensors. CuTe's `ThrMMA`.
///
/// ```
/// use tilework_atom::{MmaSyncM8N8K4F64, TiledMma};
/// use tilework::{Tensor, layout};
/// let mma = TiledMma::new(MmaSyncM8N8K4F64, layout!((1,1,1):(0,0,0)));
/// let data: Vec<usize> = (0..16 * 16).collect();
/// let c = Tensor::new(&data[..], layout!((16,16):(16,1)))?;
/// // Row 1 and two columns of the third pair, in each of 2 x 2 atoms.
/// let part = mma.thread(6).partition_c(&c);
/// assert_eq!(part.layout().to_string(), "(2,(2,2)):(1,(128,8))");
/// assert!(part.iter().eq(&[20, 21, 148, 149, 28, 29, 156, 157]));
/// # Ok::<(), tilework::Error>(())
/// ```
#[doc(alias = "ThrMMA")]
pub struct ThreadMma<A, R, P> {
    pub(super) of: PhantomData<(A, R, P)>,
    pub(super) index: usize,
}
impl<A, R, P> Clone for ThreadMma<A, R, P> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<A, R, P> Copy for ThreadMma<A, R, P> {}

impl<A: MmaAtom, R: Atoms<A>, P> ThreadMma<A, R, P> {
    /// The index of the thread in its atom, and the atom's place in `M`, `N` and `K`.
    #[inline(always)]
    pub fn place(self) -> [usize; 4] {
        R::place(self.index)
    }

    /// The integral coordinate among the threads of an operand that has the modes `x` and `y` of the place.
    #[inline(always)]
    pub(super) fn among(self, x: usize, y: usize) -> usize {
        let (place, extents) = (R::place(self.index), R::extents());
        place[0] + extents[0] * (place[x] + extents[x] * place[y])
    }
}

macro_rules! partitions {
    ($(
        $doc:literal $bound:ident $x:literal $y:literal:
        $try:ident $plain:ident $try_mut:ident $plain_mut:ident;
    )*) => {
        impl<A: MmaAtom, R: Atoms<A>, P> ThreadMma<A, R, P> {$(
            #[doc = $doc]
            ///
            /// # Errors
            #[doc = concat!("Those of [`TiledMma::", stringify!($try), "`](super::TiledMma::", stringify!($try), ").")]
            #[inline(always)]
            pub fn $try<L: AnyLayout + $bound<A, R, P>, C: Engine>(
                self,
                tensor: &Tensor<C, L>,
            ) -> Result<Tensor<C::Part<'_>, Values<L::Output, C>>, Error>
            where
                L::Output: ByThread<C::Offset>,
            {
                let arranged = part(tensor.layout())?;
                // SAFETY: the arrangement is one of the tensor's own layout, so it has only its offsets.
                unsafe { tensor.of_thread(arranged, self.among($x, $y)) }
            }

            #[doc = $doc]
            ///
            /// # Panics
            /// If the method with `try_` before its name returns an error.
            #[inline(always)]
            #[track_caller]
            pub fn $plain<L: AnyLayout + $bound<A, R, P>, C: Engine>(
                self,
                tensor: &Tensor<C, L>,
            ) -> Tensor<C::Part<'_>, Values<L::Output, C>>
            where
                L::Output: ByThread<C::Offset>,
            {
                plain_in(tensor.layout(), self.$try(tensor))
            }

            #[doc = $doc]
            ///
            /// They can be written.
            ///
            /// # Errors
            /// Those without `_mut`, and [`Rule::Injectivity`](tilework::Rule) if an element is there twice.
            #[inline(always)]
            pub fn $try_mut<L: AnyLayout + $bound<A, R, P>, C: AccessorMut>(
                self,
                tensor: &mut Tensor<C, L>,
            ) -> Result<Exclusive<'_, C, <L::Output as ByThread>::Values>, Error>
            where
                L::Output: ByThread,
            {
                let arranged = part(tensor.layout())?;
                // SAFETY: the arrangement is one of the tensor's own layout, so it has only its offsets.
                unsafe { tensor.of_thread_mut(arranged, self.among($x, $y)) }
            }

            #[doc = $doc]
            ///
            /// They can be written.
            ///
            /// # Panics
            /// If the method with `try_` before its name returns an error.
            #[inline(always)]
            #[track_caller]
            pub fn $plain_mut<L: AnyLayout + $bound<A, R, P>, C: AccessorMut>(
                self,
                tensor: &mut Tensor<C, L>,
            ) -> Exclusive<'_, C, <L::Output as ByThread>::Values>
            where
                L::Output: ByThread,
            {
                let layout = tensor.layout();
                plain_in(layout, self.$try_mut(tensor))
            }
        )*}
    };
}
partitions! {
    "The elements of `A`, `(M,K)`, of the thread: `(v, (m', k', ...))`." MmaA 1 3:
        try_partition_a partition_a try_partition_a_mut partition_a_mut;
    "The elements of `B`, `(N,K)`, of the thread: `(v, (n', k', ...))`." MmaB 2 3:
        try_partition_b partition_b try_partition_b_mut partition_b_mut;
    "The elements of `C`, `(M,N)`, of the thread: `(v, (m', n', ...))`." MmaC 1 2:
        try_partition_c partition_c try_partition_c_mut partition_c_mut;
}
