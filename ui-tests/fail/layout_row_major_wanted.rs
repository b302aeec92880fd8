use tilework::{Layout, layout};

fn rows(_: Layout!((_,_):(_,1))) {}

fn main() {
    let (m, n) = (4, 6);
    rows(layout!((m, n)));
}
