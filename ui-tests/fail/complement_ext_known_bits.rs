use tilework::{complement_ext, layout};

fn main() {
    let n = 4_usize;
    complement_ext(layout!((4,2):(f1,n*f1)));
}
