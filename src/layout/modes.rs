//! Flat modes: the leaves of a layout, left to right.

use core::fmt;

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Mode as ValueMode, Operation, Rule};

use crate::layout::for_each::ForEach;
use crate::layout::injectivity::StaticModes;
use crate::layout::lockstep::{FlatExtents, Steps};
use crate::layout::loop_order::Offsets;
use crate::layout::row::{EachRow, Row};
use crate::layout::small_shape::SmallShape;
use crate::layout::{AnyLayout, bits};
use crate::leaf::int::{Index, LARGEST, Leaf, LeafIn};
use crate::leaf::occupied::Occupied;
use crate::leaf::stride::{Codomain, StrideLeaf, StrideLeafIn};
use crate::leaf::xor::times_bits;

/// One flat mode: the leaf `shape:stride`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mode<S, D> {
    /// The extent.
    pub shape: S,
    /// The stride.
    pub stride: D,
}

#[inline(always)]
pub(crate) const fn mode<S, D>(shape: S, stride: D) -> Mode<S, D> {
    Mode { shape, stride }
}

#[inline(always)]
pub(crate) const fn cons<H, T>(head: H, tail: T) -> HCons<H, T> {
    HCons { head, tail }
}

// Not sealed: tensors use the modes of layouts, which are sealed.
/// Flat modes: an hlist of [`Mode`], leftmost first.
pub trait Modes: Copy + fmt::Debug + Send + Sync {
    /// The number of modes.
    const COUNT: usize;
    /// The kind of offsets. Its evaluation fails to compile if the strides belong to different semimodules.
    const CODOMAIN: Codomain;
    /// The places of coordinates that the strides move.
    const OCCUPIED: &'static Occupied;
    /// Size and cosize - 1, if every leaf is static. Its evaluation fails to compile if a static layout is not sound.
    /// For coordinates, the second number is the sum of all that is added, at whatever place. For bits, it is the union
    /// of all bits.
    const STATIC: Option<(u64, u64)>;
    /// The largest value of the integers that these modes are computed in.
    const LIMIT: u64;
    /// True if all leaves fit 32 bits.
    const LEAVES_FIT_U32: bool;
    /// These modes at compile time, if every leaf is static.
    const LIST: StaticModes;
    /// True if static modes, sorted by stride, each have a stride above all offsets before it.
    const SEGREGATED: bool = Self::LIST.segregated();
    /// True if the compiler unrolls the innermost of the nested loops: the leftmost extent is static.
    const UNROLLS: bool;
    /// The extents, if all are static and their product is small.
    const SMALL: Option<SmallShape>;
    /// True if the coordinates are so few that loops over them unroll whole, in any order: so many elements are a tile
    /// in registers.
    const FEW: bool = matches!(&Self::SMALL, Some(shape) if shape.size() <= 400);
    /// The extents, as far as they are static.
    const EXTENTS: &'static FlatExtents;
    /// The stride of the leftmost mode, where it is a static integer.
    const FIRST_STRIDE: Option<u64>;
    /// The stride of the rightmost mode, if it is static.
    const LAST_STRIDE: Option<u64>;
    /// True if the types say that the rightmost mode is contiguous and the leftmost one is not.
    const BY_ROWS: bool;
    /// The product of the extents.
    fn size(self) -> usize;
    /// Returns whether there are no coordinates because a dynamic extent is 0.
    fn is_empty(self) -> bool;
    /// The largest offset, an integer, with extents of 0 counted as 1. For XOR strides with many extents that are no
    /// powers of 2, it is an upper bound.
    fn reach(self) -> usize;
    /// One more than the largest offset, an integer. For an empty layout the number has no meaning; this saves a test
    /// of the extents where the result is compared anyway.
    fn past(self) -> usize;
    /// The offset of the integral coordinate `i`; the last mode takes the rest.
    fn offset(self, i: usize) -> usize;
    /// `base` plus the offset of the integral coordinate `i`, an integer; the last mode takes the rest.
    fn evaluate_usize(self, base: usize, i: usize) -> usize;
    /// [`Modes::evaluate_usize`] in 32 bits, if all leaves fit.
    fn evaluate_u32(self, base: u32, i: u32) -> u32;
    /// Calls `f` with the position and the values of each mode, counted from `at`.
    fn for_each_mode(self, at: usize, f: &mut impl FnMut(usize, ValueMode));
    /// A coordinate that is incremented, leftmost mode fastest.
    type Counter: Copy + fmt::Debug + Send + Sync;
    /// The first coordinate.
    const START: Self::Counter;
    /// The coordinate with the integral coordinate `i`, which is below the size.
    fn counter(self, i: usize) -> Self::Counter;
    /// Moves on to the next coordinate, and returns its offset from the offset of this one, an integer. The last mode
    /// goes on without end.
    fn advance(self, counter: &mut Self::Counter, offset: usize) -> usize;
    /// [`ForEach::fold_from`](crate::bound::ForEach::fold_from) for integer strides, without a further bound.
    fn nested_loops<B, F: FnMut(B, usize) -> B>(self, base: usize, init: B, f: &mut F) -> B;
    /// The extent and the stride, an integer, of mode `at`; without meaning if there is none.
    fn leaf(self, at: usize) -> (usize, usize);
    /// These modes with steps `O` in several layouts in place of the strides.
    type WithSteps<O: Offsets>: ForEach<O>;
    /// The value, where the first of these modes is number `at`. `steps` makes the steps of a mode from its number, its
    /// extent and its stride, an integer.
    ///
    /// # Errors
    /// Those of `steps`.
    fn with_steps<O: Offsets>(
        self,
        steps: &impl Fn(usize, usize, usize) -> Result<O, Error>,
        at: usize,
    ) -> Result<Self::WithSteps<O>, Error>;
    /// The stride of an extent above 1, an integer: number `at`, counted from the left.
    fn stride_at(self, at: usize) -> usize;
    /// Calls `visit` for each row with its extent, its beginning, and the steps along it. The first number of each pair
    /// belongs to these modes, with integer strides, from `base.0` on. The second number belongs to another layout of
    /// the same extents, from `base.1` on. `steps` are the steps of that layout at extents above 1, counted from the
    /// left; `at` is the number of this one.
    ///
    fn rows_beside(
        self,
        steps: &impl Fn(usize) -> usize,
        at: usize,
        base: (usize, usize),
        row: Row,
        visit: &mut impl EachRow,
    );
}
impl Modes for HNil {
    const COUNT: usize = 0;
    const CODOMAIN: Codomain = Codomain::Any;
    const OCCUPIED: &'static Occupied = &Occupied::Nothing;
    const STATIC: Option<(u64, u64)> = Some((1, 0));
    const LIMIT: u64 = LARGEST;
    const LEAVES_FIT_U32: bool = true;
    const LIST: StaticModes = StaticModes::EMPTY;
    const UNROLLS: bool = false;
    const SMALL: Option<SmallShape> = Some(SmallShape::ONE);
    const EXTENTS: &'static FlatExtents = &FlatExtents::End;
    const FIRST_STRIDE: Option<u64> = None;
    const LAST_STRIDE: Option<u64> = None;
    const BY_ROWS: bool = false;
    #[inline(always)]
    fn size(self) -> usize {
        1
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        false
    }
    #[inline(always)]
    fn reach(self) -> usize {
        0
    }
    #[inline(always)]
    fn past(self) -> usize {
        1
    }
    #[inline(always)]
    fn offset(self, _: usize) -> usize {
        0
    }
    #[inline(always)]
    fn evaluate_usize(self, base: usize, _: usize) -> usize {
        base
    }
    #[inline(always)]
    fn evaluate_u32(self, base: u32, _: u32) -> u32 {
        base
    }
    #[inline(always)]
    fn for_each_mode(self, _: usize, _: &mut impl FnMut(usize, ValueMode)) {}
    type Counter = ();
    const START: () = ();
    #[inline(always)]
    fn counter(self, _: usize) {}
    #[inline(always)]
    fn advance(self, (): &mut (), offset: usize) -> usize {
        offset
    }
    #[inline(always)]
    fn nested_loops<B, F: FnMut(B, usize) -> B>(self, base: usize, init: B, f: &mut F) -> B {
        f(init, base)
    }
    #[inline(always)]
    fn leaf(self, _: usize) -> (usize, usize) {
        (1, 0)
    }
    type WithSteps<O: Offsets> = HNil;
    #[inline(always)]
    fn with_steps<O: Offsets>(
        self,
        _: &impl Fn(usize, usize, usize) -> Result<O, Error>,
        _: usize,
    ) -> Result<HNil, Error> {
        Ok(HNil)
    }
    #[inline(always)]
    fn stride_at(self, _: usize) -> usize {
        0
    }
    #[inline(always)]
    fn rows_beside(
        self,
        _: &impl Fn(usize) -> usize,
        _: usize,
        base: (usize, usize),
        row: Row,
        visit: &mut impl EachRow,
    ) {
        match row {
            Row::Of(extent, steps) => visit.row(extent, base, steps),
            Row::Leftmost | Row::Rightmost => visit.row(1, base, (0, 0)),
        }
    }
}
impl<S: Leaf, D: StrideLeaf, T: Modes> Modes for HCons<Mode<S, D>, T> {
    const COUNT: usize = 1 + T::COUNT;
    const CODOMAIN: Codomain = {
        D::OCCUPIED.check(T::OCCUPIED);
        D::CODOMAIN.with(T::CODOMAIN)
    };
    const OCCUPIED: &'static Occupied = match D::OCCUPIED {
        Occupied::Nothing => T::OCCUPIED,
        places => &Occupied::Both(places, T::OCCUPIED),
    };
    const STATIC: Option<(u64, u64)> = match (S::STATIC, D::STATIC, T::STATIC) {
        (Some(extent), Some(stride), Some((size, reach))) => {
            assert!(
                extent >= 1,
                "layout: positive extent: a static extent must be at least 1, not 0"
            );
            assert!(
                stride <= LARGEST,
                "layout: overflow: the exact result does not fit the integers used"
            );
            let size = extent as u128 * size as u128;
            let reach = match Self::CODOMAIN {
                Codomain::Bits => bits_reach(extent, stride) | reach as u128,
                _ => (extent - 1) as u128 * stride as u128 + reach as u128,
            };
            assert!(
                size <= LARGEST as u128 && reach < LARGEST as u128,
                "layout: overflow: the exact result does not fit the integers used"
            );
            Some((size as u64, reach as u64))
        }
        _ => None,
    };
    const LIMIT: u64 = {
        let head = if S::LIMIT < D::LIMIT { S::LIMIT } else { D::LIMIT };
        if head < T::LIMIT { head } else { T::LIMIT }
    };
    const LEAVES_FIT_U32: bool =
        fits_u32(S::STATIC, S::LIMIT) && fits_u32(D::STATIC, D::LIMIT) && T::LEAVES_FIT_U32;
    const LIST: StaticModes = match (S::STATIC, D::STATIC) {
        (Some(extent), Some(stride)) => T::LIST.with(extent, stride),
        _ => T::LIST,
    };
    const UNROLLS: bool = S::STATIC.is_some();
    const SMALL: Option<SmallShape> = match (S::STATIC, T::SMALL) {
        (Some(extent), Some(shape)) => shape.with(extent),
        _ => None,
    };
    const EXTENTS: &'static FlatExtents = &FlatExtents::Mode(S::STATIC, T::EXTENTS);
    const FIRST_STRIDE: Option<u64> = if D::CODOMAIN.is_integers() { D::STATIC } else { None };
    const LAST_STRIDE: Option<u64> = if T::COUNT == 0 { D::STATIC } else { T::LAST_STRIDE };
    const BY_ROWS: bool = matches!(Self::LAST_STRIDE, Some(1))
        && !matches!(D::STATIC, Some(1))
        && D::CODOMAIN.is_integers();
    #[inline(always)]
    fn size(self) -> usize {
        match Self::STATIC {
            Some((size, _)) => size as usize,
            None => self.head.shape.get() * self.tail.size(),
        }
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        // `|` and not `||`, because a test that ends early saves nothing.
        (const { S::STATIC.is_none() } && self.head.shape.get() == 0) | self.tail.is_empty()
    }
    #[inline(always)]
    fn offset(self, i: usize) -> usize {
        const { only_integers(Self::CODOMAIN) }
        let (extent, stride) = (self.head.shape.get(), self.head.stride.multiple());
        if const { T::COUNT == 0 } {
            return i * stride;
        }
        i % extent * stride + self.tail.offset(i / extent)
    }
    #[inline(always)]
    fn evaluate_usize(self, base: usize, i: usize) -> usize {
        const { not_coordinates(D::CODOMAIN) }
        let Mode { shape, stride } = self.head;
        let bits = const { matches!(D::CODOMAIN, Codomain::Bits) };
        let add = |c: usize| match bits {
            true => base ^ times_bits(c, stride.multiple()),
            false => base + c * stride.multiple(),
        };
        if const { T::COUNT == 0 } {
            return add(i);
        }
        let extent = shape.get();
        self.tail.evaluate_usize(add(i % extent), i / extent)
    }
    #[inline(always)]
    fn evaluate_u32(self, base: u32, i: u32) -> u32 {
        let (extent, stride) = (self.head.shape.get() as u32, self.head.stride.multiple());
        let last = const { T::COUNT == 0 };
        let c = if last { i } else { i % extent };
        let sum = match const { D::CODOMAIN } {
            Codomain::Bits => base ^ times_bits(c, stride),
            _ => base + c * stride as u32,
        };
        if last { sum } else { self.tail.evaluate_u32(sum, i / extent) }
    }
    #[inline(always)]
    fn reach(self) -> usize {
        const { not_coordinates(Self::CODOMAIN) }
        match Self::STATIC {
            _ if matches!(Self::CODOMAIN, Codomain::Bits) => bits::reach(self),
            Some((_, reach)) => reach as usize,
            None => steps(self.head.shape.get()) * self.head.stride.multiple() + self.tail.reach(),
        }
    }
    #[inline(always)]
    fn past(self) -> usize {
        if const { Self::STATIC.is_some() || matches!(Self::CODOMAIN, Codomain::Bits) } {
            return self.reach() + 1;
        }
        let steps = self.head.shape.get().wrapping_sub(1);
        steps.wrapping_mul(self.head.stride.multiple()).wrapping_add(self.tail.past())
    }
    #[inline(always)]
    fn for_each_mode(self, at: usize, f: &mut impl FnMut(usize, ValueMode)) {
        let Mode { shape, stride } = self.head;
        let stride = i64::try_from(stride.multiple()).unwrap_or(i64::MAX);
        f(at, ValueMode { shape: shape.number(), stride });
        self.tail.for_each_mode(at + 1, f);
    }
    type Counter = (usize, T::Counter);
    const START: Self::Counter = (0, T::START);
    #[inline(always)]
    fn counter(self, i: usize) -> Self::Counter {
        // The last mode does not count.
        if const { T::COUNT == 0 } {
            return Self::START;
        }
        let extent = self.head.shape.get();
        (i % extent, self.tail.counter(i / extent))
    }
    #[inline(always)]
    fn advance(self, counter: &mut Self::Counter, offset: usize) -> usize {
        const { only_integers(Self::CODOMAIN) }
        let (extent, stride) = (self.head.shape.get(), self.head.stride.multiple());
        if const { T::COUNT == 0 } {
            return offset.wrapping_add(stride);
        }
        counter.0 += 1;
        if counter.0 < extent {
            return offset + stride;
        }
        counter.0 = 0;
        self.tail.advance(&mut counter.1, offset - (extent - 1) * stride)
    }
    #[inline(always)]
    fn nested_loops<B, F: FnMut(B, usize) -> B>(self, base: usize, init: B, f: &mut F) -> B {
        const { only_integers(Self::CODOMAIN) }
        let (extent, stride) = (self.head.shape.get(), self.head.stride.multiple());
        self.tail.nested_loops(base, init, &mut |mut folded, base| {
            for c in 0..extent {
                folded = f(folded, base + c * stride);
            }
            folded
        })
    }
    #[inline(always)]
    fn leaf(self, at: usize) -> (usize, usize) {
        const { only_integers(Self::CODOMAIN) }
        match at {
            0 => (self.head.shape.get(), self.head.stride.multiple()),
            _ => self.tail.leaf(at - 1),
        }
    }
    type WithSteps<O: Offsets> = HCons<Mode<S, Steps<O>>, T::WithSteps<O>>;
    #[inline(always)]
    fn with_steps<O: Offsets>(
        self,
        steps: &impl Fn(usize, usize, usize) -> Result<O, Error>,
        at: usize,
    ) -> Result<Self::WithSteps<O>, Error> {
        const { only_integers(Self::CODOMAIN) }
        let Mode { shape, stride } = self.head;
        let step = steps(at, shape.get(), stride.multiple())?;
        Ok(cons(mode(shape, Steps(step)), self.tail.with_steps(steps, at + 1)?))
    }
    #[inline(always)]
    fn stride_at(self, at: usize) -> usize {
        const { only_integers(Self::CODOMAIN) }
        match self.head.shape.get() > 1 {
            true if at == 0 => self.head.stride.multiple(),
            counts => self.tail.stride_at(at - counts as usize),
        }
    }
    #[inline(always)]
    fn rows_beside(
        self,
        steps: &impl Fn(usize) -> usize,
        at: usize,
        base: (usize, usize),
        row: Row,
        visit: &mut impl EachRow,
    ) {
        const { only_integers(Self::CODOMAIN) }
        let (extent, stride) = (self.head.shape.get(), self.head.stride.multiple());
        let (step, next) = if extent > 1 { (steps(at), at + 1) } else { (0, at) };
        match row {
            Row::Leftmost => {
                self.tail.rows_beside(steps, next, base, Row::Of(extent, (stride, step)), visit);
            }
            Row::Rightmost if const { T::COUNT == 0 } => visit.row(extent, base, (stride, step)),
            _ => {
                for c in 0..extent {
                    let base = (base.0 + c * stride, base.1 + c * step);
                    self.tail.rows_beside(steps, next, base, row, visit);
                }
            }
        }
    }
}

/// The number of steps of a mode from its first offset to the last.
#[inline(always)]
const fn steps(extent: usize) -> usize {
    extent.saturating_sub(1)
}

/// Checks that no extent is 0, as `operation` requires.
#[inline(always)]
pub(crate) fn positive<L: AnyLayout>(operation: Operation, layout: L) -> Result<(), Error> {
    zeros(operation, layout.modes(), L::LENGTH)
}

/// Checks that none of the first `count` extents is 0.
#[inline(always)]
fn zeros<M: Modes>(operation: Operation, modes: M, count: usize) -> Result<(), Error> {
    if const { M::STATIC.is_some() } || count == 0 || !modes.is_empty() {
        return Ok(());
    }
    let mut checked = Ok(());
    modes.for_each_mode(0, &mut |at, mode| {
        if at < count && mode.shape == 0 && checked.is_ok() {
            checked = Err(Error::new(operation, Rule::Extent { extent: 0 }).at(at));
        }
    });
    checked
}

/// Returns whether a leaf fits 32 bits: its value if it is static, else the largest value of its type.
const fn fits_u32(value: Option<u64>, limit: u64) -> bool {
    let largest = match value {
        Some(value) => value,
        None => limit,
    };
    largest <= u32::MAX as u64
}

/// All bits that `n` times `bits` may have, for `n` below the extent: bits of `n` are shifted by those of `bits`.
pub(crate) const fn bits_reach(extent: u64, bits: u64) -> u128 {
    if extent < 2 || bits == 0 {
        return 0;
    }
    let (mut all, mut last) = (0, extent - 1);
    let mut shifted = bits as u128;
    while last > 0 {
        all |= shifted;
        shifted <<= 1;
        last >>= 1;
    }
    all
}

/// Fails to build in code for integer strides if the strides are others.
pub(crate) const fn only_integers(codomain: Codomain) {
    assert!(codomain.is_integers(), "codomain: this is for layouts with integer strides");
}

/// Fails to build in code for integer offsets if the offsets are coordinates.
pub(crate) const fn not_coordinates(codomain: Codomain) {
    assert!(
        !matches!(codomain, Codomain::Coordinates),
        "codomain: this is for layouts whose offsets are integers"
    );
}

/// Flat modes that are evaluated at coordinates of integers `I`, with offsets `O`.
pub trait Evaluate<I: Index, O = I>: Modes {
    /// `base` plus the offset of the integral coordinate `i`, colexicographically; the last mode takes the rest (the
    /// extended domain).
    fn evaluate(self, base: O, i: I) -> O;
}
impl<I: Index, O> Evaluate<I, O> for HNil {
    #[inline(always)]
    fn evaluate(self, base: O, _: I) -> O {
        base
    }
}
impl<I: Index, O, S: LeafIn<I>, D: StrideLeafIn<I, O>, T: Evaluate<I, O>> Evaluate<I, O>
    for HCons<Mode<S, D>, T>
{
    #[inline(always)]
    fn evaluate(self, base: O, i: I) -> O {
        let Mode { shape, stride } = self.head;
        if const { T::COUNT == 0 } {
            return stride.accumulate(i, base);
        }
        let extent = shape.get_in();
        self.tail.evaluate(stride.accumulate(i.rem(extent), base), i.div(extent))
    }
}
