use tilework::layout;

fn main() {
    let n = 8_u64;
    layout!((n,8):(1,n));
}
