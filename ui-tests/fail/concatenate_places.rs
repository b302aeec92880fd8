use tilework::{hlist, layout, operation::concatenate};

fn main() {
    concatenate(hlist![layout!(2:e0), layout!(2:e(0,1))]);
}
