use proptest::prelude::*;
use tilework_algebra::{
    Layout, Operation, Rule, Tiler, blocked_product, complement_ext, flat_product, logical_product,
    raked_product, tiled_product, zipped_product,
};

use crate::arbitrary;
use crate::definition::{all_layouts, is_padded_complement, is_product, layout, value, values};

/// The complement without end: increasing, and copies are disjoint, as far as it is checked.
fn is_endless_complement(a: &Layout, r: &Layout) -> bool {
    let mut image = values(a);
    image.sort_unstable();
    image.dedup();
    let offsets: Vec<i64> = (0..4 * r.size()).map(|i| value(r, i)).collect();
    let sums = image.iter().flat_map(|a| offsets.iter().map(move |r| a + r));
    let mut sums: Vec<i64> = sums.collect();
    let count = sums.len();
    sums.sort_unstable();
    sums.dedup();
    sums.len() == count && offsets.is_sorted_by(|a, b| a < b)
}

#[test]
fn complements_without_end() {
    let small = (0..=2).flat_map(|rank| all_layouts(rank, &[1, 2, 3, 4], &[0, 1, 2, 3, 4, 6, 8]));
    let mut found = 0;
    for a in small.chain(all_layouts(3, &[2, 3], &[1, 2, 4, 6])) {
        let Ok(r) = complement_ext(&a) else { continue };
        assert!(is_endless_complement(&a, &r), "complement_ext({a}) = {r}");
        assert_eq!(r.flat_modes().last().unwrap().shape, 1);
        // If it is ended by a last mode, it is the complement that is rounded up.
        let modes = r.flat_modes().iter().copied();
        let ended = modes.map(|mode| (mode.shape, mode.stride)).collect::<Vec<_>>();
        let (_, before) = ended.split_last().unwrap();
        let ended = [before, &[(5, ended[ended.len() - 1].1)]].concat();
        let ended = crate::definition::flat(&ended);
        let n = 5 * r.flat_modes().last().unwrap().stride;
        assert!(is_padded_complement(&a, n, &ended), "{a}, {ended}");
        found += 1;
    }
    assert!(found > 400, "{found}");
}

#[test]
fn all_small_pairs() {
    let left = all_layouts(2, &[1, 2, 3], &[0, 1, 2, 3, 6]);
    let mut right = all_layouts(1, &[1, 2, 3, 4], &[0, 1, 2, 3, 4]);
    right.extend(all_layouts(2, &[2, 3], &[1, 2, 3, 4, 6]));
    let mut found = 0;
    for a in &left {
        for b in &right {
            let Ok(r) = logical_product(a, b) else { continue };
            assert!(is_product(a, b, &r), "{a} x {b} = {r}");
            let (tile, grid) = (r.mode(0).unwrap(), r.mode(1).unwrap());
            assert_eq!(zipped_product(a, b), Ok(r));
            let tiled = Layout::concatenate([tile.clone()].into_iter().chain(grid.modes()));
            assert_eq!(tiled_product(a, b), tiled);
            let flat = Layout::concatenate(tile.modes().chain(grid.modes()));
            assert_eq!(flat_product(a, b), flat);
            found += 1;
        }
    }
    assert!(found > 1000, "{found}");
}

#[test]
fn blocks_and_rakes_pair_the_modes() {
    let unit = layout("1:0");
    for (a, b) in
        [("(3,4):(4,1)", "(2,5):(1,2)"), ("(4,8):(20,2)", "3:2"), ("2:1", "(12,2,1):(1,12,24)")]
    {
        let (a, b) = (layout(a), layout(b));
        let rank = a.rank().max(b.rank());
        let mode = |layout: &Layout, i| layout.mode(i).unwrap_or(unit.clone());
        // The grid as a tuple with as many modes as the tile.
        let grid = Layout::concatenate((0..rank).map(|i| mode(&b, i))).unwrap();
        let grid = logical_product(&a, &grid).unwrap().mode(1).unwrap();
        let pair = |i, grid_first: bool| {
            let pair = [mode(&a, i), mode(&grid, i)];
            let [first, second] = pair;
            Layout::concatenate(if grid_first { [second, first] } else { [first, second] }).unwrap()
        };
        let blocked = Layout::concatenate((0..rank).map(|i| pair(i, false)));
        let raked = Layout::concatenate((0..rank).map(|i| pair(i, true)));
        assert_eq!(blocked_product(&a, &b), blocked);
        assert_eq!(raked_product(&a, &b), raked);
    }
}

#[test]
fn by_mode() {
    let a = layout("(4,2,5):(1,4,8)");
    let tiler: Tiler = "<2,_>".parse().unwrap();
    assert_eq!(logical_product(&a, &tiler), Ok(layout("((4,2),2,5):((1,4),4,8)")));
    assert_eq!(zipped_product(&a, &tiler), Ok(layout("((4,2),(2,1,5)):((1,4),(4,0,8))")));
    assert_eq!(tiled_product(&a, &tiler), Ok(layout("((4,2),2,1,5):((1,4),4,0,8)")));
    assert_eq!(flat_product(&a, &tiler), Ok(layout("(4,2,2,1,5):(1,4,4,0,8)")));
}

#[test]
fn errors_name_the_operation() {
    type Product = fn(&Layout, &Layout) -> Result<Layout, tilework_algebra::Error>;
    let products: [(Product, Operation); 6] = [
        (|a, b| logical_product(a, b), Operation::LogicalProduct),
        (|a, b| zipped_product(a, b), Operation::ZippedProduct),
        (|a, b| tiled_product(a, b), Operation::TiledProduct),
        (|a, b| flat_product(a, b), Operation::FlatProduct),
        (blocked_product, Operation::BlockedProduct),
        (raked_product, Operation::RakedProduct),
    ];
    for (product, operation) in products {
        let error = product(&layout("(2,2):(1,1)"), &layout("2:1")).unwrap_err();
        assert_eq!(error.operation, operation);
        assert_eq!(
            (error.rule, error.mode),
            (Rule::Complementability { stride: 1, span: 2 }, None)
        );
        let error = product(&layout("4:4"), &layout("5:1")).unwrap_err();
        assert_eq!(error.operation, operation);
        assert_eq!(error.rule, Rule::ShapeDivisibility { extent: 5, factor: 4 });
    }
}

proptest! {
    // Many pairs have no result.
    #![proptest_config(ProptestConfig::with_cases(2048))]

    #[test]
    fn any_nesting(a in arbitrary::layout(3, 5, 0..20), b in arbitrary::layout(3, 5, 0..13)) {
        if let Ok(r) = logical_product(&a, &b) {
            prop_assert!(is_product(&a, &b, &r), "{a} x {b} = {r}");
        }
    }
}
