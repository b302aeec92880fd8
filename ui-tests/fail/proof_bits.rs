use tilework::{atom::WgmmaK64B, proof::{atom_bits, has_bits}, typenum::U8};

const _: () =
    has_bits("element: the atom of", ("A", atom_bits::<WgmmaK64B<U8>>()), ("bf16", 16), "write `WgmmaK64B<U16>`");

fn main() {}
