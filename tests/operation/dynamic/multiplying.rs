//! Products of layouts with dynamic leaves.

use super::*;
use tilework::operation::{
    try_blocked_product, try_flat_product, try_logical_product, try_raked_product,
    try_tiled_product, try_zipped_product,
};

type Product = fn(&algebra::Layout, &algebra::Layout) -> Result<algebra::Layout, Error>;

/// The function of a product is that of the value level, which has its own tests.
fn case(
    count: &Count,
    types: Outcome,
    product: Product,
    a: &algebra::Layout,
    b: &algebra::Layout,
) -> Result<(), TestCaseError> {
    let values = product(a, b);
    let expected = values.clone();
    count.case(types, values, hidden(a, b), |i| value(expected.as_ref().unwrap(), i))
}

/// Gaps of the complement that are 1 stay modes in the types. An extent of 1 counts next to a static stride. The value
/// level has more than the rules admit.
fn hidden(a: &algebra::Layout, b: &algebra::Layout) -> bool {
    let copies = algebra::complement_ext(a).and_then(|rest| algebra::admissible(&rest, b));
    let sorted = algebra::sort(a);
    copies.is_err()
        || merges(&sorted)
        || sorted.flat_modes().iter().any(|mode| mode.stride < 2)
        || [a, b].iter().any(|layout| layout.flat_modes().iter().any(|mode| mode.shape == 1))
}

// A single mode is in order for every stride.
macro_rules! of_one_mode {
    ($($name:ident, $try:ident, $product:ident;)+) => {$(
        #[test]
        fn $name() {
            check(600, (right::<1>(), right::<2>()), |count, (a, b)| {
                let types = outcome!($try(dynamic!(1, a), dynamic!(2, b)));
                let (a, b) = (value_of(&a), value_of(&b));
                case(count, types, |a, b| algebra::$product(a, b), &a, &b)
            });
        }
    )+};
}
of_one_mode! {
    one_mode, try_logical_product, logical_product;
    one_mode_zipped, try_zipped_product, zipped_product;
    one_mode_tiled, try_tiled_product, tiled_product;
    one_mode_flat, try_flat_product, flat_product;
    one_mode_blocked, try_blocked_product, blocked_product;
    one_mode_raked, try_raked_product, raked_product;
}

macro_rules! of_static_strides {
    ($($name:ident: $d:tt, $e:tt, $try:ident, $product:ident;)+) => {$(
        #[test]
        fn $name() {
            check(600, (extent(), extent(), right::<2>()), |count, (s, t, b)| {
                let types = outcome!($try(layout!((s,t):($d,$e)), dynamic!(2, b)));
                let (a, b) = (value_of(&[(s, $d), (t, $e)]), value_of(&b));
                case(count, types, |a, b| algebra::$product(a, b), &a, &b)
            });
        }
    )+};
}
of_static_strides! {
    two_modes: 1, 8, try_logical_product, logical_product;
    two_modes_zipped: 2, 12, try_zipped_product, zipped_product;
    two_modes_tiled: 8, 1, try_tiled_product, tiled_product;
    two_modes_flat: 1, 24, try_flat_product, flat_product;
    two_modes_blocked: 12, 2, try_blocked_product, blocked_product;
    two_modes_raked: 1, 12, try_raked_product, raked_product;
}

#[test]
fn with_tiles_of_modes() {
    check(600, (right::<2>(), right::<1>(), extent()), |count, (a, [(x, d)], y)| {
        let tiler = hlist![layout!(x:d), layout!(y:1)];
        let types = outcome!(try_zipped_product(dynamic!(2, a), tiler));
        let tiler = format!("<{x}:{d},{y}:1>").parse::<algebra::Tiler>().unwrap();
        let hidden = [(a[0], (x, d)), (a[1], (y, 1))]
            .iter()
            .any(|&(mode, tile)| hidden(&value_of(&[mode]), &value_of(&[tile])));
        let values = algebra::zipped_product(&value_of(&a), &tiler);
        let expected = values.clone();
        count.case(types, values, hidden, |i| value(expected.as_ref().unwrap(), i))
    });
}
