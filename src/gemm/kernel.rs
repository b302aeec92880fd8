//! The register tile, in which a gemm spends its time.

use core::cell::Cell;

/// Consecutive elements in one register.
///
/// # Safety
/// An implementation reads and writes exactly `LANES` elements at the given pointers.
pub(super) unsafe trait Vector: Copy {
    /// The type of elements.
    type Element: Copy + PartialEq;
    /// The number of elements.
    const LANES: usize;
    /// The number 0.
    const ZERO: Self::Element;
    /// # Safety
    /// The processor has the instructions of this vector. This applies to the other functions too.
    unsafe fn splat(x: Self::Element) -> Self;
    /// # Safety
    /// `LANES` elements can be read at `from`.
    unsafe fn load(from: *const Self::Element) -> Self;
    /// # Safety
    /// `LANES` elements can be written at `to`.
    unsafe fn store(self, to: *mut Self::Element);
    /// Prefetches the line at `at`, which is needed soon.
    ///
    /// # Safety
    /// As for the others.
    #[inline(always)]
    unsafe fn ask_for(_at: *const Self::Element) {}
    /// `self * factor`
    unsafe fn times(self, factor: Self) -> Self;
    /// `self * factor + summand`
    unsafe fn mul_add(self, factor: Self, summand: Self) -> Self;
}

/// One product of panels, `C = alpha A B + beta C` with
///
/// ```text
/// A (rows,depth):(1,a_step)   B (columns,depth):(b_stride,b_step)   C (rows,columns):(1,c_stride)
/// ```
///
/// where `rows` and `columns` are those of the kernel. `C` is not read if beta is 0.
pub struct Tile<'a, T> {
    pub(super) depth: usize,
    pub(super) alpha: T,
    pub(super) beta: T,
    pub(super) a: &'a [T],
    pub(super) a_step: usize,
    pub(super) b: &'a [T],
    pub(super) b_stride: usize,
    pub(super) b_step: usize,
    pub(super) c: &'a [Cell<T>],
    pub(super) c_stride: usize,
}

/// The function that computes tiles on this processor, with its limits.
#[derive(Clone, Copy)]
pub struct Kernel<T> {
    /// The number of elements of a vector.
    pub(super) lanes: usize,
    /// The maximum number of vectors in a column of a tile.
    pub(super) vectors: usize,
    /// The maximum number of columns of a tile.
    pub(super) columns: usize,
    /// Computes a tile with the given numbers of vectors and columns.
    ///
    /// # Safety
    /// The processor has the instructions.
    pub(super) run: unsafe fn(tile: &Tile<'_, T>, vectors: usize, columns: usize),
}

impl<T> Kernel<T> {
    /// The maximum number of rows of a tile.
    pub(super) fn height(&self) -> usize {
        self.lanes * self.vectors
    }
}

/// Calls `product` for the vector type, with the extents as constants.
macro_rules! dispatch {
    ($vector:ty, $tile:ident, $vectors:ident, $columns:ident, [$($n:literal)*]) => {
        match ($vectors, $columns) {
            $(
                (1, $n) => $crate::gemm::kernel::product::<$vector, 1, $n>($tile),
                (2, $n) => $crate::gemm::kernel::product::<$vector, 2, $n>($tile),
            )*
            _ => unreachable!("a tile is no larger than its kernel's"),
        }
    };
}
pub(super) use dispatch;

/// The product of a tile of `M` vectors by `N` columns: a sum of outer products in `M * N` registers.
///
/// # Safety
/// The processor has the instructions of `V`.
#[inline(always)]
pub(super) unsafe fn product<V: Vector, const M: usize, const N: usize>(
    tile: &Tile<'_, V::Element>,
) {
    let (rows, last) = (M * V::LANES, tile.depth - 1);
    // The only check of each operand: it is as long as its layout requires.
    assert!(last * tile.a_step + rows <= tile.a.len());
    assert!(last * tile.b_step + (N - 1) * tile.b_stride < tile.b.len());
    assert!((N - 1) * tile.c_stride + rows <= tile.c.len());
    let c = tile.c.as_ptr().cast::<V::Element>().cast_mut();
    if tile.depth < SHALLOW {
        for j in 0..N {
            for i in 0..M {
                // SAFETY: the offsets of C are those of its layout.
                unsafe { V::ask_for(c.add(j * tile.c_stride + i * V::LANES)) };
            }
        }
    }
    // SAFETY: the offsets of A and B are those of the layouts, so they are in bounds.
    let sums: [[V; M]; N] = unsafe {
        // Constant strides make shorter instructions.
        if tile.b_stride == 1 {
            outer_products(tile, 1)
        } else {
            outer_products(tile, tile.b_stride)
        }
    };
    // SAFETY: the offsets of C are those of its layout. A `Cell<T>` has the representation of a `T`, and may be written
    // through `&`.
    unsafe {
        let (alpha, beta) = (V::splat(tile.alpha), V::splat(tile.beta));
        for (j, sums) in sums.iter().enumerate() {
            for (i, &sum) in sums.iter().enumerate() {
                let at = c.add(j * tile.c_stride + i * V::LANES);
                if tile.beta == V::ZERO {
                    sum.times(alpha).store(at);
                } else {
                    sum.mul_add(alpha, V::load(at).times(beta)).store(at);
                }
            }
        }
    }
}

/// If there are fewer steps, writing C takes longer than computing it, so its lines are prefetched.
const SHALLOW: usize = 32;
/// The number of steps that are unrolled.
const UNROLLED: usize = 4;

/// One step of [`outer_products`].
///
/// # Safety
/// As [`outer_products`], for the step whose column begins at `a` and whose row begins at `b`.
#[inline(always)]
unsafe fn step<V: Vector, const M: usize, const N: usize>(
    sums: &mut [[V; M]; N],
    a: *const V::Element,
    b: *const V::Element,
    b_stride: usize,
) {
    // SAFETY: the caller promises the same.
    unsafe {
        let mut column = [V::splat(V::ZERO); M];
        for (i, vector) in column.iter_mut().enumerate() {
            *vector = V::load(a.add(i * V::LANES));
        }
        for (j, sums) in sums.iter_mut().enumerate() {
            let factor = V::splat(*b.add(j * b_stride));
            for (sum, &vector) in sums.iter_mut().zip(&column) {
                *sum = vector.mul_add(factor, *sum);
            }
        }
    }
}

/// `sum_p A(i,p) B(j,p)`
///
/// # Safety
/// As `product`. Also, A and B are as long as their layouts require.
#[inline(always)]
unsafe fn outer_products<V: Vector, const M: usize, const N: usize>(
    tile: &Tile<'_, V::Element>,
    b_stride: usize,
) -> [[V; M]; N] {
    // SAFETY: the caller promises the same. The pointers are past the end only after the last step.
    unsafe {
        let mut sums = [[V::splat(V::ZERO); M]; N];
        let (mut a, mut b) = (tile.a.as_ptr(), tile.b.as_ptr());
        for _ in 0..tile.depth / UNROLLED {
            for p in 0..UNROLLED {
                let (a, b) = (a.wrapping_add(p * tile.a_step), b.wrapping_add(p * tile.b_step));
                step(&mut sums, a, b, b_stride);
            }
            a = a.wrapping_add(UNROLLED * tile.a_step);
            b = b.wrapping_add(UNROLLED * tile.b_step);
        }
        for _ in 0..tile.depth % UNROLLED {
            step(&mut sums, a, b, b_stride);
            a = a.wrapping_add(tile.a_step);
            b = b.wrapping_add(tile.b_step);
        }
        sums
    }
}
