use tilework::{layout, operation::zipped_divide};

fn main() {
    let tiled = zipped_divide(layout!((4,6):(1,4)), layout!(<3,2>));
    println!("{tiled} {}", tiled.offset((0, 0)));
}
