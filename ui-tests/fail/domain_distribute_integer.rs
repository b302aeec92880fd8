use tilework::layout;

fn main() {
    let m = 8;
    layout!(domain_distribute((4,m), (2,2)));
}
