//! Composed layouts under the operations, by name: `F o n o B` stays a function of `F`, and an operation on the domain
//! acts on `B`.

use tilework::typenum::{N2, P2, P3, P4, U0, U1, U2, U3, U4, U8, U16};
use tilework::{
    Composed, Dyn, Error, HList, Layout, Operation, Rule, Static, Swizzle, Tensor, algebra, hlist,
    layout,
    operation::{
        append, coalesce, coalesce_profile, composition, filter, filter_zeros, flat_divide,
        flat_divide_ceil, flatten, group, logical_divide, logical_divide_ceil, permute, prepend,
        select, sort, squeeze, squeeze_zeros, take, tile_to_shape, tiled_divide, tiled_divide_ceil,
        try_append, try_composition, try_zipped_divide, unflatten, zipped_divide,
        zipped_divide_ceil,
    },
    result::TileToShape,
    try_layout,
};

/// `Sw<2,0,3>` by its definition.
fn swizzled(x: usize) -> usize {
    x ^ (x >> 3 & 3)
}

/// At each coordinate, the result `e` of a composed layout has the function of what `e` of its inner layout has there,
/// and `e` has the form of that result.
macro_rules! of_the_inner_layout {
    ($($composed:ident, $function:expr, $l:ident => { $($e:expr;)* })*) => {$({
        let function = $function;
        let added = tilework::Leaf::get($composed.added());
        $({
            let result = {
                let $l = $composed;
                $e
            };
            let plain = {
                let $l = $composed.inner();
                $e
            };
            assert_eq!(result.inner(), plain);
            let offsets = (0..plain.size()).map(|i| plain.offset(i));
            for (i, offset) in offsets.enumerate() {
                let expected = function(added + offset);
                assert_eq!(result.offset(i), expected, "{} of {}", stringify!($e), $composed);
            }
        })*
    })*};
}

#[test]
fn by_name() {
    let n = 2_usize;
    let matrix = layout!(((2,4),(3,2)):((1,2),(8,24)));
    let carries = Composed::new(Swizzle::<U2, U0, P3>::new(), Dyn(5_usize), matrix);
    let zeros = layout!(((2,4),(3,2)):((3,0),(6,20)));
    let fixed = Composed::of(Swizzle::<U2, U0, P3>::new(), zeros);
    // Dynamic, under a layout.
    let (m, lda) = (3_usize, 8_usize);
    let dynamic =
        Composed::new(layout!((4,60):(7,1)), Dyn(1_usize), layout!((8,(m,2)):(1,(lda,24))));
    let of_rows = |x: usize| x % 4 * 7 + x / 4;
    of_the_inner_layout! {
        carries, swizzled, l => {
            composition(l, layout!(<4,3>));
            composition(l, layout!(8:3));
            try_composition(l, hlist![Dyn(n), layout!(3:1)]).unwrap();
            logical_divide(l, layout!(<4,3>));
            logical_divide_ceil(l, layout!(<3,3>));
            zipped_divide(l, layout!(<4,3>));
            zipped_divide_ceil(l, layout!(<3,3>));
            tiled_divide(l, layout!(<4,_>));
            tiled_divide_ceil(l, layout!(<4,3>));
            flat_divide(l, layout!(<(2,2),3>));
            flat_divide_ceil(l, layout!(<4,3>));
            try_zipped_divide(l, hlist![Dyn(n), layout!(3:1)]).unwrap();
            tilework::operation::logical_product(l, layout!(2:1));
            tilework::operation::zipped_product(l, layout!(<2,2>));
            tilework::operation::tiled_product(l, layout!(<2,2>));
            tilework::operation::flat_product(l, layout!(<2,2>));
            tilework::operation::blocked_product(l, layout!((2,2)));
            tilework::operation::raked_product(l, layout!((2,2)));
            coalesce(l);
            coalesce_profile(l, layout!((2,2)).shape());
            filter(l);
            filter_zeros(l);
            squeeze(l);
            squeeze_zeros(l);
            flatten(l);
            unflatten(flatten(l), layout!((2,(2,2),2)).shape());
            group(l, Static::<U0>::new(), Static::<U2>::new());
            take(l, Static::<U1>::new(), Static::<U2>::new());
            select(l, hlist![Static::<U1>::new(), Static::<U0>::new()]);
            permute(l, hlist![Static::<U1>::new(), Static::<U0>::new()]);
            tilework::operation::mode(l, Static::<U1>::new());
            tilework::operation::zip(l, layout!((2,3):(64,128)));
            append(l, layout!(2:64));
            prepend(l, layout!((2,3):(64,128)));
            sort(l);
            tilework::operation::partition(l, layout!((4,3)).shape(), layout!((3,4):(4,1)));
            tilework::operation::ThreadValue::new(layout!((8,6)).shape(), layout!((6,8):(8,1))).of_tile(l);
        }
        fixed, swizzled, l => {
            zipped_divide(l, layout!(<4,3>));
            coalesce(l);
            filter(l);
            filter_zeros(l);
            squeeze_zeros(l);
            sort(l);
        }
        dynamic, of_rows, l => {
            zipped_divide(l, hlist![layout!(4:1), Dyn(3_usize)]);
            tiled_divide_ceil(l, layout!(<8,_>));
            composition(l, layout!(<4,_>));
            flatten(l);
            coalesce(l);
            append(l, layout!(n:64));
        }
    }
    let atom = Composed::of(Swizzle::<U2, U0, P3>::new(), layout!((8,4):(4,1)));
    of_the_inner_layout! {
        atom, swizzled, l => {
            tile_to_shape(l, hlist![Dyn(16_usize), Static::<U8>::new()], layout!((2,2):(1,0)).stride());
        }
    }
    // An error of the inner layout is an error here too.
    let uneven = try_zipped_divide(carries, hlist![Dyn(3_usize), layout!(3:1)]);
    assert!(matches!(uneven, Err(Error { rule: Rule::Evenness { .. }, .. })));
    // All static: zero-sized.
    assert_eq!(size_of_val(&zipped_divide(fixed, layout!(<4,3>))), 0);
}

/// In the macros, by names of composed layouts, and as types.
#[test]
fn in_the_macros() {
    let n = 2_usize;
    let c = Composed::new(
        Swizzle::<U2, U0, P3>::new(),
        Dyn(5_usize),
        layout!(((2,4),(3,2)):((1,2),(8,24))),
    );
    of_the_inner_layout! {
        c, swizzled, l => {
            layout!(l o (4,3));
            layout!(l o 8:3);
            layout!(l / (4,3));
            layout!(l * 2:1);
            layout!(zipped_divide(l, (n,3)));
            layout!(coalesce(l));
            layout!(coalesce(l, (*,*)));
            layout!(coalesce(zipped_divide(l, (4,3))));
            layout!(group(l, 0, 2));
            layout!(take(l, 0, 1));
            layout!(select(l, [1,0]));
            layout!(append(l, n:64));
            layout!(unflatten(flatten(l), (*,(*,*),*)));
            try_layout!(flat_divide(l, (n,3))).unwrap();
        }
    }
    type Tile = Composed<Swizzle<U2, U0, P3>, Static<U4>, Layout!((8,8):(8,1))>;
    type Tiles = Layout!(zipped_divide(Tile, (4, 2)));
    let tile: Tile = Composed::new(Swizzle::new(), Static::new(), layout!((8,8):(8,1)));
    let tiles: Tiles = layout!(zipped_divide(tile, (4, 2)));
    assert_eq!(tiles.to_string(), "Sw<2,0,3> o 4 o ((4,2),(2,4)):((8,1),(32,2))");
    let filled: TileToShape<Tile, HList![Static<U16>, Static<U8>], HList![Static<U0>, Static<U1>]> =
        layout!(tile_to_shape(tile, (16, 8)));
    assert_eq!(filled.to_string(), "Sw<2,0,3> o 4 o (16,8):(8,1)");
    // Literals equal those of the value level.
    let literal = layout!(zipped_divide(Sw<2,0,3> o 4 o (8,8):(8,1), <4,2>));
    assert_eq!(literal.to_string(), tiles.to_string());
}

/// Swizzles after one another and layouts after them, in literals, are functions of offsets.
#[test]
fn swizzles_after_one_another() {
    let (low, high) = (Swizzle::<U1, U0, P3>::new(), Swizzle::<U1, U1, P3>::new());
    let far = Swizzle::<U1, U1, P4>::new();
    let (rows, columns) = (layout!((8,8):(8,1)), layout!((8,16):(16,1)));
    macro_rules! check {
        ($($first:ident $second:ident: ($($f:tt)*) ($($s:tt)*);)*) => {$({
            let all = layout!($($f)* o ($($s)* o (8,8):(8,1)));
            let after = layout!($($f)* o composed($($s)*, 5, (8,8):(8,1)));
            let turned = layout!((8,16):(16,1) o ($($f)* o ($($s)* o (8,8):(8,1))));
            for (i, x) in (0..64).map(|i| (i, rows.offset(i))) {
                assert_eq!(all.offset(i), $first.apply($second.apply(x)));
                assert_eq!(after.offset(i), $first.apply($second.apply(5 + x)));
                assert_eq!(turned.offset(i), columns.offset(all.offset(i)));
            }
        })*};
    }
    check! {
        low high: (Sw<1,0,3>) (Sw<1,1,3>);
        high low: (Sw<1,1,3>) (Sw<1,0,3>);
        low far: (Sw<1,0,3>) (Sw<1,1,4>);
        far high: (Sw<1,1,4>) (Sw<1,1,3>);
        low low: (Sw<1,0,3>) (Sw<1,0,3>);
    }
}

/// A layout after a swizzle has an inner layout with XOR strides, and a number added to bits is XORed.
#[test]
fn after_a_swizzle() {
    let swizzle = Swizzle::<U1, U0, P2>::new();
    let columns = layout!((8,6):(6,1));
    let at = |x: usize| x % 8 * 6 + x / 8;
    let plain = Composed::of(columns, layout!((4,2):(f1,f5)));
    assert_eq!(plain.to_string(), "composed((8,6):(6,1), 0, (4,2):(f1,f5))");
    for x in 0..8 {
        assert_eq!(plain.offset(x), at(swizzle.apply(x)));
    }
    // A layout after a swizzle after a layout, in the types.
    let rows = layout!((2,4):(4,1));
    let after = Composed::of(plain, rows);
    assert!((0..8).all(|x| after.offset(x) == at(swizzle.apply(rows.offset(x)))));
    // Literals have XOR strides if such a layout exists, else they are composed.
    let literal = layout!((8,6):(6,1) o Sw<1,0,2>);
    assert_eq!(literal.to_string(), plain.to_string());
    let square: Layout!((4,2):(f2,f3)) = layout!((4,2):(2,1) o Sw<1,0,2>);
    assert!((0..8).all(|x| square.offset(x) == layout!((4,2):(2,1)).offset(swizzle.apply(x))));
    for added in [0_usize, 3, 6, 13] {
        let bits = layout!((2,(2,4)):(f3,(f8,f20)));
        let composed = Composed::new(columns, Dyn(added), bits);
        let of = |x: usize| at(added ^ bits.offset(x));
        let (mut offsets, mut unrolled) = (Vec::new(), Vec::new());
        composed.for_each(|offset| offsets.push(offset));
        composed.unroll(|i, offset| unrolled.push((i, offset)));
        assert!(offsets.iter().copied().eq((0..16).map(of)));
        assert!(unrolled.into_iter().eq((0..16).map(|x| (x, of(x)))));
        for (i, j) in (0..2).flat_map(|i| (0..8).map(move |j| (i, j))) {
            assert_eq!(composed.slice((i, ..)).offset(j), of(i + 2 * j));
            assert_eq!(composed.slice((.., j)).offset(i), of(i + 2 * j));
        }
        let tiles = zipped_divide(composed, layout!(<2,4>));
        for (i, j) in (0..2).flat_map(|i| (0..8).map(move |j| (i, j))) {
            assert_eq!(tiles.offset(((i, j % 4), (0, j / 4))), of(i + 2 * j));
        }
    }
}

/// Composed layouts of one function side by side, and layouts next to them, in literals: `F(n + a(x) + b(y))`.
#[test]
fn side_by_side() {
    let swizzle = Swizzle::<U2, U0, P3>::new();
    let (a, b) = (layout!((3,8):(8,1)), layout!((4,2):(64,256)));
    macro_rules! check {
        ($($beside:ident: $left:tt $right:tt, $at:expr;)*) => {$({
            let beside = layout!($beside($left, $right));
            for (x, y) in (0..a.size()).flat_map(|x| (0..b.size()).map(move |y| (x, y))) {
                let place = $at(x, y);
                let expected = swizzle.apply(4 + a.offset(x) + b.offset(y));
                assert_eq!(beside.offset(place), expected, "{beside} at {place}");
            }
        })*};
    }
    // The integral coordinate of each pair.
    let after = |x: usize, y: usize| x + 24 * y;
    let before = |x: usize, y: usize| y + 8 * x;
    let in_pairs = |x: usize, y: usize| x % 3 + 3 * (y % 4) + 12 * (x / 3) + 96 * (y / 4);
    check! {
        concatenate: (composed(Sw<2,0,3>, 4, (3,8):(8,1))) (composed(Sw<2,0,3>, 4, (4,2):(64,256))), after;
        append: (composed(Sw<2,0,3>, 4, (3,8):(8,1))) (composed(Sw<2,0,3>, 4, (4,2):(64,256))), after;
        append: ((3,8):(8,1)) (composed(Sw<2,0,3>, 4, (4,2):(64,256))), after;
        prepend: (composed(Sw<2,0,3>, 4, (3,8):(8,1))) (composed(Sw<2,0,3>, 4, (4,2):(64,256))), before;
        zip: (composed(Sw<2,0,3>, 4, (3,8):(8,1))) ((4,2):(64,256)), in_pairs;
    }
    // XOR strides are added as bits.
    let plain = layout!((4,2):(64,256));
    let beside =
        layout!(append(composed((4,2):(64,256), 0, 4:f3), composed((4,2):(64,256), 0, 2:f5)));
    assert_eq!(beside.offset((3, 1)), plain.offset(3 ^ 6 ^ 5));
}

/// No offset of a composition overflows. The value level checks each offset and has the same result, or none if this
/// one is refused.
#[test]
fn offsets_fit() {
    let largest = i64::MAX as usize;
    let (mut accepted, mut refused) = (0, 0);
    macro_rules! check {
        ($($outer:expr, $inner:expr;)*) => {$(
            for added in [0, 5, 1 << 60, 1 << 62, largest - 3, largest - 2, usize::MAX - 1, usize::MAX] {
                let (outer, inner) = ($outer, $inner);
                let value = i64::try_from(added).map(|added| {
                    algebra::Composed::of(outer.to_value(), inner.to_value()).with_added(added)
                });
                match Composed::try_new(outer, Dyn(added), inner) {
                    Ok(composed) => {
                        let value = value.unwrap();
                        assert_eq!(composed.to_value(), value);
                        for (i, offset) in value.offsets().unwrap().into_iter().enumerate() {
                            assert_eq!(composed.offset(i) as i64, offset, "{composed} at {i}");
                        }
                        assert_eq!(composed.cosize() as u64, value.image().unwrap().pop().unwrap() as u64 + 1);
                        accepted += 1;
                    }
                    Err(error) => {
                        assert_eq!(error, Error::new(Operation::Composed, Rule::Overflow));
                        assert!(value.is_err() || value.unwrap().offsets().is_err(), "{added}");
                        refused += 1;
                    }
                }
            }
        )*};
    }
    let rows = layout!((4,60):(60,1));
    check! {
        Swizzle::<U3, U0, P3>::new(), layout!(4:1);
        Swizzle::<U2, U1, N2>::new(), layout!((2,2):(1,2));
        layout!((2,3):(1,9)), layout!(4:1);
        layout!((2,3):(f1,f20)), layout!(4:1);
        rows, layout!((2,2):(f1,f2));
        Swizzle::<U3, U0, P3>::new(), layout!((2,2):(f1,f2));
    }
    assert!(accepted > 20 && refused > 12, "{accepted} {refused}");
}

/// No offset of an operation's result overflows either.
#[test]
fn offsets_of_results_fit() {
    let n = i64::MAX as usize - 3;
    let c = Composed::new(Swizzle::<U3, U0, P3>::new(), Dyn(n), layout!((4,2):(1,0)));
    assert_eq!((c.offset((0, 0)), c.cosize()), (n ^ 7, (n ^ 7) + 1));
    let overflow = Error::new(Operation::Composed, Rule::Overflow);
    let sliced = c.slice((3, ..));
    assert_eq!((sliced.added(), sliced.offset(1)), (Dyn(n + 3), c.offset((3, 1))));
    let column = c.slice((.., 1));
    assert_eq!(try_composition(column, layout!(4:1)), Ok(column));
    assert_eq!(try_composition(column, layout!(3:2)).unwrap_err(), overflow);
    assert_eq!(column.try_compose(layout!(3:2)).unwrap_err(), overflow);
    assert_eq!(try_append(column, layout!(2:4)).unwrap_err(), overflow);
    assert_eq!(
        tilework::operation::try_logical_product(column, layout!(2:1)).unwrap_err(),
        overflow
    );
    assert_eq!(column.try_zipped_divide_ceil(layout!(3:1)).unwrap_err(), overflow);
    for refused in [
        std::panic::catch_unwind(|| c.slice((5, ..)).to_string()),
        std::panic::catch_unwind(|| c.with_inner(layout!(5:1)).to_string()),
        std::panic::catch_unwind(|| column.compose(layout!(5:1)).to_string()),
        std::panic::catch_unwind(|| {
            Composed::of(layout!((2,3):(1,9)), layout!(2:{ n / 2 })).to_string()
        }),
    ] {
        let message = refused.unwrap_err();
        assert_eq!(message.downcast_ref(), Some(&overflow.to_string()));
    }
}

/// Data seen through a layout must reach as far as the offsets in use, and no farther.
#[test]
fn data_reaches_as_far_as_the_offsets() {
    let (two, nine) = (2_usize, 9_usize);
    let mut tried = 0;
    macro_rules! check {
        ($($outer:expr;)*) => {$({
            let outer = $outer;
            for first in 0..outer.size() {
                for length in 1..=outer.size() - first {
                    let composed = Composed::new(outer, Dyn(first), layout!(length:1));
                    let cosize = 1 + (first..first + length).map(|x| outer.offset(x)).max().unwrap();
                    assert_eq!(composed.cosize(), cosize);
                    let data = vec![0_u8; cosize];
                    let context = format!("{composed}");
                    assert!(Tensor::through(&data[..], composed).is_ok(), "{context}");
                    let short = Tensor::through(&data[1..], composed).unwrap_err();
                    let (cosize, len) = (cosize as i64, cosize as i64 - 1);
                    assert_eq!(short.rule, Rule::Length { cosize, len }, "{context}");
                    tried += 1;
                }
            }
        })*};
    }
    check! {
        layout!((8,8):(8,1));
        layout!((4,2,3):(1,12,4));
        layout!((3,(2,4)):(7,(0,two)));
        layout!((two,3,nine):(nine,1,5));
        layout!((nine,two):(3,100));
        layout!(((2,2),(2,2)):((1,4),(2,8)));
        layout!(12:5);
    }
    assert!(tried > 4000, "{tried}");
}

/// Compositions of functions equal those of the value level.
#[test]
fn chains_as_values() {
    let first = layout!(composed(Sw<2,0,3>, 5, (3,8):(8,1)));
    let both = layout!((4,60):(7,1) o composed(Sw<2,0,3>, 5, (3,8):(8,1)));
    let bits = layout!((4,16):(f3,f1) o composed(Sw<1,0,1>, 3, (2,4):(f12,f1)));
    let past = layout!(composed(Sw<2,0,3>, 5, (3,8):(8,1)) o composed(Sw<1,0,2>, 0, (4,2):(1,4)));
    let check = |value: Vec<i64>, offsets: Vec<usize>| {
        assert_eq!(offsets.into_iter().map(|x| x as i64).collect::<Vec<_>>(), value);
    };
    check(both.to_value().offsets().unwrap(), (0..24).map(|i| both.offset(i)).collect());
    check(bits.to_value().offsets().unwrap(), (0..8).map(|i| bits.offset(i)).collect());
    check(past.to_value().offsets().unwrap(), (0..8).map(|i| past.offset(i)).collect());
    assert_eq!(
        (both.shape(), both.contains((2, 7)), both.contains((3, 0))),
        (first.inner().shape(), true, false)
    );
}

/// Results that only literals have, as the messages say: inverses, complements and tilers of composed layouts.
#[test]
fn in_literals() {
    let tile = layout!(Sw<1,0,2> o (4,3):(3,1));
    let inverses = [
        layout!(right_inverse(Sw<1,0,2> o (4,3):(3,1))),
        layout!(left_inverse(Sw<1,0,2> o (4,3):(3,1))),
    ];
    for inverse in inverses {
        assert!((0..12).all(|i| tile.offset(inverse.offset(i)) == i));
    }
    assert_eq!(tile.to_value().right_inverse().unwrap(), inverses[0].to_value());
    let added = layout!(Sw<1,0,2> o 4 o (4,3):(3,1));
    let inverse = layout!(left_inverse(Sw<1,0,2> o 4 o (4,3):(3,1)));
    assert!((0..12).all(|i| inverse.offset(added.offset(i)) == i));
    assert_eq!(layout!(complement(Sw<1,0,2> o (4,3):(3,1), 24)), layout!(2:12));
    assert_eq!(layout!(complement_ext(Sw<1,0,2> o (4,3):(3,1))).size(), 1);
    let common = layout!(max_common_layout(12:1, Sw<1,0,2> o (4,3):(3,1)));
    assert_eq!((common.size(), common.offset(0)), (1, 0));
    let places = layout!(locate(12:1, Sw<1,0,2> o (4,3):(3,1)));
    assert!((0..12).all(|i| places.offset(i) == tile.offset(i)));
    // The tile has the offsets 0..8, in another order.
    let tiles = layout!(zipped_divide((8,8), <Sw<1,0,2> o (4,2):(2,1), _>));
    let tile = layout!(composed(Sw<1,0,2>, 0, (4,2):(2,1)));
    let modes =
        layout!((8,16):(17,1) o <composed(Sw<1,0,2>, 1, 4:1), composed(Sw<2,0,2>, 2, (2,2):(4,1))>);
    let (first, second) =
        (layout!(composed(Sw<1,0,2>, 1, 4:1)), layout!(composed(Sw<2,0,2>, 2, (2,2):(4,1))));
    for (i, j) in (0..4).flat_map(|i| (0..4).map(move |j| (i, j))) {
        assert_eq!(modes.offset((i, j)), 17 * first.offset(i) + second.offset(j));
    }
    for (i, j) in (0..8).flat_map(|i| (0..8).map(move |j| (i, j))) {
        assert_eq!(tiles.offset(i + 8 * j), tile.offset(i) + 8 * j);
    }
    let parts = layout!(partition((8,8), (8,4), Sw<1,0,3> o ((4,2),(2,2)):((8,1),(2,4))));
    let tv = layout!(composed(Sw<1,0,3>, 0, ((4,2),(2,2)):((8,1),(2,4))));
    for i in 0..64 {
        assert_eq!(parts.offset(i), tv.offset(i % 32) + 32 * (i / 32));
    }
}

/// `composed(F, n, B)` with names, with dynamic and static `n`.
#[test]
fn by_name_in_macros() {
    type Fold = Swizzle<U2, U0, P3>;
    type Rows = Layout!((4,6):(6,1));
    let (fold, rows, n) = (Fold::new(), Rows::default(), 5_usize);
    let added: Layout!(composed(Fold, _, Rows)) = layout!(composed(fold, n, rows));
    assert_eq!(added, Composed::new(fold, Dyn(n), rows));
    let fixed: Layout!(composed(Fold, 5, Rows)) = layout!(composed(fold, 5, rows));
    let tiles = layout!(zipped_divide(composed(fold, { n }, rows), (2, 3)));
    for (i, j) in (0..4).flat_map(|i| (0..6).map(move |j| (i, j))) {
        let expected = swizzled(5 + 6 * i + j);
        assert_eq!((added.offset((i, j)), fixed.offset((i, j))), (expected, expected));
        assert_eq!(tiles.offset(((i % 2, j % 3), (i / 2, j / 3))), expected);
    }
    let n = usize::MAX >> 1;
    assert_eq!(try_layout!(composed(fold, n, rows)).unwrap_err().rule, Rule::Overflow);
}
