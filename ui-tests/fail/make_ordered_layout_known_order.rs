use tilework::{Dyn, Static, hlist, layout, typenum::U0, operation::make_ordered_layout};

fn main() {
    let order = hlist![Dyn(1_usize), Static::<U0>::new()];
    make_ordered_layout(layout!((2,3)).shape(), order);
}
