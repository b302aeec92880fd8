use tilework::typenum::U16;
use tilework_atom::WgmmaK128B;
use tilework_atom::proof::whole_atoms;

const _: () = {
    whole_atoms::<WgmmaK128B<U16>>(128, 96);
};

fn main() {}
