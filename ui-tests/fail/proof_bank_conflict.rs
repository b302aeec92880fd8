use tilework::layout;
use tilework_atom::proof::Access;

const _: () = Access::new(layout!((8,4):(4,256)), 4).without_bank_conflicts();

fn main() {}
