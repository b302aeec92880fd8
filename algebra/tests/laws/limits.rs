//! Deep nesting, and integers at the limits of their range.

use tilework_algebra::{
    Error, IntTuple, Layout, Rule, Slicer, Tiler, admissible, append, blocked_product, ceil_div,
    coalesce, coalesce_profile, compact_col_major, compatible, complement, complement_ceil,
    composition, congruent, coord_map, coordinates, crd2idx, evenly_divides, filter_zeros, flatten,
    group, idx2crd, inner_product, left_inverse, logical_divide, logical_divide_ceil,
    logical_product, make_layout_like, relative_modes, right_inverse, shape_div, slice, substitute,
    tile_to_shape, unflatten, upcast, weakly_congruent, zip, zipped_divide,
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
    // Intermediate sums may leave the range if the offset does not.
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
    // A span beyond the range exceeds the stride of another leaf.
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

/// The operations that rearrange and compare, on the deepest nesting.
#[test]
fn more_of_deep_nesting() {
    let a = layout(&format!("{}:{}", nested("6"), nested("2")));
    let (shape, profile) = (a.shape(), a.profile());
    assert_eq!(coalesce_profile(&a, profile), Ok(a.clone()));
    assert_eq!(flatten(&a), layout("(6):(2)"));
    assert_eq!(unflatten(&flatten(&a), profile), Ok(a.clone()));
    assert_eq!(relative_modes(&a, profile), Ok(vec![layout("6:2")]));
    assert_eq!(substitute(profile, &[layout("6:2")]), Ok(a.clone()));
    assert_eq!(zip(&a, &a).unwrap().depth(), DEEP + 1);
    assert_eq!(group(&append(&a, &a).unwrap(), 0..2).unwrap().depth(), DEEP + 2);
    assert_eq!(shape_div(&shape, &shape).unwrap().leaves(), [1]);
    assert_eq!(ceil_div(&shape, &4.into()).unwrap().leaves(), [2]);
    assert_eq!(evenly_divides(&6.into(), &shape), Ok(true));
    assert_eq!(inner_product(&shape, &shape), Ok(36));
    assert_eq!(coordinates(&shape).unwrap().count(), 6);
    assert_eq!(coord_map(&shape, &6.into(), &shape), Ok(6.into()));
    assert_eq!(filter_zeros(&a), a);
    assert_eq!(make_layout_like(&a).stride().leaves(), [1]);
    let slicer: Slicer = nested("_").parse().unwrap();
    // Each tuple has one part, and that part replaces it.
    assert_eq!(slice(&a, &slicer), Ok((layout("6:2"), 0)));
    assert_eq!(upcast(&a, 2).unwrap().depth(), DEEP);
    assert_eq!(right_inverse(&a), Ok(layout("1:0")));
    assert_eq!(left_inverse(&a), Ok(layout("(2,6):(0,1)")));
    assert_eq!(logical_product(&a, &a).unwrap().depth(), DEEP + 1);
    assert_eq!(blocked_product(&a, &a).unwrap().depth(), DEEP + 1);
    assert_eq!(tile_to_shape(&a, &shape, &0.into()), Ok(layout("(6):(2)")));
}
