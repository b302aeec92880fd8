use tilework::layout;

const M: usize = 1025;

fn main() {
    layout!((const M,4):(1,8));
}
