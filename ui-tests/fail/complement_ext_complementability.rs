use tilework::{complement_ext, layout};

fn main() {
    complement_ext(layout!((4,8):(1,2)));
}
