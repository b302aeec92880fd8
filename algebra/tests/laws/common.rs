//! Nullspace, common contiguous elements, elements spread over a shape, and repeated tiles.

use proptest::prelude::*;
use tilework_algebra::{
    ArithmeticTuple, IntTuple, Layout, Rule, Stride, complement_ext, domain_distribute,
    max_common_layout, max_common_vector, nullspace, right_inverse, tile_to_shape,
};

use crate::arbitrary;
use crate::definition::{all_layouts, layout, value, values};
use crate::semimodule::{bits, with_strides};

#[test]
fn common_elements_of_small_layouts() {
    let mut small: Vec<Layout> = all_layouts(2, &[1, 2, 3, 4], &[0, 1, 2, 3, 4]);
    // One stride is enough for extent 1.
    small.retain(|a| a.flat_modes().iter().all(|mode| mode.shape > 1 || mode.stride == 3));
    for b in &small {
        let inverse = values(&right_inverse(b).unwrap());
        for a in &small {
            let r = max_common_layout(a, b).unwrap();
            let agree = inverse.iter().zip(0..).take_while(|&(&c, k)| value(a, c) == k).count();
            // The beginning of the inverse, as far as it is a layout.
            let ours = values(&r);
            assert_eq!(ours, inverse[..ours.len()], "{a}, {b}: {r}");
            assert!(ours.len() <= agree, "{a}, {b}: {r}");
            let longer = ours.len() + 1..=agree;
            let layouts = longer.filter(|&n| crate::definition::is_layout_function(&inverse[..n]));
            assert_eq!(layouts.max(), None, "{a}, {b}: {r}, but {agree} agree");
            assert_eq!(max_common_vector(a, b), Ok(r.size()));
        }
    }
}

#[test]
fn domain_distribute_on_small_shapes() {
    for extents in [[6, 4, 1], [2, 3, 5], [8, 1, 9], [12, 10, 4]] {
        let shape = IntTuple::tuple(extents.iter().map(|&n| n.into()));
        let whole: i64 = extents.iter().product();
        for n in 1..=64 {
            let r = domain_distribute(&shape, n).unwrap();
            let all = values(&r);
            assert!(n % r.size() == 0 && all.is_sorted_by(|a, b| a < b), "{shape}, {n}: {r}");
            assert!(all.iter().all(|c| *c < whole));
            // Each coordinate of the shape takes as many values as divide its extent.
            let mut before = 1;
            let mut product = 1;
            for extent in extents {
                let mut digits: Vec<i64> = all.iter().map(|c| c / before % extent).collect();
                digits.sort_unstable();
                digits.dedup();
                assert!(extent % digits.len() as i64 == 0);
                product *= digits.len() as i64;
                before *= extent;
            }
            assert_eq!(product, r.size(), "{shape}, {n}: {r}");
        }
        assert_eq!(domain_distribute(&shape, whole).unwrap().size(), whole);
    }
    assert_eq!(domain_distribute(&8.into(), 0).unwrap_err().rule, Rule::Extent { extent: 0 });
}

/// Copies of the tile: `r(x + e y) = tile(x) + tile'(grid(y))` for extents `e` of the tile.
#[test]
fn tiles_fill_shapes() {
    let tuple = |text: &str| text.parse::<IntTuple>().unwrap();
    for (tile, shape, order) in [
        ("(2,4):(4,1)", "(4,8)", "(0,1)"),
        ("(2,4):(4,1)", "(6,4,5)", "(2,1,0)"),
        ("((2,2),3):((1,6),2)", "(8,(3,3))", "(1,0)"),
        ("4:1", "(8,2)", "(0,1)"),
        ("(2,2):(1,4)", "(4,4)", "(0,1)"),
    ] {
        let (tile, shape, order) = (layout(tile), tuple(shape), tuple(order));
        let r = tile_to_shape(&tile, &shape, &order).unwrap();
        let sizes: Vec<i64> = shape.modes().map(|mode| mode.size().unwrap()).collect();
        assert_eq!(r.modes().map(|mode| mode.size()).collect::<Vec<_>>(), sizes);
        let extents: Vec<i64> =
            (0..sizes.len()).map(|k| tile.mode(k).map_or(1, |mode| mode.size())).collect();
        // The number of each copy: the products of the counts of the modes with lower order.
        let counts: Vec<i64> = sizes.iter().zip(&extents).map(|(n, e)| n / e).collect();
        let numbers = order.leaves();
        let weight = |k: usize| -> i64 {
            (0..counts.len()).filter(|&j| numbers[j] < numbers[k]).map(|j| counts[j]).product()
        };
        let complement = complement_ext(&tile).unwrap();
        for i in 0..sizes.iter().product() {
            let (mut rest, mut inner, mut before, mut copy) = (i, 0, 1, 0);
            for (k, &size) in sizes.iter().enumerate() {
                let c = rest % size;
                rest /= size;
                inner += c % extents[k] * before;
                before *= extents[k];
                copy += c / extents[k] * weight(k);
            }
            let expected = value(&tile, inner) + value(&complement, copy);
            assert_eq!(value(&r, i), expected, "{tile} in {shape}: {r} at {i}");
        }
    }
    let error = tile_to_shape(&layout("(2,4):(4,1)"), &tuple("(4,6)"), &tuple("(0,1)"));
    let error = error.unwrap_err();
    assert_eq!((error.rule, error.mode), (Rule::Evenness { size: 6, span: 4 }, Some(1)));
    let error = tile_to_shape(&layout("(2,4):(4,1)"), &tuple("(8)"), &tuple("(0)")).unwrap_err();
    assert_eq!(error.rule, Rule::ModeRange { mode: 1, rank: 1 });
}

proptest! {
    #[test]
    fn nullspaces(a in arbitrary::layout(5, 5, -2..3)) {
        let r = nullspace(&a);
        let still = a.flat_modes().iter().filter(|mode| mode.stride == 0);
        prop_assert_eq!(r.size(), still.map(|mode| mode.shape).product::<i64>());
        let mut all = values(&r);
        prop_assert!(all.iter().all(|&c| (0..a.size()).contains(&c) && value(&a, c) == 0));
        all.sort_unstable();
        all.dedup();
        prop_assert_eq!(all.len() as i64, r.size());
        // The strides may be of any kind.
        prop_assert_eq!(&nullspace(&with_strides(&a, |d| bits(&d.abs()))), &r);
        let coordinates = with_strides(&a, |d| ArithmeticTuple::basis(&[1]).unwrap().times(*d).unwrap());
        prop_assert_eq!(nullspace(&coordinates), r);
    }
}
