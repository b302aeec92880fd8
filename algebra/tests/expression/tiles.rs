//! Tiles, grids and thread-value layouts that are composed layouts, checked with the lists of their offsets.

use tilework_algebra::expression::{Names, Value, evaluate};

use crate::composed::integers;
use crate::value;

/// Tiles and grids: functions that are not layouts, and functions of layouts with XOR strides.
const TILES: [&str; 16] = [
    "composed(Sw<2,0,3>, 0, (3,8):(8,1))",
    "composed(Sw<2,0,3>, 0, (8,3):(1,8))",
    "composed(Sw<1,0,2>, 0, (3,2):(4,1))",
    "composed(Sw<2,0,3>, 8, (2,8):(16,1))",
    "composed(Sw<1,0,3>, 5, (2,3):(8,1))",
    "composed((4,6):(6,1), 0, Sw<1,0,2>)",
    "composed((8,6):(6,1), 0, (8,4):(f1,f9))",
    "composed((2,4):(4,1), 0, composed(Sw<1,0,1>, 0, (4,2):(2,1)))",
    "composed((3,4):(4,1), 1, (2,2):(2,6))",
    "composed((3,4):(4,1), 11, (2,3):(-3,-2))",
    "composed((3,4):(f4,f1), 0, (3,4):(1,3))",
    "composed((8,4):(f1,f9), 3, (2,4):(f8,f1))",
    "composed(Sw<2,0,3>, 3, (8,4):(f1,f8))",
    "composed(composed((3,4):(4,1), 2, Sw<1,0,2>), 1, (2,3):(1,2))",
    "(4,2):(f1,f5)",
    "Sw<1,0,2>",
];

/// The offsets of the copies of the tile that fill `0..n`, the smallest first; `None` if copies overlap or exceed `n`.
pub fn rest(tile: &[i64], n: i64) -> Option<Vec<i64>> {
    let (mut covered, mut rest) = (vec![false; n as usize], vec![]);
    while let Some(next) = covered.iter().position(|&covered| !covered) {
        for offset in tile {
            let at = covered.get_mut(next + *offset as usize)?;
            if *at {
                return None;
            }
            *at = true;
        }
        rest.push(next as i64);
        if !covered[next] {
            return None;
        }
    }
    Some(rest)
}

pub fn at(layout: &str, i: i64) -> i64 {
    integers(&format!("({layout})({i})"))[0]
}

/// `A / C = A o (C, C*)`, which exists if copies of the tile fill the size.
#[test]
fn divides_by_composed_tiles() {
    let layouts = ["24:1", "(6,8):(8,1)", "(4,16):(1,5)", "(8,4):(f1,f9)", "(3,32):(32,1)"];
    let layouts = layouts.into_iter().chain(["composed(Sw<2,0,3>, 4, (8,6):(6,1))", "Sw<2,0,3>"]);
    let (mut divided, mut none) = (0, 0);
    for a in layouts {
        let n = integers(&format!("size({a})"))[0];
        for tile in TILES {
            let offsets = integers(&format!("offsets({tile})"));
            let (text, rest) = (format!("logical_divide({a}, {tile})"), rest(&offsets, n));
            let Some(rest) = rest else {
                // Copies of XOR strides are XORed, which may work if addition does not.
                let bits = tile.starts_with('(') || tile.starts_with('S');
                assert!(bits || value(&text).is_err(), "{text}");
                none += 1;
                continue;
            };
            let r = evaluate(&text, &mut Names::new());
            let r = r.unwrap_or_else(|failure| panic!("{}", failure.show(&text)));
            let pairs = rest.iter().flat_map(|y| offsets.iter().map(move |x| x + y));
            let expected: Vec<i64> = pairs.map(|i| at(a, i)).collect();
            assert_eq!(integers(&format!("offsets({r})")), expected, "{text} = {r}");
            // The other arrangements have the same values, in this order.
            let mut others = vec!["zipped_divide", "tiled_divide", "flat_divide"];
            if value(&format!("to_xor({tile})")).is_err() {
                others.push("logical_divide_ceil");
            }
            for other in others {
                let other = format!("offsets({other}({a}, {tile}))");
                assert_eq!(integers(&other), expected, "{other}");
            }
            assert_eq!(integers(&format!("size(mode({r}, 0))"))[0], offsets.len() as i64, "{text}");
            let complement = format!("offsets(complement({tile}, {n}))");
            if value(&complement).is_ok() {
                assert_eq!(integers(&complement), rest, "{complement}");
            }
            divided += 1;
        }
    }
    println!("{divided} divides, {none} without");
    assert!(divided > 30 && none > 30, "{divided} {none}");
}

/// All sets of offsets up to 16 as tiles: if copies of a set fill an interval, the offsets of the copies are a layout.
#[test]
fn complements_of_sets() {
    let mut filled = 0;
    for set in 0..1 << 12 {
        let tile: Vec<i64> = (0..12).filter(|i| set >> i & 1 == 1).collect();
        if tile.first() != Some(&0) {
            continue;
        }
        for n in 1..=24 {
            if n % tile.len() as i64 == 0 && rest(&tile, n).is_some() {
                let list: Vec<String> = tile.iter().map(i64::to_string).collect();
                let layout = value(&format!("function_to_layout([{}])", list.join(",")));
                assert!(layout.is_ok(), "{tile:?} in 0..{n}");
                filled += 1;
            }
        }
    }
    assert!(filled > 60, "{filled}");
}

/// `A * C = (A, A* o C)`.
#[test]
fn products_with_composed_grids() {
    let mut multiplied = 0;
    for a in [
        "4:1",
        "3:1",
        "(2,3):(3,1)",
        "(4,8):(1,5)",
        "6:2",
        "1:0",
        "composed(Sw<2,0,3>, 2, (4,2):(2,1))",
    ] {
        // The plain layout that represents a composed layout in the product, and the function that is applied
        // afterwards.
        let (plain, after) = match a.strip_prefix("composed(Sw<2,0,3>, 2, ") {
            Some(inner) => {
                (inner.trim_end_matches(')').to_string() + ")", "composed(Sw<2,0,3>, 2, 1024:1)")
            }
            None => (a.to_string(), "1024:1"),
        };
        let inner = integers(&format!("offsets({plain})"));
        for grid in TILES {
            let text = format!("logical_product({a}, {grid})");
            let r = evaluate(&text, &mut Names::new());
            let r = r.unwrap_or_else(|failure| panic!("{}", failure.show(&text)));
            let others = integers(&format!("offsets({grid})"));
            let others = others.iter().map(|&i| at(&format!("complement_ext({plain})"), i));
            let sums = others.flat_map(|y| inner.iter().map(move |x| x + y));
            let expected: Vec<i64> = sums.map(|x| at(after, x)).collect();
            assert_eq!(integers(&format!("offsets({r})")), expected, "{text} = {r}");
            for other in ["zipped_product", "tiled_product", "flat_product"] {
                let other = format!("offsets({other}({a}, {grid}))");
                assert_eq!(integers(&other), expected, "{other}");
            }
            // The paired products have the same values in another order.
            let mut sorted = expected.clone();
            sorted.sort_unstable();
            for (other, of_tile) in [("blocked_product", 0), ("raked_product", 1)] {
                let other = format!("{other}({a}, {grid})");
                let mut offsets = integers(&format!("offsets({other})"));
                let part =
                    integers(&format!("offsets(mode(mode(flat_product({a}, {grid}), 0), 0))"));
                let first = integers(&format!("offsets(mode(mode({other}, 0), {of_tile}))"));
                assert_eq!(first[0], part[0], "{other}");
                offsets.sort_unstable();
                assert_eq!(offsets, sorted, "{other}");
            }
            multiplied += 1;
        }
    }
    assert_eq!(multiplied, 7 * TILES.len());
}

/// The data at `tile(tv(t, v)) + rest`.
#[test]
fn partitions_by_composed_layouts() {
    let mut tried = 0;
    for data in ["(16,8):(1,16)", "(16,8):(8,1)", "(8,16):(f1,f9)", "(16,12):(1,17)"] {
        for (tv, threads) in [
            ("composed(Sw<1,0,3>, 0, ((4,2),(2,2)):((8,1),(2,4)))", 8),
            ("composed(Sw<1,0,3>, 1, ((3,2),(2,2)):((8,1),(2,4)))", 6),
            ("composed((4,8):(8,1), 0, (8,4):(f1,f9))", 8),
            ("composed((4,8):(8,1), 3, (8,2):(f1,f16))", 8),
        ] {
            let text = format!("partition({data}, (8,4), {tv})");
            let r = evaluate(&text, &mut Names::new());
            let r = r.unwrap_or_else(|failure| panic!("{}", failure.show(&text)));
            let tv = integers(&format!("offsets({tv})"));
            let tiles =
                integers(&format!("offsets(zipped_divide(identity(shape({data})), (8,4)))"));
            let tiles = tiles.chunks(32).flat_map(|tile| tv.iter().map(|&i| tile[i as usize]));
            let expected: Vec<i64> = tiles.map(|i| at(data, i)).collect();
            assert_eq!(integers(&format!("offsets({r})")), expected, "{text} = {r}");
            assert_eq!(integers(&format!("size(mode({r}, 0))")), [threads], "{text}");
            tried += 1;
        }
    }
    assert_eq!(tried, 16);
    for (text, words) in [
        (
            "partition((16,8):(1,16), (8,4), composed(Sw<1,0,3>, 16, (8,4):(4,1)))",
            "coordinate range",
        ),
        ("partition((16,8):(1,16), (8,4), composed(Sw<1,0,3>, 1, 8:1))", "profile"),
        ("(4,8):(1,4) / <4, composed(Sw<2,0,3>, 5, 8:1)>", "logical_divide: added offset, mode 1"),
        ("24:1 / composed(Sw<2,0,3>, 1, 8:1)", "the offset 1 is added"),
        ("24:1 / composed(Sw<1,0,1>, 0, (2,2):(1,1))", "injectivity"),
    ] {
        let failure = value(text).unwrap_err().to_string();
        assert!(failure.contains(words), "{text}: {failure}");
    }
    assert!(matches!(
        crate::composed::of("admissible(8:1, composed(Sw<2,0,3>, 5, 8:1))"),
        Value::Boolean(true)
    ));
}

/// A thread-value layout into the coordinates of the tile.
#[test]
fn partition_by_coordinates() {
    let tv = "((4,8),2):((2e0,e1),e0)";
    for (shape, rows, columns) in [("(16,16):(16,1)", 16, 1), ("(16,16):(1,20)", 1, 20)] {
        let mut expected = Vec::new();
        for (tile_column, tile_row) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            for v in 0..2 {
                for t in 0..32 {
                    let (row, column) = (8 * tile_row + 2 * (t % 4) + v, 8 * tile_column + t / 4);
                    expected.push(rows * row + columns * column);
                }
            }
        }
        assert_eq!(integers(&format!("offsets(partition({shape},(8,8),{tv}))")), expected);
        // These bits do not carry.
        let bits = "((4,8),2):((f2,f8),f1)";
        assert_eq!(integers(&format!("offsets(partition({shape},(8,8),{bits}))")), expected);
    }
    for (tv, words) in [
        ("((4,8),2):((4e0,e1),e0)", "coordinate range"),
        ("((4,8),2):((2e0,e1),e(2))", "coordinate profile"),
        ("((4,8),2):((2e0,e1),-e0)", "coordinate range"),
        ("((4,8),2):((f2,f8),f64)", "coordinate range"),
    ] {
        let text = format!("partition((16,16):(16,1),(8,8),{tv})");
        let failure = value(&text).unwrap_err().to_string();
        assert!(failure.contains(words), "{text}: {failure}");
    }
}
