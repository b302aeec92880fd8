//! Elements that are multiplied, by the names of the PTX ISA: 5.2.3 of version 8.0.

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;
    )*};
}
kinds! {
    /// Elements of 16 bits, 5 of them exponent.
    F16;
    /// Elements of 16 bits, 8 of them exponent.
    Bf16;
    /// Elements of 32 bits, those of f32, of which the lower 13 are not looked at.
    Tf32;
    /// Elements of 8 bits, 4 of them exponent. The largest is 448, and there is no infinity.
    E4m3;
    /// Elements of 8 bits, 5 of them exponent: the upper half of [`F16`].
    E5m2;
    /// Integers of 8 bits with a sign.
    S8;
    /// Integers of 8 bits without a sign.
    U8;
}
