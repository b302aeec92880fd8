//! Elements that all threads change by atomic operations.

use tilework::AnyLayout;
use tilework::bound::Coordinate;

use super::Divides;
use crate::{Atomic, AtomicBits, AtomicInteger, Division, Global, Output, Shared};

/// All threads of the grid change the elements of an [`Output`], by atomic operations only: [`at`](Output::at).
///
/// ```
/// use tilework::{Dyn, Layout, layout};
/// use tilework_device::*;
/// use tilework_device::emulator::Emulator;
///
/// type Numbers = Layout!({Dyn<u32>}:1);
/// /// Adds to `counts` how many numbers have each remainder by 4.
/// #[kernel(threads = 64, blocks = blocks_for(from.layout().extents(), 64))]
/// fn remainders(here: Here<64>, from: Input<u32, Numbers, OfEach>, counts: Output<u32, Layout!(4:1), ByAtomics>) {
///     if let Some(x) = from.own(&here)
///         && let Some(count) = counts.at(x % 4)
///     {
///         count.add(1);
///     }
/// }
/// let (mut emulator, n) = (Emulator::new(1), 100_u32);
/// let from = emulator.upload(&(0..100).collect::<Vec<u32>>());
/// let mut counts = emulator.upload(&[0_u32; 4]);
/// emulator.run(remainders { from: (&from, layout!(n:1)), counts: (&mut counts, layout!(4:1)) });
/// assert_eq!(emulator.download(counts), [25; 4]);
/// ```
///
/// They are not written otherwise:
///
/// ```compile_fail,E0277
/// # use tilework::Layout;
/// # use tilework_device::*;
/// fn written(here: Here<64>, counts: Output<u32, Layout!(64:1), ByAtomics>) {
///     counts.own(&here);
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ByAtomics;
impl Division for ByAtomics {
    const FINGERPRINT: u32 = 4;
}
// SAFETY: nobody has a part.
unsafe impl<L> Divides<L> for ByAtomics {
    fn most_blocks(_: L) -> Option<[usize; 3]> {
        None
    }
}
impl<T: Atomic, L: AnyLayout> Output<T, L, ByAtomics> {
    /// The element at this coordinate, if there is one.
    #[inline(always)]
    pub fn at<C>(self, coordinate: C) -> Option<AtomicElement<Global<T>>>
    where
        C: Coordinate<usize, L::Shape, L::Stride>,
    {
        // SAFETY: the coordinate is inside. Safe code accesses these elements by atomic operations only.
        coordinate
            .within(self.layout().shape())
            .then(|| AtomicElement(unsafe { self.tensor().at(coordinate) }))
    }
}

/// An array in shared memory that the threads of a block change by atomic operations only: [`atomics!`](crate::atomics)
/// makes it.
#[derive(Clone, Copy, Debug)]
pub struct SharedAtomics<T, const N: usize>(Shared<T>);
impl<T: Atomic, const N: usize> SharedAtomics<T, N> {
    /// The array at this address.
    ///
    /// # Safety
    /// There are `N` elements in shared memory, which are accessed as values of this type only.
    #[doc(hidden)]
    #[inline(always)]
    pub unsafe fn new(start: Shared<T>) -> Self {
        SharedAtomics(start)
    }

    /// The element at this index, if there is one.
    #[inline(always)]
    pub fn at(self, index: u32) -> Option<AtomicElement<Shared<T>>> {
        ((index as usize) < N).then(|| AtomicElement(self.0.offset(index as usize)))
    }
}

/// An array in shared memory that the threads of a block change by atomic operations only: `atomics!([u32; 256])`. It
/// begins with any numbers.
///
/// As for [`shared!`](crate::shared), each place in the source has an array of its own.
///
/// ```
/// use tilework::{Layout, layout};
/// use tilework_device::*;
/// use tilework_device::emulator::Emulator;
///
/// /// The number of even threads in a block.
/// #[kernel(threads = 64, blocks = [1])]
/// fn even(mut here: Here<64>, to: Output<u32, Layout!(64:1), OfEach>) {
///     let Some(count) = atomics!([u32; 1]).at(0) else { return };
///     if here.thread() == 0 {
///         count.store(0);
///     }
///     here.wait();
///     if here.thread() % 2 == 0 {
///         count.add(1);
///     }
///     here.wait();
///     if let Some(own) = to.own(&here) {
///         own.set(count.load());
///     }
/// }
/// let mut emulator = Emulator::new(1);
/// let mut to = emulator.poisoned::<u32>(64);
/// emulator.run(even { to: (&mut to, layout!(64:1)) });
/// assert_eq!(emulator.written(to), [32; 64]);
/// ```
#[macro_export]
macro_rules! atomics {
    ([$element:ty; $count:expr]) => {{
        type __Element = $element;
        const __COUNT: usize = $count;
        let start = $crate::shared!([__Element; __COUNT]);
        // SAFETY: there are as many elements, and this place has this type only.
        unsafe { $crate::SharedAtomics::<__Element, __COUNT>::new(start) }
    }};
}

/// An element that is accessed by atomic operations only. They are relaxed, except those whose name says otherwise.
#[derive(Clone, Copy, Debug)]
pub struct AtomicElement<P>(P);

macro_rules! operations {
    ($bound:ident: $($(#[$doc:meta])* $name:ident($($x:ident),*) $(-> $result:ident)? = $of:ident;)*) => {
        operations! { @ Global $bound $([$(#[$doc])*] $name [$($x)*] [$($result)?] $of;)* }
        operations! { @ Shared $bound $([$(#[$doc])*] $name [$($x)*] [$($result)?] $of;)* }
    };
    (@ $pointer:ident $bound:ident $([$($doc:tt)*] $name:ident [$($x:ident)*] [$($result:ident)?] $of:ident;)*) => {
        impl<T: $bound> AtomicElement<$pointer<T>> {$(
            $($doc)*
            #[inline(always)]
            pub fn $name(self $(, $x: T)*) $(-> $result)? {
                // SAFETY: the element exists, and it is accessed by such operations only.
                unsafe { self.0.$of($($x),*) }
            }
        )*}
    };
}
operations! { Atomic:
    /// The element.
    load() -> T = load_relaxed;
    /// Writes the element.
    store(x) = store_relaxed;
    /// Adds `x`.
    add(x) = red_add;
    /// Adds `x`, and returns the old value.
    fetch_add(x) -> T = atom_add;
}
operations! { AtomicInteger:
    /// Writes the smaller of the element and `x`, and returns the old value.
    fetch_min(x) -> T = atom_min;
    /// Writes the larger of the element and `x`, and returns the old value.
    fetch_max(x) -> T = atom_max;
}
operations! { AtomicBits:
    /// The bitwise and, and returns the old value.
    fetch_and(x) -> T = atom_and;
    /// The bitwise or, and returns the old value.
    fetch_or(x) -> T = atom_or;
    /// The bitwise exclusive or, and returns the old value.
    fetch_xor(x) -> T = atom_xor;
    /// Writes `x`, and returns the old value.
    swap(x) -> T = atom_exch;
    /// Writes `x` if the element is `compare`, and returns the old value.
    compare_exchange(compare, x) -> T = atom_cas;
}
macro_rules! ordered {
    ($($t:ty)*) => {$(
        impl AtomicElement<Global<$t>> {
            /// `ld.acquire`: afterwards, this thread sees what another thread of the GPU did before the
            /// [`store_release`](Self::store_release) that is read.
            #[inline(always)]
            pub fn load_acquire(self) -> $t {
                // SAFETY: the element exists, and it is accessed by such operations only.
                unsafe { self.0.load_acquire() }
            }
            /// `st.release`: who reads this by [`load_acquire`](Self::load_acquire) sees what this thread did before.
            #[inline(always)]
            pub fn store_release(self, x: $t) {
                // SAFETY: as above.
                unsafe { self.0.store_release(x) }
            }
        }
    )*};
}
ordered! { u32 u64 }
impl AtomicElement<Global<u32>> {
    /// Waits until the element is at least `least`, by repeated [`load_acquire`](Self::load_acquire).
    #[inline(always)]
    pub fn wait_for(self, least: u32) {
        // SAFETY: the element exists, and it is accessed by such operations only.
        unsafe { self.0.wait_for(least) }
    }
}
