use tilework::{Static, layout, typenum::U64, operation::complement};

fn main() {
    let lda = 10;
    complement(layout!((4,8):(1,lda)), Static::<U64>::new());
}
