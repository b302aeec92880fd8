use tilework::layout;
use tilework_atom::proof::Access;

const _: () = Access::new(layout!(32:64), 4).in_fewest_sectors();

fn main() {}
