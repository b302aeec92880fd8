use tilework::{Static, hlist, layout, make_ordered_layout, typenum::U0};

fn main() {
    let order = hlist![Static::<U0>::new()];
    make_ordered_layout(layout!((2,3)).shape(), order);
}
