//! `tile_to_shape` in the types, static and with dynamic extents, against the value level and the definition: for a
//! compact tile, copy number `g` begins at `g` times the size of the tile.

use std::fmt::Display;

use tilework::{
    AnyLayout, Error, Layout, Rule, algebra,
    bound::Coordinate,
    layout,
    operation::{tile_to_shape, try_tile_to_shape},
    try_layout,
};

/// The value level's result, checked against the definition: the coordinate `(i, j)` is `(i mod s, j mod t)` in the
/// copy `(i / s, j / t)`.
fn by_definition(tile: &str, shape: [i64; 2], order: [usize; 2]) -> String {
    let tile: algebra::Layout = tile.parse().unwrap();
    let text =
        format!("tile_to_shape({tile}, ({},{}), ({},{}))", shape[0], shape[1], order[0], order[1]);
    let names = &mut algebra::expression::Names::new();
    let result = algebra::expression::evaluate(&text, names).unwrap().to_string();
    let layout: algebra::Layout = result.parse().unwrap();
    let spans: Vec<i64> = tile.modes().map(|mode| mode.size()).collect();
    let (s, t) = (spans[0], spans.get(1).copied().unwrap_or(1));
    let (down, across) = (shape[0] / s, shape[1] / t);
    for j in 0..shape[1] {
        for i in 0..shape[0] {
            let copy = match order {
                [0, 1] => i / s + down * (j / t),
                _ => j / t + across * (i / s),
            };
            let offset = tile.offset(i % s + s * (j % t)).unwrap() + copy * s * t;
            assert_eq!(layout.offset(i + shape[0] * j).unwrap(), offset, "{text} = {result}");
        }
    }
    result
}

fn same(result: impl Display, tile: &str, shape: [i64; 2], order: [usize; 2]) {
    assert_eq!(result.to_string(), by_definition(tile, shape, order));
}

/// The order of the copies.
macro_rules! order {
    ($a:tt, $b:tt) => {
        layout!(($a,$b):(0,0)).shape()
    };
}

#[test]
fn static_shapes() {
    let tiled: Layout!(((2,4),(4,2)):((4,16),(1,8))) =
        tile_to_shape(layout!((2,4):(4,1)), layout!((8, 8)).shape(), order!(2, 1));
    same(tiled, "(2,4):(4,1)", [8, 8], [1, 0]);
    let tiled = tile_to_shape(layout!((2,4):(4,1)), layout!((8, 8)).shape(), order!(1, 2));
    same(tiled, "(2,4):(4,1)", [8, 8], [0, 1]);
    // A tile of one mode, and a nested shape.
    let tiled = tile_to_shape(layout!(4:1), layout!(((2, 6), 3)).shape(), order!(2, 1));
    same(tiled, "4:1", [12, 3], [1, 0]);
    let tiled = tile_to_shape(layout!(((2,2),3):((1,6),2)), layout!((4, 9)).shape(), order!(1, 2));
    same(tiled, "((2,2),3):((1,6),2)", [4, 9], [0, 1]);
}

/// The macros call the functions, with literals, names and both.
#[test]
fn in_macros() {
    let tile = layout!((2,4):(4,1));
    type Tile = Layout!((2,4):(4,1));
    let literal = layout!(tile_to_shape((2,4):(4,1), (8,8), (1,0)));
    let literal: Layout!(tile_to_shape(Tile, (8, 8), (1, 0))) = literal;
    let named: Layout!(((2,4),(4,2)):((4,16),(1,8))) = layout!(tile_to_shape(tile, (8, 8), (1, 0)));
    assert!(literal == named);
    let (m, n) = (8, 12);
    let dynamic: Layout!(tile_to_shape(Tile, (_, _), (1, 0))) =
        layout!(tile_to_shape(tile, (m, n), (1, 0)));
    same(dynamic, "(2,4):(4,1)", [8, 12], [1, 0]);
    same(layout!(tile_to_shape(tile, (m, { n + 4 }))), "(2,4):(4,1)", [8, 16], [0, 1]);
    let uneven = try_layout!(tile_to_shape(tile, (m, { n - 6 }))).err().map(|error| error.rule);
    assert_eq!(uneven, Some(Rule::Evenness { size: 6, span: 4 }));

    let shape = layout!((m, (n, 5))).shape();
    let ordered: Layout!(make_ordered_layout((_, (_, 5)), (1, (2, 0)))) =
        layout!(make_ordered_layout((m, (n, 5)), (1, (2, 0))));
    assert_eq!(ordered.to_string(), "(8,(12,5)):(5,(40,1))");
    let zero = layout!(1:0).stride();
    assert_eq!(layout!(make_ordered_layout((m, 8), (1, zero))).to_string(), "(8,8):(8,1)");
    let identity: Layout!(identity((_, (_, 5)))) = layout!(identity((m, (n, 5))));
    assert!(identity == tilework::operation::identity(shape));
    assert_eq!(layout!(flatten(identity((m, (n, 5))))).to_string(), "(8,12,5):(1,8,96)");
    assert!(try_layout!(identity((2, { m - 8 }))).unwrap().is_empty());
}

/// Extents of 1 need no stride, but numbers that do not fit are still errors.
#[test]
fn an_order_that_does_not_fit() {
    use tilework::bound::total::OrderedTotal;
    use tilework::verdict::Judged;
    fn rule<S: OrderedTotal<K, Result: Judged>, K>(_: S, _: K) -> Option<&'static str> {
        <S as OrderedTotal<K>>::Result::RULE
    }
    let three = layout!((1,1,1):(0,1,2)).stride();
    assert_eq!(rule(layout!((1, 1)).shape(), three), Some("profile"));
    assert_eq!(rule(layout!((2, 1)).shape(), three), Some("profile"));
    assert_eq!(rule(layout!((1, 1, 2, 1)).shape(), three), Some("profile"));
    assert_eq!(rule(layout!((1, 1, 1)).shape(), three), None);
    let of_values = "(1,1)".parse::<algebra::IntTuple>().unwrap();
    let order = "(0,1,2)".parse::<algebra::IntTuple>().unwrap();
    let error = algebra::make_ordered_layout(&of_values, &order).unwrap_err();
    assert_eq!(error.rule.name(), "profile");
}

#[test]
fn extents_of_run_time() {
    let tile = layout!((2,4):(4,1));
    for (m, n) in [(2, 4), (8, 8), (6, 12), (2, 20), (10, 4)] {
        let shape = layout!((m, n)).shape();
        let (rows, columns) =
            (tile_to_shape(tile, shape, order!(2, 1)), tile_to_shape(tile, shape, order!(1, 2)));
        let extents = [m as i64, n as i64];
        // If there is one copy its mode may have extent 1 here: the same function.
        for (offsets, order) in [(values(rows), [1, 0]), (values(columns), [0, 1])] {
            let layout: algebra::Layout =
                by_definition("(2,4):(4,1)", extents, order).parse().unwrap();
            let right: Vec<i64> = (0..layout.size()).map(|i| layout.offset(i).unwrap()).collect();
            assert_eq!(offsets, right);
        }
    }
}

fn values<S, D>(layout: Layout<S, D>) -> Vec<i64>
where
    Layout<S, D>: AnyLayout,
    usize:
        Coordinate<usize, <Layout<S, D> as AnyLayout>::Shape, <Layout<S, D> as AnyLayout>::Stride>,
{
    let (shape, stride) = AnyLayout::parts(layout);
    (0..AnyLayout::size(layout)).map(|i| i.offset(shape, stride) as i64).collect()
}

#[test]
fn uneven_extents_are_errors() {
    let (m, n) = (8, 10);
    let result = try_tile_to_shape(layout!((2,4):(4,1)), layout!((m, n)).shape(), order!(1, 2));
    let error: Error = result.map(|_| ()).unwrap_err();
    assert_eq!(error.rule, Rule::Evenness { size: 10, span: 4 });
    assert_eq!(
        error.to_string(),
        "tile_to_shape: evenness, mode 1: the size 10 is not a multiple of the span 4",
    );
}
