//! Serialization with serde, feature `serde`: values are written as the text of `to_string` and read as the text that
//! `parse` reads.
//!
//! A layout is `"((2,3),4):((1,2),6)"` in every format; tuples, profiles, tilers, swizzles and composed layouts are
//! texts too. [`FromStr`] reads them, so the result is never an invalid layout, and invalid text gives the [`Error`] in
//! the words of the library. Reading computes nothing. An error is written as its operation, rule, mode and message;
//! errors are not read.
//!
//! ```
//! use tilework_algebra::Layout;
//! let layout: Layout = serde_json::from_str(r#""((2,3),4):((1,2),6)""#)?;
//! assert_eq!((layout.size(), serde_json::to_string(&layout)?), (24, r#""((2,3),4):((1,2),6)""#.into()));
//! assert_eq!(
//!     serde_json::from_str::<Layout>(r#""(2,-1):(1,2)""#).unwrap_err().to_string(),
//!     "layout: natural extent, mode 1: an extent must be at least 0, not -1 at line 1 column 14",
//! );
//! # Ok::<(), serde_json::Error>(())
//! ```

use core::fmt::{self, Display};
use core::marker::PhantomData;
use core::str::FromStr;

use serde_core::de::{self, Deserialize, Deserializer, Visitor};
use serde_core::ser::{Serialize, SerializeStruct, Serializer};

use crate::error::{Error, Operation, Rule};
use crate::layout::Layout;
use crate::layout::composed::Composed;
use crate::layout::swizzle::Swizzle;
use crate::layout::tiler::Tiler;
use crate::stride::arithmetic_tuple::ArithmeticTuple;
use crate::stride::xor::Xor;
use crate::tuple::int_tuple::IntTuple;
use crate::tuple::profile::Profile;

/// Reads text with [`FromStr`].
struct Text<T> {
    expected: &'static str,
    read: PhantomData<T>,
}

impl<T: FromStr<Err = Error>> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the text of {}", self.expected)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

macro_rules! text {
    ($($type:ty: $expected:literal;)*) => {$(
        /// Writes the text.
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
        /// Reads the text with [`FromStr`].
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(Text { expected: $expected, read: PhantomData })
            }
        }
    )*};
}
text! {
    IntTuple: "a tuple, as `(2,3)`";
    Profile: "a profile, as `(*,*)`";
    Layout: "a layout, as `(2,3):(1,2)`";
    Layout<ArithmeticTuple>: "a layout, as `(2,3):(e0,e1)`";
    Layout<Xor>: "a layout, as `(2,4):(f1,f2)`";
    Swizzle: "a swizzle, as `Sw<3,4,3>`";
    Composed: "a composed layout, as `Sw<3,4,3> o 0 o (8,8):(8,1)`";
    Composed<Xor>: "a composed layout, as `composed(Sw<3,4,3>, 0, (2,4):(f1,f2))`";
    Tiler: "a tiler, as `<2:1,3:1>`";
}

/// Writes the name of the operation.
impl Serialize for Operation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// Writes the name of the rule.
impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// Writes `operation`, `rule`, `mode`, and the whole text as `message`.
impl Serialize for Error {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Message<'a>(&'a Error);
        impl Serialize for Message<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let message: &dyn Display = self.0;
                serializer.collect_str(message)
            }
        }
        let mut error = serializer.serialize_struct("Error", 4)?;
        error.serialize_field("operation", &self.operation)?;
        error.serialize_field("rule", &self.rule)?;
        error.serialize_field("mode", &self.mode)?;
        error.serialize_field("message", &Message(self))?;
        error.end()
    }
}
