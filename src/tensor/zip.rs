//! Tensors in lockstep: one that is written, and any number of others, each read or written.

use core::hint::black_box;
use core::marker::PhantomData;

use frunk_core::hlist::{HCons, HNil};

use super::Tensor;
use super::row::along;
use crate::layout::lockstep::{Beside, zipped};
use crate::layout::loop_order::{Offsets, Visit, in_any_order};
use crate::layout::modes::cons;
use crate::layout::{AnyLayout, ModesOf};
use crate::plain::plain;
use crate::tensor::accessor::{Accessor, AccessorMut, ElementOf, Reader, Writer};

/// The tensors beside that of [`Tensor::zip_mut_with`], which has the layout `W`: one by reference, or a tuple of at most eight. `&t` is read, and
/// `&mut t` is written. `E` is the elements at a coordinate, one element or a tuple. It is a parameter, since a mistake in
/// a type of the trait would be a second error.
#[diagnostic::on_unimplemented(
    message = "zip: not a tensor `&t` or `&mut t` nor a tuple of at most eight, `(&t, &mut u)`",
    label = "does not go with the tensor that is written"
)]
pub trait Others<'s, W, E> {
    /// The layouts, the last one first.
    type Layouts: Beside<W>;
    /// The tensors without checks, the last one first.
    type Members: ElementsAt<<Self::Layouts as Beside<W>>::Offsets, Elements = Self::Reversed>;
    /// The elements at a coordinate, the last one first.
    type Reversed;
    /// The layouts.
    fn layouts(&self) -> Self::Layouts;
    /// The tensors without checks.
    fn members(self) -> Self::Members;
    /// The elements in the form that the closure takes.
    fn elements(reversed: Self::Reversed) -> E;
}
/// One of these tensors.
pub trait Member<'s> {
    /// Its layout.
    type Layout: AnyLayout;
    /// Its element at a coordinate.
    type Element;
    /// Its elements without checks.
    type Unchecked: ElementAt<Element = Self::Element>;
    /// Its layout.
    fn layout_of(&self) -> Self::Layout;
    /// Its elements without checks.
    fn unchecked(self) -> Self::Unchecked;
}
// The message of `Others` says which types are allowed.
#[diagnostic::do_not_recommend]
impl<'s, A: Accessor, L: AnyLayout> Member<'s> for &'s Tensor<A, L> {
    type Layout = L;
    type Element = ElementOf<'s, A>;
    type Unchecked = Read<A::Reader<'s>>;
    #[inline(always)]
    fn layout_of(&self) -> L {
        self.layout
    }
    #[inline(always)]
    fn unchecked(self) -> Self::Unchecked {
        Read(self.reader())
    }
}
#[diagnostic::do_not_recommend]
impl<'s, A: AccessorMut, L: AnyLayout> Member<'s> for &'s mut Tensor<A, L> {
    type Layout = L;
    type Element = &'s mut A::Item;
    type Unchecked = Written<'s, A::Writer<'s>>;
    #[inline(always)]
    fn layout_of(&self) -> L {
        self.layout
    }
    #[inline(always)]
    fn unchecked(self) -> Self::Unchecked {
        Written(self.writer(), PhantomData)
    }
}

/// The elements of a tensor through another layout.
pub struct Arranged<'s, A, L, R> {
    tensor: &'s Tensor<A, L>,
    layout: R,
}
impl<'s, A, L, R> Arranged<'s, A, L, R> {
    /// The elements of `tensor` through `layout`.
    ///
    /// # Safety
    /// All offsets of `layout` are offsets of the layout of the tensor, if it has the extents of the tensor that is
    /// written.
    #[inline(always)]
    pub unsafe fn new(tensor: &'s Tensor<A, L>, layout: R) -> Self {
        Arranged { tensor, layout }
    }
}
#[diagnostic::do_not_recommend]
impl<'s, A: Accessor, L: AnyLayout, R: AnyLayout> Member<'s> for Arranged<'s, A, L, R> {
    type Layout = R;
    type Element = ElementOf<'s, A>;
    type Unchecked = Read<A::Reader<'s>>;
    #[inline(always)]
    fn layout_of(&self) -> R {
        self.layout
    }
    #[inline(always)]
    fn unchecked(self) -> Self::Unchecked {
        Read(self.tensor.reader())
    }
}
/// The elements of a tensor through another layout, for writing.
pub struct ArrangedMut<'s, A, L, R> {
    tensor: &'s mut Tensor<A, L>,
    layout: R,
}
impl<'s, A, L, R> ArrangedMut<'s, A, L, R> {
    /// The elements of `tensor` through `layout`.
    ///
    /// # Safety
    /// As [`Arranged::new`], and no two coordinates of `layout` have the same offset.
    #[inline(always)]
    pub unsafe fn new(tensor: &'s mut Tensor<A, L>, layout: R) -> Self {
        ArrangedMut { tensor, layout }
    }
}
#[diagnostic::do_not_recommend]
impl<'s, A: AccessorMut, L: AnyLayout, R: AnyLayout> Member<'s> for ArrangedMut<'s, A, L, R> {
    type Layout = R;
    type Element = &'s mut A::Item;
    type Unchecked = Written<'s, A::Writer<'s>>;
    #[inline(always)]
    fn layout_of(&self) -> R {
        self.layout
    }
    #[inline(always)]
    fn unchecked(self) -> Self::Unchecked {
        Written(self.tensor.writer(), PhantomData)
    }
}

macro_rules! alone {
    ($([$accessor:ident $($other:ident)?] $member:ty: $layout:ident;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<'s, W: AnyLayout, A: $accessor, L: AnyLayout $(, $other: AnyLayout)?>
            Others<'s, W, <$member as Member<'s>>::Element> for $member
        {
            type Layouts = HCons<$layout, HNil>;
            type Members = HCons<<Self as Member<'s>>::Unchecked, HNil>;
            type Reversed = HCons<<Self as Member<'s>>::Element, HNil>;
            #[inline(always)]
            fn layouts(&self) -> HCons<$layout, HNil> {
                cons(self.layout, HNil)
            }
            #[inline(always)]
            fn members(self) -> Self::Members {
                cons(self.unchecked(), HNil)
            }
            #[inline(always)]
            fn elements(reversed: Self::Reversed) -> <Self as Member<'s>>::Element {
                reversed.head
            }
        }
    )*};
}
alone! {
    [Accessor] &'s Tensor<A, L>: L;
    [AccessorMut] &'s mut Tensor<A, L>: L;
    [Accessor R] Arranged<'s, A, L, R>: R;
    [AccessorMut R] ArrangedMut<'s, A, L, R>: R;
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
    ($($($m:ident $x:ident),*;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<'s, W: AnyLayout, $($m: Member<'s>),*> Others<'s, W, ($($m::Element,)*)> for ($($m,)*) {
            type Layouts = reversed!(@type $(($m::Layout))*; HNil);
            type Members = reversed!(@type $(($m::Unchecked))*; HNil);
            type Reversed = reversed!(@type $(($m::Element))*; HNil);
            #[inline(always)]
            fn layouts(&self) -> Self::Layouts {
                let ($($x,)*) = self;
                reversed!(@value $(($x.layout_of()))*; HNil)
            }
            #[inline(always)]
            fn members(self) -> Self::Members {
                let ($($x,)*) = self;
                reversed!(@value $(($x.unchecked()))*; HNil)
            }
            #[inline(always)]
            fn elements(reversed: Self::Reversed) -> ($($m::Element,)*) {
                let reversed!(@pattern $($x)*; HNil) = reversed;
                ($($x,)*)
            }
        }
    )*};
}
tuples! {
    A a;
    A a, B b;
    A a, B b, C c;
    A a, B b, C c, D d;
    A a, B b, C c, D d, E e;
    A a, B b, C c, D d, E e, F f;
    A a, B b, C c, D d, E e, F f, G g;
    A a, B b, C c, D d, E e, F f, G g, H h;
}

/// The elements of a tensor without checks.
pub trait ElementAt {
    /// An element, or a reference to it.
    type Element;
    /// The element at an offset of the tensor's layout.
    ///
    /// # Safety
    /// No offset of a written tensor is taken twice.
    unsafe fn element_at(&self, offset: usize) -> Self::Element;
}
/// The elements that `R` reads.
pub struct Read<R>(R);
impl<R: Reader> ElementAt for Read<R> {
    type Element = R::Element;
    #[inline(always)]
    unsafe fn element_at(&self, offset: usize) -> R::Element {
        self.0.at(offset)
    }
}
/// The elements that `W` writes, borrowed for `'s`, at the offsets of an injective layout. Each offset is taken once.
pub struct Written<'s, W>(W, PhantomData<&'s mut ()>);
impl<'s, W: Writer<Item: 's>> ElementAt for Written<'s, W> {
    type Element = &'s mut W::Item;
    #[inline(always)]
    unsafe fn element_at(&self, offset: usize) -> &'s mut W::Item {
        // SAFETY: the elements are borrowed for `'s`, and no offset is taken twice, so this is the only reference.
        unsafe { &mut *self.0.place(offset) }
    }
}

/// The elements of tensors at offsets `O`: nested pairs, with the offset in the first written tensor innermost. The
/// last tensor comes first.
pub trait ElementsAt<O> {
    /// The elements at a coordinate.
    type Elements;
    /// The offset in the first written tensor, and the elements of the others.
    ///
    /// # Safety
    /// As [`ElementAt::element_at`].
    unsafe fn elements_at(&self, offsets: O) -> (usize, Self::Elements);
}
impl ElementsAt<usize> for HNil {
    type Elements = HNil;
    #[inline(always)]
    unsafe fn elements_at(&self, written: usize) -> (usize, HNil) {
        (written, HNil)
    }
}
impl<O, M: ElementAt, T: ElementsAt<O>> ElementsAt<(O, usize)> for HCons<M, T> {
    type Elements = HCons<M::Element, T::Elements>;
    #[inline(always)]
    unsafe fn elements_at(&self, (others, offset): (O, usize)) -> (usize, Self::Elements) {
        // SAFETY: as promised.
        unsafe {
            let (written, elements) = self.tail.elements_at(others);
            (written, cons(self.head.element_at(offset), elements))
        }
    }
}

impl<A: AccessorMut, L: AnyLayout> Tensor<A, L> {
    /// Calls `f` with the elements of this tensor and of others at every coordinate, in nested loops over the modes.
    /// The others are one tensor, or a tuple of at most eight. Each is `&t` to be read, or `&mut t` to be written too.
    /// `f` takes their elements in the same form.
    ///
    /// The order is not specified. It is chosen to suit the strides, static ones at compile time and others at run
    /// time.
    ///
    /// The tensors have the same extents, mode by mode, and in each mode the same leaves, nested in any way. Different
    /// static extents do not build, and neither does a nested mode, `(2,4)`, beside one of 8. For these there is
    /// `t.iter_mut().zip(&u)`. Generic code needs no bound on the layouts.
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
    /// Several tensors are written, here by the butterflies of a transform, `(a, b) = (a + w b, a - w b)`:
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let mut a = Tensor::new([1.0, 2.0], layout!(2))?;
    /// let mut b = Tensor::new([10.0, 20.0], layout!(2))?;
    /// let w = Tensor::new([1.0, 0.5], layout!(2))?;
    /// a.zip_mut_with((&mut b, &w), |a, (b, w)| (*a, *b) = (*a + w * *b, *a - w * *b));
    /// assert_eq!((a.data(), b.data()), (&[11.0, 12.0][..], &[-9.0, -8.0][..]));
    /// a.zip_mut_with(&mut b, |a, b| core::mem::swap(a, b));
    /// assert_eq!(a.data(), &[-9.0, -8.0]);
    /// # Ok::<(), tilework::Error>(())
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
    pub fn zip_mut_with<'s, O: Others<'s, L, E>, E, F: FnMut(&mut A::Item, E)>(
        &mut self,
        others: O,
        mut f: F,
    ) {
        _ = <O::Layouts as Beside<L>>::KNOWN;
        let modes = plain(zipped(self.layout, others.layouts()));
        let (mut data, others) = (self.writer(), others.members());
        let mut each = |to: &mut A::Item, reversed| f(to, O::elements(reversed));
        // SAFETY: the loops below visit each coordinate once.
        let visit = &mut unsafe { Zipping::new(&mut data, &others, &mut each) };
        in_any_order::<ModesOf<L>, _, _>(modes, visit);
    }
}

/// The least extent of a single row whose address is hidden from the compiler. In a loop over rows, the compiler would
/// otherwise compare the addresses of all rows at once, and not vectorize if one row is read and the next one written.
const LONG: usize = 64;

/// The elements in lockstep.
pub(crate) struct Zipping<'z, W, M, F> {
    data: &'z mut W,
    others: &'z M,
    f: &'z mut F,
}
impl<'z, W: Writer, M, F> Zipping<'z, W, M, F> {
    /// Calls `f` with the elements of `data` and those of `others`.
    ///
    /// # Safety
    /// It visits only coordinates of the tensors, each once. The elements of written tensors at these coordinates are
    /// borrowed exclusively, and the layouts of these tensors are injective.
    #[inline(always)]
    pub(crate) unsafe fn new(data: &'z mut W, others: &'z M, f: &'z mut F) -> Self {
        Zipping { data, others, f }
    }
}
impl<W: Writer, O: Offsets, M: ElementsAt<O>, F: FnMut(&mut W::Item, M::Elements)> Visit<O>
    for Zipping<'_, W, M, F>
{
    #[inline(always)]
    fn each(&mut self, offsets: O) {
        // SAFETY: each coordinate is visited once, and the layouts of written tensors are injective.
        let (to, elements) = unsafe { self.others.elements_at(offsets) };
        (self.f)(self.data.at(to), elements);
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
        let Zipping { others, f, .. } = self;
        // SAFETY: as above.
        let elements = |offsets| unsafe { others.elements_at(offsets) }.1;
        if step.are_ones() {
            along(row, |c, to| f(to, elements(start.further(c))));
        } else {
            along(row, |c, to| f(to, elements(start.along(c, step))));
        }
    }
}
