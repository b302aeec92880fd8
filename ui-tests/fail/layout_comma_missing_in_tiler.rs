use tilework::layout;

fn main() {
    layout!((8,8):(8,1) / <4 8>);
}
