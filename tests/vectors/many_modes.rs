//! 24 modes of 24 bits compile within the compiler's default recursion limit, and so do these operations on numbers of
//! up to 62 bits. Beyond 2^56, other operations may need `recursion_limit = "256"`.

use tilework::typenum::{U8, U16, U16777216};
use tilework::{
    Layout, Static, algebra, layout,
    operation::{
        coalesce, complement, composition, left_inverse, logical_divide, make_layout_like,
        make_ordered_layout, recast, right_inverse, tile_to_shape, try_logical_product,
        try_make_ordered_layout, try_recast, zipped_divide,
    },
};

#[test]
fn composition_of_24_modes() {
    let _: Layout!((2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2):(32,1,2048,65536,262144,8,2097152,16,524288,8388608,64,1048576,4194304,512,4,4096,8192,256,2,16384,128,131072,1024,32768)) =
        composition(
            layout!((2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2):(524288,256,2048,1048576,65536,1,16384,128,2,131072,4,32768,32,8388608,8,64,4096,16,1024,262144,2097152,512,8192,4194304)),
            layout!((2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2):(4096,32,4,16,524288,16384,1048576,131072,1,8192,32768,8,8388608,2097152,1024,65536,4194304,2,256,64,128,512,262144,2048)),
        );
}

#[test]
fn coalesce_of_24_modes() {
    let _: Layout!(16777216:1) = coalesce(
        layout!((2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2):(1,2,4,8,16,32,64,128,256,512,1024,2048,4096,8192,16384,32768,65536,131072,262144,524288,1048576,2097152,4194304,8388608)),
    );
    let _: Layout!((2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2):(524288,256,2048,1048576,65536,1,16384,128,2,131072,4,32768,32,8388608,8,64,4096,16,1024,262144,2097152,512,8192,4194304)) =
        coalesce(
            layout!((2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2):(524288,256,2048,1048576,65536,1,16384,128,2,131072,4,32768,32,8388608,8,64,4096,16,1024,262144,2097152,512,8192,4194304)),
        );
}

#[test]
fn complement_of_24_modes() {
    let size = Static::<U16777216>::new();
    let _: Layout!(1:0) = complement(
        layout!((2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2):(524288,256,2048,1048576,65536,1,16384,128,2,131072,4,32768,32,8388608,8,64,4096,16,1024,262144,2097152,512,8192,4194304)),
        size,
    );
    let _: Layout!((2,2,2,2,2,2,2,2,2,2,2,2):(2,8,32,128,512,2048,8192,32768,131072,524288,2097152,8388608)) =
        complement(
            layout!((2,2,2,2,2,2,2,2,2,2,2,2):(256,1,1024,4096,16,4,16384,1048576,262144,65536,4194304,64)),
            size,
        );
}

#[test]
fn zipped_divide_of_24_modes() {
    let _: Layout!(((2,1,2,1,2,1,2,1,2,1,2,1,2,1,2,1,2,1,2,1,2,1,2,1),(1,2,1,2,1,2,1,2,1,2,1,2,1,2,1,2,1,2,1,2,1,2,1,2)):((524288,0,2048,0,65536,0,16384,0,2,0,4,0,32,0,8,0,4096,0,1024,0,2097152,0,8192,0),(0,256,0,1048576,0,1,0,128,0,131072,0,32768,0,8388608,0,64,0,16,0,262144,0,512,0,4194304))) =
        zipped_divide(
            layout!((2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2):(524288,256,2048,1048576,65536,1,16384,128,2,131072,4,32768,32,8388608,8,64,4096,16,1024,262144,2097152,512,8192,4194304)),
            layout!(<2,1,2,1,2,1,2,1,2,1,2,1,2,1,2,1,2,1,2,1,2,1,2,1>),
        );
}

// Powers of 3, because no factor of 2 makes them shorter.
#[test]
fn odd_numbers_of_62_bits() {
    let _: Layout!(4052555153018976267:1) =
        coalesce(layout!((1162261467,3486784401):(1,1162261467)));
    let _: Layout!((1162261467,3486784401):(3486784401,1)) = composition(
        layout!((1162261467,3486784401):(3486784401,1)),
        layout!((1162261467,3486784401):(1,1162261467)),
    );
    let _: Layout!((3,1350851717672992089):(1,3)) =
        zipped_divide(layout!(4052555153018976267:1), layout!(3:1));
}

#[test]
fn right_inverse_of_24_modes() {
    let descending = layout!((2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2):(8388608,4194304,2097152,1048576,524288,262144,131072,65536,32768,16384,8192,4096,2048,1024,512,256,128,64,32,16,8,4,2,1));
    let shuffled = layout!((2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2):(32,262144,4194304,32768,128,16384,8388608,2097152,64,524288,8192,65536,256,1,512,2048,8,131072,4,2,1048576,4096,16,1024));
    let inverses = (right_inverse(descending), right_inverse(shuffled));
    assert_eq!(Ok(inverses.0.to_value()), algebra::right_inverse(&descending.to_value()));
    assert_eq!(Ok(inverses.1.to_value()), algebra::right_inverse(&shuffled.to_value()));
}

#[test]
fn left_inverse_of_24_modes() {
    let m = 2_usize;
    let shuffled = layout!((2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2):(4096,4,16,1024,524288,2097152,128,2,131072,65536,2048,1,8,16384,256,8388608,262144,64,32768,512,1048576,4194304,8192,32));
    let dynamic = layout!((m,m,m,m,m,m,m,m,m,m,m,m,m,m,m,m,m,m,m,m,m,m,m,m):(1048576,2,1024,4194304,8192,4096,65536,64,256,32768,512,262144,2097152,8388608,131072,4,2048,8,32,16384,524288,1,128,16));
    let inverses = (left_inverse(shuffled), left_inverse(dynamic));
    assert_eq!(Ok(inverses.0.to_value()), algebra::left_inverse(&shuffled.to_value()));
    assert_eq!(Ok(inverses.1.to_value()), algebra::left_inverse(&dynamic.to_value()));
}

#[test]
fn tile_to_shape_of_24_modes() {
    let m = 4_usize;
    let tile = layout!((2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2):(256,2048,65536,1024,16,512,32768,131072,8192,8,262144,64,8388608,524288,2097152,4,16384,2,1048576,4194304,128,32,1,4096));
    let shape = layout!((4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4):(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1));
    let dynamic = layout!((4,m,4,m,4,m,4,m,4,m,4,m,4,m,4,m,4,m,4,m,4,m,4,m):(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1));
    let order = layout!((1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1):(0,13,11,9,21,19,23,5,15,1,14,18,12,3,6,20,10,8,4,2,22,17,7,16));
    let filled = (
        tile_to_shape(tile, shape.shape(), order.stride()),
        tile_to_shape(tile, dynamic.shape(), order.stride()),
    );
    let keys = order.to_value().stride();
    let of_values = algebra::tile_to_shape(&tile.to_value(), &shape.to_value().shape(), &keys);
    assert_eq!(Ok(filled.0.to_value()), of_values);
    assert_eq!(Ok(filled.1.to_value()), of_values);
}

#[test]
fn make_ordered_layout_of_24_modes() {
    let m = 2_usize;
    let shape = layout!((2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2):(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1));
    let dynamic = layout!((m,3,m,3,m,3,m,3,m,3,m,3,m,3,m,3,m,3,m,3,m,3,m,3):(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1));
    let order = layout!((1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1):(17,9,16,18,5,22,14,13,15,0,10,19,3,8,21,23,20,2,1,6,4,12,11,7));
    let ordered = (
        make_ordered_layout(shape.shape(), order.stride()),
        try_make_ordered_layout(dynamic.shape(), order.stride()),
    );
    let keys = order.to_value();
    let of_values = |shape: algebra::IntTuple| algebra::make_ordered_layout(&shape, &keys.stride());
    assert_eq!(Ok(ordered.0.to_value()), of_values(shape.to_value().shape()));
    assert_eq!(ordered.1.map(Layout::to_value), of_values(dynamic.to_value().shape()));
}

#[test]
fn make_layout_like_of_24_modes() {
    let (m, n) = (2_usize, 3_usize);
    let permuted = layout!((2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2):(524288,4194304,1048576,16777216,16,8388608,128,8192,65536,2048,256,2097152,8,64,4096,32,16384,33554432,32768,262144,1024,4,512,131072));
    let dynamic = layout!((m,n,m,n,m,n,m,n,m,n,m,n,m,n,m,n,m,n,m,n,m,n,m,n):(131072,1048576,262144,4194304,4,2097152,32,2048,16384,512,64,524288,2,16,1024,8,4096,8388608,8192,65536,256,1,128,32768));
    let like = (make_layout_like(permuted), make_layout_like(dynamic));
    assert_eq!(like.0.to_value(), algebra::make_layout_like(&permuted.to_value()));
    assert_eq!(like.1.to_value(), algebra::make_layout_like(&dynamic.to_value()));
}

#[test]
fn recast_of_24_modes() {
    let m = 6_usize;
    let shuffled = layout!((2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2):(128,4,65536,4194304,8,2097152,4096,64,131072,8192,1048576,262144,2,512,32768,8388608,1024,1,32,16,256,2048,524288,16384));
    let dynamic = layout!((m,m,m,m,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2):(128,4,65536,4194304,8,2097152,4096,64,131072,8192,1048576,262144,2,512,32768,8388608,1024,1,32,16,256,2048,524288,16384));
    let (bytes, words) = (Static::<U8>::new(), Static::<U16>::new());
    let larger = (recast(shuffled, bytes, words), recast(dynamic, bytes, words));
    let smaller = (recast(shuffled, words, bytes), try_recast(dynamic, words, bytes));
    assert_eq!(Ok(larger.0.to_value()), algebra::recast(&shuffled.to_value(), 8, 16));
    assert_eq!(Ok(larger.1.to_value()), algebra::recast(&dynamic.to_value(), 8, 16));
    assert_eq!(Ok(smaller.0.to_value()), algebra::recast(&shuffled.to_value(), 16, 8));
    assert_eq!(smaller.1.map(Layout::to_value), algebra::recast(&dynamic.to_value(), 16, 8));
}

#[test]
fn composition_of_24_modes_of_bits_and_integers() {
    let bits = layout!((2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2):(f8192,f524288,f1048576,f8,f4194304,f256,f1,f2048,f16,f128,f2,f4,f4096,f512,f1024,f32768,f32,f64,f262144,f65536,f2097152,f8388608,f131072,f16384));
    let integers = layout!((2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2):(4,8388608,64,131072,2,8192,32,1048576,4194304,8,512,16384,1024,262144,128,524288,1,4096,16,2048,65536,2097152,256,32768));
    assert_eq!(
        Ok(composition(bits, integers).to_value()),
        algebra::composition(&bits.to_value(), &integers.to_value())
    );
}

#[test]
fn composition_of_24_modes_with_strides_of_run_time() {
    let strides = [
        131072, 4096, 16384, 4194304, 1024, 65536, 8192, 4, 64, 1, 32768, 2048, 8, 8388608, 2,
        262144, 1048576, 524288, 16, 128, 32, 2097152, 512, 256_usize,
    ];
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, y, p, q, r, s, t, u, v, w, x] = strides;
    let a = layout!((2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2):(a,b,c,d,e,f,g,h,i,j,k,l,m,n,y,p,q,r,s,t,u,v,w,x));
    let b = layout!((2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2):(1,8388608,32,4096,131072,2048,32768,2,2097152,64,16384,8192,16,4194304,1024,4,512,262144,256,128,65536,1048576,524288,8));
    assert_eq!(
        Ok(composition(a, b).to_value()),
        algebra::composition(&a.to_value(), &b.to_value())
    );
    let half = layout!(2:1);
    assert_eq!(
        Ok(logical_divide(a, half).to_value()),
        algebra::logical_divide(&a.to_value(), &half.to_value())
    );
}

#[test]
fn logical_product_with_24_modes_of_run_time() {
    let m = 2_usize;
    let tile = layout!((2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2):(1024,256,131072,32768,8388608,16384,4,512,262144,4096,2097152,8,524288,2048,8192,16,1048576,4194304,128,32,2,65536,1,64));
    let grid = layout!((m,m,m,m,m,m,m,m,m,m,m,m,m,m,m,m,m,m,m,m,m,m,m,m):(262144,1048576,256,32,2,64,4,4096,65536,131072,8,16,8388608,1024,2097152,524288,1,16384,128,8192,512,4194304,32768,2048));
    assert_eq!(
        try_logical_product(tile, grid).map(Layout::to_value),
        algebra::logical_product(&tile.to_value(), &grid.to_value())
    );
}
