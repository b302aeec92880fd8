//! Permutations of the modes of a tensor that owns its elements, within its memory.

use alloc::vec;
use alloc::vec::Vec;

use tilework_algebra::Error;

use super::exchange::exchange;
use super::plan::{Leaves, MOST};
use crate::layout::AnyLayout;
use crate::layout::modes::Modes;
use crate::operation::permute::PermuteTotal;
use crate::operation::transposed::{CanTranspose, Transposed};
use crate::plain::plain_in;
use crate::tensor::Tensor;
use crate::tensor::owned::{CompactAs, CompactLike, Owned};
use crate::verdict::{ResultOf, operation};

impl<T, L: AnyLayout> Tensor<Vec<T>, L> {
    /// The tensor with its modes reversed, in the same memory: `R(j, i) = T(i, j)`, with the elements moved to the
    /// places of a compact layout.
    ///
    /// # Errors
    /// [`Rule::Overflow`](crate::Rule) if strides do not fit the integer type of the extents, which does not happen if
    /// the elements lie together. The elements are dropped.
    #[inline]
    pub fn try_transposed_inplace(self) -> Result<Owned<T, CompactAs<Transposed<L>, L>>, Error>
    where
        L: CanTranspose<Output: CompactLike<L>>,
    {
        let transposed = self.layout().transposed();
        rearranged(self, transposed)
    }

    /// The tensor with its modes reversed, in the same memory: `R(j, i) = T(i, j)`, with the elements moved to the
    /// places of a compact layout. That is row-major if the type of the layout says that its last mode is contiguous,
    /// otherwise column-major, as this tensor itself usually is. `data` is that of a copy,
    /// `algorithm::transpose(&t, &mut r)`.
    ///
    /// [`transposed`](Tensor::transposed) is a view that moves nothing, and
    /// [`transpose_inplace`](Tensor::transpose_inplace) is for square matrices of any strides. Of a square matrix, or of
    /// a batch of them, elements are exchanged in tiles, which is fast and takes no memory. Of any other, each is moved
    /// along its cycle of places. This takes one more bit for each element, or two if the elements have gaps between
    /// them, and many times as long as a copy; elements that stay together are moved together.
    ///
    /// **Law.** Twice, it gives back the tensor, if that was compact.
    ///
    /// # Panics
    /// If [`Tensor::try_transposed_inplace`] returns an error.
    ///
    /// ```
    /// use tilework::{Owned, layout};
    /// let (m, n): (usize, usize) = (2, 3);
    /// let t = Owned::from_fn(layout!((m,n):row_major), |(i, j)| 10 * i + j);
    /// let transposed = t.transposed_inplace();
    /// assert_eq!(transposed.layout(), layout!((n,m):row_major));
    /// assert_eq!(transposed.data(), [0, 10, 1, 11, 2, 12]);
    /// ```
    #[doc(alias = "transposeInPlace")]
    #[inline]
    #[track_caller]
    pub fn transposed_inplace(self) -> Owned<T, CompactAs<Transposed<L>, L>>
    where
        L: CanTranspose<Output: CompactLike<L>>,
    {
        let layout = self.layout();
        plain_in(layout, self.try_transposed_inplace())
    }

    /// The tensor with its modes in another order, in the same memory: mode `k` of the result is mode `order[k]`, as in
    /// [`permute`](Tensor::permute).
    ///
    /// # Errors
    /// Those of [`Tensor::try_transposed_inplace`].
    #[inline]
    pub fn try_permuted_inplace<R: ResultOf<operation::permute_of, Layout: CompactLike<L>>, P>(
        self,
        order: P,
    ) -> Result<Owned<T, CompactAs<R::Layout, L>>, Error>
    where
        L: PermuteTotal<P, Result = R>,
    {
        let permuted = crate::operation::permute(self.layout(), order);
        rearranged(self, permuted)
    }

    /// The tensor with its modes in another order, in the same memory: mode `k` of the result is mode `order[k]`, as in
    /// [`permute`](Tensor::permute). The elements are moved to the places of a compact layout.
    /// [`Tensor::transposed_inplace`] says which layout that is, and how much memory and time it takes.
    ///
    /// # Panics
    /// If [`Tensor::try_permuted_inplace`] returns an error. An order that does not have each mode once does not
    /// compile.
    ///
    /// ```
    /// use tilework::{Owned, layout, modes};
    /// let image = Owned::from_fn(layout!((2,2,3):row_major), |(y, x, channel)| 100 * channel + 10 * y + x);
    /// let planes = image.permuted_inplace(modes![2, 0, 1]);
    /// assert_eq!(planes.layout(), layout!((3,2,2):row_major));
    /// assert_eq!(planes.data(), [0, 1, 10, 11, 100, 101, 110, 111, 200, 201, 210, 211]);
    /// ```
    #[inline]
    #[track_caller]
    pub fn permuted_inplace<R: ResultOf<operation::permute_of, Layout: CompactLike<L>>, P>(
        self,
        order: P,
    ) -> Owned<T, CompactAs<R::Layout, L>>
    where
        L: PermuteTotal<P, Result = R>,
    {
        let layout = self.layout();
        plain_in(layout, self.try_permuted_inplace(order))
    }
}

/// The tensor through `layout`, which has the modes of its own layout in any order, with its elements in the places of a
/// compact layout.
#[inline]
fn rearranged<T, L: AnyLayout, M: CompactLike<L>>(
    tensor: Tensor<Vec<T>, L>,
    layout: M,
) -> Result<Owned<T, CompactAs<M, L>>, Error> {
    let (size, modes) = (tensor.size(), layout.modes());
    let compact = layout.try_compact_like()?;
    let mut data = tensor.into_accessor();
    // The leaves count extents of 0 as 1.
    if !modes.is_empty() && size_of::<T>() > 0 {
        let places = Leaves::<MOST>::of(modes).by_places(M::BY_ROWS);
        in_place(&mut data, &places, size, modes.past() == size);
    }
    data.truncate(size);
    // Sound: the layout is compact, and there is an element for each of its coordinates.
    Ok(Tensor::sound(data, compact))
}

/// Moves the element at `places.offset(x)` to `x`, for each `x` below `size`. `is_compact` if these offsets have no
/// gaps. Elements in gaps end up behind the others.
#[inline(never)]
fn in_place<T>(data: &mut [T], places: &Leaves, size: usize, is_compact: bool) {
    match *places.leaves() {
        [] | [(_, 1)] => return,
        [(m, step), (n, 1)] if m == n && m == step => return square(&mut data[..size], m),
        // The outermost mode stays where it is, so its coordinates are separate.
        [.., (count, step)] if is_compact && count * step == size => {
            let inner = places.without_last();
            return data[..size]
                .chunks_exact_mut(step)
                .for_each(|part| in_place(part, &inner, step, true));
        }
        _ => {}
    }
    // Elements that are and stay together are moved together.
    let run = match *places.leaves() {
        [(run, 1), ref others @ ..] if others.iter().all(|(_, step)| step.is_multiple_of(run)) => {
            run
        }
        _ => 1,
    };
    let count = size / run;
    if run == 1 {
        return along_cycles(count, is_compact, |x| places.offset(x), |x, y| data.swap(x, y));
    }
    along_cycles(
        count,
        is_compact,
        |x| places.offset(x * run) / run,
        |x, y| {
            let (low, high) = (x.min(y) * run, x.max(y) * run);
            let (before, from) = data.split_at_mut(high);
            before[low..][..run].swap_with_slice(&mut from[..run]);
        },
    );
}

/// Transposes a square matrix with `m` rows.
fn square<T>(matrix: &mut [T], m: usize) {
    assert!(matrix.len() == m * m, "a square matrix");
    // SAFETY: these are the elements of the matrix, each once.
    unsafe { exchange(m, m, 1, matrix.as_mut_ptr()) };
}

/// Moves the thing at `place(x)` to `x` for each `x` below `count`, by exchanges of two. `place` has no value twice, and
/// if `is_compact`, all are below `count`.
fn along_cycles(
    count: usize,
    is_compact: bool,
    place: impl Fn(usize) -> usize,
    mut exchange: impl FnMut(usize, usize),
) {
    let mut moved = Bits::new(count);
    if !is_compact {
        // What begins at a place that nothing is taken from is a path, and ends at one that nothing is moved to.
        let mut taken = Bits::new(count);
        (0..count).map(&place).filter(|&from| from < count).for_each(|from| taken.set(from));
        for start in (0..count).filter(|&x| !taken.has(x)) {
            let mut to = start;
            while to < count {
                moved.set(to);
                let from = place(to);
                exchange(to, from);
                to = from;
            }
        }
    }
    for start in 0..count {
        if moved.has(start) {
            continue;
        }
        let mut to = start;
        loop {
            moved.set(to);
            let from = place(to);
            if from == start {
                break;
            }
            exchange(to, from);
            to = from;
        }
    }
}

/// A set of numbers below a bound.
struct Bits(Vec<u64>);
impl Bits {
    fn new(bound: usize) -> Self {
        Bits(vec![0; bound.div_ceil(64)])
    }
    #[inline(always)]
    fn set(&mut self, x: usize) {
        self.0[x / 64] |= 1 << (x % 64);
    }
    #[inline(always)]
    fn has(&self, x: usize) -> bool {
        self.0[x / 64] >> (x % 64) & 1 == 1
    }
}
