use tilework::layout;

fn main() {
    let d = 3;
    layout!(logical_divide(10:1, 4:d));
}
