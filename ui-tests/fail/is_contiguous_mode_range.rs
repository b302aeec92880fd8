use tilework::layout;

fn main() {
    let n = 8;
    layout!((4,(2,n),3)).is_contiguous::<3>();
}
