//! Composed layouts as tilers of modes: `r(x, y, ..) = A_0(T_0(x)) + A_1(T_1(y)) + ..`, checked with the lists of
//! offsets.

use tilework_algebra::expression::{Names, Value, evaluate};

use super::integers;
use crate::tiles::{at, rest};
use crate::{assert_value, value};

/// A layout given by its modes, the addition of its modes, and the function that is applied to the sum.
struct Data {
    text: String,
    modes: Vec<&'static str>,
    add: fn(i64, i64) -> i64,
    apply: fn(i64) -> i64,
}

fn data() -> Vec<Data> {
    let sum: fn(i64, i64) -> i64 = |a, b| a + b;
    let xor: fn(i64, i64) -> i64 = |a, b| a ^ b;
    let same: fn(i64) -> i64 = |x| x;
    let swizzle: fn(i64) -> i64 = |x| (x + 4) ^ ((x + 4) >> 3 & 3);
    let of = |before: &str, modes: &[&'static str], behind: &str, add, apply| Data {
        text: format!("{before}concatenate({}){behind}", modes.join(", ")),
        modes: modes.to_vec(),
        add,
        apply,
    };
    vec![
        of("", &["8:1", "16:8"], "", sum, same),
        of("", &["8:17", "16:1"], "", sum, same),
        of("", &["(2,4):(4,9)", "16:40", "3:1"], "", sum, same),
        of("", &["8:f1", "16:f9"], "", xor, same),
        of("", &["(4,2):(f3,f5)", "16:f6"], "", xor, same),
        of("composed(Sw<2,0,3>, 4, ", &["8:16", "16:1"], ")", sum, swizzle),
        of("composed(Sw<2,0,3>, 0, ", &["8:f8", "16:f1"], ")", xor, |x| x ^ (x >> 3 & 3)),
        of("composed(4:3, 5, ", &["8:f3", "16:f9"], ")", xor, |x| 3 * (x ^ 5)),
    ]
}

/// Tilers by mode: functions that are not layouts, layouts, and modes that stay.
const TILERS: [&[&str]; 9] = [
    &["composed(Sw<1,0,2>, 1, 4:1)", "_"],
    &["_", "composed(Sw<1,0,2>, 0, (3,2):(4,1))"],
    &["4", "composed(Sw<2,0,2>, 2, (2,2):(4,1))"],
    &["composed(Sw<1,0,1>, 3, 2:2)", "composed((4,6):(4,1), 1, (2,2):(1,2))"],
    &["composed((2,4):(4,1), 1, 3:1)", "4:4"],
    &["composed((2,4):(4,1), 2, 4:1)", "composed(16:1, 4, (4,2):(f1,f5))"],
    &["composed(Sw<1,0,2>, 1, 4:1)"],
    &["2:4", "composed((4,6):(4,1), 2, 2:1)", "_"],
    &["composed((8,4):(f1,f9), 3, 2:f2)", "composed(Sw<1,0,2>, 1, 8:1)"],
];

/// Tiles whose copies fill a mode.
const TILES: [&[&str]; 6] = [
    &["composed(Sw<2,0,3>, 3, 4:-1)", "_"],
    &["_", "composed(Sw<1,0,2>, 5, (2,2):(-1,-4))"],
    &["4", "composed(Sw<1,0,2>, 5, (2,2):(-1,-4))"],
    &["composed(Sw<1,0,2>, 5, (2,2):(-1,-4))", "composed((4,8):(8,1), 9, (2,2):(-8,-1))"],
    &["composed(Sw<1,0,2>, 5, (2,2):(-4,-1))", "(4,2):(f1,f5)"],
    &["composed(Sw<2,0,3>, 3, 4:-1)"],
];

/// The offsets of the mode `(x, y)`, with `x` first.
type Matrix = Vec<Vec<i64>>;

/// The sums over one coordinate of each mode, with the first mode fastest. If `gathered`, all `x` come before all `y`.
fn sums(data: &Data, modes: &[Matrix], gathered: bool) -> Vec<i64> {
    let mut places: Vec<(usize, bool, usize)> = vec![];
    for (k, mode) in modes.iter().enumerate() {
        places.push((k, false, mode[0].len()));
        places.push((k, true, mode.len()));
    }
    if gathered {
        places.sort_by_key(|&(_, outer, _)| outer);
    }
    let size: usize = places.iter().map(|&(_, _, extent)| extent).product();
    let one = |mut i: usize| {
        let mut coordinate = vec![[0; 2]; modes.len()];
        for &(k, outer, extent) in &places {
            coordinate[k][usize::from(outer)] = i % extent;
            i /= extent;
        }
        let values = modes.iter().zip(coordinate).map(|(mode, [x, y])| mode[y][x]);
        (data.apply)(values.reduce(data.add).unwrap())
    };
    (0..size).map(one).collect()
}

/// Modes past a shorter tiler are not tiled.
fn past(mut modes: Vec<Matrix>, tilers: usize) -> Vec<Matrix> {
    for mode in &mut modes[tilers..] {
        *mode = mode[0].iter().map(|&value| vec![value]).collect();
    }
    modes
}

fn shape_of(data: &Data, tilers: &[&str]) -> (Vec<(&'static str, i64, Option<String>)>, String) {
    let modes = data.modes.iter().enumerate().map(|(k, mode)| {
        let tiler = tilers.get(k).filter(|tiler| **tiler != "_");
        (*mode, integers(&format!("size({mode})"))[0], tiler.map(|tiler| tiler.to_string()))
    });
    (modes.collect(), format!("<{}>", tilers.join(",")))
}

fn compare(text: &str, expected: &[i64], of_tilers: &mut usize) {
    let result = evaluate(text, &mut Names::new());
    let result = result.unwrap_or_else(|failure| panic!("{}", failure.show(text)));
    assert_eq!(integers(&format!("offsets({result})")), expected, "{text} = {result}");
    *of_tilers += usize::from(matches!(result, Value::Composed(_) | Value::ComposedXor(_)));
}

#[test]
fn compositions_by_mode() {
    let (mut tried, mut composed) = (0, 0);
    for data in data() {
        for tilers in TILERS.iter().filter(|tilers| tilers.len() <= data.modes.len()) {
            let (modes, tiler) = shape_of(&data, tilers);
            let modes: Vec<Matrix> = modes
                .into_iter()
                .map(|(mode, size, tiler)| {
                    let places = match tiler {
                        Some(tiler) => integers(&format!("offsets({tiler})")),
                        None => (0..size).collect(),
                    };
                    vec![places.into_iter().map(|i| at(mode, i)).collect()]
                })
                .collect();
            let text = format!("{} o {tiler}", data.text);
            compare(&text, &sums(&data, &modes, false), &mut composed);
            assert_value(&format!("admissible({}, {tiler})", data.text), "true");
            tried += 1;
        }
    }
    assert!(tried > 60 && composed > 50, "{tried} {composed}");
}

#[test]
fn divides_by_mode() {
    let (mut tried, mut refused, mut composed) = (0, 0, 0);
    for data in data() {
        for tilers in TILERS.iter().chain(&TILES).filter(|tilers| tilers.len() <= data.modes.len())
        {
            let (modes, tiler) = shape_of(&data, tilers);
            let modes = modes.into_iter().map(|(mode, size, tiler)| {
                let (tile, rest) = match &tiler {
                    Some(tiler) => {
                        let tile = integers(&format!("offsets({tiler})"));
                        (tile.clone(), rest(&tile, size)?)
                    }
                    None => ((0..size).collect(), vec![0]),
                };
                let row = |y: &i64| tile.iter().map(|x| at(mode, x + y)).collect();
                Some(rest.iter().map(row).collect())
            });
            let modes: Option<Vec<Matrix>> = modes.collect();
            let modes = modes.map(|modes| past(modes, tilers.len()));
            for (name, gathered) in [
                ("logical_divide", false),
                ("zipped_divide", true),
                ("tiled_divide", true),
                ("flat_divide", true),
            ] {
                let text = format!("{name}({}, {tiler})", data.text);
                match &modes {
                    Some(modes) => compare(&text, &sums(&data, modes, gathered), &mut composed),
                    None => {
                        assert!(value(&text).is_err(), "{text}");
                        refused += 1;
                    }
                }
                tried += 1;
            }
        }
    }
    println!("{tried} divides, {refused} refused, {composed} composed");
    // Tiles with XOR strides in integer modes, whose copies carry.
    for tile in ["Sw<1,0,2> o (4,2):(2,1)", "(2,2):(f2,f3)"] {
        let offsets = integers(&format!("offsets({tile})"));
        let mut expected = vec![];
        for rest in rest(&offsets, 8).unwrap() {
            expected.extend((0..8).flat_map(|y| offsets.iter().map(move |x| x + rest + 8 * y)));
        }
        let text = format!("zipped_divide((8,8), <{tile}, _>)");
        compare(&text, &expected, &mut composed);
    }
    assert!(tried - refused > 40 && composed > 20, "{tried} {refused} {composed}");
    // The size that a mode is rounded up to comes from the mode itself.
    let text = "zipped_divide_ceil((10,4), <composed(Sw<1,0,1>, 3, 4:-1), _>)";
    let tile = [2, 3, 1, 0];
    let mut expected = vec![];
    for rest in [0, 4, 8] {
        expected.extend((0..4).flat_map(|y| tile.map(|x| x + rest + 10 * y)));
    }
    compare(text, &expected, &mut composed);
}

#[test]
fn products_by_mode() {
    let mut composed = 0;
    for data in data().into_iter().filter(|data| !data.modes[0].contains('f')) {
        for tilers in TILERS.iter().filter(|tilers| tilers.len() <= data.modes.len()) {
            let (modes, tiler) = shape_of(&data, tilers);
            let modes = modes.into_iter().map(|(mode, size, tiler)| {
                let places = tiler.map_or(vec![0], |tiler| integers(&format!("offsets({tiler})")));
                let others = format!("complement_ext({mode})");
                let row = |&i: &i64| (0..size).map(|x| at(mode, x) + at(&others, i)).collect();
                places.iter().map(row).collect()
            });
            let modes = past(modes.collect(), tilers.len());
            for (name, gathered) in [
                ("logical_product", false),
                ("zipped_product", true),
                ("tiled_product", true),
                ("flat_product", true),
            ] {
                let text = format!("{name}({}, {tiler})", data.text);
                compare(&text, &sums(&data, &modes, gathered), &mut composed);
            }
        }
    }
    assert!(composed > 80, "{composed}");
}

/// Tilers nest, keep their names, and name the mode when they are refused.
#[test]
fn tilers_of_tilers() {
    let swizzled = |x: i64| x ^ (x >> 2 & 1);
    let mut expected = vec![];
    for z in 0..3 {
        for y in [1, 2] {
            expected.extend((0..4).map(|x| swizzled(x + 1) + 8 * y + 48 * z));
        }
    }
    for text in [
        "((8,6),3) o <<composed(Sw<1,0,2>, 1, 4:1), composed(2:1, 1, 2:1)>, _>",
        "c = Sw<1,0,2> o 1 o 4:1; t = <c, 2:1 o 1 o 2:1>; ((8,6),3) o <<c, composed(2:1, 1, 2:1)>>",
    ] {
        compare(text, &expected, &mut 0);
    }
    assert_value("<composed(Sw<1,0,2>, 1, 4:1),(4,_)>", "<Sw<1,0,2> o 1 o 4:1,(4,_)>");
    for (text, words) in [
        ("(4,8) o <_,_,composed(Sw<2,0,3>, 5, 8:1)>", "tiler rank"),
        ("(4,8) / <_,composed(Sw<2,0,3>, 5, 8:1)>", "logical_divide: added offset, mode 1"),
        (
            "(4,8):(e0,e1) o <_,composed(Sw<2,0,3>, 5, 8:1)>",
            "with integer or XOR strides is wanted, not a layout into",
        ),
        (
            "(4,8):(e0,e1) o composed(Sw<2,0,3>, 5, 8:1)",
            "with integer or XOR strides is wanted, not a layout into",
        ),
        (
            "(4,8):(e0,e1) / composed(Sw<2,0,3>, 5, 8:1)",
            "with integer or XOR strides is wanted, not a layout into",
        ),
        ("(4,8):(e0,e1) * composed(Sw<2,0,3>, 5, 8:1)", "with integer or XOR strides is wanted"),
        ("size(<_,composed(Sw<2,0,3>, 5, 8:1)>)", "not a tiler with composed layouts"),
        ("Sw<1,0,2> o <composed(Sw<2,0,3>, 5, 8:1)>", "not a swizzle"),
    ] {
        let failure = value(text).unwrap_err().to_string();
        assert!(failure.contains(words), "{text}: {failure}");
    }
}
