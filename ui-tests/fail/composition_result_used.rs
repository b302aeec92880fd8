use tilework::{bound::*, operation::*, *};
use tilework::typenum::{U2, U8, U16};

fn main() {
    let tile = layout!(2:1);
    let refused = composition(layout!((4,6,8):(2,3,5)), layout!(6:3));
    size(refused);
    refused.to_value();
    refused.offset((1, 2));
    slice(refused, (1, ..)).1.offset(2);
    refused.idx2crd(3).unwrap();
    composition(zipped_divide(refused, layout!(<2,2>)), tile);
    logical_divide(tile, refused);
    logical_product(refused, tile);
    blocked_product(tile, refused);
    append(tile, append(refused, tile));
    concatenate(hlist![tile, refused]);
    zip(layout!((2,2):(1,2)), refused);
    upcast(refused, Static::<U2>::new());
    recast(refused, Static::<U8>::new(), Static::<U16>::new());
    make_layout_like(refused);
    layout!(tile_to_shape(refused, (8,8)));
    println!("{refused}");
}
