use tilework::{hlist, layout, substitute};

fn main() {
    substitute(layout!((1,1)), hlist![layout!(2:1), layout!(3:2)]);
}
