use tilework::{Static, layout, typenum::U64, operation::complement_ceil};

fn main() {
    let lda = 10;
    complement_ceil(layout!((4,8):(1,lda)), Static::<U64>::new());
}
