//! Divisibility: of tiles by instructions, atoms of shared memory and vectors.

use super::{offset, static_size};
use crate::SharedTile;
use tilework::internal::{AnyLayout, Text};

/// Asserts that `part`, a number of `parts`, divides `whole`, a number of `wholes`. The result is the quotient.
///
/// # Panics
/// If it does not. The message names the multiples of `part` around `whole`.
///
/// ```compile_fail
/// # use tilework_atom::proof::evenly_divides;
/// const { evenly_divides("columns of the tile", 256, "columns of the instruction", 96) };
/// ```
#[track_caller]
pub const fn evenly_divides(wholes: &str, whole: usize, parts: &str, part: usize) -> usize {
    if part == 0 || whole == 0 || !whole.is_multiple_of(part) {
        let text = Text::new("evenness: ").number(whole as u64).then(" ").then(wholes);
        let text = text.then(" are no multiple of ").number(part as u64).then(" ").then(parts);
        if part == 0 {
            panic!("{}", text.as_str());
        }
        let (below, above) = (whole / part * part, (whole / part + 1) * part);
        let text = text.then(": write ");
        let text = if below > 0 { text.number(below as u64).then(" or ") } else { text };
        panic!("{}", text.number(above as u64).as_str());
    }
    whole / part
}

/// Rows and columns of an atom of shared memory whose columns are contiguous.
///
/// # Panics
/// For atoms whose rows are contiguous.
#[track_caller]
pub const fn atom_shape<T: SharedTile>() -> [usize; 2] {
    // The beginning of the second row is the length of a row.
    let width = offset::<T::Layout>(1) as usize;
    assert!(width > 1, "swizzle: the rows of the atom are contiguous, and not its columns");
    [static_size::<T::Layout>() as usize / width, width]
}

/// Asserts that copies of an atom of shared memory fill an operand of `rows` and `columns`, whose columns are
/// contiguous, in the order of `tile_to_shape`. The result is the number of copies in a row.
///
/// # Panics
/// If they do not, and for atoms whose rows are contiguous. If a row is no multiple of the swizzled columns, the
/// message names the widest swizzle for which it is.
///
/// ```compile_fail
/// # use tilework::typenum::U16;
/// # use tilework_atom::WgmmaK128B;
/// # use tilework_atom::proof::whole_atoms;
/// const { whole_atoms::<WgmmaK128B<U16>>(128, 32) };
/// ```
#[track_caller]
pub const fn whole_atoms<T: SharedTile>(rows: usize, columns: usize) -> usize {
    let [height, width] = atom_shape::<T>();
    if columns == 0 || !columns.is_multiple_of(width) {
        let text = Text::new("swizzle: ").then(T::VALUE.name).then(" has rows of ");
        let text = text.number(width as u64).then(" elements, the operand rows of ");
        let text = text.number(columns as u64).then(": write a multiple of ");
        let text = text.number(width as u64);
        // The same elements with the swizzles of fewer bits.
        let mut bits = T::VALUE.bits;
        while bits > 0 {
            bits -= 1;
            let width = width >> (T::VALUE.bits - bits);
            if columns > 0 && columns.is_multiple_of(width) {
                let name = ["WgmmaKNone", "WgmmaK32B", "WgmmaK64B"][bits as usize];
                panic!("{}", text.then(", or ").then(name).as_str());
            }
        }
        panic!("{}", text.as_str());
    }
    evenly_divides("rows of the operand", rows, "rows of the atom of shared memory", height);
    columns / width
}

/// Asserts that the elements of an operand, which have `wanted` bits by the rule, have the `bits` of another operand.
/// If they do not, `advice` says what to write.
///
/// # Panics
/// If they do not. The message has both numbers.
///
/// ```compile_fail
/// # use tilework_atom::proof::has_bits;
/// const { has_bits("result: by columns", ("C", 16), ("`ByColumns<f32>`", 32), "write `ByRows<f32>`") };
/// ```
#[track_caller]
pub const fn has_bits(
    rule: &str,
    (operand, wanted): (&str, usize),
    (other, bits): (&str, usize),
    advice: &str,
) {
    if bits != wanted {
        let text = Text::new(rule).then(" `").then(operand).then("` has elements of ");
        let text = text.number(wanted as u64).then(" bits, ").then(other).then(" of ");
        panic!("{}", text.number(bits as u64).then(": ").then(advice).as_str());
    }
}

/// The bits of an element of an atom of shared memory. The atom has 8 swizzled rows.
pub const fn atom_bits<T: SharedTile>() -> usize {
    8 * 8 * (16 << T::VALUE.bits) / static_size::<T::Layout>() as usize
}

/// Asserts that a tile can be accessed in vectors of `elements` elements. `layout` is that of the tile's elements. Its
/// first mode is contiguous, its extent is a multiple of a vector, and so are all other strides. The result is the
/// number of vectors.
///
/// # Panics
/// If a vector reaches past the contiguous elements. The message has their number.
#[track_caller]
pub const fn is_vector<L: AnyLayout>(_: L, elements: usize) -> usize {
    let size = static_size::<L>() as usize;
    let mut contiguous = 0;
    while contiguous < size && offset::<L>(contiguous as u64) == contiguous as u64 {
        contiguous += 1;
    }
    let mut at = 0;
    while at < size && elements > 0 {
        let first = offset::<L>((at / elements * elements) as u64);
        let here = offset::<L>(at as u64);
        if !first.is_multiple_of(elements as u64) || here != first + (at % elements) as u64 {
            let text = Text::new("vector: ").number(elements as u64);
            let text = text.then(" elements at a time, of which ").number(contiguous as u64);
            panic!("{}", text.then(" are contiguous in the tile").as_str());
        }
        at += 1;
    }
    evenly_divides("elements of the tile", size, "elements of a vector", elements)
}
