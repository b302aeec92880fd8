use tilework::{concatenate, hlist, layout};

fn main() {
    concatenate(hlist![layout!(4:e0), layout!(3:1)]);
}
