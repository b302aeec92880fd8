//! Random nested tuples and layouts.

use proptest::prelude::*;
use tilework_algebra::{IntTuple, Layout, Profile};

/// A profile of at most about `leaves` leaves. It is mostly a tuple, and sometimes has empty tuples.
pub fn profile(leaves: u32) -> impl Strategy<Value = Profile> {
    let leaf = prop_oneof![19 => Just(Profile::leaf()), 1 => Just(Profile::tuple([]))];
    let inner = leaf.clone().prop_recursive(2, leaves, 3, |inner| {
        prop::collection::vec(inner, 1..=3).prop_map(Profile::tuple)
    });
    let tuple = prop::collection::vec(inner, 1..=3).prop_map(Profile::tuple);
    prop_oneof![1 => leaf, 7 => tuple]
}

/// The largest size of a layout whose values are listed.
const SIZE: i64 = 1 << 12;

/// A layout with extents below `extent` and strides in `strides`. Extents are replaced by 1 if the size would be too
/// large.
pub fn layout(
    leaves: u32,
    extent: i64,
    strides: core::ops::Range<i64>,
) -> impl Strategy<Value = Layout> {
    profile(leaves).prop_flat_map(move |profile| {
        let len = profile.len();
        let shape = prop::collection::vec(1..extent, len);
        let stride = prop::collection::vec(strides.clone(), len);
        (shape, stride).prop_map(move |(mut shape, stride)| {
            let mut left = SIZE;
            for extent in &mut shape {
                *extent = if *extent > left { 1 } else { *extent };
                left /= *extent;
            }
            let tuple = |leaves| IntTuple::new(leaves, profile.clone()).unwrap();
            Layout::new(&tuple(shape), &tuple(stride)).unwrap()
        })
    })
}

/// A flat layout whose extents multiply to the first number, and tiles that cut it along factors of its extents: a
/// right side that can be composed and, without repeats, has a complement.
pub fn tiled() -> impl Strategy<Value = (Layout, Layout)> {
    let factors = prop::collection::vec((prop::collection::vec(2i64..4, 1..3), -50i64..50), 1..4);
    factors.prop_flat_map(|modes| {
        let chain: Vec<i64> = modes.iter().flat_map(|(factors, _)| factors.clone()).collect();
        let left: Vec<(i64, i64)> =
            modes.iter().map(|(factors, stride)| (factors.iter().product(), *stride)).collect();
        // The factors that begin a leaf of the tile, the leaves that stay, and their order.
        let len = chain.len();
        let cuts = prop::collection::vec(any::<bool>(), len);
        let kept = prop::collection::vec(any::<bool>(), len);
        let order = Just((0..len).collect::<Vec<_>>()).prop_shuffle();
        (cuts, kept, order).prop_map(move |(cuts, kept, order)| {
            let mut leaves: Vec<(i64, i64)> = vec![];
            let mut before = 1;
            for (i, &factor) in chain.iter().enumerate() {
                match leaves.last_mut() {
                    Some(leaf) if !cuts[i] => leaf.0 *= factor,
                    _ => leaves.push((factor, before)),
                }
                before *= factor;
            }
            let tile: Vec<(i64, i64)> =
                order.iter().filter_map(|&i| leaves.get(i).copied().filter(|_| kept[i])).collect();
            (super::definition::flat(&left), super::definition::flat(&tile))
        })
    })
}
