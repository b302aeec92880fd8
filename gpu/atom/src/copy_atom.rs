//! Copies as atoms: the elements that one instruction reads and writes.

use core::marker::PhantomData;

use frunk_core::HList;
use typenum::{Gcd, Gcf, U0, U1};

use super::Load;
use super::alignment::{BitsTogether, WholeElements};
use tilework::internal::{
    AnyLayout, CastTotal, ExactQuotient, HasResult, Known, Layout, Leaf, Number, ResultOf, Static,
    Up,
};
use tilework::verdict::operation;
use tilework::verdict::operation::copy_atom_of;

// Open for users' own atoms. It has layouts, which are sealed, and each partition checks that the elements of a thread
// lie in the tile (`CopyPartOf::try_within`).
/// The copy of one instruction: layouts from thread and value to the number of the element, as it is read, as it is
/// written, and as a [`TiledCopy`](super::TiledCopy) counts threads and values. CuTe's `Copy_Atom`.
///
/// An atom that reads past its tile has no partition:
///
/// ```compile_fail
/// use tilework_atom::{CopyAtom, TiledCopy};
/// use tilework::{Layout, Static, layout, typenum::U1, operation::ThreadValue};
/// /// One thread copies two elements, and reads the second one outside of a tile of 4.
/// #[derive(Clone, Copy)]
/// struct Far;
/// impl CopyAtom for Far {
///     type Source = Layout!((1,2):(0,4));
///     type Destination = Layout!((1,2):(0,1));
///     type Reference = Layout!((1,2):(0,1));
///     type Reads = Static<U1>;
///     type Writes = Static<U1>;
/// }
/// let tv = ThreadValue::new(layout!((2,2)).shape(), layout!((1,(2,2)):(0,(1,2))));
/// TiledCopy::of(Far, tv).partition_s(layout!((8,8):(8,1)));
/// ```
#[doc(alias = "Copy_Atom")]
pub trait CopyAtom: Copy {
    /// From thread and value to the element that is read.
    type Source: AnyLayout + Known;
    /// From thread and value to the element that is written.
    type Destination: AnyLayout + Known;
    /// From thread and value to the element, in the order of a [`TiledCopy`](super::TiledCopy).
    type Reference: AnyLayout + Known;
    /// The number of contiguous elements that a thread reads at once.
    type Reads: Leaf + Known;
    /// The number of contiguous elements that a thread writes at once.
    type Writes: Leaf + Known;
}

/// One thread copies `N` elements at once. CuTe's `UniversalCopy`.
#[doc(alias = "UniversalCopy")]
#[derive(Clone, Copy, Debug, Default)]
pub struct Vector<N>(PhantomData<N>);
impl<N> Vector<N> {
    /// The atom.
    pub const fn new() -> Self {
        Vector(PhantomData)
    }
}
type OfVector<N> = Layout<HList![Static<U1>, Static<N>], HList![Static<U0>, Static<U1>]>;
impl<N: Copy> CopyAtom for Vector<N>
where
    Static<N>: Leaf,
    OfVector<N>: AnyLayout + Known,
{
    type Source = OfVector<N>;
    type Destination = OfVector<N>;
    type Reference = OfVector<N>;
    type Reads = Static<N>;
    type Writes = Static<N>;
}

/// The load `L` to registers, for elements of `Bits` bits, counted as they are written. For source and destination, a
/// layout `side` from thread and bit to the number of the bit has `side(t, i + Bits v) = i + Bits element(t, v)` for
/// `0 <= i < Bits`.
///
/// **Errors.** At compile time: *whole elements*, if the bits of an element come from or go to several threads.
/// `ldmatrix` moves 32 bits of a row to one thread; transposed, it moves 16 bits.
///
/// ```compile_fail
/// use tilework_atom::{LdmatrixX4Trans, LoadOf, MmaSyncM16N8K8Tf32, TiledCopy, TiledMma};
/// use tilework::{layout, typenum::U32};
/// let mma = TiledMma::new(MmaSyncM16N8K8Tf32, layout!((1,1,1)));
/// TiledCopy::of(LoadOf::<LdmatrixX4Trans, U32>::new(), mma.a());
/// ```
// There is no `Default`, since it could make a load whose instruction splits elements.
#[derive(Clone, Copy, Debug)]
pub struct LoadOf<L, Bits>(PhantomData<(L, Bits)>);
impl<L, Bits> LoadOf<L, Bits> {
    /// The atom.
    #[expect(
        clippy::new_without_default,
        reason = "an error at a default would not name the elements"
    )]
    // On one line, an error shows less of it.
    #[rustfmt::skip]
    pub const fn new() -> Self where L: KeepsWhole<Bits> {
        LoadOf(PhantomData)
    }
}
/// Loads that keep elements of `Bits` bits whole: the bound of [`LoadOf::new`] and [`StoreOf::new`].
pub trait KeepsWhole<Bits>: Load {}
impl<L: Load, Bits: Number, From, To, W> KeepsWhole<Bits> for L
where
    L::From: BitsTogether<Out = From>,
    L::To: BitsTogether<Out = To>,
    From: Gcd<To, Output: Number>,
    ExactQuotient<Gcf<From, To>, Bits>: WholeElements<L::To, Gcf<From, To>, Bits, Out = W>,
    W: HasResult<copy_atom_of>,
{
}
impl<L: Load, Bits: Copy, S, S1, D1, D> CopyAtom for LoadOf<L, Bits>
where
    L::From: CastTotal<Up<Bits>, Result = S>,
    L::To: CastTotal<Up<Bits>, Result = D>,
    S: ResultOf<operation::upcast_of> + AnyLayout<Shape = HList![S1, D1]> + Known,
    D: ResultOf<operation::upcast_of> + AnyLayout + Known,
    D1: Leaf + Known,
{
    type Source = S;
    type Destination = D;
    type Reference = D;
    type Reads = D1;
    type Writes = Static<U1>;
}

/// The store that is the reverse of the load `L`, as `stmatrix` is of `ldmatrix`, for elements of `Bits` bits. They are
/// counted as they are read from registers. It requires *whole elements* as [`LoadOf`] does.
///
/// ```
/// use tilework_atom::{LdmatrixX4, MmaSyncM16N8K16F16, StoreOf, TiledCopy, TiledMma};
/// use tilework::{Layout, layout, typenum::U16};
/// // Tiles of 32 x 16 accumulators of 16 bits, of one warp.
/// let mma = TiledMma::new(MmaSyncM16N8K16F16, layout!((1,1,1)));
/// let mma = mma.permuted(layout!(<32,16,16>));
/// let copy = TiledCopy::of(StoreOf::<LdmatrixX4, U16>::new(), mma.c());
/// // A thread for each row writes 8 elements, twice in a tile.
/// let parts: Layout!((32,(8,2),(2,2)):(32,(1,8),(1024,16))) =
///     copy.partition_d(layout!((64,32):(32,1)));
/// # let _ = parts;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct StoreOf<L, Bits>(PhantomData<(L, Bits)>);
impl<L, Bits> StoreOf<L, Bits> {
    /// The atom.
    #[expect(clippy::new_without_default, reason = "as of `LoadOf`")]
    // On one line, an error shows less of it.
    #[rustfmt::skip]
    pub const fn new() -> Self where L: KeepsWhole<Bits> {
        StoreOf(PhantomData)
    }
}
impl<L: Copy, Bits: Copy> CopyAtom for StoreOf<L, Bits>
where
    LoadOf<L, Bits>: CopyAtom,
{
    type Source = <LoadOf<L, Bits> as CopyAtom>::Destination;
    type Destination = <LoadOf<L, Bits> as CopyAtom>::Source;
    type Reference = <LoadOf<L, Bits> as CopyAtom>::Reference;
    type Reads = <LoadOf<L, Bits> as CopyAtom>::Writes;
    type Writes = <LoadOf<L, Bits> as CopyAtom>::Reads;
}
