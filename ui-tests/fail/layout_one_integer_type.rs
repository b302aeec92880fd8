use tilework::layout;

fn main() {
    let (m, n) = (8_u32, 4_usize);
    layout!((m,n));
}
