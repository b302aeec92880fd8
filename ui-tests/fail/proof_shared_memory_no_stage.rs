use tilework_atom::proof::fits_shared_memory;

const _: () = {
    fits_shared_memory(2, 240 * 1024, 128);
};

fn main() {}
