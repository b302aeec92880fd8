//! Tensors in lockstep: one that is written, and any number of others that are read.

use core::hint::black_box;

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::Error;

use super::Tensor;
use super::row::along;
use crate::layout::for_each::ForEach;
use crate::layout::lockstep::{InLockstep, Layouts, Zip};
use crate::layout::loop_order::{Offsets, Visit, in_any_order};
use crate::layout::modes::cons;
use crate::layout::{AnyLayout, ModesOf};
use crate::plain::plain;
use crate::tensor::accessor::{Accessor, AccessorMut, ElementOf, Reader, Writer};

/// The tensors that [`Tensor::zip_mut_with`] of a layout `W` reads: a tensor by reference, or a tuple of at most eight.
/// Their layouts go in lockstep with `W`: the bound [`ZipWith`](crate::bound::ZipWith) of `W`.
#[diagnostic::on_unimplemented(
    message = "zip: not a tensor `&t` nor a tuple of at most eight, `(&t, &u)`, of layouts of as many leaves, or in generic code ones without the bound `ZipWith<L>`",
    label = "does not go with the tensor that is written"
)]
pub trait Others<'s, W> {
    /// The elements at a coordinate: one element, or a tuple.
    type Elements;
    /// The offsets in all layouts, as nested pairs. The offset in the written tensor is innermost.
    type Offsets: Offsets;
    /// The flat modes with the strides of all.
    type Zipped: ForEach<Self::Offsets>;
    /// `HNil` if static extents and the numbers of leaves are the same, else the difference.
    type Lockstep;
    /// The readers of the tensors, the last one first.
    type Readers: ReadAt<Self::Offsets, Read = Self::Read>;
    /// The elements at a coordinate, the last one first.
    type Read;
    /// See [`Zip::KNOWN`].
    const KNOWN: bool;
    /// See [`Zip::zip_with`].
    fn zipped(&self, written: W) -> Result<Self::Zipped, Error>;
    /// Makes the readers.
    fn readers(&self) -> Self::Readers;
    /// The elements in the form that the closure takes.
    fn elements(read: Self::Read) -> Self::Elements;
}
// The message says which types are allowed.
#[diagnostic::do_not_recommend]
impl<'s, W: Zip<L>, A: Accessor, L: AnyLayout> Others<'s, W> for &'s Tensor<A, L> {
    type Elements = ElementOf<'s, A>;
    type Offsets = (usize, usize);
    type Zipped = W::Zipped;
    type Lockstep = W::Lockstep;
    type Readers = HCons<A::Reader<'s>, HNil>;
    type Read = HCons<ElementOf<'s, A>, HNil>;
    const KNOWN: bool = <W as Zip<L>>::KNOWN;
    #[inline(always)]
    fn zipped(&self, written: W) -> Result<W::Zipped, Error> {
        written.zip_with(self.layout)
    }
    #[inline(always)]
    fn readers(&self) -> Self::Readers {
        cons(self.reader(), HNil)
    }
    #[inline(always)]
    fn elements(read: Self::Read) -> Self::Elements {
        read.head
    }
}

/// An hlist, the last one first.
macro_rules! reversed {
    (@type ; $to:ty) => { $to };
    (@type ($first:ty) $(($rest:ty))*; $to:ty) => { reversed!(@type $(($rest))*; HCons<$first, $to>) };
    (@value ; $to:expr) => { $to };
    (@value ($first:expr) $(($rest:expr))*; $to:expr) => { reversed!(@value $(($rest))*; cons($first, $to)) };
    (@pattern ; $to:pat) => { $to };
    (@pattern $first:ident $($rest:ident)*; $to:pat) => {
        reversed!(@pattern $($rest)*; HCons { head: $first, tail: $to })
    };
}
macro_rules! tuples {
    ($($($a:ident $l:ident $x:ident),*;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<'s, W: Zip<($($l,)*)>, $($a: Accessor, $l: AnyLayout),*> Others<'s, W>
            for ($(&'s Tensor<$a, $l>,)*)
        {
            type Elements = ($(ElementOf<'s, $a>,)*);
            type Offsets = <($($l,)*) as Layouts>::Offsets;
            type Zipped = W::Zipped;
            type Lockstep = W::Lockstep;
            type Readers = reversed!(@type $(($a::Reader<'s>))*; HNil);
            type Read = reversed!(@type $((ElementOf<'s, $a>))*; HNil);
            const KNOWN: bool = <W as Zip<($($l,)*)>>::KNOWN;
            #[inline(always)]
            fn zipped(&self, written: W) -> Result<W::Zipped, Error> {
                let ($($x,)*) = self;
                written.zip_with(($($x.layout,)*))
            }
            #[inline(always)]
            fn readers(&self) -> Self::Readers {
                let ($($x,)*) = self;
                reversed!(@value $(($x.reader()))*; HNil)
            }
            #[inline(always)]
            fn elements(read: Self::Read) -> Self::Elements {
                let reversed!(@pattern $($x)*; HNil) = read;
                ($($x,)*)
            }
        }
    )*};
}
tuples! {
    A L a;
    A L a, B M b;
    A L a, B M b, C N c;
    A L a, B M b, C N c, D O d;
    A L a, B M b, C N c, D O d, E P e;
    A L a, B M b, C N c, D O d, E P e, F Q f;
    A L a, B M b, C N c, D O d, E P e, F Q f, G R g;
    A L a, B M b, C N c, D O d, E P e, F Q f, G R g, H S h;
}

/// Readers of elements at offsets `O`: nested pairs, with the offset in the written tensor innermost. The last reader
/// comes first.
pub trait ReadAt<O> {
    /// The elements at a coordinate.
    type Read;
    /// The offset in the written tensor, and the elements.
    fn read_at(&self, offsets: O) -> (usize, Self::Read);
}
impl ReadAt<usize> for HNil {
    type Read = HNil;
    #[inline(always)]
    fn read_at(&self, written: usize) -> (usize, HNil) {
        (written, HNil)
    }
}
impl<O, R: Reader, T: ReadAt<O>> ReadAt<(O, usize)> for HCons<R, T> {
    type Read = HCons<R::Element, T::Read>;
    #[inline(always)]
    fn read_at(&self, (others, offset): (O, usize)) -> (usize, Self::Read) {
        let (written, read) = self.tail.read_at(others);
        (written, cons(self.head.at(offset), read))
    }
}

impl<A: AccessorMut, L: AnyLayout> Tensor<A, L> {
    /// Calls `f` with the elements of this tensor and of others at every coordinate, in nested loops over the modes.
    /// The others are `&t`, or a tuple of at most eight, `(&t, &u)`, and `f` takes their elements in the same form.
    ///
    /// The order is not specified. It is chosen to suit the strides, static ones at compile time and others at run
    /// time.
    ///
    /// The tensors have the same extents, mode by mode, and in each mode the same leaves, nested in any way. Different
    /// static extents do not compile.
    ///
    /// # Panics
    /// If dynamic extents differ.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let rows: Vec<u8> = (0..6).collect();
    /// let mut columns = [0; 6];
    /// let from = Tensor::new(&rows[..], layout!((2,3):row_major)).unwrap();
    /// let mut to = Tensor::new(&mut columns[..], layout!((2,3))).unwrap();
    /// to.zip_mut_with(&from, |to, from| *to = *from);
    /// assert_eq!(to.data(), [0, 3, 1, 4, 2, 5]);
    /// let halves = from.map(|x| x / 2);
    /// to.zip_mut_with((&from, &halves), |to, (from, half)| *to += 10 * from + half);
    /// assert_eq!(columns, [0, 34, 11, 46, 23, 57]);
    /// ```
    ///
    /// ```compile_fail
    /// # use tilework::{Tensor, layout};
    /// let from = Tensor::new(&[0; 6][..], layout!((2,3)))?;
    /// let mut to = [0; 6];
    /// Tensor::new(&mut to[..], layout!((3,2)))?.zip_mut_with(&from, |to, from| *to = *from);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias("Zip", "azip", "zip2_mut_with"))]
    #[inline(always)]
    #[track_caller]
    pub fn zip_mut_with<'s, O: Others<'s, L, Lockstep = K>, K: InLockstep, F>(
        &mut self,
        others: O,
        mut f: F,
    ) where
        F: FnMut(&mut A::Item, O::Elements),
    {
        _ = <O as Others<'s, L>>::KNOWN;
        let modes = plain(others.zipped(self.layout));
        let (mut data, readers) = (self.writer(), others.readers());
        let mut each = |to: &mut A::Item, read| f(to, O::elements(read));
        let visit = &mut Zipping { data: &mut data, readers: &readers, f: &mut each };
        in_any_order::<ModesOf<L>, _, _>(modes, visit);
    }
}

/// The least extent of a single row whose address is hidden from the compiler. In a loop over rows, the compiler would
/// otherwise compare the addresses of all rows at once, and not vectorize if one row is read and the next one written.
const LONG: usize = 64;

/// The elements in lockstep.
struct Zipping<'z, W, R, F> {
    data: &'z mut W,
    readers: &'z R,
    f: &'z mut F,
}
impl<W: Writer, O: Offsets, R: ReadAt<O>, F: FnMut(&mut W::Item, R::Read)> Visit<O>
    for Zipping<'_, W, R, F>
{
    #[inline(always)]
    fn each(&mut self, offsets: O) {
        let (to, read) = self.readers.read_at(offsets);
        (self.f)(self.data.at(to), read);
    }
    #[inline(always)]
    fn row(&mut self, extent: usize, start: O, step: O, is_only: bool) {
        let Some(memory) = self.data.memory() else {
            (0..extent).for_each(|c| self.each(start.along(c, step)));
            return;
        };
        // SAFETY: it is an offset of the layout, below the length.
        let mut first = unsafe { memory.add(start.written()) };
        if is_only && extent >= LONG {
            first = black_box(first);
        }
        // SAFETY: the elements of a row whose step is 1 lie together, and are borrowed exclusively.
        let row = unsafe { core::slice::from_raw_parts_mut(first, extent) };
        let Zipping { readers, f, .. } = self;
        if step.are_ones() {
            along(row, |c, to| f(to, readers.read_at(start.further(c)).1));
        } else {
            along(row, |c, to| f(to, readers.read_at(start.along(c, step)).1));
        }
    }
}
