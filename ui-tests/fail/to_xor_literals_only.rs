use tilework::layout;

fn main() {
    let rows = layout!((4,8):(8,1));
    layout!(to_xor(rows));
}
