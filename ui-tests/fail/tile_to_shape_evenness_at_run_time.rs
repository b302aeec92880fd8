use tilework::layout;

fn main() {
    let m = 1;
    layout!(tile_to_shape(((m,2),4), (3,8)));
}
