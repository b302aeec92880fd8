use tilework::layout;

fn main() {
    let (i, j) = (1_i64, 2_i64);
    layout!((4,8)).offset((i, j));
}
