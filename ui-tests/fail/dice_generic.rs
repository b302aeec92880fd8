use tilework::{AnyLayout, layout, operation::dice};

fn given<L: AnyLayout>(layout: L) {
    dice(layout, (1, ..));
}

fn main() {
    given(layout!((2,4)));
}
