//! Layouts in the types as JSON, and back.

use std::fmt::Debug;

use serde_core::Serialize;
use serde_core::de::DeserializeOwned;
use tilework::{Layout, Tensor, layout};

fn there_and_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, text: &str) {
    let json = serde_json::to_string(&value).unwrap();
    assert_eq!(json, format!("{text:?}"));
    assert_eq!(serde_json::from_str::<T>(&json).unwrap(), value);
}

#[test]
fn layouts_of_types() {
    let (m, lda) = (4, 10);
    there_and_back(layout!(((2,3),4):((1,2),6)), "((2,3),4):((1,2),6)");
    there_and_back(layout!((m,8):(1,lda)), "(4,8):(1,10)");
    there_and_back(layout!((8,8):(f9,f1)), "(8,8):(f9,f1)");
    there_and_back(layout!((m,8):(e1,2*e0)), "(4,8):(e1,2e0)");
}

#[test]
fn the_type_says_what_is_read() {
    fn says<T: DeserializeOwned + Debug>(json: &str) -> String {
        serde_json::from_str::<T>(json).unwrap_err().to_string()
    }
    type Rows = Layout!((_,8):(8,1));
    let rows: Rows = serde_json::from_str(r#""(3,8):row_major""#).unwrap();
    assert_eq!(Tensor::new(vec![0; 24], rows).unwrap().size(), 24);
    // The stride of an extent of 1 means nothing.
    assert_eq!(
        serde_json::from_str::<Rows>(r#""(1,8):(0,1)""#).unwrap().to_string(),
        "(1,8):(8,1)"
    );
    assert_eq!(
        says::<Rows>(r#""(3,9):(9,1)""#),
        "layout: static leaf, mode 1: the integer 9 where the type has 8"
    );
    assert_eq!(says::<Rows>(r#""3:8""#), "layout: profile: the profile does not fit");
    assert_eq!(
        says::<Rows>(r#""(3,8):(8,1""#),
        "parse: syntax: expected `,` or `)` at position 10 at line 1 column 12"
    );
    assert!(says::<Rows>(r#""(8,8):(f8,f1)""#).starts_with("parse: "));
}
