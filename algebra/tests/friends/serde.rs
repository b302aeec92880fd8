//! Values as JSON, and back.

use std::fmt::Debug;

use serde_core::Serialize;
use serde_core::de::DeserializeOwned;
use tilework_algebra::{
    ArithmeticTuple, Composed, Error, IntTuple, Layout, Profile, Swizzle, Tiler, Xor,
};

use crate::cases;

/// Checks that the JSON of a value is its text, and is read as the same value.
fn there_and_back<T: Serialize + DeserializeOwned + PartialEq + Debug + ToString>(value: &T) {
    let json = serde_json::to_string(value).unwrap();
    assert_eq!(json, format!("{:?}", value.to_string()));
    assert_eq!(&serde_json::from_str::<T>(&json).unwrap(), value, "{json}");
}

#[test]
fn values_are_their_text() {
    cases::layouts().iter().for_each(there_and_back);
    cases::layouts().iter().map(Layout::shape).for_each(|shape| there_and_back(&shape));
    cases::layouts().iter().for_each(|layout| there_and_back(layout.profile()));
    cases::coordinates().iter().for_each(there_and_back);
    cases::composed().iter().for_each(there_and_back);
    cases::swizzled().iter().for_each(there_and_back);
    let (xor, composed, bits) = cases::only_in_c();
    xor.iter().for_each(there_and_back);
    composed.iter().for_each(there_and_back);
    bits.iter().for_each(there_and_back);
    let read = |text: &str| text.parse::<Tiler>().unwrap();
    ["<4,8>", "(4,(2,_),8:2)", "8:2", "_", "<>"].map(read).iter().for_each(there_and_back);
    there_and_back(&Swizzle::new(3, 4, -3).unwrap());
    there_and_back(&"()".parse::<IntTuple>().unwrap());
    there_and_back(&"():()".parse::<Layout>().unwrap());
    // Layouts that move nothing, of every kind.
    there_and_back(&"(4,8):(0,0)".parse::<Layout<Xor>>().unwrap());
    there_and_back(&"(4,8):(0,0)".parse::<Layout<ArithmeticTuple>>().unwrap());
    there_and_back(&"*".parse::<Profile>().unwrap());
}

#[test]
fn what_is_no_layout_is_refused_in_the_words_of_the_library() {
    fn says<T: DeserializeOwned + Debug>(json: &str) -> String {
        serde_json::from_str::<T>(json).unwrap_err().to_string()
    }
    for (json, error) in [
        (
            r#""A = offsets(8:1); 4:1""#,
            "parse: syntax: expected what is written without operations at position 4 at line 1 column 23",
        ),
        (
            r#""(2,3):(1,2""#,
            "parse: syntax: expected `,` or `)` at position 10 at line 1 column 12",
        ),
        (
            r#""(2,3):(1,2,3)""#,
            "layout: congruence: shape and stride do not have the same profile at line 1 column 15",
        ),
        (
            r#""(9223372036854775807,2):(0,0)""#,
            "layout: overflow: the exact result does not fit the integers used at line 1 column 31",
        ),
        (
            "[2,3]",
            "invalid type: sequence, expected the text of a layout, as `(2,3):(1,2)` at line 1 column 0",
        ),
        (
            "8",
            "invalid type: integer `8`, expected the text of a layout, as `(2,3):(1,2)` at line 1 column 1",
        ),
    ] {
        assert_eq!(says::<Layout>(json), error);
    }
    assert!(says::<Composed>(r#""8:1 o""#).starts_with("parse: syntax: "));
    assert!(says::<Swizzle>(r#""Sw<3,0,1>""#).starts_with("swizzle: disjoint bits: "));
}

#[test]
fn errors_are_written() {
    let error: Error = "(2,-1):(1,2)".parse::<Layout>().unwrap_err();
    assert_eq!(
        serde_json::to_string(&error).unwrap(),
        r#"{"operation":"layout","rule":"natural extent","mode":1,"message":"layout: natural extent, mode 1: an extent must be at least 0, not -1"}"#
    );
}
