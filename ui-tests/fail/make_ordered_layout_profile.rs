use tilework::{Static, hlist, layout, typenum::U0, operation::make_ordered_layout};

fn main() {
    let order = hlist![Static::<U0>::new()];
    make_ordered_layout(layout!((2,3)).shape(), order);
}
