fn main() {
    tilework_ptx::build_script("../kernels");
}
