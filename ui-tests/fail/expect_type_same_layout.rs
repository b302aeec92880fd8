use tilework::{Layout, layout, operation::composition};

fn main() {
    let tile = composition(layout!((4,2):(4,1)), layout!((2,2):(2,4)));
    tile.expect_type::<Layout!((2,2):(1,8))>();
}
