use tilework::{layout, operation::complement};

// The span is known, whatever the gaps below it.
fn main() {
    let m = 2;
    complement(layout!((m,4):(2,16)), layout!(63:1).shape());
}
