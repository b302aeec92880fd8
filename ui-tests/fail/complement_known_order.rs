use tilework::{Static, complement, layout, typenum::U64};

fn main() {
    let lda = 10;
    complement(layout!((4,8):(1,lda)), Static::<U64>::new());
}
