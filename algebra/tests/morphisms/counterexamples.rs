//! Statements of the papers about morphisms that do not hold, each with one that does.

use tilework_algebra::morphism::{
    FactorizationMorphism, OrderedFactorization, is_tractable, layout_of, morphism_of,
    mutual_refinement,
};
use tilework_algebra::{Layout, coalesce, complement, composition, is_compact, logical_product};

use crate::definition::{
    complement_exists, composition_exists, is_complement, layout, same_function, values,
};
use crate::encoded::morphism;

/// Definition 3.1.2.12 requires that the last entry is an image "if `n > 1`". With that condition both of these have
/// standard form, encode one layout and are not degenerate, which contradicts lemma 3.1.2.20 and theorem A.
#[test]
fn standard_form_of_one_entry() {
    let (f, g) = (morphism("(2)--(0)-->(5)"), morphism("(2)--(0)-->()"));
    assert_eq!(layout_of(&f), layout_of(&g));
    assert!(f.is_nondegenerate() && g.is_nondegenerate());
    assert!(!f.is_standard_form() && g.is_standard_form());
    assert_eq!(morphism_of(&layout_of(&f)), Ok(g));
}

/// Proposition 3.1.5.44, `L_(f^c) = comp(L_f)` for standard form, holds only if no image is 1; otherwise what is left
/// is not coalesced.
#[test]
fn complement_of_a_degenerate_standard_form() {
    let f = morphism("(1,5)--(2,4)-->(2,1,3,5)");
    assert!(f.is_standard_form() && !f.is_nondegenerate());
    let rest = layout_of(&f.complement().unwrap());
    assert_eq!(rest, layout("(2,3):(1,2)"));
    assert_eq!(complement(&layout_of(&f), 30), Ok(layout("6:1")));
    assert_eq!(coalesce(&rest), layout("6:1"));
}

/// Remark 3.1.5.22 does not mention two entries without images, but definition 3.1.5.20 does.
#[test]
fn two_entries_that_go_nowhere_are_not_coalesced() {
    let f = morphism("(2,3)--(0,0)-->()");
    assert_eq!(f.flatten().squeeze(), *f.flatten());
    assert!(!f.flatten().is_coalesced());
    assert_eq!(coalesce(&layout_of(&f)), layout("6:0"));
}

/// Theorems B, E and F if a morphism is degenerate: functions compose, and the layouts differ in the strides of extents
/// of 1.
#[test]
fn degenerate_morphisms() {
    let (f, g) = (morphism("(1,2)--(2,1)-->(2,1)"), morphism("(2,1)--(1,2)-->(2,1)"));
    let both = layout_of(&f.then(&g).unwrap());
    assert_eq!(both, layout("(1,2):(2,1)"));
    assert_eq!(composition(&layout_of(&g), &layout_of(&f)), Ok(layout("(1,2):(0,1)")));
}

/// Theorem E needs a complement of the divisor, which "divides" does not imply.
#[test]
fn a_divisor_without_complement() {
    let (f, g) = (morphism("(2,3)--(1,2)-->(2,3)"), morphism("(2,7)--(1,0)-->(2,3)"));
    assert!(g.then(&f).is_ok() && f.logical_divide(&g).is_err());
}

/// Example 3.2.6.24 prints `((2,2),2)`, and example 3.2.6.25 prints a codomain that is not that of `f`.
#[test]
fn printed_divides() {
    let (f, g) =
        (morphism("((2,2),2)--(2,4,0)-->((4,2),(4,2))"), morphism("(2,2)--(1,3)-->((2,2),2)"));
    let divided = f.logical_divide(&g).unwrap();
    assert_eq!(divided.to_string(), "((2,2),(2))--(2,0,4)-->((4,2),(4,2))");
    let f = morphism("(8,8,512,512,512)--(0,0,1,2,3)-->(512,512,512)");
    let g = morphism("(8,512)--(1,5)-->(8,8,512,512,512)");
    let divided = f.logical_divide(&g).unwrap();
    assert_eq!(divided.to_string(), "((8,512),(8,512,512))--(0,3,0,1,2)-->(512,512,512)");
}

/// Remark 3.1.5.19: sort is not a functor; the morphism printed there is not composable.
#[test]
fn sort_is_no_functor() {
    let (f, g) = (morphism("(25,10)--(2,1)-->(10,25)"), morphism("(10,25)--(2,1)-->(25,10)"));
    assert!(f.then(&g).unwrap().map().is_isomorphism());
    assert!(f.flatten().sort().then(&g.flatten().sort()).is_err());
    assert!(morphism("(2,3)--(2,1)-->(3,2)").then(&g).is_err());
}

/// Algorithm 4.1.1 as printed does not notice the end of `T`, and loses the last entry of `U`. Entries of 1 at the end
/// of `T` need a correction too.
#[test]
fn the_end_of_the_algorithm() {
    let tuples = |t: &str, u: &str| {
        let both = mutual_refinement(&t.parse().unwrap(), &u.parse().unwrap()).ok()?;
        Some((both.first().finer().to_string(), both.second().finer().to_string()))
    };
    assert_eq!(tuples("(4)", "(2)"), None);
    assert_eq!(tuples("(2)", "(2,3,5)"), Some(("(2)".into(), "(2,3,5)".into())));
    assert_eq!(tuples("(2,1)", "(2)"), Some(("(2,1)".into(), "((2,1))".into())));
    assert_eq!(tuples("(1)", "()"), Some(("(())".into(), "()".into())));
}

/// Example 2.3.10.5 prints a stride of 8, with which the layout is neither tractable nor compact.
#[test]
fn a_printed_layout_that_is_not_tractable() {
    let printed = layout("((3,3),(1,3),(3,1,3)):((81,1),(0,8),(3,0,27))");
    let meant = layout("((3,3),(1,3),(3,1,3)):((81,1),(0,9),(3,0,27))");
    assert!(!is_tractable(&printed) && !is_compact(&printed));
    assert!(is_tractable(&meant) && is_compact(&meant));
}

/// Example 2.3.7.8 prints a composite that does not exist.
#[test]
fn a_printed_composite_that_does_not_exist() {
    let (a, b) = (layout("((2,4),8):((4,8),8)"), layout("(4,4,4,4):(2,4,8,16)"));
    assert!(!is_tractable(&a) && !composition_exists(&b, &a));
    assert!(composition(&b, &a).is_err());
}

/// Definition 2.3.9.1 defines products by the complement in `size(A) * cosize(B)`. `A` of its own example 2.3.9.4 does
/// not have this complement; the printed product exists nevertheless.
#[test]
fn the_size_of_the_complement_in_products() {
    let (a, b) = (layout("(3,3):(6,1)"), layout("(10,12):(24,2)"));
    let size = a.size() * b.cosize().unwrap();
    assert_eq!(size, 2151);
    assert!(complement(&a, size).is_err() && !complement_exists(&a, size));
    let product = layout("((3,3),(10,12)):((6,1),(216,18))");
    assert_eq!(logical_product(&a, &b), Ok(product.clone()));
    // With morphisms, in a codomain that contains both: 216 = 18 * 12, and 2 * 9 = 18.
    let (f, g) =
        (morphism("(3,3)--(3,1)-->(3,2,3,2,12,10)"), morphism("(10,12)--(4,3)-->(2,2,12,10)"));
    assert_eq!(layout_of(&f), a);
    let by_morphisms = layout_of(&f.logical_product(&g).unwrap());
    assert_eq!(by_morphisms, logical_product(&layout_of(&f), &layout_of(&g)).unwrap());
}

/// Observation 3.1.2.19 says that `filter` makes a nondegenerate layout with the same coordinate function. But it drops
/// modes; replacing their strides by 0 would keep the function.
#[test]
fn filter_does_not_keep_the_coordinates() {
    let degenerate = layout("(1,2):(5,1)");
    let filtered = tilework_algebra::squeeze_zeros(&layout("(1,2):(0,1)"));
    assert_ne!(filtered.shape(), degenerate.shape());
    assert!(same_function(&degenerate, &layout("(1,2):(0,1)")));
}

/// 000, definition 3.9 and remark 3.11: `f_(E, alpha)` stays below `N` only for an injective map.
#[test]
fn a_factorization_map_that_is_not_injective() {
    let e = OrderedFactorization::new([2, 3]).unwrap();
    let f = FactorizationMorphism::new(e, [1, 0, 1]).unwrap();
    let encoded: Layout = f.layout();
    assert_eq!(encoded, layout("(3,2,3):(2,1,2)"));
    assert_eq!(values(&encoded).into_iter().max(), Some(9));
    assert_eq!(f.codomain().size(), 6);
    assert!(f.tuple_morphism().is_none());
    assert!(!is_complement(&encoded, 6, &layout("1:0")));
}
