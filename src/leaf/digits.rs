//! `16 N` plus a digit as typenum integers. The macros write large numbers in this form, because each name in a type
//! costs the compiler time.

use typenum::{B0, B1, UInt};

macro_rules! digits {
    ($($name:ident $a:ident $b:ident $c:ident $d:ident;)*) => {$(
        /// `16 N` plus the digit.
        pub type $name<N> = UInt<UInt<UInt<UInt<N, $a>, $b>, $c>, $d>;
    )*};
}
digits! {
    X0 B0 B0 B0 B0;
    X1 B0 B0 B0 B1;
    X2 B0 B0 B1 B0;
    X3 B0 B0 B1 B1;
    X4 B0 B1 B0 B0;
    X5 B0 B1 B0 B1;
    X6 B0 B1 B1 B0;
    X7 B0 B1 B1 B1;
    X8 B1 B0 B0 B0;
    X9 B1 B0 B0 B1;
    X10 B1 B0 B1 B0;
    X11 B1 B0 B1 B1;
    X12 B1 B1 B0 B0;
    X13 B1 B1 B0 B1;
    X14 B1 B1 B1 B0;
    X15 B1 B1 B1 B1;
}
