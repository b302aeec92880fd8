//! Proofs of partitions, for the very layouts that a kernel slices by its threads, wherever they are computed.
//!
//! The function that computes a partition is not called. Its type has all the information, so the run-time checks of a
//! composed layout are not part of any kernel.

use frunk_core::hlist::HCons;
use typenum::{Integer, U0, Unsigned, Z0};

use super::{Access, WARP, each_once, offset, static_size};
use tilework::internal::{AnyLayout, Composed, Known, Layout, Shape, Swizzle};

/// The accesses of `WARPS` warps to memory by a partition `(thread, ..)`. Each thread first accesses `VECTOR` adjacent
/// elements of `BYTES` bytes.
///
/// ```
/// use tilework_atom::{LdmatrixX4, LoadOf, MmaSyncM16N8K16F16, TiledCopy, TiledMma};
/// use tilework::typenum::{P3, U2, U3, U16};
/// use tilework::{Composed, Swizzle, layout};
/// use tilework_atom::proof::OfWarps;
/// // Rows of 64 bytes. Four warps load 16 x 16 elements each by `ldmatrix`.
/// let shared = Composed::of(Swizzle::<U2, U3, P3>::new(), layout!((64,32):(32,1)));
/// let mma = TiledMma::new(MmaSyncM16N8K16F16, layout!((4,1,1)));
/// let load = TiledCopy::of(LoadOf::<LdmatrixX4, U16>::new(), mma.a());
/// OfWarps::<4, 8, 2>::without_bank_conflicts(|| load.partition_s(shared));
/// ```
///
/// Without the swizzle it fails to build:
///
/// ```compile_fail
/// # use tilework_atom::{LdmatrixX4, LoadOf, MmaSyncM16N8K16F16, TiledCopy, TiledMma};
/// # use tilework::typenum::{P3, U0, U3, U16};
/// # use tilework::{Composed, Swizzle, layout};
/// # use tilework_atom::proof::OfWarps;
/// # let mma = TiledMma::new(MmaSyncM16N8K16F16, layout!((4,1,1)));
/// # let load = TiledCopy::of(LoadOf::<LdmatrixX4, U16>::new(), mma.a());
/// let shared = Composed::of(Swizzle::<U0, U3, P3>::new(), layout!((64,32):(32,1)));
/// OfWarps::<4, 8, 2>::without_bank_conflicts(|| load.partition_s(shared));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct OfWarps<const WARPS: usize, const VECTOR: usize, const BYTES: usize>;
impl<const WARPS: usize, const VECTOR: usize, const BYTES: usize> OfWarps<WARPS, VECTOR, BYTES> {
    /// Asserts that in no warp two threads that are served at the same time request different words from one bank.
    /// Otherwise it fails to build, and the error names the first two.
    #[inline(always)]
    pub fn without_bank_conflicts<P: Addressed>(_: impl FnOnce() -> P) {
        const {
            let mut warp = 0;
            while warp < WARPS {
                Self::access::<P::Bits, P::Base, P::Shift, P::Offsets>(warp)
                    .without_bank_conflicts();
                warp += 1;
            }
        }
    }

    /// Asserts that no warp touches more sectors of global memory than its elements would fill without gaps. Otherwise
    /// it fails to build, and the error names two threads.
    ///
    /// ```
    /// use tilework_atom::{TiledCopy, Vector};
    /// use tilework::{layout, typenum::U1};
    /// use tilework_atom::proof::OfWarps;
    /// // Two warps copy columns of 32 vectors of 16 bytes.
    /// let copy = TiledCopy::new(Vector::<U1>::new(), layout!((32,2)), layout!((1,1)));
    /// OfWarps::<2, 1, 16>::in_fewest_sectors(|| copy.partition_s(layout!((32,8))));
    /// ```
    ///
    /// Rows fail to build, since each vector is in another sector:
    ///
    /// ```compile_fail
    /// # use tilework_atom::{TiledCopy, Vector};
    /// # use tilework::{layout, typenum::U1};
    /// # use tilework_atom::proof::OfWarps;
    /// let copy = TiledCopy::new(Vector::<U1>::new(), layout!((2,32):(32,1)), layout!((1,1)));
    /// OfWarps::<2, 1, 16>::in_fewest_sectors(|| copy.partition_s(layout!((32,32))));
    /// ```
    #[inline(always)]
    pub fn in_fewest_sectors<P: Addressed>(_: impl FnOnce() -> P) {
        const {
            let mut warp = 0;
            while warp < WARPS {
                Self::access::<P::Bits, P::Base, P::Shift, P::Offsets>(warp).in_fewest_sectors();
                warp += 1;
            }
        }
    }

    /// The first access of a warp.
    const fn access<B: Unsigned, M: Unsigned, S: Integer, L: AnyLayout>(warp: usize) -> Access {
        assert!(
            static_size::<L>() >= (WARPS * WARP) as u64,
            "proof: size: the partition has fewer threads"
        );
        let (mut offsets, mut thread) = ([0; WARP], 0);
        while thread < WARP {
            let at = offset::<L>((WARP * warp + thread) as u64) as usize;
            offsets[thread] = (<Swizzle<B, M, S> as Known>::VALUE.apply(at) / VECTOR) as u64;
            thread += 1;
        }
        Access::of_offsets(offsets, (VECTOR * BYTES) as u64)
    }
}

/// Layouts of memory, with or without a swizzle.
pub trait Addressed {
    /// The numbers of the swizzle. If they are 0, it does not change offsets.
    type Bits: Unsigned;
    /// As [`Bits`](Self::Bits).
    type Base: Unsigned;
    /// As [`Bits`](Self::Bits).
    type Shift: Integer;
    /// The offsets before the swizzle.
    type Offsets: AnyLayout;
}
impl<B: Unsigned, M: Unsigned, S: Integer, N, L: AnyLayout> Addressed
    for Composed<Swizzle<B, M, S>, N, L>
{
    type Bits = B;
    type Base = M;
    type Shift = S;
    type Offsets = L;
}
impl<S, D> Addressed for Layout<S, D>
where
    Self: AnyLayout,
{
    type Bits = U0;
    type Base = U0;
    type Shift = Z0;
    type Offsets = Self;
}

/// Data of `ELEMENTS` elements, which a partition divides among threads.
///
/// ```
/// use tilework_atom::{MmaSyncM16N8K16F16, TiledMma};
/// use tilework::layout;
/// use tilework_atom::proof::Covering;
/// let mma = TiledMma::new(MmaSyncM16N8K16F16, layout!((2,2,1)));
/// Covering::<2048>::once(|| mma.partition_c(layout!((64,32))));
/// ```
///
/// It fails to build if the data has more elements than the partition:
///
/// ```compile_fail
/// # use tilework_atom::{MmaSyncM16N8K16F16, TiledMma};
/// # use tilework::layout;
/// # use tilework_atom::proof::Covering;
/// # let mma = TiledMma::new(MmaSyncM16N8K16F16, layout!((2,2,1)));
/// Covering::<2049>::once(|| mma.partition_c(layout!((64,32))));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Covering<const ELEMENTS: usize>;
impl<const ELEMENTS: usize> Covering<ELEMENTS> {
    /// Asserts that the partition `(thread, ..)` has each of the elements once: [`covers_once`](super::covers_once).
    #[inline(always)]
    pub fn once<T: Shape, V, TD, VD>(_: impl FnOnce() -> Layout<HCons<T, V>, HCons<TD, VD>>)
    where
        Layout<HCons<T, V>, HCons<TD, VD>>: AnyLayout,
    {
        const {
            let Some(threads) = T::PRODUCT else { panic!("proof: static extent: dynamic threads") };
            each_once::<Layout<HCons<T, V>, HCons<TD, VD>>>(threads, ELEMENTS);
        }
    }
}
