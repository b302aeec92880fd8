//! Numbers that do not fit. Next to leaves of 32 bits, static ones are sound in 64 bits. The results of operations fit
//! 32 bits, or are errors.

use proptest::prelude::*;
use proptest::sample::select;
use tilework::{
    AnyLayout, Error, Layout, Rule, hlist, layout,
    operation::{
        try_append, try_complement, try_composition, try_concatenate, try_flat_divide,
        try_logical_divide, try_logical_divide_ceil, try_logical_product, try_partition,
        try_tiled_divide, try_zipped_divide, try_zipped_divide_ceil,
    },
    try_layout,
};

fn overflows<L>(result: Result<L, Error>) -> bool {
    result.is_err_and(|error| error.rule == Rule::Overflow)
}

#[test]
fn a_static_operand_that_does_not_fit() {
    let (k, n, s) = (4_u32, 1_u32, 1_u32);
    let a = layout!((k,4):(1,8));
    assert!(overflows(try_composition(a, layout!((1048576,2,1048576):(0,1,0)))));
    let broadcast = layout!((1048576,1048576,2):(0,0,1));
    assert!(overflows(try_composition(layout!(8:n), broadcast)));
    // The stride of an extent of 1 is never used.
    let near = try_composition(layout!({k * 2}:1048576), layout!((s,2):(1048576,1))).unwrap();
    assert_eq!((near.size(), near.offset(0), near.offset(1)), (2, 0, 1 << 20));
    let threads = layout!(((1048576,8),(1048576,4)):((0,1),(0,8)));
    let tile = layout!((8, 4)).shape();
    assert!(overflows(try_partition(layout!((8,4):({k * 2},64)), tile, threads)));
    // A result that fits exists.
    let fits = try_composition(a, layout!((1024,2):(0,1))).unwrap();
    assert_eq!((fits.size(), fits.offset(1023), fits.offset(1024)), (2048, 0, 1));
}

/// In 64 bits it is the product of modes, each of which fits.
#[test]
fn repeated_elements_by_mode() {
    let (m, n) = (1_usize << 12, 1_usize << 40);
    let wide = hlist![layout!(n:0), layout!(n:0)];
    assert!(overflows(try_composition(layout!((4,4):(1,4)), wide)));
    let tv = layout!(((36028797018963968,8),4):((0,1),8));
    assert!(overflows(try_partition(layout!((8,m):(1,8)), layout!((8, 4)).shape(), tv)));
}

/// A result, if there is one, is a layout: a layout of the same parts is accepted.
fn is_sound<S: Copy, D: Copy>(result: Result<Layout<S, D>, Error>) -> bool
where
    Layout<S, D>: AnyLayout<Shape = S, Stride = D>,
{
    result.map_or(true, |layout| Layout::try_new(layout.shape(), layout.stride()).is_ok())
}

fn number() -> impl Strategy<Value = u32> {
    select(vec![1, 2, 3, 4, 8, 1 << 15, 1 << 16, 1 << 20, 1 << 30, 1 << 31, u32::MAX])
}

macro_rules! sound {
    ($($operation:ident: $(($a:expr, $b:expr))+;)*) => {$($(
        let (a, b) = ($a, $b);
        prop_assert!(is_sound($operation(a, b)), "{} of {a:?} and {b:?}", stringify!($operation));
    )+)*};
}

proptest! {
    #[test]
    fn what_operations_give_is_sound(k in number(), n in number()) {
        let (Ok(a), Ok(b)) = (try_layout!((k,8):(1,n)), try_layout!(k:n)) else { return Ok(()) };
        let large = layout!((1048576,8):(65536,1));
        let repeated = layout!((1048576,2,1048576):(0,1,0));
        let turned = layout!((65536,2):(65536,1));
        sound! {
            try_composition: (a, repeated) (a, turned) (a, hlist![repeated, turned]) (large, b) (repeated, b) (b, b);
            try_logical_divide: (a, turned) (large, b) (b, b) (a, hlist![b, layout!(2:4)]);
            try_logical_divide_ceil: (a, turned) (large, b) (b, b) (a, hlist![repeated, b]);
            try_zipped_divide: (a, turned) (large, b) (b, b);
            try_zipped_divide_ceil: (a, turned) (large, b) (b, b) (a, hlist![repeated, b]);
            try_tiled_divide: (large, b) (a, hlist![b]);
            try_flat_divide: (large, b) (a, hlist![b]);
            try_logical_product: (b, turned) (turned, b) (b, b);
            try_append: (a, large) (large, b);
        }
        prop_assert!(is_sound(try_concatenate(hlist![large, b])), "{b}");
        prop_assert!(is_sound(try_complement(b, layout!(1073741824:1).shape())), "{b}");
        prop_assert!(is_sound(try_complement(b, layout!(4611686018427387904:1).shape())), "{b}");
    }
}

#[test]
fn a_static_number_that_does_not_fit() {
    let (m, k) = (8_u32, 4_u32);
    let gap = try_layout!(complement(m:1, 4294967296)).unwrap();
    assert_eq!(gap.to_string(), "536870912:8");
    assert!(overflows(try_layout!(complement({m - 7}:1, 4294967296))));
    assert_eq!(
        try_layout!(zipped_divide(m:1, 4294967296)).unwrap_err().rule,
        Rule::Evenness { size: 8, span: 4294967296 }
    );
    let four = try_layout!((8589934592,2):(1,8589934592) o k:1).unwrap();
    assert_eq!((four.size(), four.offset(3)), (4, 3));
    assert!(overflows(try_layout!((k,m):(1,k) o 2:8589934592)));
    assert!(overflows(try_layout!((k,m):(1,k) o 8589934592:1)));
    assert!(overflows(try_layout!(tile_to_shape((2,m):(1,2), (4,8589934592)))));
    assert!(overflows(try_layout!(k:1 * 8589934592:1)));
    // 8 divides the factor, and no number of the result is above those of the operand.
    assert_eq!(try_layout!(upcast(k:m, 8589934592)).unwrap().to_string(), "1:0");
}

/// Errors hold signed 64-bit numbers; a number that does not fit is not in the error.
#[test]
fn an_operand_beyond_64_bits_with_a_sign() {
    let n = usize::MAX;
    assert!(overflows(try_layout!(complement(2:2, n))));
    assert!(overflows(try_layout!(complement_ceil(2:2, n))));
    assert!(overflows(try_layout!((8,8):(1,8) / (n,8))));
    assert!(overflows(try_layout!((8,8):(1,8) o (n,8))));
    assert!(overflows(try_layout!(tile_to_shape(2:1, (n,8)))));
}
