use tilework::{layout, operation::complement};

fn main() {
    complement(layout!(8:8), 64);
}
