//! Parts of tensors: through a layout, in the part of the data that it reaches.

/// Methods `try_NAME`, `NAME`, `try_NAME_mut` and `NAME_mut` of a function from layouts to a layout and
/// the range of offsets that it reaches, all of them offsets of the layout that it is a part of; each at
/// one coordinate, so that a part of an injective layout is injective.
macro_rules! parts {
    ($(
        $(#[$try_doc:meta])*
        $try:ident
        $(#[$doc:meta])*
        $plain:ident $try_mut:ident $plain_mut:ident
        [$($g:tt)*] ($($arg:ident: $type:ty),*) -> $out:ty where {$($bounds:tt)*};
        |$layout:ident| $part:expr;
    )*) => {$(
        impl<A: Accessor, L: AnyLayout> Tensor<A, L> {
            $(#[$try_doc])*
            #[inline(always)]
            pub fn $try<$($g)*>(&self, $($arg: $type),*) -> Result<Shared<'_, A, $out>, Error>
            where
                $($bounds)*
            {
                let $layout = self.layout;
                let (layout, within) = $part?;
                Ok(Tensor { accessor: self.accessor.shared(within), layout })
            }

            #[doc = concat!("[`Tensor::", stringify!($try), "`].")]
            ///
            /// # Panics
            /// Where that is an error.
            $(#[$doc])*
            #[inline(always)]
            #[track_caller]
            pub fn $plain<$($g)*>(&self, $($arg: $type),*) -> Shared<'_, A, $out>
            where
                $($bounds)*
            {
                plain_in(self.layout, self.$try($($arg),*))
            }
        }
        impl<A: AccessorMut, L: AnyLayout> Tensor<A, L> {
            #[doc = concat!("[`Tensor::", stringify!($try), "`] for writing.")]
            ///
            /// # Errors
            /// As there.
            #[inline(always)]
            pub fn $try_mut<$($g)*>(&mut self, $($arg: $type),*) -> Result<Exclusive<'_, A, $out>, Error>
            where
                $($bounds)*
            {
                let $layout = self.layout;
                let (layout, within) = $part?;
                Ok(Tensor { accessor: self.accessor.exclusive(within), layout })
            }

            #[doc = concat!("[`Tensor::", stringify!($plain), "`] for writing.")]
            ///
            /// # Panics
            /// As there.
            #[inline(always)]
            #[track_caller]
            pub fn $plain_mut<$($g)*>(&mut self, $($arg: $type),*) -> Exclusive<'_, A, $out>
            where
                $($bounds)*
            {
                let layout = self.layout;
                plain_in(layout, self.$try_mut($($arg),*))
            }
        }
    )*};
}
pub(super) use parts;
