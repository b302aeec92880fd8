use tilework::layout;

fn main() {
    let a = layout!((4,8):(e0,e1));
    layout!(complement(a, (8,16)));
}
