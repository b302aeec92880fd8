use tilework::{atom::WgmmaK128B, proof::whole_atoms, typenum::U16};

const _: () = {
    whole_atoms::<WgmmaK128B<U16>>(128, 96);
};

fn main() {}
