use tilework::{layout, operation::compact_col_major};

fn main() {
    compact_col_major(layout!((2,4)));
}
