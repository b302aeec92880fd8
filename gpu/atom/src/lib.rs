//! Atoms as types: GPU instructions on matrices.
//!
//! Each type is an instruction of [`tilework::algebra::atom`], which has its name and its source. The type has the
//! thread-value layouts as [`Layout!`](tilework::Layout!) types. Matrices are in tiles `A` of `(M,K)`, `B` of `(N,K)` and
//! `C` of `(M,N)`. Thread-value layouts map to the integral coordinates of these tiles, with the first mode fastest.
//!
//! ```
//! use tilework_atom::{self as atom, Mma, MmaSyncM8N8K4F64};
//! use tilework::{Layout, layout};
//! let mma = MmaSyncM8N8K4F64;
//! assert_eq!(atom::c(mma).of_tile(layout!((8,8):(8,1))).to_string(), "((4,8),2):((2,8),1)");
//! assert_eq!(MmaSyncM8N8K4F64::VALUE.name, "mma.sync.m8n8k4.f64");
//! ```
//!
//! # Sizes that are no multiples of the tiles
//!
//! Tiles of [`Tensor::predicated_divide`](tilework::Tensor::predicated_divide) may reach past the data, and so may the
//! threads' parts of them, [`ThreadCopy::predicated_partition_s`] and [`ThreadMma::predicated_partition_c`]. Their
//! elements have predicates: `load` fills elements that are outside, and `store` skips them. No further checks are
//! needed.
//!
//! For your own predicates, use the identity tensor, [`Tensor::coordinates`](tilework::Tensor::coordinates). Tile and
//! partition it as you do the data; its elements are the coordinates of the data, as in CuTe's `make_identity_tensor`
//! ([004](tilework::guide::papers), sections 2.6.1 and 3.3.4).
//!
//! ```
//! use tilework_atom::{Fma, TiledMma};
//! use tilework::{Tensor, layout, algorithm::copy_if, operation::make_identity_layout};
//! // The lower triangle of a matrix of 6 x 7, in tiles of 4 x 4 by 2 x 2 threads.
//! let mma = TiledMma::new(Fma, layout!((2,2,1)));
//! let (m, n, mut data) = (6_usize, 7_usize, [0; 42]);
//! let mut matrix = Tensor::new(&mut data[..], layout!((m,n)))?;
//! let identity = Tensor::coordinates(make_identity_layout(matrix.layout().shape()));
//! let ones = Tensor::new(&[1; 4][..], layout!((1,(2,2))))?;
//! let mut tiles = matrix.predicated_divide_mut(layout!(<4,4>));
//! for at in [(0, 0), (1, 0), (0, 1), (1, 1)] {
//!     let (mut tile, coordinates) = (tiles.slice_mut((.., at)), identity.local_tile_ceil(layout!(<4,4>), at));
//!     for thread in (0..mma.threads()).map(|index| mma.thread(index)) {
//!         let own = thread.partition_c(&coordinates);
//!         let lower = |i| own.get(i).is_some_and(|at| at.head >= at.tail.head);
//!         // Elements that are not below stay as they are; those outside of the matrix are skipped.
//!         let mut part = thread.predicated_partition_c_mut(&mut tile);
//!         let mut registers = [0; 4];
//!         let mut registers = Tensor::new(&mut registers[..], layout!((1,(2,2))))?;
//!         part.load(0, &mut registers)?;
//!         copy_if(lower, &ones, &mut registers)?;
//!         part.store(&registers)?;
//!     }
//! }
//! assert_eq!(data.iter().sum::<i32>(), 1 + 2 + 3 + 4 + 5 + 6);
//! assert!((0..42).all(|i| data[i] == i32::from(i % 6 >= i / 6)));
//! # Ok::<(), tilework::Error>(())
//! ```

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
extern crate alloc;

pub mod proof;

mod alignment;
mod blocks;
mod copy_atom;
mod halves;
mod ldmatrix;
mod mma_sync;
mod operand;
mod predicated;
mod retile;
mod thread_copy;
mod thread_mma;
mod tiled_copy;
mod tiled_mma;
mod tmem;
mod wgmma;

use frunk_core::{HList, hlist};
use tilework::algebra::atom as value;
use typenum::{U0, U1};

// The parts of a partition have no public name, so nobody outside can make others. Tensors rely on it.
pub use blocks::{VectorsRead, VectorsWritten};
pub use copy_atom::{CopyAtom, KeepsWhole, LoadOf, StoreOf, Vector};
pub use ldmatrix::*;
pub use mma_sync::*;
pub use operand::{MmaA, MmaB, MmaC};
pub use retile::RetiledBy;
pub use thread_copy::ThreadCopy;
pub use thread_mma::ThreadMma;
pub use tiled_copy::{CopiedBy, CopyDestination, CopySource, TiledCopy};
pub use tiled_mma::{ArrangementOf, TiledMma, TilesOf};
pub use tilework::internal::ByThread;
pub use tmem::*;
pub use wgmma::*;

use tilework::Layout;
use tilework::bound::IntegerOffsets;
use tilework::internal::{
    AnyLayout, Composed, Known, Leaf, OffsetMap, Static, ThreadValue, ThreadsAndValues,
};

// Open for users' own atoms, as `CopyAtom` is: see `PartOf::try_within`.
/// A multiplication `C += A B` of small matrices by the threads of one instruction.
///
/// To define your own atom, implement this trait:
///
/// ```
/// use tilework::algebra::atom as value;
/// use tilework_atom::Mma;
/// use tilework::{Layout, Static, typenum::{U1, U4}};
/// /// One thread adds the product of a column of 4 and a number.
/// #[derive(Clone, Copy)]
/// struct Axpy4;
/// impl Mma for Axpy4 {
///     const VALUE: &'static value::Mma = &value::Mma {
///         name: "axpy4",
///         source: "by hand",
///         shape: [4, 1, 1],
///         a: "(1,4):(0,1)",
///         b: "(1,1):(0,0)",
///         c: "(1,4):(0,1)",
///     };
///     type Threads = Static<U1>;
///     type M = Static<U4>;
///     type N = Static<U1>;
///     type K = Static<U1>;
///     type A = Layout!((1,4):(0,1));
///     type B = Layout!((1,1):(0,0));
///     type C = Layout!((1,4):(0,1));
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "multiplication: no such instruction: `wgmma` has multiples of 8 columns up to 256, of integers \
               8, 24 and multiples of 16: `WgmmaM64K16F16Ss<U64>`",
    label = "no instruction"
)]
pub trait Mma: Copy {
    /// The same at the value level: name, source, shape and layouts.
    const VALUE: &'static value::Mma;
    /// The number of threads.
    type Threads: Leaf + Known;
    /// The rows of `A` and `C`.
    type M: Leaf + Known;
    /// The columns of `C`, the rows of `B`.
    type N: Leaf + Known;
    /// The columns of `A` and `B`.
    type K: Leaf + Known;
    /// The thread-value layout of `A`, `(M,K)`.
    type A;
    /// The thread-value layout of `B`, `(N,K)`.
    type B;
    /// The thread-value layout of `C`, `(M,N)`.
    type C;
}

/// An [`Mma`] whose operands are thread-value layouts of their tiles: the bound of functions that take an instruction.
///
/// The types prove this where an instruction is used. Proving it here for all instructions would take a third of the
/// time to check this crate.
#[doc(alias = "MMA_Atom")]
pub trait MmaAtom:
    Mma<
        A: ThreadsAndValues<HList![<Self as Mma>::M, <Self as Mma>::K]> + Known,
        B: ThreadsAndValues<HList![<Self as Mma>::N, <Self as Mma>::K]> + Known,
        C: ThreadsAndValues<HList![<Self as Mma>::M, <Self as Mma>::N]> + Known,
    >
{
}
#[diagnostic::do_not_recommend]
impl<I: Mma> MmaAtom for I
where
    I::A: ThreadsAndValues<HList![I::M, I::K]> + Known,
    I::B: ThreadsAndValues<HList![I::N, I::K]> + Known,
    I::C: ThreadsAndValues<HList![I::M, I::N]> + Known,
{
}

// The helper types have names, so that a type that is no atom gives only one error.
macro_rules! operands {
    ($($name:ident $tv:ident $x:ident $y:ident;)*) => {$(
        #[doc = concat!("The elements of `", stringify!($tv), "` of each thread.")]
        pub fn $name<
            T: Mma<$x = X, $y = Y, $tv = V>,
            X: Known,
            Y: Known,
            V: ThreadsAndValues<HList![X, Y]> + Known,
        >(
            _: T,
        ) -> ThreadValue<HList![X, Y], V> {
            ThreadValue::new(hlist![X::VALUE, Y::VALUE], V::VALUE)
        }
    )*};
}
operands! {
    a A M K;
    b B N K;
    c C M N;
}

/// A multiplication and addition by one thread, `c += a b`: CuTe's `UniversalFMA`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fma;
#[diagnostic::do_not_recommend]
impl Mma for Fma {
    const VALUE: &'static value::Mma = &value::FMA;
    type Threads = Static<U1>;
    type M = Static<U1>;
    type N = Static<U1>;
    type K = Static<U1>;
    type A = Layout!((1,1):(0,0));
    type B = Layout!((1,1):(0,0));
    type C = Layout!((1,1):(0,0));
}

/// One operand of an instruction in the registers of its threads.
#[diagnostic::on_unimplemented(
    message = "fragment: no such instruction: `wgmma` has multiples of 8 columns up to 256",
    label = "no instruction",
    note = "64 columns: `WgmmaM64D<U64>`"
)]
pub trait Fragment: Copy {
    /// The same at the value level: name, source, shape and layout.
    const VALUE: &'static value::Fragment;
    /// The rows of the operand.
    type Rows: Leaf + Known;
    /// The columns of the operand.
    type Columns: Leaf + Known;
    /// The thread-value layout.
    type Layout;
}

/// The elements of each thread.
pub fn thread_value<
    F: Fragment<Rows = X, Columns = Y, Layout = V>,
    X: Known,
    Y: Known,
    V: ThreadsAndValues<HList![X, Y]> + Known,
>(
    _: F,
) -> ThreadValue<HList![X, Y], V> {
    ThreadValue::new(hlist![X::VALUE, Y::VALUE], V::VALUE)
}

/// A tile of an operand in shared memory, the smallest of its kind. Larger tiles repeat its layout
/// ([004](tilework::guide::papers), section
/// 3.5.1):
///
/// ```
/// use tilework_atom::{self as atom, Mma, TiledMma, WgmmaK128B, WgmmaM64K16F16Ss};
/// use tilework::typenum::{U16, U64};
/// use tilework::{Tensor, layout};
/// // Two warpgroups multiply 128 x 64 by 64 x 64, four instructions each.
/// let mma = TiledMma::new(WgmmaM64K16F16Ss::<U64>::new(), layout!((2,1,1)));
/// let tile = atom::shared_tile(WgmmaK128B::<U16>::new());
/// assert_eq!(tile.to_string(), "Sw<3,3,3> o 0 o (8,64):(64,1)");
/// let repeated = tile.inner();
/// let shared = tile.with_inner(layout!(tile_to_shape(repeated, (128,64))));
/// let mut data = [0_u16; 128 * 64];
/// let a = Tensor::through(&mut data[..], shared)?;
/// // (value, (repeats in M, in K)): all threads of the second warpgroup have rows 64 to 127.
/// let part = mma.thread(128).partition_a(&a);
/// assert_eq!(part.layout().to_string(), "((64,16),(1,4)):((64,1),(0,16))");
/// # Ok::<(), tilework::Error>(())
/// ```
pub trait SharedTile: Copy {
    /// The same at the value level: name, source, and layout in bits.
    const VALUE: &'static value::SharedTile;
    /// The function that is applied to the offsets.
    type Swizzle: OffsetMap + Known;
    /// The layout of the elements.
    type Layout: IntegerOffsets + Known;
}

/// The swizzled layout of the tile.
pub fn shared_tile<T: SharedTile>(_: T) -> Composed<T::Swizzle, Static<U0>, T::Layout> {
    Composed::of(T::Swizzle::VALUE, T::Layout::VALUE)
}

/// A load of matrices by a warp, in bits: the bits whose addresses threads give, and the bits that they receive.
pub trait Load: Copy {
    /// The same at the value level: name, source, the number of bits and layouts.
    const VALUE: &'static value::Load;
    /// From thread and bit to the number of the bit, for the bits that the thread gives the address of.
    type From: AnyLayout + Known;
    /// From thread and bit of its registers to the number of the bit.
    type To: AnyLayout + Known;
}

/// A load or store of tensor memory, repeated along its columns.
#[diagnostic::on_unimplemented(
    message = "tensor memory: positive extent: the repeats of a shape are a power of 2, up to the most of it",
    label = "has other repeats",
    note = "two of 32 lanes: `Tcgen05_32x32b<U2>`"
)]
pub trait Tmem: Copy {
    /// The shape at the value level: name and source, and layouts of one repeat.
    const VALUE: &'static value::Tmem;
    /// The number of repeats.
    const REPEATS: i64;
    /// Columns and lanes to addresses: the layout that [`locate`](tilework::algebra::locate()) of the value level searches
    /// for.
    type Addresses: AnyLayout + Known;
    /// Threads and registers to addresses.
    type ThreadValue: AnyLayout + Known;
}

/// The addresses that an instruction accesses, as a layout of columns and lanes ([004](tilework::guide::papers), section
/// 3.4.4).
pub fn addresses<T: Tmem<Addresses = L>, L: Known>(_: T) -> L {
    L::VALUE
}

// Constant functions cannot compare strings by `==`.
const fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && ends_with(a, b)
}
const fn ends_with(name: &str, end: &str) -> bool {
    let (name, end) = (name.as_bytes(), end.as_bytes());
    let mut at = 0;
    while at < end.len() && at < name.len() {
        if name[name.len() - 1 - at] != end[end.len() - 1 - at] {
            return false;
        }
        at += 1;
    }
    at == end.len()
}
macro_rules! rows {
    ($($function:ident $row:ident;)*) => {$(
        /// The row with the name, in a table of the value level.
        const fn $function(table: &'static [value::$row], name: &str) -> &'static value::$row {
            let mut row = 0;
            while !same(table[row].name, name) {
                row += 1;
            }
            &table[row]
        }
    )*};
}
rows! {
    fragment_row Fragment;
    load_row Load;
    mma_row Mma;
    shared_tile_row SharedTile;
    tmem_row Tmem;
}
