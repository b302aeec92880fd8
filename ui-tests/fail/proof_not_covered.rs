use tilework::layout;
use tilework_atom::proof::covers_once;

const _: () = covers_once(layout!(((4,8),2):((32,1),8)), 128);

fn main() {}
