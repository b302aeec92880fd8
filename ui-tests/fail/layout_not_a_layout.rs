use tilework::layout;

fn main() {
    layout!(size((4,8):(1,4)));
}
