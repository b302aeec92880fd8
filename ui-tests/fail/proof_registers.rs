use tilework_atom::proof::fits_registers;

const _: () = fits_registers(256, 232);

fn main() {}
