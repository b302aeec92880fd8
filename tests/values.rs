//! Between the types and the value level: conversions there and back, and predicates that say the
//! same of both.
// Literals ask for nothing of their user.
#![forbid(unsafe_code)]

use proptest::prelude::*;
use tilework::algebra::{self, Rule};
use tilework::{
    Error, Layout, layout,
    operation::is_sorted,
    result::{Depth, Rank},
    typenum::Unsigned,
};

type Mixed = Layout!(((4,_),(_,2)):((_,1),(0,_)));

fn value(text: &str) -> algebra::Layout {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn error<L: for<'a> TryFrom<&'a algebra::Layout, Error = Error>>(text: &str) -> Rule {
    L::try_from(&value(text)).err().unwrap_or_else(|| panic!("{text} is accepted")).rule
}

proptest! {
    #[test]
    fn there_and_back(m in 1_usize..100, n in 1_usize..100, d in 0_usize..1000, e in 0_usize..1000) {
        let layout: Mixed = layout!(((4,m),(n,2)):((d,1),(0,e)));
        let value = layout.to_value();
        prop_assert_eq!(value.to_string(), layout.to_string());
        prop_assert_eq!(&algebra::Layout::from(layout), &value);
        prop_assert!(Mixed::try_from(&value) == Ok(layout));
        let small = <Layout!(((u32,u32),(u32,u32)):((u32,u32),(u32,u32)))>::try_from(&value).unwrap();
        prop_assert_eq!(small.to_value(), value);
    }

    /// A value is of the type exactly if its printed form has the static leaves of the type.
    #[test]
    fn of_the_type_or_not(s in 3_i64..6, d in -1_i64..3) {
        let text = format!("((4,{s}),({s},2)):((7,{d}),(0,3))");
        let of_type = Mixed::try_from(value(&text));
        prop_assert_eq!(of_type.is_ok(), d == 1, "{}", text);
        let text = format!("(({s},4),(9,2)):((7,1),({d},3))");
        prop_assert_eq!(Mixed::try_from(value(&text)).is_ok(), s == 4 && d == 0, "{}", text);
    }

    #[test]
    fn predicates(modes in [(1_usize..5, 0_usize..9), (1_usize..5, 0_usize..9), (1_usize..5, 0_usize..9)]) {
        let [(a, d), (b, e), (c, f)] = modes;
        let layout = layout!((a,(b,c)):(d,(e,f)));
        let value = layout.to_value();
        prop_assert_eq!(is_sorted(layout), algebra::is_sorted(&value), "{}", layout);
    }
}

#[test]
fn what_is_not_of_the_type() {
    let profile = Rule::Profile;
    assert_eq!(error::<Mixed>("((4,1),(1,2),1):((1,1),(0,1),1)"), profile);
    assert_eq!(error::<Mixed>("((4,1),1):((1,1),0)"), profile);
    assert_eq!(error::<Mixed>("((4,1)):((1,1))"), profile);
    assert_eq!(error::<Mixed>("8:1"), profile);
    assert_eq!(error::<Layout!(8:1)>("(8):(1)"), profile);
    assert_eq!(error::<Layout!(():())>("8:1"), profile);
    assert_eq!(error::<Layout!(():())>("(8):(1)"), profile);
    assert_eq!(error::<Layout!(8:1)>("8:2"), Rule::StaticLeaf { value: 2, expected: 1 });
    assert_eq!(error::<Layout!(8:1)>("7:1"), Rule::StaticLeaf { value: 7, expected: 8 });
    assert_eq!(error::<Layout!(_:_)>("7:-1"), Rule::NaturalStride { stride: -1 });
    assert_eq!(error::<Layout!(u32:1)>("4294967296:1"), Rule::Overflow);
    assert_eq!(error::<Layout!(2:u32)>("2:4294967295"), Rule::Overflow);
    assert!(<Layout!(():())>::try_from(value("():()")).is_ok());
}

/// Rows `layout: rank, depth`.
macro_rules! known {
    ($($s:tt:$d:tt: $rank:literal, $depth:literal;)+) => {
        #[test]
        fn known_while_compiling() {$({
            type L = Layout!($s:$d);
            assert_eq!((<Rank<L>>::USIZE, <Depth<L>>::USIZE), ($rank, $depth), stringify!($s:$d));
            assert_eq!((layout!($s:$d).rank(), layout!($s:$d).depth()), ($rank, $depth));
        })+}
    };
}
known! {
    ((2,3),(4,2)):((4,16),(1,8)): 2, 2;
    (3,64,32):(2048,32,1): 3, 1;
    ():(): 0, 1;
    (3,3,1,3,3,1,3):(81,1,0,9,3,0,27): 7, 1;
    8:1: 1, 0;
    (2,(3,(4))):(1,(2,(6))): 2, 3;
    (8,8):(f9,f1): 2, 1;
    (2,(4,1)):(f3,(0,f7)): 2, 2;
}
