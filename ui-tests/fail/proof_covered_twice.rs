use tilework::layout;
use tilework_atom::proof::covers_once;

const _: () = covers_once(layout!(((4,8),4):((32,1),4)), 128);

fn main() {}
