use tilework::layout;

fn main() {
    layout!("(?,8):(8,1)");
    layout!("Sw<3,4,3> o smem_ptr[16b](unset) (8,64):(64,1)");
}
