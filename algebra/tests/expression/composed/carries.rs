//! Swizzled tiles whose extents are not powers of 2: results without XOR strides are composed layouts.

use tilework_algebra::Rule;
use tilework_algebra::expression::{Names, Reason, Value, evaluate};

use super::{integers, of};

/// Operations on a tile `$`.
const OPERATIONS: [&str; 8] = [
    "tile_to_shape($, (96,128))",
    "zipped_divide($, <48,16>)",
    "zipped_divide($, <16,24>)",
    "flat_divide($, <2,3>)",
    "partition($, (2,3), (3,2):(2,1))",
    "blocked_product($, (3,2))",
    "raked_product($, (3,5))",
    "$ o <3,3:2>",
];

/// The results are the swizzle of the results for the integer layout.
#[test]
fn swizzled_tiles() {
    let swizzles: [(&str, fn(i64) -> i64); 4] = [
        ("Sw<3,3,3>", |x| x ^ (x >> 6 & 7) << 3),
        ("Sw<2,0,3>", |x| x ^ (x >> 3 & 3)),
        ("Sw<1,4,2>", |x| x ^ (x >> 6 & 1) << 4),
        ("Sw<3,3,-3>", |x| x ^ (x >> 3 & 7) << 6),
    ];
    let layouts = [
        "(8,64):(64,1)",
        "(96,64):(64,1)",
        "(64,96):(1,64)",
        "(4,6):(8,1)",
        "(12,64):(64,1)",
        "(48,24):(1,64)",
    ];
    let (mut composed, mut bits, mut plain_ones, mut refused) = (0, 0, 0, 0);
    for (swizzle, function) in swizzles {
        for layout in layouts {
            for operation in OPERATIONS {
                let plain = operation.replace('$', &format!("({layout})"));
                if evaluate(&plain, &mut Names::new()).is_err() {
                    continue;
                }
                let text = operation.replace('$', &format!("({swizzle} o {layout})"));
                match evaluate(&text, &mut Names::new()) {
                    Ok(value) => {
                        composed += usize::from(matches!(value, Value::Composed(_)));
                        bits += usize::from(matches!(value, Value::Xor(_)));
                        plain_ones += usize::from(matches!(value, Value::Layout(_)));
                    }
                    Err(failure) => {
                        let Reason::Algebra(error) = failure.reason else { panic!("{text}") };
                        assert!(!matches!(error.rule, Rule::Carries { .. }), "{text}: {error}");
                        refused += 1;
                        continue;
                    }
                }
                let offsets = integers(&format!("offsets({text})"));
                let tile = integers(&format!("offsets({plain})"));
                // For copies of the tile, the swizzle may be that of the whole or of the tile.
                let size = integers(&format!("size({layout})"))[0];
                for (&offset, &x) in offsets.iter().zip(&tile).filter(|&(_, &x)| x < size) {
                    assert_eq!(offset, function(x), "{text}");
                }
                let mut image = offsets.clone();
                image.sort_unstable();
                image.dedup();
                assert_eq!(image.len(), offsets.len(), "{text}");
            }
        }
    }
    println!("{composed} composed, {bits} XOR strides, {plain_ones} integers, {refused} refused");
    assert!(composed > 30 && bits > 20 && plain_ones > 3, "{composed} {bits} {plain_ones}");
}

#[test]
fn as_they_are_written() {
    for (text, expected) in [
        (
            "tile_to_shape(Sw<3,3,3> o (8,64):(64,1), (96,128))",
            "composed(Sw<3,3,3>, 0, tile_to_shape((8,64):(64,1), (96,128)))",
        ),
        (
            "zipped_divide(Sw<3,3,3> o (96,64):(64,1), <48,16>)",
            "composed(Sw<3,3,3>, 0, zipped_divide((96,64):(64,1), <48,16>))",
        ),
        (
            "zipped_divide(Sw<3,3,3> o (64,96):(1,64), <16,24>)",
            "composed(Sw<3,3,3>, 0, zipped_divide((64,96):(1,64), <16,24>))",
        ),
        (
            "partition(Sw<2,0,3> o (4,6):(8,1), (2,3), (3,2):(2,1))",
            "composed(Sw<2,0,3>, 0, partition((4,6):(8,1), (2,3), (3,2):(2,1)))",
        ),
        (
            "blocked_product(Sw<3,3,3> o (8,64):(64,1), (3,2))",
            "composed(Sw<3,3,3>, 0, blocked_product((8,64):(64,1), (3,2)))",
        ),
    ] {
        assert_eq!(of(text), of(expected), "{text}");
    }
    // This is not a swizzle.
    let failure = evaluate("zipped_divide((4,6):(f9,f3), <2,3>)", &mut Names::new()).unwrap_err();
    let Reason::Algebra(error) = failure.reason else { panic!("{failure}") };
    assert!(matches!(error.rule, Rule::Carries { .. }), "{error}");
}
