//! Layouts in the formats of serde: as the text of their notation, as at the value level.

use serde_core::de::{Deserialize, Deserializer, Error as _};
use serde_core::ser::{Serialize, Serializer};
use tilework_algebra::{self as algebra, Error};

use crate::layout::Layout;
use crate::layout::codomain::Kind;
use crate::layout::value::ValueKind;
use crate::leaf::notation::Notation;

/// The text in CuTe's notation, `"((2,3),4):((1,2),6)"`, in every format (feature `serde`). `serde_json::to_string`
/// writes it in quotes. The plainest format is a formatter:
///
/// ```
/// # use serde_core as serde;
/// use serde::Serialize;
/// use std::fmt;
/// use tilework::layout;
///
/// struct Written<T>(T);
/// impl<T: Serialize> fmt::Display for Written<T> {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         self.0.serialize(f)
///     }
/// }
/// let lda = 10;
/// assert_eq!(Written(layout!((4,8):(1,lda))).to_string(), "(4,8):(1,10)");
/// ```
impl<S: Notation, D: Notation> Serialize for Layout<S, D> {
    fn serialize<F: Serializer>(&self, serializer: F) -> Result<F::Ok, F::Error> {
        serializer.collect_str(self)
    }
}

/// The layout of this type that the text describes, if there is one. Static leaves must be those of the type; dynamic
/// leaves take the numbers of the text.
///
/// ```
/// # use serde_core as serde;
/// use serde::de::{Deserialize, IntoDeserializer, value::{Error, StrDeserializer}};
/// use tilework::{Layout, layout};
/// // The step of a format after it has read a text.
/// let read = |text: &'static str| {
///     let text: StrDeserializer<Error> = text.into_deserializer();
///     <Layout!((4,_):(1,_))>::deserialize(text)
/// };
/// let lda = 10;
/// assert_eq!(read("(4,8):(1,10)")?, layout!((4,{8}):(1,lda)));
/// // layout: static leaf, mode 0: the integer 5 where the type has 4
/// assert!(read("(5,8):(1,10)").is_err());
/// # Ok::<(), Error>(())
/// ```
impl<'de, S, D, K, V> Deserialize<'de> for Layout<S, D>
where
    D: Kind<Out = K>,
    K: ValueKind<Stride = V>,
    V: algebra::Stride,
    algebra::Layout<V>: Deserialize<'de>,
    Self: TryFrom<algebra::Layout<V>, Error = Error>,
{
    fn deserialize<F: Deserializer<'de>>(deserializer: F) -> Result<Self, F::Error> {
        let value = algebra::Layout::<V>::deserialize(deserializer)?;
        Layout::try_from(value).map_err(F::Error::custom)
    }
}
