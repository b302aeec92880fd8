//! Element kinds of multiplications, under their names in the PTX ISA: section 5.2.3 of version 8.0.

/// Elements of 16 bits with 5 bits of exponent (`F16`) and with 8 (`Bf16`): the types of the crate `half`, also in
/// buffers. In a kernel [`Numbers`](super::Numbers) and [`Pair`](super::Pair) convert them, by instructions.
pub use half::{bf16 as Bf16, f16 as F16};

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;
    )*};
}
kinds! {
    /// Elements of 32 bits, stored as f32, whose lower 13 bits are ignored.
    Tf32;
    /// Elements of 8 bits with 4 bits of exponent. The largest is 448, and there is no infinity.
    E4m3;
    /// Elements of 8 bits with 5 bits of exponent: the upper half of [`F16`].
    E5m2;
    /// Signed integers of 8 bits.
    S8;
    /// Unsigned integers of 8 bits.
    U8;
}
