use tilework::{Static, layout, typenum::U4, operation::upcast};

fn main() {
    upcast(layout!((8,(4,2)):(1,(8,6))), Static::<U4>::new());
}
