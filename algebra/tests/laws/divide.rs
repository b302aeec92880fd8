use proptest::prelude::*;
use tilework_algebra::{
    ArithmeticTuple, Error, Layout, Mode, Operation, Profile, Rule, Stride, Tiler, complement,
    complement_ceil, composition, flat_divide, flat_divide_ceil, logical_divide,
    logical_divide_ceil, tiled_divide, tiled_divide_ceil, zipped_divide, zipped_divide_ceil,
};

use crate::arbitrary;
use crate::definition::{all_layouts, bits, is_divide, layout};

#[test]
fn all_small_pairs() {
    let left = all_layouts(2, &[1, 2, 3, 4], &[0, 1, 2, 3, 12]);
    let mut right = all_layouts(1, &[1, 2, 3, 4], &[0, 1, 2, 3, 4]);
    right.extend(all_layouts(2, &[2, 3], &[1, 2, 3, 4, 6]));
    let (mut exact, mut padded) = (0, 0);
    for a in &left {
        for b in &right {
            if let Ok(r) = logical_divide(a, b) {
                let rest = complement(b, a.size()).unwrap();
                assert!(is_divide(a, b, &rest, &r), "{a} / {b} = {r}");
                assert_eq!(r.size(), a.size(), "it comes out even: {a} / {b} = {r}");
                assert_eq!(zipped_divide(a, b), Ok(r));
                exact += 1;
            }
            if let Ok(r) = logical_divide_ceil(a, b) {
                let rest = complement_ceil(b, a.size()).unwrap();
                assert!(is_divide(a, b, &rest, &r), "{a} / {b} = {r}");
                assert_eq!(zipped_divide_ceil(a, b), Ok(r));
                padded += 1;
            }
        }
    }
    assert!(exact > 1000 && padded > exact, "{exact}, {padded}");
}

/// A tile that does not divide evenly is refused by the exact divide and padded by the other.
#[test]
fn uneven_tiles() {
    let (a, b) = (layout("10:1"), layout("3:1"));
    let error = logical_divide(&a, &b).unwrap_err();
    assert_eq!(error.operation, Operation::LogicalDivide);
    assert_eq!(error.rule, Rule::Evenness { size: 10, span: 3 });
    assert_eq!(logical_divide_ceil(&a, &b), Ok(layout("(3,4):(1,3)")));
}

/// The tile alone has a composition, but together with its complement it has none.
#[test]
fn tile_and_rest_are_checked_together() {
    let (a, b) = (layout("(3,2):(6,1)"), layout("2:1"));
    assert!(composition(&a, &b).is_ok());
    assert!(complement(&b, 6).is_ok());
    let error = logical_divide(&a, &b).unwrap_err();
    assert!(matches!(error.rule, Rule::StrideDivisibility { .. }), "{error}");
}

#[test]
fn errors_name_the_operation_and_the_mode() {
    let a = layout("(8,6):(1,8)");
    let tiler: Tiler = "<4,4>".parse().unwrap();
    type Divide = for<'a> fn(&Layout, &'a Tiler) -> Result<Layout, tilework_algebra::Error>;
    let divides: [(Divide, Operation); 4] = [
        (|a, t| logical_divide(a, t), Operation::LogicalDivide),
        (|a, t| zipped_divide(a, t), Operation::ZippedDivide),
        (|a, t| tiled_divide(a, t), Operation::TiledDivide),
        (|a, t| flat_divide(a, t), Operation::FlatDivide),
    ];
    for (divide, operation) in divides {
        let error = divide(&a, &tiler).unwrap_err();
        assert_eq!(error.operation, operation);
        assert_eq!((error.rule, error.mode), (Rule::Evenness { size: 6, span: 4 }, Some(1)));
    }
    let longer: Tiler = "<4,2,1>".parse().unwrap();
    let error = zipped_divide_ceil(&a, &longer).unwrap_err();
    assert_eq!(error.operation, Operation::ZippedDivideCeil);
    assert_eq!(error.rule, Rule::TilerRank { tiler: 3, layout: 2 });
}

#[test]
fn zipped_gathers_tiles_and_rests() {
    for (a, tiler) in [
        ("(8,12,5):(1,8,100)", "<4:2,(2,3):(1,4)>"),
        ("(8,12,5):(1,8,100)", "<2,_,5>"),
        ("((4,6),(2,10)):((1,4),(24,48))", "<<2,3:2>,<1,5>>"),
    ] {
        let (a, tiler): (Layout, Tiler) = (layout(a), tiler.parse().unwrap());
        let logical = logical_divide(&a, &tiler).unwrap();
        let zipped = zipped_divide(&a, &tiler).unwrap();
        let (tiles, rests) = gathered(&logical, &tiler);
        assert_eq!(zipped, Layout::concatenate([tiles.clone(), rests.clone()]).unwrap());
        let tiled = [tiles.clone()].into_iter().chain(rests.modes());
        assert_eq!(tiled_divide(&a, &tiler), Layout::concatenate(tiled));
        assert_eq!(
            flat_divide(&a, &tiler),
            Layout::concatenate(tiles.modes().chain(rests.modes()))
        );
        assert_eq!(tiled_divide_ceil(&a, &tiler), tiled_divide(&a, &tiler));
        assert_eq!(flat_divide_ceil(&a, &tiler), flat_divide(&a, &tiler));
    }
}

/// The tiles and the rests of a logical divide, by their definition.
fn gathered(logical: &Layout, tiler: &Tiler) -> (Layout, Layout) {
    let Tiler::Modes(tilers) = tiler else {
        return match tiler {
            Tiler::Keep => (logical.clone(), layout("1:0")),
            _ => (logical.mode(0).unwrap(), logical.mode(1).unwrap()),
        };
    };
    let pairs: Vec<_> =
        logical.modes().zip(tilers).map(|(mode, tiler)| gathered(&mode, tiler)).collect();
    let tiles = pairs.iter().map(|(tile, _)| tile.clone());
    let rests = pairs.iter().map(|(_, rest)| rest.clone());
    let beyond = logical.modes().skip(tilers.len());
    (Layout::concatenate(tiles).unwrap(), Layout::concatenate(rests.chain(beyond)).unwrap())
}

proptest! {
    // Many pairs have no result.
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn tiles_along_factors_divide((a, tile) in arbitrary::tiled()) {
        let r = logical_divide(&a, &tile).unwrap();
        let rest = complement(&tile, a.size()).unwrap();
        prop_assert!(is_divide(&a, &tile, &rest, &r), "{a} / {tile} = {r}");
        prop_assert_eq!(logical_divide_ceil(&a, &tile), Ok(r));
    }

    #[test]
    fn any_nesting(a in arbitrary::layout(4, 7, -20..30), b in arbitrary::layout(3, 5, 0..13)) {
        if let Ok(r) = logical_divide(&a, &b) {
            let rest = complement(&b, a.size()).unwrap();
            prop_assert!(is_divide(&a, &b, &rest, &r), "{a} / {b} = {r}");
        }
        if let Ok(r) = logical_divide_ceil(&a, &b) {
            let rest = complement_ceil(&b, a.size()).unwrap();
            prop_assert!(is_divide(&a, &b, &rest, &r), "{a} / {b} = {r}");
        }
    }
}

/// An error in a tile names one of its modes; the caller does not know the modes of the complement.
#[test]
fn errors_name_modes_of_the_tile() {
    let mut refused = 0;
    for a in all_layouts(2, &[2, 3, 4], &[1, 5]) {
        for shape in [2, 3, 4] {
            for place in [0, 1] {
                let stride = ArithmeticTuple::basis(&[place]).unwrap();
                let tile = Layout::of_modes([Mode { shape, stride }], Profile::leaf()).unwrap();
                refused += usize::from(names_a_mode_of(&tile, logical_divide(&a, &tile)));
            }
            for stride in [1, 2, 3, 4] {
                let tile = Layout::leaf(shape, stride).unwrap();
                refused += usize::from(names_a_mode_of(&tile, logical_divide(&a, &tile)));
                let tile = bits(&tile);
                refused += usize::from(names_a_mode_of(&tile, logical_divide(&a, &tile)));
            }
        }
    }
    assert!(refused > 100, "{refused}");
}

fn names_a_mode_of<D: Stride>(tile: &Layout<D>, got: Result<Layout, Error>) -> bool {
    let Err(error) = got else { return false };
    assert!(error.mode.is_none_or(|mode| mode < tile.flat_modes().len()), "{tile}: {error}");
    true
}
