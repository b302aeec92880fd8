use tilework::{Dyn, Static, hlist, layout, make_ordered_layout, typenum::U0};

fn main() {
    let order = hlist![Dyn(1_usize), Static::<U0>::new()];
    make_ordered_layout(layout!((2,3)).shape(), order);
}
