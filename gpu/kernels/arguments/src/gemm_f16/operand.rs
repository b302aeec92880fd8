//! The atoms of `wgmma` operands in shared memory, with their majors and the layouts of the tiles that they fill.

use tilework::bound::{Known, OffsetMap, TileTo};
use tilework::result::TileToShape;
use tilework::typenum::*;
use tilework::{AnyLayout, HList, Layout, Static};
use tilework_device::atom::{SharedTile, WgmmaK32B, WgmmaK64B, WgmmaK128B, WgmmaMn128B};
use tilework_device::proof::{atom_bits, evenly_divides, has_bits, whole_atoms};
use tilework_device::{KMajor, Major, MnMajor};

/// The atom of an operand in shared memory, which determines its major.
#[diagnostic::on_unimplemented(
    message = "major: `{Self}` is no atom of operands of `wgmma` in a product",
    note = "`k` is contiguous in `WgmmaK32B`, `WgmmaK64B` and `WgmmaK128B`, and, of elements of 16 bits alone, rows are in `WgmmaMn128B<U16>`"
)]
pub trait Placed: SharedTile<Swizzle: OffsetMap> {
    /// The contiguous extent.
    type Major: Major + Default;
    /// True if rows are contiguous, instead of `k`.
    const ROWS: bool = Self::Major::TRANSPOSED == 1;
    /// The number of elements of a swizzled row.
    type Width: Unsigned;
}
/// The layouts of an operand with `X` rows and `K` columns in a step, made of this atom.
pub trait PlacedTile<X, K>: Placed {
    /// The layout by rows and columns.
    type Tile: AnyLayout + Known;
    /// The layout for the copy engine, whose rows are the contiguous extent.
    type Copied: AnyLayout + Known;
}
macro_rules! placed {
    ($($atom:ident)*) => {$(
        impl<Bits, Width: Unsigned> Placed for $atom<Bits>
        where
            Self: SharedTile<Layout = Atom<Width>, Swizzle: OffsetMap>,
        {
            type Major = KMajor;
            type Width = Width;
        }
        impl<Bits, Width: Unsigned, X, K> PlacedTile<X, K> for $atom<Bits>
        where
            Self: SharedTile<Layout = Atom<Width>, Swizzle: OffsetMap>,
            Atom<Width>: TileTo<HList![Static<X>, Static<K>], Order>,
            Operands<Width, X, K>: AnyLayout + Known,
        {
            type Tile = Operands<Width, X, K>;
            type Copied = Operands<Width, X, K>;
        }
        impl<Bits> InBoth for $atom<Bits>
        where
            Self: Placed,
        {
            type A = Self;
            type B = Self;
        }
    )*};
}
placed!(WgmmaK32B WgmmaK64B WgmmaK128B);
impl Placed for WgmmaMn128B<U16> {
    type Major = MnMajor;
    type Width = U64;
}
impl InBoth for WgmmaMn128B<U16> {
    type A = Self;
    type B = Self;
}
impl<X, K> PlacedTile<X, K> for WgmmaMn128B<U16>
where
    AtomOfRows<U64>: TileTo<HList![Static<X>, Static<K>], OrderOfRows>,
    TileToShape<AtomOfRows<U64>, HList![Static<X>, Static<K>], OrderOfRows>: AnyLayout + Known,
    Atom<U64>: TileTo<HList![Static<K>, Static<X>], Order>,
    Operands<U64, K, X>: AnyLayout + Known,
{
    type Tile = TileToShape<AtomOfRows<U64>, HList![Static<X>, Static<K>], OrderOfRows>;
    type Copied = Operands<U64, K, X>;
}
/// The atoms of `A` and `B`: one for both, or a pair.
pub trait InBoth: Copy {
    /// The atom of `A`.
    type A: Placed;
    /// The atom of `B`.
    type B: Placed;
}
impl<A: Placed, B: Placed> InBoth for (A, B) {
    type A = A;
    type B = B;
}

/// Checks that copies of an atom fill the operand `name` of `rows` x `k` elements of `bytes` bytes.
#[track_caller]
pub(super) const fn fills<T: Placed>(name: &str, what: &str, rows: usize, k: usize, bytes: usize) {
    let of_instruction = ("the instruction", 8 * bytes);
    if T::ROWS {
        let advice = "write `WgmmaK128B`, of matrices by rows";
        has_bits("major: by columns", (name, 16), of_instruction, advice);
    }
    has_bits(
        "element: the atom of shared memory of",
        (name, atom_bits::<T>()),
        of_instruction,
        "write `WgmmaK128B<U8>` for 8 bits, `<U16>` for 16, `<U32>` for tf32",
    );
    if T::ROWS {
        evenly_divides(
            what,
            rows,
            "elements of a row of the atom of shared memory",
            T::Width::USIZE,
        );
        evenly_divides("columns of a step", k, "columns of the atom of shared memory", 8);
        assert!(
            k <= 256,
            "copy engine: a box has at most 256 rows: write a step of 256 columns or fewer"
        );
    } else {
        whole_atoms::<T>(rows, k);
    }
}

/// An operand in shared memory.
type Operands<Width, Rows, K> = TileToShape<Atom<Width>, HList![Static<Rows>, Static<K>], Order>;
/// Its atom: 8 rows, each as wide as a swizzled row.
type Atom<Width> = Layout<HList![Static<U8>, Static<Width>], HList![Static<Width>, Static<U1>]>;
type Order = HList![Static<U0>, Static<U1>];
/// The atom if rows are contiguous.
type AtomOfRows<Width> =
    Layout<HList![Static<Width>, Static<U8>], HList![Static<U1>, Static<Width>]>;
type OrderOfRows = HList![Static<U1>, Static<U0>];
