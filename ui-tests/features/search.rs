fn main() {
    tilework::layout!(shared((8,8), 16, (8,8):(1,8), (8,8):(8,1)));
}
