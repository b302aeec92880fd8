use tilework::{hlist, layout, substitute};

fn main() {
    substitute(layout!((1,1)).shape(), hlist![layout!(2:1), layout!(4:e0)]);
}
