//! Composed layouts of one function side by side, and layouts next to them, which come under it too.
//!
//! Static functions must be of one type; those with leaves of run time are compared.

use frunk_core::hlist::HCons;
use tilework_algebra::{Error, Operation, Rule};

use crate::layout::Layout;
use crate::layout::any_result::AnyResult;
use crate::layout::composed::Composed;
use crate::layout::modes::{Mode, cons, mode};
use crate::operation::append::{AppendMode, PrependMode};
use crate::operation::concatenate::EachAsMode;
use crate::operation::zip::ZipModes;

macro_rules! beside {
    ($($beside:ident $method:ident $operation:ident;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<F: Copy, N: Copy, L, S, D> $beside<Layout<S, D>> for Composed<F, N, L>
        where
            L: $beside<Layout<S, D>, Result: AnyResult>,
        {
            type Result = Composed<F, N, L::Result>;
            #[inline(always)]
            fn $method(self, other: Layout<S, D>) -> Result<Self::Result, Error>
            where
                Self::Result: AnyResult,
            {
                self.try_map_inner(|inner| inner.$method(other))
            }
        }
        #[diagnostic::do_not_recommend]
        impl<F: Copy, N: Copy, S, D, BS, BD, R> $beside<Composed<F, N, Layout<BS, BD>>> for Layout<S, D>
        where
            Self: $beside<Layout<BS, BD>, Result = R>,
            R: AnyResult,
        {
            type Result = Composed<F, N, R>;
            #[inline(always)]
            fn $method(self, other: Composed<F, N, Layout<BS, BD>>) -> Result<Self::Result, Error>
            where
                Self::Result: AnyResult,
            {
                other.try_map_inner(|inner| self.$method(inner))
            }
        }
        #[diagnostic::do_not_recommend]
        impl<F, N, L, S, D, R> $beside<Composed<F, N, Layout<S, D>>> for Composed<F, N, L>
        where
            F: Copy + PartialEq,
            N: Copy + PartialEq,
            L: $beside<Layout<S, D>, Result = R>,
            R: AnyResult,
        {
            type Result = Composed<F, N, R>;
            #[inline(always)]
            fn $method(self, other: Composed<F, N, Layout<S, D>>) -> Result<Self::Result, Error>
            where
                Self::Result: AnyResult,
            {
                let (outer, added, inner) = self.into_parts();
                let (of_other, added_there, other) = other.into_parts();
                Composed::sound(outer, added, ())
                    .under_too(of_other, added_there)
                    .map_err(|error| error.during(Operation::$operation))?
                    .try_map_inner(|()| inner.$method(other))
            }
        }
    )*};
}
beside! {
    AppendMode try_append_mode Append;
    PrependMode try_prepend_mode Prepend;
    ZipModes try_zip_modes Zip;
}

#[diagnostic::do_not_recommend]
impl<F, N, S, D, T, U> EachAsMode for HCons<Composed<F, N, Layout<S, D>>, T>
where
    F: Copy,
    N: Copy,
    S: Copy,
    D: Copy,
    T: EachAsMode<Under = U>,
    U: UnderToo<F, N>,
{
    type Out = HCons<Mode<S, D>, T::Out>;
    type Under = Composed<F, N, ()>;
    #[inline(always)]
    fn each_as_mode(self) -> Self::Out {
        let (shape, stride) = self.head.into_parts().2.into_parts();
        cons(mode(shape, stride), self.tail.each_as_mode())
    }
    #[inline(always)]
    fn under(self) -> Result<Self::Under, Error> {
        let (outer, added, _) = self.head.into_parts();
        self.tail.under()?.under_too(outer, added)
    }
}

/// No function of offsets, `()`, or that of a composed layout of nothing, and `F o N` besides.
pub trait UnderToo<F, N> {
    /// The function, if it is one.
    fn under_too(self, outer: F, added: N) -> Result<Composed<F, N, ()>, Error>;
}
impl<F, N> UnderToo<F, N> for () {
    #[inline(always)]
    fn under_too(self, outer: F, added: N) -> Result<Composed<F, N, ()>, Error> {
        Ok(Composed::sound(outer, added, ()))
    }
}
impl<F: PartialEq, N: PartialEq> UnderToo<F, N> for Composed<F, N, ()> {
    #[inline(always)]
    fn under_too(self, outer: F, added: N) -> Result<Self, Error> {
        match self == Composed::sound(outer, added, ()) {
            true => Ok(self),
            false => Err(Error::new(Operation::Concatenate, Rule::OneFunction)),
        }
    }
}

/// The layout `L` under the function of offsets `Self`; `()` is none.
pub trait Inside<L> {
    /// The layout, or a composed one.
    type Out;
    /// The layout under this.
    fn inside(self, layout: L) -> Self::Out;
}
impl<L> Inside<L> for () {
    type Out = L;
    #[inline(always)]
    fn inside(self, layout: L) -> L {
        layout
    }
}
impl<F, N, L> Inside<L> for Composed<F, N, ()> {
    type Out = Composed<F, N, L>;
    #[inline(always)]
    fn inside(self, layout: L) -> Self::Out {
        self.map_inner(|()| layout)
    }
}
