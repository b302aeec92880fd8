use tilework::{complement_ext, layout};

fn main() {
    let lda = 10;
    complement_ext(layout!((4,8):(1,lda)));
}
