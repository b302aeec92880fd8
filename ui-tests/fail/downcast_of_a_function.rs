use tilework::{Composed, Static, downcast, layout, typenum::U3};

fn main() {
    let gray = Composed::of(layout!((8,8):(f1,f12)), layout!((8,8):(1,8)));
    downcast(gray, Static::<U3>::new());
}
