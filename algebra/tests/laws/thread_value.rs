//! Partitions by thread-value layouts of every kind: the elements by the definition, and a result if and only if they
//! have a layout.

use tilework_algebra::{
    ArithmeticTuple, IntTuple, Layout, Rule, Stride, ThreadValue, Xor, partition,
};

use crate::definition::{all_layouts, bits, layout, value, xor_value};
use crate::exact_strides::{AsInteger, Count, PLACE, coordinates};

/// The coordinate `(row, column)` of the tile that the thread-value layout gives.
trait Place: Stride {
    fn place(integers: &Layout, i: i64, rows: i64) -> [i64; 2];
}

impl Place for i64 {
    fn place(tv: &Layout, i: i64, rows: i64) -> [i64; 2] {
        [value(tv, i) % rows, value(tv, i) / rows]
    }
}

impl Place for Xor {
    fn place(tv: &Layout, i: i64, rows: i64) -> [i64; 2] {
        [xor_value(tv, i) % rows, xor_value(tv, i) / rows]
    }
}

impl Place for ArithmeticTuple {
    fn place(tv: &Layout, i: i64, _: i64) -> [i64; 2] {
        [value(tv, i) % PLACE, value(tv, i) / PLACE]
    }
}

/// Data of two modes in tiles of two modes, with a thread-value layout that may or may not lie in the tile.
fn judge<D: AsInteger, T: Place>(
    count: &mut Count,
    (integers, data): (&Layout, &Layout<D>),
    tile: [i64; 2],
    (tv_integers, tv): (&Layout, &Layout<T>),
    at: fn(&Layout, i64) -> i64,
    is_xor: bool,
) {
    let shape = IntTuple::tuple(tile.map(IntTuple::leaf));
    let size = tv.size();
    let inside = (0..size).all(|i| {
        let [row, column] = T::place(tv_integers, i, tile[0]);
        row < tile[0] && column < tile[1]
    });
    if !inside {
        let error = ThreadValue::new(&shape, tv.clone()).unwrap_err();
        assert_eq!(error.rule, Rule::CoordinateOutside, "{tv} in {shape}");
        return;
    }
    let extents: Vec<i64> = data.flat_modes().iter().map(|mode| mode.shape).collect();
    let rests = [0, 1].map(|k| extents[k] / tile[k]);
    let mut elements = Vec::new();
    for rest in 0..rests[0] * rests[1] {
        for i in 0..size {
            let [row, column] = T::place(tv_integers, i, tile[0]);
            let row = row + tile[0] * (rest % rests[0]);
            let column = column + tile[1] * (rest / rests[0]);
            elements.push(at(integers, row + extents[0] * column));
        }
    }
    let [t, v] = [0, 1].map(|k| tv.flat_modes()[k].shape);
    let domain = layout(&format!("({t},({v},({},{}))):(0,(0,(0,0)))", rests[0], rests[1]));
    let what = || format!("partition({data},{shape},{tv})");
    count.judge(partition(data, &shape, tv), &elements, &domain, is_xor, what);
}

fn all_kinds(data: &[Layout], thread_values: &[(&Layout, [i64; 2])]) -> [Count; 3] {
    let mut counts = [Count::default(), Count::default(), Count::default()];
    let [integers, xors, places] = &mut counts;
    for a in data {
        for &(tv, tile) in thread_values {
            let extents = a.flat_modes();
            if (0..2).any(|k| extents[k].shape % tile[k] != 0) {
                continue;
            }
            let (xor, at_places) = (bits(a), coordinates(a));
            judge(integers, (a, a), tile, (tv, tv), value, false);
            judge(integers, (a, a), tile, (tv, &bits(tv)), value, false);
            judge(xors, (a, &xor), tile, (tv, tv), xor_value, true);
            judge(xors, (a, &xor), tile, (tv, &bits(tv)), xor_value, true);
            judge(places, (a, &at_places), tile, (tv, tv), value, false);
            judge(places, (a, &at_places), tile, (tv, &bits(tv)), value, false);
        }
    }
    counts
}

fn data() -> Vec<Layout> {
    let mut data = Vec::new();
    for shape in ["(4,6)", "(4,12)", "(6,4)"] {
        for strides in ["(1,4)", "(8,1)", "(0,1)", "(1,5)", "(8,64)"] {
            data.push(layout(&format!("{shape}:{strides}")));
        }
    }
    data
}

#[test]
fn by_integers_and_bits() {
    let tiles = [[4, 6], [2, 3], [2, 4], [3, 2], [1, 6]];
    let all = all_layouts(2, &[1, 2, 3], &[0, 1, 2, 4, 6]);
    let thread_values: Vec<_> = all.iter().flat_map(|tv| tiles.map(|tile| (tv, tile))).collect();
    let [integers, xors, places] = all_kinds(&data(), &thread_values);
    integers.both(1000, 1000);
    xors.both(1000, 1000);
    places.both(1000, 1000);
}

/// `(rows, columns)` of the tile.
#[test]
fn by_coordinates() {
    let all = all_layouts(2, &[1, 2, 3], &[0, 1, PLACE, PLACE + 1, 2 * PLACE]);
    let (mut integers, mut xors) = (Count::default(), Count::default());
    for a in data() {
        for tv in &all {
            for tile in [[4, 6], [2, 3], [3, 2]] {
                if (0..2).all(|k| a.flat_modes()[k].shape % tile[k] == 0) {
                    let tv = (tv, &coordinates(tv));
                    judge(&mut integers, (&a, &a), tile, tv, value, false);
                    judge(&mut xors, (&a, &bits(&a)), tile, tv, xor_value, true);
                }
            }
        }
    }
    // Each mode of the data is linear.
    integers.always(3000);
    xors.both(1000, 1000);
    // A tile of one mode has no rows, and there is no coordinate below 0.
    let tv = |text: &str| text.parse::<Layout<ArithmeticTuple>>().unwrap();
    for (tile, tv) in [("24", tv("(2,3):(e0,2e0)")), ("(4,6)", tv("(2,3):(-1e0,e1)"))] {
        assert!(ThreadValue::new(&tile.parse().unwrap(), tv).is_err());
    }
}
