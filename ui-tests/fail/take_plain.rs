use tilework::{Static, layout, take, typenum::U2};

fn main() {
    take(layout!((4,8,2)), 0, Static::<U2>::new());
}
