//! Launches: a kernel with its arguments, whose types are those of its parameters.
//!
//! [`kernel`](crate::device::kernel) writes for each kernel a type of its name, with one function, `with`, which takes what a program has in
//! the place of each parameter:
//!
//! | parameter of the kernel | argument of the launch |
//! |---|---|
//! | `*const T` | `&buffer`, of elements `T` or of those that a `T` consists of ([`ConsistsOf`]) |
//! | `*mut T` | `&mut buffer` |
//! | `Input<T, L>` | `(&buffer, layout)`: a buffer that is shorter than the layout reaches is an error of the launch |
//! | `Output<T, L>` | `(&mut buffer, layout)` |
//! | `&TensorMap<T>` | `&map`, of the same boxes `T` |
//! | a layout, a number, `[u32; 3]` | the same |
//!
//! What runs it is a [`Machine`]: `Gpu` of `tilework-device`, or [`Host`]. `with` is `unsafe` where the kernel is; who launches
//! an unsafe kernel promises what it asks, which is mostly that buffers are as long as layouts reach, and that there are blocks for
//! all of it. Which types the arguments have, how many they are, in which order, for how many threads a block is: none of that is left.
//!
//! Who writes `fn` and not `unsafe fn` promises that the kernel does nothing undefined, whatever the grid and the arguments are. It has
//! `Input` and `Output` then, and not pointers, of which nobody has compared lengths.

use core::ffi::c_void;
use core::fmt::Display;
use core::marker::PhantomData;

use tilework::AnyLayout;

use crate::Parameter;
use crate::device::{self, ConsistsOf, TensorMap};
use crate::host::{Buffer, Host};

/// A kernel: a type that [`kernel`](crate::device::kernel) writes.
pub trait Kernel {
    /// Its name, that of the entry in the PTX.
    const NAME: &'static str;
    /// Its parameters, in their order.
    type Parameters: Parameters;
    /// Calls it, as a thread of the CPU.
    ///
    /// # Safety
    /// As the kernel asks.
    unsafe fn call(parameters: &Self::Parameters);
}

/// Where kernels run.
pub trait Machine {}

/// What a kernel reads: an argument for `*const T`.
#[diagnostic::on_unimplemented(
    message = "the kernel reads a buffer of `{T}` here, not `{Self}`",
    label = "write `&buffer`, of elements `{T}`",
    note = "a buffer of `f32` is one of `F32x4`, too; what the kernel writes is `&mut buffer`"
)]
pub trait Input<'a, M, T> {
    #[doc(hidden)]
    fn address(self) -> *const T;
}
/// What a kernel writes: an argument for `*mut T`.
#[diagnostic::on_unimplemented(
    message = "the kernel writes a buffer of `{T}` here, not `{Self}`",
    label = "write `&mut buffer`, of elements `{T}`",
    note = "a buffer of `f32` is one of `F32x4`, too; what the kernel only reads is `&buffer`"
)]
pub trait Output<'a, M, T> {
    #[doc(hidden)]
    fn address(self) -> *mut T;
}
/// A tensor map: an argument for `&TensorMap<T>`.
#[diagnostic::on_unimplemented(
    message = "the kernel has a `{T}` here, not `{Self}`",
    label = "write `&map`, of boxes of the same type",
    note = "`gpu.tensor_map::<T>(&buffer, columns)` is a `TensorMap<T>`"
)]
pub trait Map<'a, M, T> {
    #[doc(hidden)]
    fn map(self) -> T;
}

/// A buffer with its layout: an argument for `Input<T, L>` and for `Output<T, L>`.
#[diagnostic::on_unimplemented(
    message = "the kernel has a `{V}` here, not `{Self}`",
    label = "write `(&buffer, layout)` for what it reads, `(&mut buffer, layout)` for what it writes",
    note = "the layout is of the type that the kernel has, and a buffer of `f32` is one of `F32x4`, too"
)]
pub trait View<'a, M, V> {
    #[doc(hidden)]
    fn view(self, name: &str, wrong: &mut Option<String>) -> V;
}
/// What is wrong with a buffer of so many bytes, of the parameter of this name, where the layout reaches so many elements `T`.
#[doc(hidden)]
pub fn reaches<T, L: AnyLayout + Display>(name: &str, bytes: usize, layout: L) -> Option<String> {
    let (reached, has) = (layout.cosize(), bytes / size_of::<T>());
    (reached > has).then(|| {
        format!(
            "`{name}`: the layout {layout} reaches {reached} elements, and the buffer has {has}"
        )
    })
}

/// A kernel with its arguments, on a machine `M`, which lives as long as what it was given.
pub struct Launch<'a, M, K: Kernel> {
    parameters: K::Parameters,
    wrong: Option<String>,
    of: PhantomData<(&'a (), fn() -> M)>,
}
impl<M, K: Kernel> Launch<'_, M, K> {
    /// The launch with these parameters.
    ///
    /// # Safety
    /// They are what the kernel takes, for as long as this lives.
    #[doc(hidden)]
    pub unsafe fn new(parameters: K::Parameters, wrong: Option<String>) -> Self {
        Launch { parameters, wrong, of: PhantomData }
    }
    /// The parameters.
    ///
    /// # Errors
    /// Where a buffer is shorter than its layout reaches, in words.
    pub fn parameters(&self) -> Result<&K::Parameters, String> {
        match &self.wrong {
            Some(wrong) => Err(format!("{}: {wrong}", K::NAME)),
            None => Ok(&self.parameters),
        }
    }
}

/// Parameters of a kernel: a tuple of [`Parameter`]s.
pub trait Parameters: Copy {
    /// Calls `f` with the addresses of what is passed, and how many bytes each is. What takes no room is not passed.
    fn pass<R>(&self, f: impl FnOnce(&[*const c_void], &[usize]) -> R) -> R;
    /// The bytes of what is passed.
    fn bytes() -> Vec<usize>;
}
macro_rules! tuples {
    ($($t:ident $x:ident)*) => {
        impl<$($t: Parameter),*> Parameters for ($($t,)*) {
            fn pass<R>(&self, f: impl FnOnce(&[*const c_void], &[usize]) -> R) -> R {
                let ($($x,)*) = *self;
                $(let $x = $x.pass();)*
                let all: &[(*const c_void, usize)] = &[$((core::ptr::from_ref(&$x).cast(), size_of_val(&$x))),*];
                const MOST: usize = 16;
                let (mut addresses, mut bytes, mut count) = ([core::ptr::null(); MOST], [0; MOST], 0);
                for &(address, size) in all.iter().filter(|(_, size)| *size > 0) {
                    (addresses[count], bytes[count]) = (address, size);
                    count += 1;
                }
                f(&addresses[..count], &bytes[..count])
            }
            fn bytes() -> Vec<usize> {
                let all: &[usize] = &[$(size_of::<$t::Passed>()),*];
                all.iter().copied().filter(|bytes| *bytes > 0).collect()
            }
        }
        tuples!(@less $($t $x)*);
    };
    (@less) => {};
    (@less $first:ident $x:ident $($t:ident $y:ident)*) => { tuples!($($t $y)*); };
}
tuples!(A a B b C c D d E e F f_ G g H h I i J j K k L l M m N n O o P p);

impl Machine for Host {}
impl<'a, T, E: ConsistsOf<T>> Input<'a, Host, E> for &'a Buffer<T> {
    fn address(self) -> *const E {
        self.pointer()
    }
}
impl<'a, T, E: ConsistsOf<T>> Output<'a, Host, E> for &'a mut Buffer<T> {
    fn address(self) -> *mut E {
        self.pointer_mut()
    }
}
impl<'a, T> Map<'a, Host, TensorMap<T>> for &'a TensorMap<T> {
    fn map(self) -> TensorMap<T> {
        *self
    }
}

macro_rules! views {
    ($($buffer:ty: $view:ident $pointer:ident;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<'a, T, E, L> View<'a, Host, device::$view<E, L>> for ($buffer, L)
        where
            E: ConsistsOf<T>,
            L: AnyLayout + Display,
        {
            fn view(self, name: &str, wrong: &mut Option<String>) -> device::$view<E, L> {
                let (buffer, layout) = self;
                *wrong = wrong.take().or(reaches::<E, L>(name, buffer.bytes(), layout));
                // SAFETY: a launch of a shorter buffer is refused.
                unsafe { device::$view::from_raw_parts(buffer.$pointer(), layout) }
            }
        }
    )*};
}
views! {
    &'a Buffer<T>: Input pointer;
    &'a mut Buffer<T>: Output pointer_mut;
}

/// Addresses and numbers, which all threads have.
struct Shared<P>(P);
impl<P> Shared<P> {
    fn get(&self) -> &P {
        &self.0
    }
}
// SAFETY: parameters are numbers, and addresses of the machine's memory, which no thread follows.
unsafe impl<P> Sync for Shared<P> {}

impl Host {
    /// Runs a kernel with its arguments, in a grid of blocks of `threads` threads with `shared` bytes of shared memory each, of
    /// which so many that follow one another in `x` are a cluster.
    ///
    /// # Panics
    /// With what is wrong in the kernel.
    pub fn run<K: Kernel>(
        &mut self,
        cluster: u32,
        grid: [u32; 3],
        threads: u32,
        shared: usize,
        launch: Launch<'_, Host, K>,
    ) {
        let parameters = Shared(*launch.parameters().unwrap_or_else(|wrong| panic!("{wrong}")));
        // SAFETY: as promised where the launch was made.
        self.launch_clusters(cluster, grid, threads, shared, || unsafe {
            K::call(parameters.get())
        });
    }
}
