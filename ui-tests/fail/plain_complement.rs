use tilework::{complement, layout};

fn main() {
    complement(layout!(8:8), 64);
}
