use tilework::{compact_col_major, layout};

fn main() {
    compact_col_major(layout!((2,4)));
}
