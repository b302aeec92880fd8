use tilework::layout;

fn main() {
    layout!("(?,8):(8,1)");
}
