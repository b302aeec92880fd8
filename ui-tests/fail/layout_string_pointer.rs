use tilework::layout;

fn main() {
    layout!("Sw<3,4,3> o smem_ptr[16b](unset) (8,64):(64,1)");
}
