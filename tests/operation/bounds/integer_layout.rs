//! Functions with the one bound `IntegerLayout`: the result of each operation on layouts of all kinds, static and
//! dynamic, is that of the value level, or the same rule is broken.

use tilework::algebra;
use tilework::generic::{
    BlockedProduct, Complement, ComplementCeil, Composition, IntegerLayout, LeftInverse,
    LogicalDivide, LogicalDivideCeil, LogicalProduct, RakedProduct, Tiler, ZippedDivide,
    ZippedDivideCeil,
};
use tilework::typenum::{U0, U1};
use tilework::{AnyLayout, Error, Keep, hlist, layout, leaf};

fn value(layout: impl AnyLayout) -> algebra::Layout {
    layout.to_string().parse().unwrap()
}

/// Checks that both are the same function with the same size, or errors of the same rule. Returns whether there is a
/// result. (In the types dynamic modes do not merge.)
fn agree(types: Result<impl AnyLayout, Error>, values: Result<algebra::Layout, Error>) -> bool {
    fn offsets(layout: &algebra::Layout) -> Vec<i64> {
        (0..layout.size()).map(|i| layout.offset(i).unwrap()).collect()
    }
    match (types.map(value), values) {
        (Ok(types), Ok(values)) => assert_eq!(offsets(&types), offsets(&values)),
        (Err(types), Err(values)) => {
            assert_eq!(types.rule.name(), values.rule.name());
            return false;
        }
        (types, values) => panic!("{types:?} in the types, {values:?} on values"),
    }
    true
}

/// The number of operations of two layouts that have a result.
fn of_two<A: IntegerLayout, B: IntegerLayout>(a: A, b: B) -> usize {
    let (x, y) = (value(a), value(b));
    let have_results = [
        agree(a.try_apply(Composition::new(b)), algebra::composition(&x, &y)),
        agree(a.try_apply(LogicalDivide::new(b)), algebra::logical_divide(&x, &y)),
        agree(a.try_apply(LogicalDivideCeil::new(b)), algebra::logical_divide_ceil(&x, &y)),
        agree(Ok(a.coalesce()), Ok(algebra::coalesce(&x))),
        agree(Ok(a.mode::<U0>()), Ok(x.mode(0).unwrap())),
    ];
    have_results.into_iter().filter(|&has_result| has_result).count()
}
#[test]
fn operations_of_two_layouts() {
    let (m, n, two, wide) = (6, 4, 2, 6_u32);
    assert_eq!(of_two(layout!((4, 6)), layout!((2,2):(1,4))), 5);
    assert_eq!(of_two(layout!(((2,2),6):((1,8),16)), layout!((2,2):(1,4))), 5);
    assert_eq!(of_two(layout!((m,n):(1,m)), layout!((2,3):(1,2))), 5);
    assert_eq!(of_two(layout!((m,4):row_major), layout!(3:2)), 5);
    assert_eq!(of_two(layout!((6,n):(4,1)), layout!(two:3)), 5);
    assert_eq!(of_two(layout!((wide,8):(8,1)), layout!((3,4):(1,12))), 5);
    assert_eq!(of_two(layout!(24:1), layout!((n,3):(1,4))), 5);
    // 4 stays within the first mode; 6 of the rest do not divide it.
    assert_eq!(of_two(layout!((m,n):(1,8)), layout!(n:1)), 3);
}

/// Checks that the products have a result.
fn products<A: IntegerLayout, B: IntegerLayout>(a: A, grid: B) {
    let (x, y) = (value(a), value(grid));
    let have_results = [
        agree(a.try_apply(LogicalProduct::new(grid)), algebra::logical_product(&x, &y)),
        agree(a.try_apply(BlockedProduct::new(grid)), algebra::blocked_product(&x, &y)),
        agree(a.try_apply(RakedProduct::new(grid)), algebra::raked_product(&x, &y)),
    ];
    assert_eq!(have_results, [true; 3]);
}
#[test]
fn products_with_a_grid() {
    let (m, n) = (6, 4);
    products(layout!((2,2):(4,1)), layout!((3,4):(4,1)));
    products(layout!((2,4):(4,1)), layout!((m,n):(1,m)));
}

/// The number of complements in `n` that have a result.
fn complements<A: IntegerLayout>(a: A, n: usize) -> usize {
    let (x, end) = (value(a), n as i64);
    let exact = agree(a.try_apply(Complement::new(leaf(n))), algebra::complement(&x, end));
    let padded =
        agree(a.try_apply(ComplementCeil::new(leaf(n))), algebra::complement_ceil(&x, end));
    usize::from(exact) + usize::from(padded)
}
#[test]
fn complements_in_a_size() {
    let (m, n) = (6, 4);
    assert_eq!(complements(layout!((2,2):(1,4)), 24), 2);
    assert_eq!(complements(layout!((m,2):(1,12)), 48), 2);
    assert_eq!(complements(layout!(n:2), 24), 2);
    assert_eq!(complements(layout!(n:2), 20), 1);
    assert_eq!(complements(layout!(n:2), 0), 2);
    assert_eq!(complements(layout!((m,n):(4,1)), 0), 2);
    assert_eq!(complements(layout!((m,n):(4,1)), 24), 2);
}

/// The number of divides by the tiler that have a result. `text` is the tiler's notation.
fn by_mode<A: IntegerLayout, T: Tiler>(a: A, tiler: T, text: &str) -> usize {
    let (x, tiler_value) = (value(a), text.parse::<algebra::Tiler>().unwrap());
    let exact =
        agree(a.try_apply(ZippedDivide::new(tiler)), algebra::zipped_divide(&x, &tiler_value));
    let padded = agree(
        a.try_apply(ZippedDivideCeil::new(tiler)),
        algebra::zipped_divide_ceil(&x, &tiler_value),
    );
    usize::from(exact) + usize::from(padded)
}
#[test]
fn divides_by_mode() {
    let (m, n, two) = (6, 4, 2);
    assert_eq!(by_mode(layout!((4, 6)), layout!(<2,3>), "<2,3>"), 2);
    assert_eq!(by_mode(layout!((4,6,5):(30,5,1)), layout!(<2:2,_>), "<2:2,_>"), 2);
    assert_eq!(by_mode(layout!((m,n):(1,m)), layout!(<3,2>), "<3,2>"), 2);
    assert_eq!(by_mode(layout!((m,(2,n)):(8,(1,2))), layout!(<2,(2,2)>), "<2,(2,2)>"), 2);
    assert_eq!(by_mode(layout!((m,n):(n,1)), hlist![leaf(two), Keep], "<2,_>"), 2);
    // Tiles that do not divide evenly.
    assert_eq!(by_mode(layout!((m,n):(n,1)), layout!(<4,2>), "<4,2>"), 1);
}

#[test]
fn inverses() {
    fn both<A: IntegerLayout>(a: A) {
        let x = value(a);
        assert!(agree(Ok(a.right_inverse()), algebra::right_inverse(&x)));
        assert!(agree(Ok(a.left_inverse()), algebra::left_inverse(&x)));
    }
    both(layout!((4,6):(6,1)));
    both(layout!(((2,2),6):((12,1),2)));
    both(layout!((4,8):(1,5)));
    let (m, n) = (4, 6);
    both(layout!((m,6):(6,1)));
    both(layout!((2,m,n):(1,2,8)));
    both(layout!((8,m):(8,1)));
}
/// *Digits* is a rule at run time, although the result is static here.
#[test]
fn left_inverses_that_are_static_are_checked() {
    fn of<A: IntegerLayout>(a: A) -> Result<(), tilework::Error> {
        a.try_apply(LeftInverse::new(())).map(drop)
    }
    for m in 1..16 {
        assert_eq!(of(layout!((8,m):(8,1))).is_ok(), m <= 8, "{m}");
    }
}

/// Results are operands of further operations, and have types with names.
#[test]
fn one_operation_after_another() {
    fn tiles<A: IntegerLayout, T: Tiler, V: IntegerLayout>(
        a: A,
        tiler: T,
        threads: V,
    ) -> [usize; 3] {
        let divided = a.zipped_divide(tiler);
        let thread = divided.tile().composition(threads);
        let (first, second) = (thread.mode::<U0>(), thread.mode::<U1>().coalesce());
        [divided.rest().size(), first.size(), second.cosize()]
    }
    let (m, n) = (16, 24);
    // A thread has 2 x 1 of 8 x 4 elements.
    let threads = layout!(((4,4),2):((1,8),4));
    assert_eq!(tiles(layout!((m,n):(1,m)), layout!(<8,4>), threads), [12, 16, 5]);
    assert_eq!(tiles(layout!((16,24):(24,1)), layout!(<8,4>), threads), [12, 16, 4 * 24 + 1]);

    fn typed<A: IntegerLayout, B: IntegerLayout>(a: A, b: B) -> A::Apply<Composition<B>> {
        a.composition(b)
    }
    let _: tilework::Layout!((2,2):(1,8)) = typed(layout!((4,6):(1,4)), layout!((2,2):(1,8)));
}
