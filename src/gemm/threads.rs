//! Products on the threads of rayon.

use core::sync::atomic::{AtomicUsize, Ordering};

use tilework_algebra::Error;

use super::batched::{Batch, batched, of_batch};
use super::blocks::Product;
use super::element::sealed::Sealed;
use super::matrix::BatchLayout;
use super::queue::{Limits, Queue};
use super::{Element, MatrixLayout, with_modes, with_product};
use crate::tensor::Tensor;
use crate::tensor::accessor::{Addressed, AddressedMut};

/// [`gemm`](crate::algorithm::gemm()) on the threads of rayon's current pool: bit by bit the same result, whatever their
/// number.
///
/// The threads pack panels of A and B once for all, and then compute tiles of C, of which whoever is free takes the next. A small product is computed by
/// fewer threads, or by the calling one.
///
/// # Errors
/// Those of [`gemm`](crate::algorithm::gemm()).
///
/// ```
/// use tilework::{Tensor, layout, algorithm::par_gemm};
/// let ones = [1.0; 64 * 3];
/// let (a, b) = (Tensor::new(&ones[..], layout!((64,3)))?, Tensor::new(&ones[..], layout!((64,3)))?);
/// let mut c = [0.0; 64 * 64];
/// par_gemm(1.0, &a, &b, 0.0, &mut Tensor::new(&mut c[..], layout!((64,64)))?)?;
/// assert_eq!(c, [3.0; 64 * 64]);
/// # Ok::<(), tilework::Error>(())
/// ```
#[inline]
pub fn par_gemm<T: Element, LA: MatrixLayout, LB: MatrixLayout, LC: MatrixLayout, A, B, C>(
    alpha: T,
    a: &Tensor<A, LA>,
    b: &Tensor<B, LB>,
    beta: T,
    c: &mut Tensor<C, LC>,
) -> Result<(), Error>
where
    A: Addressed<Item = T>,
    B: Addressed<Item = T>,
    C: AddressedMut<Item = T>,
{
    let (a, b, c) = (with_modes(a.parts()), with_modes(b.parts()), with_modes(c.parts_mut()));
    with_product(alpha, a, b, beta, c, compute)
}

/// [`batched_gemm`](crate::algorithm::batched_gemm()) on the threads of rayon's current pool: bit by bit the same result,
/// whatever their number.
///
/// Small products are shared out among the threads. All threads compute each large one.
///
/// # Errors
/// Those of [`batched_gemm`](crate::algorithm::batched_gemm()).
///
/// ```
/// use tilework::{Tensor, layout, algorithm::par_batched_gemm};
/// // Two matrices (1,2) times the same (2,1).
/// let a = Tensor::new(&[1.0, 2.0, 3.0, 4.0][..], layout!((1,2,2)))?;
/// let b = Tensor::new(&[1.0, 10.0][..], layout!((1,2)))?;
/// let mut c = [0.0; 2];
/// par_batched_gemm(1.0, &a, &b, 0.0, &mut Tensor::new(&mut c[..], layout!((1,1,2)))?)?;
/// assert_eq!(c, [21.0, 43.0]);
/// # Ok::<(), tilework::Error>(())
/// ```
#[inline]
pub fn par_batched_gemm<T: Element, LA: BatchLayout, LB: BatchLayout, LC: BatchLayout, A, B, C>(
    alpha: T,
    a: &Tensor<A, LA>,
    b: &Tensor<B, LB>,
    beta: T,
    c: &mut Tensor<C, LC>,
) -> Result<(), Error>
where
    A: Addressed<Item = T>,
    B: Addressed<Item = T>,
    C: AddressedMut<Item = T>,
{
    batched(alpha, a, of_batch(b), beta, c, compute_all)
}

/// The fewest multiplications that several threads share. By one thread they take as long as others need to wake up, or,
/// for a caller that is no thread of the pool, as the way there and back.
const LEAST: usize = 1 << 20;
const LEAST_FROM_OUTSIDE: usize = 1 << 23;
/// The fewest multiplications for each thread.
const LEAST_OF_THREAD: usize = 1 << 18;

/// The number of threads that a number of multiplications is worth.
fn threads(work: usize) -> usize {
    let is_outside = rayon::current_thread_index().is_none();
    let least = if is_outside { LEAST_FROM_OUTSIDE } else { LEAST };
    match work >= least {
        false => 1,
        true => rayon::current_num_threads().min(work / LEAST_OF_THREAD),
    }
}

/// The number of multiplications of a product.
fn work<T>(product: &Product<'_, T>) -> usize {
    let sizes = [product.c.rows.size, product.c.columns.size, product.a.along.size];
    sizes.into_iter().fold(1, usize::saturating_mul)
}

/// Computes C on as many threads as its size is worth.
fn compute<T: Element>(product: Product<'_, T>) {
    match threads(work(&product)) {
        1 => product.compute(),
        threads => compute_on(threads, Limits::USUAL, product),
    }
}

/// [`par_gemm`] by all threads, in tasks that are as small as they can be: for tests.
#[doc(hidden)]
pub fn par_gemm_in_small_tasks<T: Element, LA, LB, LC, A, B, C>(
    alpha: T,
    a: &Tensor<A, LA>,
    b: &Tensor<B, LB>,
    beta: T,
    c: &mut Tensor<C, LC>,
) -> Result<(), Error>
where
    LA: MatrixLayout,
    LB: MatrixLayout,
    LC: MatrixLayout,
    A: Addressed<Item = T>,
    B: Addressed<Item = T>,
    C: AddressedMut<Item = T>,
{
    let (a, b, c) = (with_modes(a.parts()), with_modes(b.parts()), with_modes(c.parts_mut()));
    let threads = rayon::current_num_threads();
    with_product(alpha, a, b, beta, c, |product| compute_on(threads, Limits::SMALL, product))
}

/// Computes C on a number of threads.
fn compute_on<T: Element>(threads: usize, limits: Limits, product: Product<'_, T>) {
    let kernel = <T as Sealed>::kernel();
    let Some(loops) = product.loops(&kernel) else {
        return;
    };
    let queue = Queue::new(loops, threads, limits);
    T::with_shared(queue.length(), |buffer| {
        queue.run(buffer, |work| {
            // A thread has the same tiles in each product of the same extents.
            let work = || work(rayon::current_thread_index().unwrap_or(0) % threads);
            on_threads(threads, &work);
        });
    });
}

/// Calls a function on a number of threads, or fewer if others are busy. Each one wakes up others, so that all begin soon.
fn on_threads(count: usize, work: &(impl Fn() + Sync)) {
    if count == 1 {
        return work();
    }
    rayon::join(|| on_threads(count - count / 2, work), || on_threads(count / 2, work));
}

/// The products of a batch, for several threads.
struct Shared<'a, T>(Batch<'a, T>);

// SAFETY: a batch is not `Sync` because it has all of C as cells. Each product is taken from the batch by one thread,
// which reads and writes only the cells of its own coordinates of C. Those of other products are different ones: the layout
// of C is injective, which was checked when the tensor was made that C is written through. Nobody else has cells of C,
// which is borrowed exclusively until all threads have ended. Elements move from thread to thread, so `T` is `Send`, and
// several threads read those of A and B, so `T` is `Sync`.
unsafe impl<T: Send + Sync> Sync for Shared<'_, T> {}

/// The number of products for each thread, so that all end at about the same time.
const PRODUCTS: usize = 4;

/// Computes the products of a batch: several at a time on one thread each if there are many or they are small, and else
/// one by one on several threads.
pub(super) fn compute_all<T: Element>(batch: Batch<'_, T>) {
    let each = batch.product(0).map_or(0, |product| work(&product));
    let count = threads(each.saturating_mul(batch.len())).min(batch.len());
    if count <= 1 || threads(each) > 1 && batch.len() < PRODUCTS * count {
        return batch.products().for_each(compute);
    }
    let (shared, next) = (Shared(batch), AtomicUsize::new(0));
    let shared = &shared;
    on_threads(count, &|| {
        let taken = core::iter::from_fn(|| shared.0.product(next.fetch_add(1, Ordering::Relaxed)));
        taken.for_each(Product::compute);
    });
}
