//! Rows with strides other than integers: operands or results are layouts into coordinates, or have XOR strides. They
//! run on values, on types, in the macros, and with dynamic leaves.
//!
//! The results are those of the papers (`algebra/tests/vectors/papers.jsonl`, where one is corrected), or by the
//! definition.

use tilework::algebra::expression::{Names, evaluate};
use tilework::algebra::{self, ArithmeticTuple};
use tilework::{Error, Layout, layout, leaf, try_layout};

use crate::run_time::RunTime;

/// The result of the value level for an expression.
fn value(text: &str) -> String {
    evaluate(text, &mut Names::new()).unwrap_or_else(|error| panic!("{text}: {error}")).to_string()
}

/// All offsets of a printed layout, past its size too.
fn offsets(layout: &str) -> Vec<String> {
    let all = |size| 0..2 * size;
    if layout.contains('e') {
        let layout: algebra::Layout<ArithmeticTuple> = layout.parse().unwrap();
        return all(layout.size()).map(|i| layout.offset(i).unwrap().to_string()).collect();
    }
    let layout: algebra::Layout = layout.parse().unwrap();
    all(layout.size()).map(|i| layout.offset(i).unwrap().to_string()).collect()
}

/// A result with dynamic leaves is the written function, at least up to its size.
fn same_function(result: Result<String, Error>, written: &str, row: &str) {
    let result = result.unwrap_or_else(|error| panic!("{row}: {error}"));
    let size = offsets(written).len() / 2;
    let (result, expected) = (offsets(&result), offsets(written));
    assert_eq!((&result[..size], result.len()), (&expected[..size], 2 * size), "{row}");
}

/// Rows `operation(S:D, ..) => R;`, and which leaves of the first operand are dynamic: `leaves`, `extents`, or `none`
/// if the types need all of them.
macro_rules! results {
    ($name:ident, $run_time:ident: $($operation:ident($s:tt:$d:tt $(, $($b:tt)+)?) => $rs:tt:$rd:tt;)+) => {
        #[test]
        fn $name() {$({ fn row() {
            let row = stringify!($operation($s:$d $(, $($b)+)?));
            let written = value(stringify!($rs:$rd));
            assert_eq!(value(row), written, "{row}");
            let a = layout!($s:$d);
            let typed: Layout!($rs:$rd) = layout!($operation(a $(, $($b)+)?));
            assert_eq!(typed.to_string(), written, "{row}");
            let literal: Layout!($rs:$rd) = layout!($operation($s:$d $(, $($b)+)?));
            let _: Layout!($operation($s:$d $(, $($b)+)?)) = literal;
            at_run_time!($run_time, a, written, row, $operation $(, $($b)+)?);
        } row(); })+}
    };
}
macro_rules! at_run_time {
    (none, $a:ident, $written:ident, $row:ident, $operation:ident $($rest:tt)*) => {};
    ($run_time:ident, $a:ident, $written:ident, $row:ident, $operation:ident $($rest:tt)*) => {{
        let dynamic = $a.$run_time();
        let result = try_layout!($operation(dynamic $($rest)*));
        same_function(result.map(|result| result.to_string()), &$written, $row);
    }};
}

/// Checks that the type of a result is a verdict.
fn refused<R: tilework::verdict::Judged>(_: Result<R, Error>, row: &str, rule: &str) {
    assert_eq!(R::RULE, Some(rule), "{row}");
}

results! { composing, leaves:
    // 004, table 4, and section 3.3.5
    composition((8,8):(e0,e1), ((4,8),2):((16,1),8)) => ((4,8),2):((2e1,e0),e1);
}

/// Rows `operation(S:D, ..) => R;` on values and literals.
macro_rules! literals {
    ($name:ident: $($operation:ident($s:tt:$d:tt $(, $($b:tt)+)?) => $rs:tt:$rd:tt;)+) => {
        #[test]
        fn $name() {$({
            let row = stringify!($operation($s:$d $(, $($b)+)?));
            let written = value(stringify!($rs:$rd));
            assert_eq!(value(row), written, "{row}");
            let literal: Layout!($rs:$rd) = layout!($operation($s:$d $(, $($b)+)?));
            let _: Layout!($operation($s:$d $(, $($b)+)?)) = literal;
            assert_eq!(literal.to_string(), written, "{row}");
        })+}
    };
}
literals! { by_coordinates:
    composition((8,16):(20,1), (4,8):(e0,e1)) => (4,8):(20,1);
}
results! { integers_under_bits, none:
    composition((8,8):(f1,f9), ((4,8),2):((16,1),8)) => ((4,8),2):((f18,f1),f9);
}
// XOR strides: 004, tables 4 to 6, and by the definition.
literals! { bits:
    right_inverse((4,(4,3)):(f1,(f5,f16))) => (4,4,3):(f1,f5,f16);
    composition((8,8):(f9,f1), (4,2):(f8,f1)) => (4,2):(f1,f9);
    complement((4,2):(f1,f8), 64) => (2,4):(f4,f16);
    complement_ext((4,2):(f1,f8)) => (2,1):(f4,f16);
    left_inverse((4,(4,3)):(f1,(f5,f16))) => (4,4,3):(f1,f5,f16);
    left_inverse((4,2):(f2,f8)) => (2,8):(0,f1);
    left_inverse((2,3):(f1,f4)) => (2,2,3):(f1,0,f2);
}

/// Rows `S:D => table`, mode 0 down and mode 1 across: on values, on types, and with dynamic leaves.
macro_rules! tables {
    ($($s:tt:$d:tt => $table:expr;)+) => {
        #[test]
        fn tables() {$({
            let text = stringify!($s:$d);
            let layout = layout!($s:$d);
            let dynamic = layout.leaves();
            for (i, j) in (0..4).flat_map(|i| (0..4).map(move |j| (i, j))) {
                let expected: usize = $table[i][j];
                assert_eq!(value(&format!("{text}(({i},{j}))")), expected.to_string(), "{text}");
                assert_eq!(layout.offset((i, j)), expected, "{text} at ({i},{j})");
                assert_eq!(dynamic.offset((i, j)), expected, "{text} at ({i},{j})");
            }
        })+}
    };
}
// 004, table 1, a layout with XOR strides and its refinement, which are the same function.
tables! {
    (4,4):(f1,f5) => [[0, 5, 10, 15], [1, 4, 11, 14], [2, 7, 8, 13], [3, 6, 9, 12]];
    ((2,2),(2,2)):((f1,f2),(f5,f10))
        => [[0, 5, 10, 15], [1, 4, 11, 14], [2, 7, 8, 13], [3, 6, 9, 12]];
}

literals! { inverting:
    // 004, tables 5 and 6
    right_inverse((4,8):(e0,e1)) => (4,8):(1,4);
    right_inverse((4,(4,2)):(e1,(e0,6e1))) => (4,4):(4,1);
    left_inverse((4,8):(e0,e1)) => (4,8):(1,4);
    left_inverse((4,(4,2)):(e1,(e0,6e1))) => (4,(6,2)):(4,(1,16));
}

literals! { complementing:
    // 004, table 7, the first one corrected; and the same in shapes
    complement_ext((4,8):(e0,e1)) => (1,1):(4e0,8e1);
    complement_ext((4,(4,2)):(e1,(e0,12e1))) => (1,(3,1)):(4e0,(4e1,24e1));
    complement((4,8):(e0,e1), (8,16)) => (2,2):(4e0,8e1);
    complement((4,(4,2)):(e1,(e0,12e1)), (8,96)) => (2,(3,4)):(4e0,(4e1,24e1));
    complement((4,8):(e0,2*e1), (8,32)) => (2,(2,2)):(4e0,(e1,16e1));
    complement((4):(3e0), (24)) => ((3,2)):((e0,12e0));
    complement((2,3):(e(0,1),e1), ((4,6),9)) => ((4,3),3):((e(0,0),2*e(0,1)),3e1);
    complement_ceil((4,8):(e0,0), (10,3)) => (3,3):(4e0,e1);
    complement_ceil((4):(2e1), (5,19)) => (5,(2,3)):(e0,(e1,8e1));
}

// Extents of 1 move nothing.
literals! { complementing_with_extents_of_1:
    complement((4,8):(e0,e1), (4,8)) => (1,1):(0,0);
    complement((1,3,2):(e5,4e0,2e0), (24)) => ((2,2)):((e0,12e0));
    complement((1,3):(0,e0), (3)) => (1):(0);
}

// For integers the complement in a shape is that in its size.
results! { complementing_integers, dynamic_extents:
    complement((4,2):(1,8), (8,4)) => (2,2):(4,16);
    complement_ceil((4):(2), (4,(1,5))) => (2,3):(1,8);
}

// A layout into coordinates is a tiler.
literals! { dividing:
    logical_divide((8,16):(16,1), (4,8):(e0,e1)) => ((4,8),(2,2)):((16,1),(64,8));
    zipped_divide((8,16):(16,1), (4,8):(e0,e1)) => ((4,8),(2,2)):((16,1),(64,8));
    tiled_divide((8,16):(16,1), (4,8):(e0,e1)) => ((4,8),2,2):((16,1),64,8);
    flat_divide((8,16):(16,1), (4,8):(e0,e1)) => (4,8,2,2):(16,1,64,8);
    zipped_divide_ceil((10,16):(16,1), (4,8):(e0,e1)) => ((4,8),(3,2)):((16,1),(64,8));
    logical_divide((8,16):(16,1), (4,8):(e0,2e1)) => ((4,8),(2,2)):((16,2),(64,1));
    logical_divide((8,16):(16,1), (4):(e1)) => ((4),(8,4)):((1),(16,4));
    logical_divide((8,16):(e0,e1), (8,4):(e1,e0)) => ((8,4),(2,2)):((e1,e0),(4e0,8e1));
    zipped_divide((8,16,3):(16,1,128), (4,8):(e0,e1)) => ((4,8),(2,2,3)):((16,1),(64,8,128));
}
literals! { dividing_nested:
    logical_divide(((2,4),16):((1,2),16), (2,8):(e(0,0),e1)) => ((2,8),((1,4),2)):((1,16),((0,2),128));
}
// A place of the tile covers all that the layout has there.
literals! { dividing_coarser:
    logical_divide(((2,4),16):((1,2),16), (4,8):(e0,e1)) => ((4,8),(2,2)):((1,16),(4,128));
}

/// Rows `operation(S:D, ..): rule;` without a result on values, and without one of coordinates in the types.
macro_rules! of_values {
    ($name:ident: $($operation:ident($($row:tt)+): $rule:literal;)+) => {
        #[test]
        fn $name() {$({
            let row = concat!(stringify!($operation), "(", stringify!($($row)+), ")");
            let error = evaluate(row, &mut Names::new()).unwrap_err().to_string();
            assert!(error.contains($rule), "{row}: {error}");
        })+}
    };
}
of_values! { tiles_without_a_rest:
    logical_divide((8,16):(16,1), (3,8):(e0,e1)): "evenness";
    logical_divide((8,16):(16,1), (4,8):(e0,e0)): "complementability";
    logical_divide((8,16):(16,1), (4,8):(e0,0)): "broadcast";
    logical_divide((8,16):(16,1), (4,8):(e0,e0+e1)): "scaled basis";
}
of_values! { without_a_complement:
    complement((4):(e0+e1), (8,8)): "scaled basis";
    complement((4,8):(e0,2e1), (8,30)): "evenness";
    complement((4,8):(e0,e0), (32)): "complementability";
    complement((4,8):(e0,0), (4,8)): "broadcast";
    complement((4,8):(e0,e2), (4,8)): "profile";
    complement((4,8):(e0,e1), (4,(8))): "profile";
    complement((4,8):(e0,e(1,0)), (4,8)): "profile";
    complement((4,8):(e0,e1), 32): "profile";
    complement_ceil((4,8):(e0,3e0), (40,1)): "complementability";
}

#[test]
fn the_types_have_no_complements_of_coordinates() {
    use tilework::bound::total::{
        ComplementExtTotal, ComplementTotal, CompositionTotal, DivideTotal, ProductTotal, Repeated,
    };
    let (a, tile) = (layout!((8,16):(16,1)), layout!((4,8):(e0,e1)));
    refused(
        ComplementTotal::<_, tilework::bound::Exact>::try_leave(tile, a.shape()),
        "complement",
        "codomain",
    );
    refused(
        ComplementTotal::<_, tilework::bound::Ceil>::try_leave(tile, leaf(32)),
        "complement_ceil",
        "codomain",
    );
    refused(ComplementExtTotal::try_leave_ext(tile), "complement_ext", "codomain");
    refused(
        DivideTotal::<_, tilework::bound::Exact>::try_split(a, tile),
        "logical_divide",
        "codomain",
    );
    refused(
        ProductTotal::<_, Repeated>::try_multiply(tile, layout!(2:1)),
        "logical_product",
        "codomain",
    );
    refused(CompositionTotal::try_compose(a, tile), "composition", "codomain");
}

/// The rows of 004 that are no operation whose result is a layout: section 3.1, table 1 and section 3.3.1.
#[test]
fn other_rows_of_004() {
    use tilework::bound::total::AppendTotal;
    let error = evaluate("concatenate(4:2, 3:e0)", &mut Names::new()).unwrap_err();
    assert!(error.to_string().contains("codomain"), "{error}");
    let both = AppendTotal::try_append_mode(layout!((4):(2)), layout!(3:e0));
    refused(both, "(4:2, 3:e0)", "codomain");
    // The linear form of `(4,(4,2)):(e1,(e0,6e1))`: rows are places, columns its modes.
    let form = [[0, 1, 0], [1, 0, 6]];
    let layout = layout!((4,(4,2)):(e1,(e0,6e1)));
    for (i, j, k) in (0..4).flat_map(|i| (0..8).map(move |jk| (i, jk % 4, jk / 4))) {
        let [x, y] = form.map(|row| i * row[0] + j * row[1] + k * row[2]);
        assert_eq!(layout.coordinate((i, (j, k))), tilework::hlist![x, y]);
    }
    // The same for `((2,2),(2,2)):((f1,f2),(f5,f10))`: rows are bits, columns its modes.
    let form = [[1, 0, 1, 0], [0, 1, 0, 1], [0, 0, 1, 0], [0, 0, 0, 1]];
    let layout = layout!(((2,2),(2,2)):((f1,f2),(f5,f10)));
    for i in 0..16 {
        let coordinate = [i & 1, i >> 1 & 1, i >> 2 & 1, i >> 3];
        let bit =
            |row: [usize; 4]| coordinate.iter().zip(row).map(|(c, d)| c * d).sum::<usize>() % 2;
        let offset = (0..4).map(|k| bit(form[k]) << k).sum::<usize>();
        assert_eq!(layout.offset(i), offset);
        assert_eq!(value(&format!("((2,2),(2,2)):((f1,f2),(f5,f10))({i})")), offset.to_string());
    }
    let identity: Layout!((4,6):(e0,e1)) = layout!(make_identity_layout((4, 6)));
    assert_eq!(value("make_identity_layout((4,6))"), identity.to_string());
    assert_eq!(offsets("(4,(3,2)):(e0,(e1,3e1))"), offsets(&identity.to_string()));
    let refined = layout!((4,(3,2)):(e0,(e1,3e1)));
    for i in 0..24 {
        assert_eq!(refined.coordinate(i), identity.coordinate(i));
        assert_eq!(identity.coordinate(i), tilework::hlist![i % 4, i / 4]);
    }
}

// Copies of a tile of coordinates, over a grid of integers or of coordinates.
literals! { multiplying:
    logical_product((2,2):(e0,e1), (3,4):(e0,e1)) => ((2,2),(3,4)):((e0,e1),(2e0,2e1));
    logical_product((2,2):(e0,e1), (4):(e0)) => ((2,2),(4)):((e0,e1),(2e0));
    logical_product((2,2):(e0,e1), <3,4>) => ((2,3),(2,4)):((e0,2e0),(e1,2e1));
    logical_product((2):(3e0), (6):(1)) => ((2),((3,2))):((3e0),((e0,6e0)));
    zipped_product((2,2):(e0,e1), <3,4>) => ((2,2),(3,4)):((e0,e1),(2e0,2e1));
    tiled_product((2,2):(e0,e1), (3,4):(e0,e1)) => ((2,2),3,4):((e0,e1),2e0,2e1);
    flat_product((2,2):(e0,e1), (3,4):(e0,e1)) => (2,2,3,4):(e0,e1,2e0,2e1);
}
literals! { multiplying_in_pairs:
    blocked_product((2,2):(e0,2e0), (4):(1)) => ((2,4),(2,1)):((e0,4e0),(2e0,0));
    raked_product((2,2):(e0,2e0), (4,2):(1,4)) => ((4,2),(2,2)):((4e0,e0),(16e0,2e0));
}

// On the right: what a leaf does at several places is added up.
literals! { composing_with_sums:
    composition((8,8):(1,8), (8):(e0+e1)) => (8):(9);
    composition((8,8):(1,8), (3,2):(2e0+e1,3e1)) => (3,2):(10,24);
    composition((8,8):(e0,e1), (4,2):(e0+e1,4e0)) => (4,2):(e0+e1,4e0);
    composition((8,8):(e0,e0), (8):(e0+e1)) => (8):(2e0);
    composition((8,8,8):(e(0,0),e(0,1),e1), (4):(e0+e1+2e2)) => (4):(e(0,0)+e(0,1)+2e1);
    composition((4,(2,8)):(1,(100,8)), (8):(e0+e1)) => ((2,4)):((101,10));
}
results! { composing_sums, leaves:
    composition((4,2):(e0+e1,2e0+3e1), (4):(2)) => ((2,2)):((2e0+2e1,2e0+3e1));
    composition((4,3):(e0+e1,3e1), <2:2,3>) => (2,3):(2e0+2e1,3e1);
    logical_divide((8,6):(e0+e1,2e1), <4,3>) => ((4,2),(3,2)):((e0+e1,4e0+4e1),(2e1,6e1));
    zipped_divide((8,6):(e0+e1,2e1), <4,3>) => ((4,3),(2,2)):((e0+e1,2e1),(4e0+4e1,6e1));
}
// The extents refine both.
literals! { refining_sums:
    composition(((2,4),(4,2)):((1,100),(10,1000)), (8):(e0+e1)) => ((2,2,2)):((11,120,1200));
    composition(((2,6),(6,2)):((1,100),(10,1000)), (12):(e0+e1)) => ((2,3,2)):((11,120,1300));
    composition((8,8):(f1,f8), (8):(e0+e1)) => (8):(f9);
    // The diagonal of an identity.
    composition(((8),8):((e0),e1), (4):(e(0,0)+e1)) => (4):(e0+e1);
}
results! { rearranging_sums, leaves:
    flatten(((2,3),4):((e0+e1,2e0),e1)) => (2,3,4):(e0+e1,2e0,e1);
    group((2,3,4):(e0+e1,2e0,e1), 0, 2) => ((2,3),4):((e0+e1,2e0),e1);
    take((2,3,4):(e0+e1,2e0,e1), 0, 2) => (2,3):(e0+e1,2e0);
    select((2,3):(e0+e1,2e0), [1,0]) => (3,2):(2e0,e0+e1);
    mode((2,(3,4)):(e0,(e1,3e1)), 1) => (3,4):(e1,3e1);
    concatenate((2,3):(e0,e1), 4:e0+2e1, 2:0) => ((2,3),4,2):((e0,e1),e0+2e1,0);
    zip((2,3):(e0,e1), (4,5):(2e0,0)) => ((2,4),(3,5)):((e0,2e0),(e1,0));
    append((2,3):(e0,e1), 4:e0+2e1) => (2,3,4):(e0,e1,e0+2e1);
}
results! { coalescing_sums, none:
    coalesce((2,3,4):(e0+e1,2e0+2e1,e0+7e1)) => (6,4):(e0+e1,e0+7e1);
    coalesce((2,3,4):(e0+e1,2e0+3e1,6e0+9e1)) => (2,12):(e0+e1,2e0+3e1);
    coalesce((2,3,4):(e0+e1,2e0+3e1,6e0+8e1)) => (2,3,4):(e0+e1,2e0+3e1,6e0+8e1);
    coalesce((2,4):(e0+e1,2e0)) => (2,4):(e0+e1,2e0);
    coalesce((2,4):(e0,2e0+2e1)) => (2,4):(e0,2e0+2e1);
}

of_values! { sums_have_no_place:
    complement_ext((4,2):(e0+e1,4e1)): "scaled basis, mode 0";
}

#[test]
fn the_types_have_no_inverses_of_coordinates() {
    use tilework::bound::total::{LeftInverseTotal, RightInverseTotal};
    // The value level finds the second one by a search.
    for row in ["(4,8):(e0,e1)", "(4,2):(e0+e1,4e1)"] {
        assert!(evaluate(&format!("left_inverse({row})"), &mut Names::new()).is_ok());
    }
    let (a, sheared) = (layout!((4,8):(e0,e1)), layout!((4,2):(e0+e1,4e1)));
    refused(RightInverseTotal::try_invert_right(a), "right_inverse", "codomain");
    refused(LeftInverseTotal::try_invert_left(a), "left_inverse", "codomain");
    refused(RightInverseTotal::try_invert_right(sheared), "right_inverse", "codomain");
    refused(LeftInverseTotal::try_invert_left(sheared.leaves()), "left_inverse", "codomain");
}

literals! { right_inverses_beside_sums:
    right_inverse((4,2):(e0+e1,4e1)) => (1,1):(0,0);
    right_inverse((3,4,2):(e0+e1,e1,e0)) => (2,4):(12,3);
    right_inverse((2,4,8):(e0+3e2,e(1,0),4*e(1,0))) => (1,(32),1):(0,(2),0);
}

/// Dynamic sums, in both directions, and on the right at the value level, against the definition `r(c) = a(b(c))`.
#[test]
fn sums_of_run_time() {
    let mut results = 0;
    for (d, e, f) in (0..5_usize)
        .flat_map(|d| (0..5_usize).map(move |e| (d, e)))
        .flat_map(|(d, e)| (0..5_usize).map(move |f| (d, e, f)))
    {
        let (k, n) = (5_usize, 3_usize);
        let b = layout!((3,n):(d*e0+e*e1,f*e1));
        let value = algebra::Layout::<ArithmeticTuple>::from(b);
        assert_eq!(value.to_string(), b.to_string());
        assert_eq!(<Layout!((3,_):(_*e0+_*e1,_*e1))>::try_from(&value), Ok(b));
        let (plain, nested) = (layout!((k,7):(7,1)), layout!(((4,k),7):((1,100),9)));
        macro_rules! law {
            ($($a:expr;)*) => {$(
                if let Ok(r) = evaluate(&format!("{} o {b}", $a), &mut Names::new()) {
                    results += 1;
                    let r: algebra::Layout = r.to_string().parse().unwrap();
                    for (i, j) in (0..3).flat_map(|i| (0..n).map(move |j| (i, j))) {
                        assert_eq!(b.coordinate((i, j)), tilework::hlist![i * d, i * e + j * f]);
                        let expected = $a.offset(b.coordinate((i, j)));
                        let at = (i + 3 * j) as i64;
                        assert_eq!(r.offset(at), Ok(expected as i64), "{} {b}", $a);
                    }
                }
            )*};
        }
        law! { plain; nested; }
    }
    // All of the plain layout, and those of the nested one where no leaf crosses a mode of its own.
    assert!(results >= 125 + 50, "{results}");
}

/// For each complement that exists: copies of the layout at the coordinates of its complement are all coordinates of
/// the shape, each once.
#[test]
fn complements_fill_the_shape() {
    let mut results = 0;
    let small = || (1..4).flat_map(|s| (1..5).map(move |d| (s, d)));
    let parsed = |text: &str| text.parse::<algebra::Layout<ArithmeticTuple>>().unwrap();
    for ((s, d), (t, e)) in small().flat_map(|one| small().map(move |other| (one, other))) {
        let (m, n) = (12, 8);
        let text = format!("({s},{t}):({d}e1,{e}e0)");
        let complement = format!("complement({text}, ({m},{n}))");
        let Ok(rest) = evaluate(&complement, &mut Names::new()) else { continue };
        results += 1;
        let both = [parsed(&text), parsed(&rest.to_string())];
        let copies = algebra::Layout::concatenate(&both).unwrap();
        let mut all: Vec<_> =
            (0..copies.size()).map(|i| copies.offset(i).unwrap().to_string()).collect();
        all.sort_unstable();
        let identity = parsed(&format!("({m},{n}):(e0,e1)"));
        let mut expected: Vec<_> =
            (0..m * n).map(|i| identity.offset(i).unwrap().to_string()).collect();
        expected.sort_unstable();
        assert_eq!(all, expected, "{copies}");
    }
    // Extents of 1, and spans that divide the extents 8 and 12.
    assert_eq!(results, (4 + 3) * (4 + 3 + 3));
}

#[path = "morphisms.rs"]
mod morphisms;
