//! XOR strides: vectors of bits.

use core::fmt;

use crate::error::{Error, Operation, Rule};

pub(crate) mod basis;
mod bits;
mod codomain;
mod collision;
mod complement;
mod image;
mod inverse;

pub(crate) use bits::{carry_free, columns, mapped};

/// A vector of 63 bits, written `f5` for the bits of 5. Addition is XOR, and `n` times `f_k` is the product without
/// carries: the XOR of `k` shifted by the position of each bit of `n` ([004](crate::papers), section 2.3.1 and table
/// 1).
///
/// So a layout `(4,4):(f1,f5)` is `((2,2),(2,2)):((f1,f2),(f5,f10))`, which is linear over F2 in the bits of its
/// coordinates. Its offsets are integers.
///
/// ```
/// use tilework_algebra::{Layout, Stride, Xor};
/// assert_eq!(Xor::new(3)?.times(3), Some(Xor::new(5)?));
/// let layout: Layout<Xor> = "(4,4):(f1,f5)".parse()?;
/// assert_eq!((0..8).map(|i| layout.offset(i).unwrap()).collect::<Vec<_>>(), [0, 1, 2, 3, 5, 4, 7, 6]);
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Xor(i64);

impl Xor {
    /// The vector of the bits of an integer.
    ///
    /// # Errors
    /// [`Rule::NaturalStride`] for an integer below 0.
    #[inline]
    pub fn new(bits: i64) -> Result<Self, Error> {
        if bits < 0 {
            let rule = Rule::NaturalStride { stride: bits };
            return Err(Error::new(Operation::Layout, rule));
        }
        Ok(Xor(bits))
    }

    /// Like [`Xor::new`], for a caller that knows that the integer is at least 0.
    #[inline]
    pub(crate) fn trusted(bits: i64) -> Self {
        debug_assert!(bits >= 0);
        Xor(bits)
    }

    /// The integer with these bits.
    pub fn bits(self) -> i64 {
        self.0
    }
}

impl fmt::Display for Xor {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("0"),
            bits => write!(f, "f{bits}"),
        }
    }
}

impl fmt::Debug for Xor {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
