//! Unrolled loops: straight-line code over the coordinates and offsets of a layout.

use core::marker::PhantomData;

use frunk_core::hlist::{HCons, HNil};
use typenum::{Bit, UInt, UTerm};

use crate::layout::codomain::{CoordinateOf, IntoCoordinates};
use crate::layout::for_each::Offset;
use crate::layout::modes::{Mode, Modes};
use crate::layout::{AnyLayout, Layout, ModesOf};
use crate::leaf::int::{Dyn, Index, Leaf, Static};
use crate::leaf::stride::StrideLeafIn;

/// The largest number of coordinates that are unrolled. Further modes are loops around them.
pub const UNROLL_LIMIT: u64 = 256;

/// The action at every coordinate. It is a trait because the compiler inlines functions with many call sites only when
/// it must, and a closure may stay a call.
pub trait Visit<O> {
    /// Called at the integral coordinate `i` with its offset.
    fn visit(&mut self, i: usize, offset: O);
}
/// A closure that is called with the coordinate and the offset.
pub(crate) struct Offsets<F>(pub(crate) F);
impl<O, F: FnMut(usize, O)> Visit<O> for Offsets<F> {
    #[inline(always)]
    fn visit(&mut self, i: usize, offset: O) {
        (self.0)(i, offset);
    }
}
/// A place, and the step from one turn to the next: each is an integral coordinate and an offset.
#[derive(Clone, Copy)]
pub struct Steps<D, O> {
    place: (usize, O),
    step: (usize, D),
}
impl<O: Copy, D: StrideLeafIn<usize, O>> Steps<D, O> {
    #[inline(always)]
    fn turn<V: Visit<O>>(self, c: usize, visit: &mut V) {
        visit.visit(self.place.0 + c * self.step.0, self.step.1.accumulate(c, self.place.1));
    }
}

/// Turns of a loop that are written one after another: a typenum integer.
pub trait Turns {
    /// The number of turns.
    const COUNT: usize;
    /// Runs the turns `first, first + 1, ..`
    fn turns<O: Copy, D: StrideLeafIn<usize, O>, V: Visit<O>>(
        first: usize,
        steps: Steps<D, O>,
        visit: &mut V,
    );
}
impl Turns for UTerm {
    const COUNT: usize = 0;
    #[inline(always)]
    fn turns<O: Copy, D: StrideLeafIn<usize, O>, V: Visit<O>>(_: usize, _: Steps<D, O>, _: &mut V) {
    }
}
impl<U: Turns, B: Bit> Turns for UInt<U, B> {
    const COUNT: usize = U::COUNT.wrapping_mul(2).wrapping_add(B::U8 as usize);
    #[inline(always)]
    fn turns<O: Copy, D: StrideLeafIn<usize, O>, V: Visit<O>>(
        first: usize,
        steps: Steps<D, O>,
        visit: &mut V,
    ) {
        U::turns(first, steps, visit);
        U::turns(first + U::COUNT, steps, visit);
        if B::BOOL {
            steps.turn(first + 2 * U::COUNT, visit);
        }
    }
}

/// Extents whose turns can be unrolled: static ones.
pub trait Repeat: Leaf {
    /// Runs the turns `0, 1, ..`, in a loop if the extent is dynamic.
    fn repeat<O: Copy, D: StrideLeafIn<usize, O>, V: Visit<O>>(
        self,
        steps: Steps<D, O>,
        visit: &mut V,
    );
}
impl<N: Turns> Repeat for Static<N>
where
    Self: Leaf,
{
    #[inline(always)]
    fn repeat<O: Copy, D: StrideLeafIn<usize, O>, V: Visit<O>>(
        self,
        steps: Steps<D, O>,
        visit: &mut V,
    ) {
        N::turns(0, steps, visit);
    }
}
impl<I: Index> Repeat for Dyn<I>
where
    Self: Leaf,
{
    #[inline(always)]
    fn repeat<O: Copy, D: StrideLeafIn<usize, O>, V: Visit<O>>(
        self,
        steps: Steps<D, O>,
        visit: &mut V,
    ) {
        for c in 0..self.get() {
            steps.turn(c, visit);
        }
    }
}

/// The extents to the left of a mode.
pub trait Inner {
    /// Their product; the largest integer if one is dynamic.
    const SIZE: u64;
}
impl Inner for () {
    const SIZE: u64 = 1;
}
impl<I: Inner, S: Leaf> Inner for (I, S) {
    const SIZE: u64 = match S::STATIC {
        Some(extent) => extent.saturating_mul(I::SIZE),
        None => u64::MAX,
    };
}

/// Flat modes whose coordinates can be unrolled, with offsets `O`, to the right of the extents `I`.
pub trait UnrollModes<I, O>: Copy {
    /// Visits all coordinates from `0` and the offset `first` on. Neighboring coordinates of these modes are `weight`
    /// apart as integral coordinates.
    fn unrolled<V: Visit<O>>(self, weight: usize, first: O, visit: &mut V);
}
impl<I, O: Offset> UnrollModes<I, O> for HNil {
    #[inline(always)]
    fn unrolled<V: Visit<O>>(self, _: usize, first: O, visit: &mut V) {
        visit.visit(0, first);
    }
}
impl<I: Inner, O: Copy, S: Repeat, D, T> UnrollModes<I, O> for HCons<Mode<S, D>, T>
where
    D: StrideLeafIn<usize, O>,
    T: UnrollModes<(I, S), O>,
{
    #[inline(always)]
    fn unrolled<V: Visit<O>>(self, weight: usize, first: O, visit: &mut V) {
        let outer = weight * self.head.shape.get();
        let inner = PhantomData::<I>;
        self.tail.unrolled(outer, first, &mut Turn { mode: self.head, weight, inner, visit });
    }
}

/// The turns of a mode, at every coordinate of the modes to the right of it.
struct Turn<'v, I, S, D, V> {
    mode: Mode<S, D>,
    weight: usize,
    inner: PhantomData<I>,
    visit: &'v mut V,
}
impl<I: Inner, O: Copy, S: Repeat, D, V: Visit<O>> Visit<O> for Turn<'_, I, S, D, V>
where
    D: StrideLeafIn<usize, O>,
{
    #[inline(always)]
    fn visit(&mut self, i: usize, offset: O) {
        let Mode { shape, stride } = self.mode;
        let steps = Steps { place: (i, offset), step: (self.weight, stride) };
        if const { <(I, S)>::SIZE <= UNROLL_LIMIT } {
            shape.repeat(steps, self.visit);
        } else {
            for c in 0..shape.get() {
                steps.turn(c, self.visit);
            }
        }
    }
}

/// Layouts whose coordinates can be unrolled, with offsets `O`: integers for integer and XOR strides, and
/// [`CoordinateOf`] the layout for others. The bound of [`Layout::unroll`], which generic code calls as a method of
/// this trait, and of [`Tensor::unroll`](crate::Tensor::unroll).
///
/// ```
/// use tilework::{
///     layout, bound::{ComposeWith, Unroll}, operation::composition, result::Composition,
/// };
/// fn sum<A: ComposeWith<B>, B>(a: A, b: B) -> usize
/// where
///     Composition<A, B>: Unroll,
/// {
///     let mut sum = 0;
///     composition(a, b).unroll(|_, offset| sum += offset);
///     sum
/// }
/// assert_eq!(sum(layout!((4,2):(1,10)), layout!((2,2):(2,4))), 0 + 2 + 10 + 12);
/// ```
#[diagnostic::on_unimplemented(
    message = "unroll: codomain: offsets that are integers have `unroll`, coordinates `unroll_coordinates`",
    label = "has no result"
)]
pub trait Unroll<O = usize>: AnyLayout<Modes: UnrollModes<(), O>> {
    /// See [`Layout::unroll`] and [`Layout::unroll_coordinates`].
    #[inline(always)]
    fn unroll(self, f: impl FnMut(usize, O))
    where
        O: Offset,
    {
        self.modes().unrolled(1, O::ZERO, &mut Offsets(f));
    }
}
#[diagnostic::do_not_recommend]
impl<O, L: AnyLayout<Modes: UnrollModes<(), O>>> Unroll<O> for L {}

impl<S, D> Layout<S, D>
where
    Self: AnyLayout<Shape = S, Stride = D>,
{
    /// Calls `f(i, L(i))` for all integral coordinates `i` in order, without a loop over static extents: the calls are
    /// written one after another, with numbers that the compiler knows.
    ///
    /// The leftmost leaves are unrolled as long as their extents are static and have at most [`UNROLL_LIMIT`]
    /// coordinates together; the others are loops around them. A layout `(tile,rest)` of a static tile with dynamic
    /// extents beyond becomes a loop over unrolled tiles.
    ///
    /// ```
    /// use tilework::layout;
    /// let n = 3;
    /// let mut seen = Vec::new();
    /// layout!((2,n):(n,1)).unroll(|i, offset| seen.push((i, offset)));
    /// assert_eq!(seen, [(0, 0), (1, 3), (2, 1), (3, 4), (4, 2), (5, 5)]);
    /// seen.clear();
    /// layout!((2,2):(f1,f3)).unroll(|i, offset| seen.push((i, offset)));
    /// assert_eq!(seen, [(0, 0), (1, 1), (2, 3), (3, 2)]);
    /// ```
    #[inline(always)]
    pub fn unroll(self, f: impl FnMut(usize, usize))
    where
        Self: Unroll,
    {
        self.modes().unrolled(1, 0, &mut Offsets(f));
    }

    /// [`Layout::unroll`] for a static layout of at most [`UNROLL_LIMIT`] coordinates: straight-line code throughout.
    /// Any other layout does not build.
    ///
    /// ```
    /// use tilework::layout;
    /// let mut sum = 0;
    /// layout!((4,8):(8,1)).unroll_all(|i, offset| sum += i * offset);
    /// assert_eq!(sum, (0..32).map(|i| i * (i % 4 * 8 + i / 4)).sum());
    /// ```
    ///
    /// ```compile_fail
    /// tilework::layout!((32,32)).unroll_all(|_, _| ());
    /// ```
    #[inline(always)]
    pub fn unroll_all(self, f: impl FnMut(usize, usize))
    where
        Self: Unroll,
    {
        const {
            let Some((size, _)) = <ModesOf<Self> as Modes>::STATIC else {
                panic!("unroll: static extent: only a static layout is unrolled throughout");
            };
            assert!(size <= UNROLL_LIMIT, "unroll: limit: a layout of more than 256 coordinates");
        }
        self.unroll(f);
    }
}

impl<S, D> Layout<S, D>
where
    Self: IntoCoordinates + AnyLayout<Shape = S, Stride = D>,
{
    /// [`Layout::unroll`] for a layout into coordinates, as [`Layout::coordinate`] is to [`Layout::offset`].
    ///
    /// ```
    /// use tilework::{hlist, layout};
    /// let mut seen = Vec::new();
    /// layout!((2,2):(3*e1,e0)).unroll_coordinates(|i, at| seen.push((i, at)));
    /// let expected =
    ///     [(0, hlist![0, 0]), (1, hlist![0, 3]), (2, hlist![1, 0]), (3, hlist![1, 3])];
    /// assert_eq!(seen, expected);
    /// ```
    #[inline(always)]
    pub fn unroll_coordinates(self, f: impl FnMut(usize, CoordinateOf<Self>))
    where
        Self: Unroll<CoordinateOf<Self>>,
    {
        self.modes().unrolled(1, Offset::ZERO, &mut Offsets(f));
    }
}
