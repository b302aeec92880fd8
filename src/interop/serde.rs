//! Layouts in the formats of serde: as the text of their notation, as at the value level.

use serde_core::de::{Deserialize, Deserializer, Error as _};
use serde_core::ser::{Serialize, Serializer};
use tilework_algebra::{self as algebra, Error};

use crate::layout::Layout;
use crate::layout::codomain::Kind;
use crate::layout::notation::Notation;
use crate::layout::value::ValueKind;

/// The text in CuTe notation, `"((2,3),4):((1,2),6)"`, in every format (feature `serde`).
///
/// ```
/// use tilework::{Layout, layout};
/// let lda = 10;
/// let json = serde_json::to_string(&layout!((4,8):(1,lda)))?;
/// assert_eq!(json, r#""(4,8):(1,10)""#);
/// let layout: Layout!((4,_):(1,_)) = serde_json::from_str(&json)?;
/// assert_eq!(layout, layout!((4,{8}):(1,lda)));
/// # Ok::<(), serde_json::Error>(())
/// ```
impl<S: Notation, D: Notation> Serialize for Layout<S, D> {
    fn serialize<F: Serializer>(&self, serializer: F) -> Result<F::Ok, F::Error> {
        serializer.collect_str(self)
    }
}

/// The layout of this type that the text says, if it is one: static leaves must be those of the type, dynamic
/// leaves take what the text has.
///
/// ```
/// use tilework::Layout;
/// assert_eq!(
///     serde_json::from_str::<Layout!((4,_):(1,_))>(r#""(5,8):(1,10)""#).unwrap_err().to_string(),
///     "layout: static leaf, mode 0: the integer 5 where the type has 4",
/// );
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
