//! Readable names of positions and swizzles.

use core::ops;

use typenum::{B1, U0};

use super::{First, LastOf, Next, Within, every, of_the_complement};
use crate::layout::swizzle::Swizzle;
use crate::leaf::decimal::{Decimal, Readable, Sw};

impl<B: Decimal, M: Decimal, S: Readable> Readable for Swizzle<B, M, S> {
    type Name = Sw<B::Name, M::Name, S::Name>;
}
impl Readable for every {
    type Name = every;
}
impl Readable for of_the_complement {
    type Name = of_the_complement;
}

/// Counts positions.
pub trait Count {
    /// A typenum integer.
    type Number;
}
impl Count for First {
    type Number = U0;
}
impl<J: Count> Count for Next<J>
where
    J::Number: ops::Add<B1>,
{
    type Number = typenum::Add1<J::Number>;
}
impl<J: Count, K> Count for Within<J, K> {
    type Number = J::Number;
}
impl<B, E> Count for LastOf<B, E>
where
    B: ops::Add<B1>,
    typenum::Add1<B>: typenum::Max<E, Output: ops::Sub<B1>>,
{
    type Number = typenum::Sub1<typenum::Maximum<typenum::Add1<B>, E>>;
}
macro_rules! positions {
    ($([$($g:ident)*] $t:ty;)*) => {$(
        impl<$($g),*> Readable for $t
        where
            Self: Count<Number: Decimal>,
        {
            type Name = <<Self as Count>::Number as Decimal>::Name;
        }
    )*};
}
positions! {
    [] First;
    [J] Next<J>;
    [J K] Within<J, K>;
    [B E] LastOf<B, E>;
}
