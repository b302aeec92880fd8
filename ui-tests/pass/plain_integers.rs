//! The type of a plain integer is inferred last; results on its layouts can be used before that.

use tilework::typenum::U40;
use tilework::{Static, hlist, layout, try_layout, operation::{blocked_product, coalesce, complement, composition, concatenate, filter, flatten, logical_divide, logical_divide_ceil, logical_product, make_layout_like, max_common_layout, right_inverse, sort, squeeze, squeeze_zeros, tiled_divide, zipped_divide, zipped_divide_ceil}};

pub fn main() {
    let (m, n) = (10, 30);
    let a = layout!((m,8):(1,m));
    assert_eq!(composition(a, layout!(4:1)).size(), 4);
    assert_eq!(logical_divide(a, layout!(<5,4>)).size(), 80);
    assert_eq!(zipped_divide(a, layout!(<5,4>)).size(), 80);
    assert_eq!(tiled_divide(a, layout!(<5,4>)).size(), 80);
    assert_eq!(logical_divide_ceil(a, layout!(<4,4>)).size(), 96);
    assert_eq!(zipped_divide_ceil(a, layout!(<4,4>)).size(), 96);
    assert_eq!(complement(layout!((2,m):(1,4)), Static::<U40>::new()).size(), 2);
    assert_eq!(coalesce(a).size(), 80);
    assert_eq!(logical_product(layout!((2,m):(1,2)), layout!(4:1)).size(), 80);
    assert_eq!(blocked_product(layout!((2,m):(1,2)), layout!((4, 4))).size(), 320);
    assert_eq!(right_inverse(layout!((m,8):(8,1))).size(), 80);
    assert_eq!(flatten(a).size(), 80);
    assert_eq!(layout!(zipped_divide(a, (5, 4))).size(), 80);
    assert_eq!(make_layout_like(layout!((m,4):(4,1))).offset(1), 4);
    assert_eq!(sort(layout!((m,4):(4,1))).offset(1), 1);
    assert_eq!(filter(layout!((m,4):(0,1))).cosize(), 4);
    assert_eq!(squeeze(layout!((m,1):(2,0))).rank(), 1);
    assert_eq!(squeeze_zeros(layout!((m,4):(0,1))).rank(), 1);
    assert_eq!(max_common_layout(layout!((4,m):(1,4)), layout!((4,m):(1,5))).size(), 4);
    assert_eq!(layout!(complement(2:1, m)).offset(1), 2);
    assert_eq!(layout!(complement_ceil(4:1, m)).size(), 3);
    assert_eq!(try_layout!(complement(m:1, n)).unwrap().size(), 3);
    assert_eq!(try_layout!(complement_ceil(n:1, m)).unwrap().size(), 1);

    // Also for results whose modes are not known earlier.
    let tiles = layout!(zipped_divide(a, (5, 4)));
    let tile = layout!(mode(tiles, 0));
    assert_eq!((tile.size(), tile.offset(5)), (20, 10));
    assert_eq!(layout!(mode(tile, 1)).size(), 4);
    assert_eq!(layout!(take(tiles, 1, 2)).size(), 4);
    assert_eq!(layout!(group(tiles, 0, 2)).rank(), 1);
    assert_eq!(concatenate(hlist![tiles, a]).size(), 6400);
}
