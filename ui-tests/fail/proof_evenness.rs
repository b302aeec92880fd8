use tilework_atom::proof::evenly_divides;

const _: () = {
    evenly_divides("columns of a tile", 100, "columns that a warp has", 32);
};

fn main() {}
