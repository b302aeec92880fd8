fn main() {
    tilework::layout!(layout_of((4,6)--(2,1)-->(6,4)));
}
