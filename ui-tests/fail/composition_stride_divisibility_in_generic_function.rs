use tilework::{layout, bound::ComposeWith, operation::composition};

fn compose<A: ComposeWith<B>, B>(a: A, b: B) {
    composition(a, b);
}

fn main() {
    compose(layout!((4,6,8):(2,3,5)), layout!(6:3));
}
