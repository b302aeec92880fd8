use tilework::{Composed, Static, layout, typenum::U4, operation::upcast};

fn main() {
    let rows = Composed::of(layout!((8,8):(1,10)), layout!((8,8):(1,8)));
    upcast(rows, Static::<U4>::new());
}
