use tilework::layout;

fn main() {
    let m = 2;
    layout!(complement((m,2):(3,4), 24));
}
