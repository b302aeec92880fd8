use tilework::{Static, complement_ceil, layout, typenum::U64};

fn main() {
    let lda = 10;
    complement_ceil(layout!((4,8):(1,lda)), Static::<U64>::new());
}
