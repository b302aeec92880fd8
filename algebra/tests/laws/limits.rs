//! Deep nesting, and integers at the ends of their range.

use tilework_algebra::{
    Error, IntTuple, Layout, Rule, Tiler, admissible, coalesce, compact_col_major, compatible,
    complement, complement_ceil, composition, congruent, crd2idx, idx2crd, logical_divide,
    logical_divide_ceil, weakly_congruent, zipped_divide,
};

use crate::definition::layout;

const DEEP: usize = 10_000;

fn nested(inner: &str) -> String {
    format!("{}{inner}{}", "(".repeat(DEEP), ")".repeat(DEEP))
}

#[test]
fn deep_nesting() {
    let text = format!("{}:{}", nested("6"), nested("2"));
    let a = layout(&text);
    assert_eq!(a.to_string(), text);
    assert_eq!((a.rank(), a.depth(), a.size(), a.cosize().unwrap()), (1, DEEP, 6, 11));
    assert_eq!(a.mode(0).unwrap().depth(), DEEP - 1);

    let shape = a.shape();
    assert!(congruent(&shape, &a.stride()));
    assert!(weakly_congruent(&6.into(), &shape) && !weakly_congruent(&shape, &6.into()));
    assert!(compatible(&6.into(), &shape) && compatible(&shape, &shape));
    assert_eq!(compact_col_major(&shape).unwrap().leaves(), [1]);
    assert_eq!(crd2idx(&idx2crd(4, &shape).unwrap(), &a), Ok(8));
    assert_eq!(a.offset(4), Ok(8));

    assert_eq!(coalesce(&a), layout("6:2"));
    assert_eq!(complement(&a, 24), Ok(layout("(2,2):(1,12)")));
    assert_eq!(composition(&layout("(12,3):(5,1)"), &a).unwrap().depth(), DEEP);
    assert_eq!(composition(&a, &layout("3:2")), Ok(layout("3:4")));
    assert_eq!(logical_divide(&layout("24:1"), &a).unwrap().depth(), DEEP + 1);
    assert_eq!(zipped_divide(&a, &layout("3:1")), Ok(layout("(3,2):(2,6)")));
    assert_eq!(a.collision(), Ok(None));
}

#[test]
fn tilers_are_nested_to_their_bound() {
    let tiler = |depth: usize| format!("{}2{}", "<".repeat(depth), ">".repeat(depth));
    let a = layout(&format!("{}:{}", nested("6"), nested("2")));
    let deepest: Tiler = tiler(Tiler::MAX_DEPTH).parse().unwrap();
    assert_eq!(composition(&a, &deepest).unwrap().size(), 2);
    assert_eq!(zipped_divide(&a, &deepest).unwrap().size(), 6);

    let limit = Rule::Depth { limit: Tiler::MAX_DEPTH };
    assert_eq!(tiler(Tiler::MAX_DEPTH + 1).parse::<Tiler>().unwrap_err().rule, limit);
    assert_eq!(nested("2").parse::<Tiler>().unwrap_err().rule, limit);
    let deeper = Tiler::Modes(vec![deepest]);
    assert_eq!(composition(&a, &deeper).unwrap_err().rule, limit);
    assert_eq!(logical_divide(&a, &deeper).unwrap_err().rule, limit);
}

fn overflows<T: core::fmt::Debug>(result: Result<T, Error>) -> bool {
    matches!(result, Err(error) if error.rule == Rule::Overflow)
}

const MAX: i64 = i64::MAX;

#[test]
fn sizes() {
    let size = |text: &str| text.parse::<IntTuple>().unwrap().size();
    assert_eq!(size("(4611686018427387904,2,0)"), Ok(0));
    assert_eq!(size("(4611686018427387904,2,-1)"), Ok(i64::MIN));
    assert!(overflows(size("(4611686018427387904,2)")));
    assert!(overflows("(4294967296,4294967296):(0,0)".parse::<Layout>()));
    let half = layout("4294967296:0");
    assert!(overflows(Layout::concatenate([half.clone(), half])));
    assert!(overflows(compact_col_major(&"(4294967296,4294967296)".parse().unwrap())));
}

#[test]
fn offsets() {
    // The largest offset fits, the cosize does not.
    let a = Layout::leaf(2, MAX).unwrap();
    assert_eq!(a.offset(1), Ok(MAX));
    assert!(overflows(a.cosize()));
    assert!(overflows(a.offset(2)));
    assert!(overflows(Layout::leaf(MAX, MAX).unwrap().cosize()));
    // Intermediate sums may leave the range, if the offset does not.
    let b = layout("(2,2):(9223372036854775807,-9223372036854775808)");
    assert_eq!(b.offset(3), Ok(-1));
    let c = layout("(2,2,2):(9223372036854775807,9223372036854775807,-9223372036854775808)");
    assert_eq!(c.offset(7), Ok(MAX - 1));
    assert!(overflows(crd2idx(&"(1,1,0)".parse().unwrap(), &c)));
    assert_eq!(crd2idx(&"(1,1,1)".parse().unwrap(), &c), Ok(MAX - 1));
}

#[test]
fn operations() {
    let wide = layout("(4,4):(1,4611686018427387904)");
    assert!(overflows(composition(&wide, &layout("2:8"))));
    assert!(overflows(composition(&wide, &Layout::leaf(3, MAX).unwrap())));
    assert_eq!(composition(&wide, &layout("2:4")), Ok(layout("2:4611686018427387904")));
    // A span past the range is past the stride of another leaf.
    let b = layout("(3,2):(4611686018427387904,0)");
    assert!(overflows(composition(&wide, &b)));
    let carrying = layout("(2,2):(4611686018427387904,4611686018427387903)");
    assert!(matches!(admissible(&wide, &carrying).unwrap_err().rule, Rule::Segregation { .. }));
    // 0 and 3 do not carry modulo 4: there is a composition, with the stride 2^60 2^62.
    assert!(overflows(composition(&wide, &carrying)));

    assert!(overflows(complement(&Layout::leaf(3, MAX).unwrap(), MAX)));
    assert!(overflows(complement_ceil(&Layout::leaf(3, MAX).unwrap(), MAX)));
    assert_eq!(complement(&layout("1:0"), MAX), Ok(Layout::leaf(MAX, 1).unwrap()));
    assert!(overflows(logical_divide_ceil(
        &Layout::leaf(MAX, 1).unwrap(),
        &layout("(4294967296,2):(0,1)")
    )));
}
