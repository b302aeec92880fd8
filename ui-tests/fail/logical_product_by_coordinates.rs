use tilework::layout;

fn main() {
    let tile = layout!(2:1);
    layout!(logical_product(tile, (2,2):(e0,e1)));
}
