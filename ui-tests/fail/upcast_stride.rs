use tilework::{Static, layout, typenum::U4, upcast};

fn main() {
    upcast(layout!((8,(4,2)):(1,(8,6))), Static::<U4>::new());
}
