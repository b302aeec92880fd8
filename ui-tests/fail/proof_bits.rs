use tilework::typenum::U8;
use tilework_atom::WgmmaK64B;
use tilework_atom::proof::{atom_bits, has_bits};

const _: () =
    has_bits("element: the atom of", ("A", atom_bits::<WgmmaK64B<U8>>()), ("bf16", 16), "write `WgmmaK64B<U16>`");

fn main() {}
