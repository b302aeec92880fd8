use tilework::{layout, operation::concatenate};

fn main() {
    concatenate((layout!(2:1), layout!(3:2)));
}
