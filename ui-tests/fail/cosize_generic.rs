use tilework::{AnyLayout, Layout, Leaf, layout};

fn main() {
    length(layout!(8:1));
}

fn length<D: Leaf>(column: Layout!(8:D)) -> usize
where
    Layout!(8:D): AnyLayout,
{
    column.cosize()
}
