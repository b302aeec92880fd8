use tilework_atom::proof::fits_shared_memory;

const _: () = {
    fits_shared_memory(8, 32 * 1024, 128);
};

fn main() {}
