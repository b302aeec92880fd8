//! Atoms: the matrix operations and copies of GPU instructions, as plain data.
//!
//! Each atom has its name and the section of the manual that describes it. The matrices are the tiles `A` of `(M,K)`,
//! `B` of `(N,K)` and `C` of `(M,N)`. Thread-value layouts map to the integral coordinates of these tiles, the first
//! mode fastest.
//!
//! The data needs no allocator.
//!
//! ```
//! use tilework_algebra::{Layout, atom::MMA_SYNC};
//! let mma = MMA_SYNC.iter().find(|mma| mma.name == "mma.sync.m8n8k4.f64").unwrap();
//! let c: Layout = "(8,8):(8,1)".parse()?;
//! assert_eq!(mma.c()?.of_tile(&c)?.to_string(), "((4,8),2):((2,8),1)");
//! # Ok::<(), tilework_algebra::Error>(())
//! ```

#[cfg(feature = "alloc")]
mod cotiled;
mod ldmatrix;
mod mfma;
mod mma_sync;
#[cfg(feature = "alloc")]
mod of_cute;
#[cfg(feature = "alloc")]
mod of_llvm;
#[cfg(feature = "alloc")]
mod tiled_copy;
#[cfg(feature = "alloc")]
mod tiled_mma;
mod tmem;
mod wgmma;
mod wmma;
mod xmx;

#[cfg(feature = "alloc")]
pub use crate::layout::data_layout::DataLayout;
pub use ldmatrix::{LDMATRIX, Load};
pub use mfma::MFMA;
pub use mma_sync::MMA_SYNC;
#[cfg(feature = "alloc")]
pub use of_cute::of_cute;
#[cfg(feature = "alloc")]
pub use of_llvm::of_llvm;
#[cfg(feature = "alloc")]
pub use tiled_copy::{CopyAtom, TiledCopy};
#[cfg(feature = "alloc")]
pub use tiled_mma::TiledMma;
pub use tmem::{TMEM, Tmem};
pub use wgmma::{Fragment, SharedTile, WGMMA, WGMMA_A, WGMMA_ACCUMULATORS, WGMMA_SHARED};
pub use wmma::WMMA;
pub use xmx::XMX;

#[cfg(feature = "alloc")]
use crate::error::Error;
#[cfg(feature = "alloc")]
use crate::layout::thread_value::ThreadValue;
#[cfg(feature = "alloc")]
use crate::tuple::int_tuple::IntTuple;

/// A multiplication `C += A B` of small matrices by the threads of one warp or of four warps, of a wavefront, or of a
/// subgroup. If an operand is in memory, every thread has the whole tile. If no thread has an element of `C`, it is not
/// computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mma {
    /// The name of the instruction, its shape and the type of its operands.
    pub name: &'static str,
    /// The section of the manual that describes it.
    pub source: &'static str,
    /// `M`, `N` and `K`.
    pub shape: [i64; 3],
    /// The thread-value layout of `A`, `(M,K)`.
    pub a: &'static str,
    /// The thread-value layout of `B`, `(N,K)`.
    pub b: &'static str,
    /// The thread-value layout of `C`, `(M,N)`.
    pub c: &'static str,
}

#[cfg(feature = "alloc")]
impl Mma {
    /// The multiplications of all vendors: [`MMA_SYNC`], [`WGMMA`], [`MFMA`], [`WMMA`], [`XMX`] and [`FMA`].
    pub fn all() -> impl Iterator<Item = &'static Mma> + Clone {
        let nvidia = MMA_SYNC.iter().chain(WGMMA);
        nvidia.chain(MFMA).chain(WMMA).chain(XMX).chain([&FMA])
    }

    /// The elements of `A` that each thread has.
    ///
    /// # Errors
    /// The atoms in this module give no errors.
    #[inline]
    pub fn a(&self) -> Result<ThreadValue, Error> {
        let [m, _, k] = self.shape;
        thread_value([m, k], self.a)
    }

    /// The elements of `B` that each thread has.
    ///
    /// # Errors
    /// The atoms in this module give no errors.
    #[inline]
    pub fn b(&self) -> Result<ThreadValue, Error> {
        let [_, n, k] = self.shape;
        thread_value([n, k], self.b)
    }

    /// The elements of `C` that each thread has.
    ///
    /// # Errors
    /// The atoms in this module give no errors.
    #[inline]
    pub fn c(&self) -> Result<ThreadValue, Error> {
        let [m, n, _] = self.shape;
        thread_value([m, n], self.c)
    }
}

/// A multiplication and addition by one thread, `c += a b`: CuTe's `UniversalFMA`.
pub static FMA: Mma = Mma {
    name: "fma",
    source: "one element of each matrix",
    shape: [1, 1, 1],
    a: "(1,1):(0,0)",
    b: "(1,1):(0,0)",
    c: "(1,1):(0,0)",
};

#[cfg(feature = "alloc")]
/// The thread-value layout of a tile, read from its text.
#[inline]
fn thread_value(tile: [i64; 2], layout: &str) -> Result<ThreadValue, Error> {
    ThreadValue::new(&IntTuple::tuple(tile.map(IntTuple::leaf)), layout.parse()?)
}
