//! Unrolled loops: straight-line code over the coordinates and offsets of a layout.

use frunk_core::hlist::{HCons, HNil};
use typenum::{Bit, UInt, UTerm};

use crate::layout::modes::{Mode, Modes};
use crate::layout::{AnyLayout, Layout, ModesOf};
use crate::leaf::int::{Dyn, Index, Leaf, Static};
use crate::tensor::Tensor;
use crate::tensor::accessor::{Accessor, AccessorMut, ElementOf, Reader};

/// The most coordinates that are unrolled. Further modes are loops around them.
pub const UNROLL_LIMIT: u64 = 256;

/// Turns of a loop, written one after another: a typenum integer.
pub trait Turns {
    /// How many.
    const COUNT: usize;
    /// `f(first), f(first + 1), ..`
    fn turns<F: FnMut(usize)>(first: usize, f: &mut F);
}
impl Turns for UTerm {
    const COUNT: usize = 0;
    #[inline(always)]
    fn turns<F: FnMut(usize)>(_: usize, _: &mut F) {}
}
impl<U: Turns, B: Bit> Turns for UInt<U, B> {
    const COUNT: usize = U::COUNT.wrapping_mul(2).wrapping_add(B::U8 as usize);
    #[inline(always)]
    fn turns<F: FnMut(usize)>(first: usize, f: &mut F) {
        U::turns(first, f);
        U::turns(first + U::COUNT, f);
        if B::BOOL {
            f(first + 2 * U::COUNT);
        }
    }
}

/// Extents whose turns can be written out: static ones.
pub trait Repeat: Leaf {
    /// `f(0), f(1), ..`, in a loop where the extent is dynamic.
    fn repeat<F: FnMut(usize)>(self, f: &mut F);
}
impl<N: Turns> Repeat for Static<N>
where
    Self: Leaf,
{
    #[inline(always)]
    fn repeat<F: FnMut(usize)>(self, f: &mut F) {
        N::turns(0, f);
    }
}
impl<I: Index> Repeat for Dyn<I>
where
    Self: Leaf,
{
    #[inline(always)]
    fn repeat<F: FnMut(usize)>(self, f: &mut F) {
        (0..self.get()).for_each(f);
    }
}

/// The extents to the left of a mode.
pub trait Inner {
    /// Their product, the largest integer where one is dynamic.
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

/// Flat modes whose coordinates can be written out, behind the extents `I`.
pub trait UnrollModes<I>: Copy {
    /// `f(index + weight i, offset + L(i))` for the integral coordinates `i` of these modes.
    fn unrolled<F: FnMut(usize, usize)>(self, index: (usize, usize), offset: usize, f: &mut F);
}
impl<I> UnrollModes<I> for HNil {
    #[inline(always)]
    fn unrolled<F: FnMut(usize, usize)>(
        self,
        (index, _): (usize, usize),
        offset: usize,
        f: &mut F,
    ) {
        f(index, offset);
    }
}
impl<I: Inner, S: Repeat, D: Leaf, T: UnrollModes<(I, S)>> UnrollModes<I> for HCons<Mode<S, D>, T> {
    #[inline(always)]
    fn unrolled<F: FnMut(usize, usize)>(
        self,
        (index, weight): (usize, usize),
        offset: usize,
        f: &mut F,
    ) {
        let Mode { shape, stride } = self.head;
        let next = (index, weight * shape.get());
        self.tail.unrolled(next, offset, &mut |index, offset| {
            let mut turn = |c: usize| f(index + c * weight, offset + c * stride.get());
            if const { <(I, S)>::SIZE <= UNROLL_LIMIT } {
                shape.repeat(&mut turn);
            } else {
                (0..shape.get()).for_each(turn);
            }
        });
    }
}

/// Layouts whose coordinates can be written out: all of integer strides. The bound of
/// [`Layout::unroll`].
pub trait Unroll: AnyLayout<Modes: UnrollModes<()>> {}
impl<L: AnyLayout<Modes: UnrollModes<()>>> Unroll for L {}

impl<S, D> Layout<S, D>
where
    Self: Unroll + AnyLayout<Shape = S, Stride = D>,
{
    /// Calls `f(i, L(i))` for all integral coordinates `i`, in order, without a loop where extents
    /// are static: the calls are written one after another, with numbers that the compiler knows.
    ///
    /// The leaves from the left whose extents are static and have together at most
    /// [`UNROLL_LIMIT`] coordinates are unrolled; the others are loops around them. So that a layout
    /// `(tile,rest)` of a static tile and dynamic extents beyond is a loop over unrolled tiles.
    ///
    /// ```
    /// use tilework::layout;
    /// let n = 3;
    /// let mut seen = Vec::new();
    /// layout!((2,n):(n,1)).unroll(|i, offset| seen.push((i, offset)));
    /// assert_eq!(seen, [(0, 0), (1, 3), (2, 1), (3, 4), (4, 2), (5, 5)]);
    /// ```
    #[inline(always)]
    pub fn unroll(self, mut f: impl FnMut(usize, usize)) {
        self.modes().unrolled((0, 1), 0, &mut f);
    }

    /// [`Layout::unroll`] of a static layout of at most [`UNROLL_LIMIT`] coordinates: straight-line
    /// code throughout. Another one does not build.
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
    pub fn unroll_all(self, f: impl FnMut(usize, usize)) {
        const {
            let Some((size, _)) = <ModesOf<Self> as Modes>::STATIC else {
                panic!("unroll: static extent: only a static layout is unrolled throughout");
            };
            assert!(size <= UNROLL_LIMIT, "unroll: limit: a layout of more than 256 coordinates");
        }
        self.unroll(f);
    }
}

impl<A: Accessor, L: Unroll> Tensor<A, L> {
    /// Calls `f(i, T(i))` for all integral coordinates `i`, in order, unrolled as
    /// [`Layout::unroll`] is.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let matrix = Tensor::new(&[1, 2, 3, 4][..], layout!((2,2):row_major))?;
    /// let mut sum = 0;
    /// matrix.unroll(|i, x| sum += i * x);
    /// assert_eq!(sum, 1 * 3 + 2 * 2 + 3 * 4);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    pub fn unroll<'s>(&'s self, mut f: impl FnMut(usize, ElementOf<'s, A>)) {
        let data = self.reader();
        self.layout().modes().unrolled((0, 1), 0, &mut |i, offset| f(i, data.at(offset)));
    }
}
impl<A: AccessorMut, L: Unroll> Tensor<A, L> {
    /// [`Tensor::unroll`] for writing.
    #[inline(always)]
    pub fn unroll_mut(&mut self, mut f: impl FnMut(usize, &mut A::Item)) {
        let modes = self.layout().modes();
        let mut data = self.unchecked_mut();
        modes.unrolled((0, 1), 0, &mut |i, offset| f(i, data.at(offset)));
    }
}
