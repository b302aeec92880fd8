//! Elements of matrices.

use std::fmt::{Debug, Display};

/// `f32` and `f64`.
pub trait Real:
    ndarray::LinalgScalar
    + tilework::algorithm::Element
    + npyz::Deserialize
    + npyz::AutoSerialize
    + Into<f64>
    + Debug
    + Display
    + Default
    + PartialOrd
{
    /// The name of the type.
    const NAME: &'static str;
    /// Half the distance from 1 to the next number: the relative error of one rounding.
    const ROUNDING: f64;
    /// The smallest number with full precision.
    const SMALLEST: f64;
    /// The nearest number.
    fn round(x: f64) -> Self;
    /// Returns whether the number is neither infinite nor NaN.
    fn is_finite(self) -> bool;
}

macro_rules! real {
    ($($t:ident)*) => {$(
        impl Real for $t {
            const NAME: &'static str = stringify!($t);
            const ROUNDING: f64 = $t::EPSILON as f64 / 2.0;
            const SMALLEST: f64 = $t::MIN_POSITIVE as f64;
            fn round(x: f64) -> Self {
                x as $t
            }
            fn is_finite(self) -> bool {
                self.is_finite()
            }
        }
    )*};
}
real!(f32 f64);
