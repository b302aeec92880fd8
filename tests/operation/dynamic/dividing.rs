//! Divides of layouts with dynamic leaves.

use super::*;

type Divide = fn(&algebra::Layout, &algebra::Tiler) -> Result<algebra::Layout, Error>;

/// The function of a divide is that of the value level, which has its own tests. `hidden`: the tile has extents of 1
/// that count, see `complementing`.
fn case(
    count: &Count,
    types: Outcome,
    divide: Divide,
    a: &algebra::Layout,
    tiler: &str,
    hidden: bool,
) -> Result<(), TestCaseError> {
    let values = divide(a, &tiler.parse().unwrap());
    let parts: Vec<_> = a.modes().collect();
    let hidden = hidden || merges(a) || parts.iter().any(merges);
    let expected = values.clone();
    count.case(types, values, hidden, |i| value(expected.as_ref().unwrap(), i))
}

#[test]
fn by_one_mode() {
    check(600, (left::<2>(), right::<1>()), |count, (a, [(s, d)])| {
        let types = outcome!(try_logical_divide(dynamic!(2, a), layout!(s:d)));
        let tiler = format!("{s}:{d}");
        case(count, types, |a, b| algebra::logical_divide(a, b), &value_of(&a), &tiler, false)
    });
}

#[test]
fn by_one_mode_padded() {
    check(600, (left::<3>(), right::<1>()), |count, (a, [(s, d)])| {
        let types = outcome!(try_logical_divide_ceil(dynamic!(3, a), layout!(s:d)));
        let tiler = format!("{s}:{d}");
        case(count, types, |a, b| algebra::logical_divide_ceil(a, b), &value_of(&a), &tiler, false)
    });
}

#[test]
fn by_two_modes_of_known_order() {
    check(600, (left::<2>(), extent(), extent()), |count, (a, s, t)| {
        let types = outcome!(try_logical_divide(dynamic!(2, a), layout!((s,t):(4,1))));
        let tiler = format!("({s},{t}):(4,1)");
        case(count, types, |a, b| algebra::logical_divide(a, b), &value_of(&a), &tiler, s == 1)
    });
}

#[test]
fn by_a_static_tile() {
    check(600, left::<3>(), |count, a| {
        let types = outcome!(try_logical_divide(dynamic!(3, a), layout!(4:1)));
        case(count, types, |a, b| algebra::logical_divide(a, b), &value_of(&a), "4:1", false)
    });
}

#[test]
fn by_tiles_of_modes() {
    check(600, (left::<2>(), extent(), extent()), |count, (a, x, y)| {
        let types = outcome!(try_zipped_divide(dynamic!(2, a), hlist![layout!(x:1), layout!(y:1)]));
        let tiler = format!("<{x},{y}>");
        case(count, types, |a, b| algebra::zipped_divide(a, b), &value_of(&a), &tiler, false)
    });
}

// Each mode is one leaf, which padding continues: there is always a result.
#[test]
fn by_tiles_of_modes_padded() {
    TestRunner::new(config(256))
        .run(&(left::<3>(), extent(), 1usize..20), |(a, x, y)| {
            let tiler = hlist![layout!(x:1), tilework::Keep, layout!(y:1)];
            let types = outcome!(try_zipped_divide_ceil(dynamic!(3, a), tiler));
            prop_assert!(types.is_ok());
            let tiler = format!("<{x},_,{y}>");
            let divide: Divide = |a, b| algebra::zipped_divide_ceil(a, b);
            case(&Count::default(), types, divide, &value_of(&a), &tiler, false)
        })
        .unwrap();
}

#[test]
fn by_tiles_of_several_modes_padded() {
    let strides = (1..6_usize, 1..6_usize);
    check(600, (strides, extent(), extent(), extent()), |count, ((d, e), x, y, z)| {
        let tiler = hlist![layout!((x,y):(2,6)), layout!((z,y):(1,2))];
        let types = outcome!(try_logical_divide_ceil(layout!((5,8):(d,e)), tiler));
        let tiler = format!("<({x},{y}):(2,6),({z},{y}):(1,2)>");
        let hidden = [x, y, z].contains(&1);
        let divide: Divide = |a, b| algebra::logical_divide_ceil(a, b);
        case(count, types, divide, &value_of(&[(5, d), (8, e)]), &tiler, hidden)
    });
}

#[test]
fn by_static_tiles_of_modes() {
    check(600, left::<3>(), |count, a| {
        let types = outcome!(try_zipped_divide(dynamic!(3, a), layout!(<4,2:2>)));
        case(count, types, |a, b| algebra::zipped_divide(a, b), &value_of(&a), "<4,2:2>", false)
    });
}
