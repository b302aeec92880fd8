use tilework::{hlist, layout, operation::concatenate};

fn main() {
    concatenate(hlist![layout!(4:e0), layout!(3:1)]);
}
