use tilework::{layout, substitute};

fn main() {
    substitute(layout!((1,1)).shape(), (layout!(2:1), layout!(3:2)));
}
