use tilework::{Static, layout, typenum::U2, operation::take};

fn main() {
    take(layout!((4,8,2)), 0, Static::<U2>::new());
}
