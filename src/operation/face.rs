//! The public face of an operation: its functions, bound, total trait and the types of its results.
//!
//! ```text
//! fn NAME[R: ResultOf<WORDS>, L: TOTAL<B, Result = R>, B](layout: L, b: B) = OPERATION;  or try_NAME;
//! fn NAME[..](layout: L; k: K) where [..] = METHOD;             never fails at run time; `k` is a constant
//! fn NAME[L: TOTAL<Output = R>, R](layout: L) -> R = METHOD;    all layouts have a result
//! method NAME[..](k: K) where [..] = FUNCTION;                  of `Layout`
//! type RESULT[L, B] = TOTAL[B], WORDS;
//! trait BOUND[B]: AnyLayout = TOTAL[B], WORDS, Layout: AnyLayout;
//! trait TOTAL[B]: Copy { .. } fn METHOD(b: B) for OPERATION;                    returns any type that equals `Result`
//! trait TOTAL[B]: Copy { .. } fn METHOD() -> Result;                            never fails at run time
//! ```
//! Generics are in brackets and become those of the function unchanged, so that errors quote the line they are on.

/// The items of an operation's face, in the form that the module describes.
macro_rules! operation {
    () => {};
    (
        $(#[$doc:meta])* fn $name:ident[$($g:tt)*]
            ($a:ident: $A:ty $(, $b:ident: $B:ty)* $(; $($k:ident: $K:ty),*)?)
            $(where [$($w:tt)*])? = $F:ty;
        $(#[$try_doc:meta])* or $try_name:ident;
        $($rest:tt)*
    ) => {
        $(#[$doc])*
        #[inline(always)]
        #[track_caller]
        #[allow(unused_parens)]
        pub fn $name<$($g)*>($a: $A $(, $b: $B)* $($(, $k: $K)*)?) -> R::Layout
        $(where $($w)*)?
        {
            $(let _ = ($($k,)*);)?
            match <R::IsKnown as $crate::layout::Staticness>::known_or::<$F, $A, ($($B),*), R>($a, ($($b),*)) {
                Ok(result) => result.layout(),
                Err(error) => $crate::layout::any_result::fail(error),
            }
        }
        $(#[$try_doc])*
        #[inline(always)]
        #[allow(unused_parens)]
        pub fn $try_name<$($g)*>(
            $a: $A $(, $b: $B)* $($(, $k: $K)*)?
        ) -> Result<R::Layout, tilework_algebra::Error>
        $(where $($w)*)?
        {
            $(let _ = ($($k,)*);)?
            match <R::IsKnown as $crate::layout::Staticness>::known_or::<$F, $A, ($($B),*), R>($a, ($($b),*)) {
                Ok(result) => Ok(result.layout()),
                Err(error) => Err(error),
            }
        }
        $crate::operation::face::operation! { $($rest)* }
    };
    (
        $(#[$doc:meta])* fn $name:ident[$($g:tt)*]($a:ident: $A:ty $(; $($k:ident: $K:ty),*)?)
            $(where [$($w:tt)*])? = $method:ident;
        $($rest:tt)*
    ) => {
        $(#[$doc])*
        #[inline(always)]
        pub fn $name<$($g)*>($a: $A $($(, $k: $K)*)?) -> R::Layout
        $(where $($w)*)?
        {
            $(let _ = ($($k,)*);)?
            $a.$method().layout()
        }
        $crate::operation::face::operation! { $($rest)* }
    };
    (
        $(#[$doc:meta])* fn $name:ident[$($g:tt)*]($a:ident: $A:ty) -> $R:ty = $method:ident;
        $($rest:tt)*
    ) => {
        $(#[$doc])*
        #[inline(always)]
        pub fn $name<$($g)*>($a: $A) -> $R {
            $a.$method()
        }
        $crate::operation::face::operation! { $($rest)* }
    };
    (
        $(#[$doc:meta])* method $name:ident[$($g:tt)*]($k:ident: $K:ty) where [$($w:tt)*] = $function:expr;
        $($rest:tt)*
    ) => {
        impl<S, D> $crate::Layout<S, D>
        where
            Self: $crate::AnyLayout<Shape = S, Stride = D>,
        {
            $(#[$doc])*
            #[inline(always)]
            pub fn $name<$($g)*>(self, $k: $K) -> R::Layout
            where
                $($w)*
            {
                $function(self, $k)
            }
        }
        $crate::operation::face::operation! { $($rest)* }
    };
    (
        $(#[$doc:meta])* type $name:ident[$L:ident $(, $p:ident)*] = $total:ident[$($t:ty),*], $words:ty;
        $($rest:tt)*
    ) => {
        $(#[$doc])*
        pub type $name<$L $(, $p)*> =
            <<$L as $total<$($t),*>>::Result as $crate::verdict::ResultOf<$words>>::Layout;
        $crate::operation::face::operation! { $($rest)* }
    };
    ($(#[$doc:meta])* type $name:ident[$L:ident] = $total:ident[]; $($rest:tt)*) => {
        $(#[$doc])*
        pub type $name<$L> = <$L as $total>::Output;
        $crate::operation::face::operation! { $($rest)* }
    };
    (
        $(#[$doc:meta])* trait $name:ident[$($p:ident $(: $is:path)? $(= $default:ty)?),*] $(: $super:path)?
            = $total:ident[$($t:ty),*], $words:ty, Layout: $layout:path;
        $($rest:tt)*
    ) => {
        $(#[$doc])*
        pub trait $name<$($p $(: $is)? $(= $default)?),*>:
            $($super +)? $total<$($t,)* Result: $crate::verdict::ResultOf<$words, Layout: $layout>>
        {
        }
        impl<L, $($p $(: $is)?),*> $name<$($p),*> for L
        where
            L: $($super +)? $total<$($t),*>,
            L::Result: $crate::verdict::Verdict<
                    Out: $crate::verdict::HasResult<<$words as $crate::verdict::operation::Words>::Name>,
                > + $crate::verdict::ResultOf<$words, Layout: $layout>,
        {
        }
        $crate::operation::face::operation! { $($rest)* }
    };
    (
        $(#[$doc:meta])* trait $name:ident[]: $super:path = $total:ident[], Output: $output:path;
        $($rest:tt)*
    ) => {
        $(#[$doc])*
        pub trait $name: $super + $total<Output: $output> {}
        impl<L: $super + $total<Output: $output>> $name for L {}
        $crate::operation::face::operation! { $($rest)* }
    };
    (
        $(#[$doc:meta])* trait $name:ident[$($p:ident $(: $is:path)? $(= $default:ty)?),*]: $super:path
            { $($items:tt)* } fn $method:ident($($b:ident: $B:ty),*) for $F:ty $(as $statically:ident)?;
        $($rest:tt)*
    ) => {
        $(#[$doc])*
        pub trait $name<$($p $(: $is)? $(= $default)?),*>: $super {
            $($items)*
            /// The result, with a verdict in it if there is none.
            type Result;
            /// The result as `O`, which is the same type.
            fn $method<O: $crate::verdict::AnyResult>(
                self $(, $b: $B)*
            ) -> Result<O, tilework_algebra::Error>
            where
                Self::Result: $crate::verdict::AnyResult + $crate::layout::any_result::Is<O>;
        }
        $crate::operation::face::operation! { @computes $name [$($p)*] $F, $method($($b: $B),*) }
        $(
            // The result is written as `Layout`, for the reason in
            // [`CompositionTotal`](crate::operation::composition::CompositionTotal).
            #[diagnostic::do_not_recommend]
            impl<L> $name for L
            where
                L: $crate::AnyLayout,
                $F: $statically<L, ()>,
            {
                type Result = $crate::layout::ByParts<<$F as $statically<L, ()>>::Judged<$crate::verdict::First>>;
                #[inline(always)]
                fn $method<O: $crate::verdict::AnyResult>(self) -> Result<O, tilework_algebra::Error> {
                    <$F as $statically<L, ()>>::try_validated(
                        self,
                        (),
                        <$F as $crate::operation::kind::Applied<()>>::OPERATION,
                    )
                }
            }
        )?
        $crate::operation::face::operation! { $($rest)* }
    };
    (
        $(#[$doc:meta])* trait $name:ident[$($p:ident),*]: $super:path
            { $($items:tt)* } fn $method:ident() -> $result:ident $(: $is:path)?;
        $($rest:tt)*
    ) => {
        $(#[$doc])*
        pub trait $name<$($p),*>: $super {
            $($items)*
            /// The result.
            type $result $(: $is)?;
            /// The result as a value.
            fn $method(self) -> Self::$result;
        }
        $crate::operation::face::operation! { $($rest)* }
    };
    (@computes $name:ident[$($p:ident)*] $F:ty, $method:ident($($b:ident: $B:ty),*)) => {
        #[allow(unused_parens)]
        impl<L: $name<$($p,)* Result = O>, $($p,)* O: $crate::verdict::AnyResult>
            $crate::layout::any_result::Computes<L, ($($B),*), O> for $F
        {
            #[inline(always)]
            fn compute(layout: L, ($($b),*): ($($B),*)) -> Result<O, tilework_algebra::Error> {
                layout.$method($($b),*)
            }
        }
    };
}
pub(crate) use operation;
