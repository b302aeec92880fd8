//! Conversions between the types and the value level in both directions, and predicates that agree at both levels.
// Literals need no `unsafe` code of their user.
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

/// The stride of an extent of 1 means nothing, and neither do the strides of a layout without coordinates. A value is
/// of the type exactly if the type has a layout of the same function.
#[test]
fn strides_that_move_nothing() {
    type Rows = Layout!((_,(_,_)):(_,(3,1)));
    let mut accepted = [0; 2];
    let extents = [0_i64, 1, 2, 5];
    let strides = [-2_i64, 0, 1, 3, 1 << 62];
    for at in 0..extents.len().pow(3) * strides.len().pow(3) {
        let mut rest = at;
        let mut digit = |base: usize| {
            let digit = rest % base;
            rest /= base;
            digit
        };
        let [l, m, n] = [(); 3].map(|()| extents[digit(4)]);
        let [d, e, f] = [(); 3].map(|()| strides[digit(5)]);
        let text = format!("({l},({m},{n})):({d},({e},{f}))");
        // Not all of them are layouts.
        let Ok(value) = text.parse::<algebra::Layout>() else { continue };
        // Offsets of the type, by the definition.
        let of_type =
            |a: i64, b: i64, c: i64| i128::from(a) * i128::from(d) + i128::from(3 * b + c);
        let mut coordinates = vec![];
        for a in 0..l {
            for b in 0..m {
                coordinates.extend((0..n).map(|c| (a, b, c)));
            }
        }
        let same = |&(a, b, c): &(i64, i64, i64)| {
            let offset = [(a, d), (b, e), (c, f)].map(|(c, d)| i128::from(c) * i128::from(d));
            offset.iter().sum::<i128>() == of_type(a, b, c)
        };
        let negative = d < 0 && l > 1 && !coordinates.is_empty();
        let expected = !negative && coordinates.iter().all(same);
        let layout = Rows::try_from(&value);
        // The offsets of a layout also fit if extents of 0 are counted as 1.
        let reach = i128::from((l - 1).max(0)) * i128::from(d.max(0));
        let fits = reach < i128::from(i64::MAX) - 16;
        assert_eq!(layout.is_ok(), expected && fits, "{text}: {layout:?}");
        assert_eq!(text.parse::<Rows>().is_ok(), layout.is_ok(), "{text}");
        accepted[usize::from(layout.is_ok())] += 1;
        let Ok(layout) = layout else { continue };
        assert_eq!(layout.size(), coordinates.len(), "{text}");
        let largest = coordinates.iter().map(|&(a, b, c)| of_type(a, b, c) + 1).max();
        assert_eq!(layout.cosize() as i128, largest.unwrap_or(0), "{text}");
        for &(a, b, c) in &coordinates {
            let coordinate = (a as usize, (b as usize, c as usize));
            assert_eq!(layout.offset(coordinate) as i128, of_type(a, b, c), "{text}");
        }
    }
    assert!(accepted.iter().all(|&count| count > 500), "{accepted:?}");
}

/// Dynamic leaves have the stride of the value if they can, also for an extent of 1.
#[test]
fn strides_of_run_time_that_move_nothing() {
    let says = |text: &str| text.parse::<Layout!((_,_):(_,_))>().unwrap().to_string();
    assert_eq!(says("(1,4):(7,1)"), "(1,4):(7,1)");
    assert_eq!(says("(1,4):(-7,1)"), "(1,4):(0,1)");
    let narrow: Layout!((u32,u32):(u32,u32)) = "(1,4):(4294967296,1)".parse().unwrap();
    assert_eq!(narrow.to_string(), "(1,4):(0,1)");
    // Other kinds: bits, and coordinates at other places.
    let bits: Layout!((_,_):(f1,f9)) = "(8,1):(f1,f2)".parse().unwrap();
    assert_eq!(bits.to_string(), "(8,1):(f1,f9)");
    let places: Layout!((_,_,_):(e0,2e1,e0+e1)) = "(4,1,1):(e0,e0,3e2)".parse().unwrap();
    assert_eq!(places.to_string(), "(4,1,1):(e0,2e1,e0+e1)");
    let rule = |text: &str| text.parse::<Layout!((_,_,_):(e0,2e1,e0+e1))>().unwrap_err().rule;
    assert_eq!(rule("(4,2,1):(e0,e0,3e2)"), Rule::Codomain);
    assert_eq!(rule("(4,1,2):(e0,e0,e0)"), Rule::StaticLeaf { value: 0, expected: 1 });
    // Extents must always be those of the type.
    let error = "(1,3):(7,1)".parse::<Layout!((2,_):(1,1))>().unwrap_err();
    assert_eq!(error.rule, Rule::StaticLeaf { value: 1, expected: 2 });
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
