use tilework::layout;
use tilework_atom::proof::is_vector;

const _: () = {
    is_vector(layout!((2,32):(1,64)), 4);
};

fn main() {}
