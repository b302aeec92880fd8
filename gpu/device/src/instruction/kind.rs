//! Element kinds of multiplications, under their names in the PTX ISA: section 5.2.3 of version 8.0.

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;
    )*};
}
kinds! {
    /// Elements of 16 bits with 5 bits of exponent.
    F16;
    /// Elements of 16 bits with 8 bits of exponent.
    Bf16;
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
