//! Between the types and the value level: conversions there and back, and predicates that say the
//! same of both.
// Literals ask for nothing of their user.
#![forbid(unsafe_code)]

use proptest::prelude::*;
use tilework::algebra::{self, Rule};
use tilework::{
    Error, Layout,
    bound::KnownImage,
    layout,
    operation::{
        image_in_range, is_compact, is_injective, is_sorted, is_surjective, try_is_surjective,
    },
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
        prop_assert_eq!(is_compact(layout), algebra::is_compact(&value), "{}", layout);
        prop_assert_eq!(is_surjective(layout), algebra::is_surjective(&value), "{}", layout);
        prop_assert_eq!(is_injective(layout), algebra::is_injective(&value), "{}", layout);
        prop_assert_eq!(is_sorted(layout), algebra::is_sorted(&value), "{}", layout);
        let other = layout!((a,4):(e,1));
        prop_assert_eq!(
            image_in_range(layout, other),
            algebra::image_in_range(&value, &other.to_value()).unwrap()
        );
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

/// Rows `layout: compact, surjective, rank, depth`.
macro_rules! known {
    ($($s:tt:$d:tt: $compact:literal, $surjective:literal, $rank:literal, $depth:literal;)+) => {
        #[test]
        fn known_while_compiling() {$({
            type L = Layout!($s:$d);
            let row = stringify!($s:$d);
            const { assert!(matches!(L::IS_COMPACT, Some($compact))) };
            const { assert!(matches!(L::IS_SURJECTIVE, Some($surjective))) };
            assert_eq!(is_compact(layout!($s:$d)), $compact, "{row}");
            assert_eq!(is_surjective(layout!($s:$d)), $surjective, "{row}");
            if let Some(injective) = L::IS_INJECTIVE {
                assert_eq!(is_injective(layout!($s:$d)), Ok(injective), "{row}");
            }
            assert_eq!((<Rank<L>>::USIZE, <Depth<L>>::USIZE), ($rank, $depth), "{row}");
            assert_eq!((layout!($s:$d).rank(), layout!($s:$d).depth()), ($rank, $depth), "{row}");
        })+}
    };
}
known! {
    // 003, definitions 2.1.5.1 and 2.3.5.1
    ((2,3),(4,2)):((4,16),(1,8)): true, true, 2, 2;
    ((4,8,4),(2,2,8)):((128,1,16),(64,8,512)): true, true, 2, 2;
    (3,6):(2,6): false, false, 2, 1;
    (3,6):(1,2): false, true, 2, 1;
    (3,64,32):(2048,32,1): true, true, 3, 1;
    ():(): true, true, 0, 1;
    (3,2):(1,0): false, true, 2, 1;
    (3,3,1,3,3,1,3):(81,1,0,9,3,0,27): true, true, 7, 1;
    ((2,2),(2,2)):((1,4),(2,32)): false, false, 2, 2;
    8:1: true, true, 1, 0;
    1:7: true, true, 1, 0;
    (2,(3,(4))):(1,(2,(6))): true, true, 2, 3;
    // 8 i XOR i XOR j
    (8,8):(f9,f1): true, true, 2, 1;
    (2,2):(f3,f1): true, true, 2, 1;
    (2,2):(f1,f4): false, false, 2, 1;
    (2,2,2):(f1,f2,f3): false, true, 3, 1;
    (2,(4,1)):(f3,(0,f7)): false, false, 2, 2;
}

/// Injectivity while compiling: by strides above what is below them, by counting, and not where it
/// takes a search.
#[test]
fn injectivity_known_while_compiling() {
    const { assert!(matches!(<Layout!((4,8):(8,1))>::IS_INJECTIVE, Some(true))) };
    const { assert!(matches!(<Layout!((2,2,2):(1,9,4))>::IS_INJECTIVE, Some(true))) };
    const { assert!(matches!(<Layout!((3,6):(1,2))>::IS_INJECTIVE, Some(false))) };
    const { assert!(matches!(<Layout!((3,2):(1,0))>::IS_INJECTIVE, Some(false))) };
    // 3 i + 2 j: 16 coordinates, offsets up to 15, and 6 twice.
    const { assert!(<Layout!((4,4):(3,2))>::IS_INJECTIVE.is_none()) };
    assert_eq!(is_injective(layout!((4,4):(3,2))), Ok(false));
    const { assert!(<Layout!((4,_):(8,1))>::IS_INJECTIVE.is_none()) };
    const { assert!(matches!(<Layout!((3,2):(f1,f3))>::IS_INJECTIVE, Some(false))) };
    const { assert!(matches!(<Layout!((3,5):(f1,f4))>::IS_INJECTIVE, Some(true))) };
    // Extents that are no powers of 2 are looked at by functions; coordinates have no such image.
    const { assert!(<Layout!((3,2):(f1,f3))>::IS_SURJECTIVE.is_none()) };
    const { assert!(<Layout!((4,8):(e0,e1))>::IS_COMPACT.is_none()) };
    assert!(is_surjective(layout!((3,2):(f1,f3))) && !is_compact(layout!((3,2):(f1,f3))));
    assert!(is_compact(layout!((4,(4,3)):(f1,(f5,f16)))));
    let long = try_is_surjective(layout!((3,65536):(f1,f1))).unwrap_err();
    assert_eq!(long.rule, Rule::ListLength { size: 3 << 16, limit: 1 << 16 });
}
