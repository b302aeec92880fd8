//! Launches: a kernel with its arguments, whose types match those of its parameters.
//!
//! For each kernel, [`kernel`](crate::kernel) writes a struct of the same name. Its fields are the arguments,
//! named like the parameters. They take the following types:
//!
//! | parameter of the kernel | argument of the launch |
//! |---|---|
//! | `*const T` | `&buffer`, of elements `T` or of elements that a `T` consists of ([`ConsistsOf`](crate::ConsistsOf)) |
//! | `*mut T` | `&mut buffer` |
//! | `Slice<T>` | `&buffer`; the kernel also gets the number of its elements |
//! | `SliceMut<T>` | `&mut buffer` |
//! | `Input<T, L>` | `(&buffer, layout)`; a buffer shorter than the layout reaches is an error of the launch |
//! | `Output<T, L>` | `(&mut buffer, layout)`; a layout that has an element twice is an error too |
//! | `Input<T, L, P>`, `Output<T, L, P>` | the same; a grid with more blocks than the layout has parts for is an error |
//! | `Here<256>` | none: the attribute makes it |
//! | `&TensorMap<T>` | `&map`, of the same boxes `T` |
//! | a layout, a number, `[u32; 3]` | the same |
//!
//! A part of a buffer, `&buffer[64..]` or `&mut buffer[64..]`, stands for a buffer everywhere ([`Part`]).
//!
//! Arguments are named, so two of the same type cannot be exchanged by accident, such as two input buffers, or numbers
//! of rows and columns: `gpu.run(scale { from: (&from, tiles), to: (&mut to, tiles), factor: 2.5 })`. If the kernel is
//! `unsafe`, the caller promises its requirements by [`promise`]: `gpu.run(unsafe { promise(mine { .. }) })`. They are
//! mostly that buffers are as long as their layouts reach, and that there are enough blocks.
//!
//! A [`Machine`] runs the launch: `Gpu` of `tilework-host`, or [`Emulator`](crate::emulator::Emulator). The attribute may give the threads and
//! blocks of a kernel, as `#[kernel(threads = 256, blocks = rows.extents().0)]`. Then `gpu.run` and `emulator.run` launch
//! it, and no number is left that could be wrong ([`Grid`]). The arrays of [`shared!`](crate::shared) determine
//! the shared memory. For other kernels the caller gives these numbers.
//!
//! A kernel that is `fn` and not `unsafe fn` promises that it does nothing undefined, for any grid and any arguments.
//! It then takes `Input` and `Output` instead of pointers, because nobody checks the length behind a pointer.

mod emulated;
mod injectivity;
mod seen;

use core::ffi::c_void;
use core::marker::PhantomData;

use crate::Parameter;
pub use crate::part::Part;
#[doc(hidden)]
pub use seen::Seen;

/// A kernel: a type that [`kernel`](crate::kernel) writes.
///
/// # Safety
/// The entry of this name in the PTX takes these parameters, and so does [`call`](Kernel::call).
pub unsafe trait Kernel {
    /// The name of its PTX entry.
    const NAME: &'static str;
    /// Its parameters in order.
    type Parameters: Parameters;
    /// The names of its parameters.
    const NAMES: &'static [&'static str];
    /// The parameters that are passed as arguments of a launch without conversion.
    #[doc(hidden)]
    const BY_VALUE: &'static [bool];
    /// Calls the kernel as a thread of the CPU.
    ///
    /// # Safety
    /// The requirements of the kernel.
    unsafe fn call(parameters: &Self::Parameters);
}

/// A kernel whose attribute says how it is launched: `#[kernel(threads = 256, blocks = rows.extents().0)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say in how many blocks it is launched",
    label = "a kernel without `blocks`",
    note = "write `#[kernel(threads = 256, blocks = rows.extents().0)]`, computed from its parameters, or launch it in blocks of your own: \
            `gpu.kernel::<K>(grid, threads, shared)?.launch(..)` and `emulator.run_in(cluster, grid, threads, shared, ..)`"
)]
pub trait Grid: Kernel {
    /// The number of threads of a block.
    const THREADS: u32;
    /// The bytes of shared memory of a block in addition to those of `shared!`.
    const SHARED: u32;
    /// The number of consecutive blocks in `x` that form a cluster.
    const CLUSTER: u32;
    /// The number of blocks for these parameters.
    ///
    /// # Errors
    /// If there is no such grid. The error says why.
    fn blocks(parameters: &Self::Parameters) -> Result<[u32; 3], String>;
}

/// The numbers of blocks in `x`, in `x` and `y`, or in all three, as in `#[kernel(blocks = ..)]`: a number, an array,
/// or the `extents` of a layout's modes.
#[diagnostic::on_unimplemented(
    message = "blocks are numbers, `[x, y]`, the `extents` of a layout or what `blocks_for` computes, not `{Self}`"
)]
pub trait Blocks {
    /// The numbers. Nested tuples are flattened.
    ///
    /// # Errors
    /// If there are none. The error says why.
    fn numbers(self) -> Result<Vec<u32>, String>;
}
macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl Blocks for $number {
            fn numbers(self) -> Result<Vec<u32>, String> {
                let fits = u32::try_from(self).map_err(|_| format!("blocks: {self} of them do not fit 32 bits"));
                fits.map(|number| vec![number])
            }
        }
    )*};
}
numbers!(i32 u32 u64 usize);
macro_rules! of_tuples {
    ($($t:ident $x:ident)*) => {
        impl<$($t: Blocks),*> Blocks for ($($t,)*) {
            fn numbers(self) -> Result<Vec<u32>, String> {
                let ($($x,)*) = self;
                Ok([$($x.numbers()?),*].concat())
            }
        }
    };
}
of_tuples!(A a);
of_tuples!(A a B b);
of_tuples!(A a B b C c);
impl<N: Blocks, const RANK: usize> Blocks for [N; RANK] {
    fn numbers(self) -> Result<Vec<u32>, String> {
        let numbers: Result<Vec<_>, _> = self.into_iter().map(N::numbers).collect();
        Ok(numbers?.concat())
    }
}
impl Blocks for Result<[u32; 3], String> {
    fn numbers(self) -> Result<Vec<u32>, String> {
        self.map(Vec::from)
    }
}

/// The grid with these blocks.
#[doc(hidden)]
pub fn grid(blocks: impl Blocks) -> Result<[u32; 3], String> {
    let blocks = blocks.numbers()?;
    let ones = vec![1; blocks.len()];
    blocks_for_numbers(&blocks, &ones)
}

/// The grid with a block for each tile of something with these extents: `extent / tile`, rounded up, in `x`, `y` and
/// `z`. Tiles may reach past an extent; the kernel has to check for this.
///
/// # Errors
/// For a tile without elements, for extents of more than 32 bits, and for more modes than a grid has.
///
/// ```
/// use tilework::layout;
/// use tilework_device::launch::blocks_for;
/// assert_eq!(blocks_for([4096, 100], [16, 8])?, [256, 13, 1]);
/// let (m, n) = (4096_u32, 100_u32);
/// assert_eq!(blocks_for(layout!((m,n)).extents(), (16, 8))?, [256, 13, 1]);
/// assert_eq!(blocks_for(0, 16)?, [0, 1, 1]);
/// assert!(blocks_for([64, 64], [16, 0]).unwrap_err().contains("a tile of 16 x 0 has no elements"));
/// assert!(blocks_for([64, 64], 16).unwrap_err().contains("64 x 64 are not of as many modes as a tile of 16"));
/// assert!(blocks_for(1_u64 << 32, 16).unwrap_err().contains("4294967296 of them do not fit 32 bits"));
/// # Ok::<(), String>(())
/// ```
pub fn blocks_for(extents: impl Blocks, tile: impl Blocks) -> Result<[u32; 3], String> {
    blocks_for_numbers(&extents.numbers()?, &tile.numbers()?)
}
fn blocks_for_numbers(extents: &[u32], tile: &[u32]) -> Result<[u32; 3], String> {
    let words =
        |numbers: &[u32]| numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(" x ");
    let (all, of_tile) = (words(extents), words(tile));
    if extents.len() > 3 {
        return Err(format!(
            "blocks: a grid has three modes, and {all} are {}: take two together",
            extents.len()
        ));
    }
    if extents.len() != tile.len() {
        return Err(format!("blocks: {all} are not of as many modes as a tile of {of_tile}"));
    }
    if tile.contains(&0) {
        return Err(format!("blocks: a tile of {of_tile} has no elements"));
    }
    let mut grid = [1; 3];
    for (blocks, (extent, tile)) in grid.iter_mut().zip(extents.iter().zip(tile)) {
        *blocks = extent.div_ceil(*tile);
    }
    Ok(grid)
}

/// A machine that runs kernels.
pub trait Machine {}

/// A buffer as an argument: for `*const T` and `Slice<T>`, which a kernel reads, or for `*mut T` and `SliceMut<T>`,
/// which it writes.
///
/// # Safety
/// During `'a` the memory that the kernel gets exists, for elements of the type of `P`, as many as `P` says. Nobody
/// else writes it, and nobody else reads what a kernel writes.
#[diagnostic::on_unimplemented(
    message = "the kernel has a `{P}` here, not `{Self}`",
    label = "write `&buffer` for what it reads, `&mut buffer` for what it writes, of the same elements",
    note = "what it reads is `*const T` or `Slice<T>`, what it writes `*mut T` or `SliceMut<T>`; a buffer of `f32` is one of `F32x4`, too"
)]
pub unsafe trait Data<'a, M, P> {
    /// The value that the kernel gets.
    ///
    /// # Safety
    /// It is used by one launch, while its source is borrowed.
    #[doc(hidden)]
    unsafe fn data(self, name: &'static str, seen: &mut Seen) -> P;
}
/// A tensor map as an argument for `&TensorMap<T>`.
///
/// # Safety
/// During `'a` the tensor of the map exists on the machine `M`.
#[diagnostic::on_unimplemented(
    message = "the kernel has a `{T}` here, not `{Self}`",
    label = "write `&map`, of boxes of the same type",
    note = "`gpu.tensor_map::<T>(&buffer, columns)` is a `TensorMap<T>`"
)]
pub unsafe trait Map<'a, M, T> {
    /// The map that the kernel gets.
    ///
    /// # Safety
    /// As for [`Data::data`].
    #[doc(hidden)]
    unsafe fn map(self) -> T;
}

/// A buffer with its layout as an argument for `Input<T, L>` and `Output<T, L>`.
///
/// # Safety
/// As for [`Data`]; [`view`](View::view) has given `seen` the layout, by [`Seen::input`] or [`Seen::output`].
#[diagnostic::on_unimplemented(
    message = "the kernel has a `{V}` here, not `{Self}`",
    label = "write `(&buffer, layout)` for what it reads, `(&mut buffer, layout)` for what it writes",
    note = "the layout is of the type that the kernel has, and a buffer of `f32` is one of `F32x4`, too"
)]
pub unsafe trait View<'a, M, V> {
    /// The value that the kernel gets.
    ///
    /// # Safety
    /// As for [`Data::data`].
    #[doc(hidden)]
    unsafe fn view(self, name: &'static str, seen: &mut Seen) -> V;
}

/// A parameter that is a buffer with its layout: [`Input`](crate::Input) or [`Output`](crate::Output).
#[diagnostic::on_unimplemented(
    message = "a kernel has `Input<T, L>` and `Output<T, L>` by these names, and `{Self}` is neither"
)]
#[doc(hidden)]
pub trait Viewed {
    /// The layout.
    type Layout;
}
impl<T, L, P> Viewed for crate::Input<T, L, P> {
    type Layout = L;
}
impl<T, L, P> Viewed for crate::Output<T, L, P> {
    type Layout = L;
}

/// Asserts that no buffer is among the parameters that are passed without conversion.
#[doc(hidden)]
#[track_caller]
pub const fn by_value<K: Kernel>() {
    let mut at = 0;
    while at < K::BY_VALUE.len() {
        assert!(
            !(K::BY_VALUE[at] && K::Parameters::BORROW[at]),
            "a kernel has `Slice<T>`, `SliceMut<T>`, `Input<T, L>`, `Output<T, L>` and `&TensorMap<T>` by these names and not by another, so \
             that a launch borrows the buffer"
        );
        at += 1;
    }
}

/// A kernel with its arguments on a machine `M`. It borrows the arguments.
pub struct Launch<'a, M, K: Kernel> {
    parameters: K::Parameters,
    seen: Seen,
    of: PhantomData<(&'a (), fn() -> M)>,
}
impl<M, K: Kernel> Launch<'_, M, K> {
    /// The launch with these parameters.
    ///
    /// # Safety
    /// The kernel accepts them, as long as this value lives.
    #[doc(hidden)]
    pub unsafe fn new(parameters: K::Parameters, seen: Seen) -> Self {
        Launch { parameters, seen, of: PhantomData }
    }
    /// The parameters, as far as they can be checked without the grid.
    fn checked(&self) -> Result<&K::Parameters, String> {
        match &self.seen.wrong {
            Some(wrong) => Err(format!("{}: {wrong}", K::NAME)),
            None => Ok(&self.parameters),
        }
    }
    /// The parameters, for a launch in this grid.
    ///
    /// # Errors
    /// If a buffer is shorter than its layout reaches, or is written and also given to another parameter; if a layout that
    /// is written has an element twice; if a layout has no part for some block. The error says so.
    ///
    /// # Safety
    /// One launch in this grid uses them, while this value lives.
    pub unsafe fn parameters(&self, grid: [u32; 3]) -> Result<&K::Parameters, String> {
        let parameters = self.checked()?;
        self.seen.grid(grid).map_err(|wrong| format!("{}: {wrong}", K::NAME))?;
        Ok(parameters)
    }
    /// The number of blocks.
    ///
    /// # Errors
    /// As for [`Launch::parameters`], and if there is no such grid.
    pub fn blocks(&self) -> Result<[u32; 3], String>
    where
        K: Grid,
    {
        K::blocks(self.checked()?)
    }
}

/// The kernel of some arguments, whatever their types: an argument of a wrong type thus gives a single error.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no kernel with its arguments",
    label = "write `mine {{ from: &from, to: &mut to }}`, by the names of the parameters"
)]
pub trait OfKernel {
    /// The kernel.
    type Kernel: Kernel;
}

/// A kernel with its arguments: a struct that [`kernel`](crate::kernel) writes, whose fields have the names of
/// the parameters.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no kernel with its arguments",
    label = "write `mine {{ from: &from, to: &mut to }}`, by the names of the parameters"
)]
pub trait Arguments<'a, M>: OfKernel {
    /// The launch with these arguments, as [`promise`] makes it.
    ///
    /// # Safety
    /// The requirements of the kernel.
    unsafe fn launch(self) -> Launch<'a, M, Self::Kernel>;
}

/// A launch: a safe kernel with its arguments, or an unsafe one whose requirements the caller has promised by
/// [`promise`].
#[diagnostic::on_unimplemented(
    message = "nobody has promised what `{Self}` asks",
    label = "a kernel that is `unsafe`: write `unsafe {{ promise(mine {{ from: &from, .. }}) }}`",
    note = "`tilework_device::launch::promise` says that what the kernel asks holds for these arguments and blocks"
)]
pub trait Launches<'a, M>: OfKernel {
    /// The launch.
    fn launched(self) -> Launch<'a, M, Self::Kernel>;
}
impl<M, K: Kernel> OfKernel for Launch<'_, M, K> {
    type Kernel = K;
}
impl<'a, M, K: Kernel> Launches<'a, M> for Launch<'a, M, K> {
    fn launched(self) -> Self {
        self
    }
}

/// The launch of an unsafe kernel with its arguments.
///
/// # Safety
/// The requirements of the kernel hold: mostly that buffers are as long as layouts reach, and that there are enough
/// blocks.
pub unsafe fn promise<'a, M, A: Arguments<'a, M>>(arguments: A) -> Launch<'a, M, A::Kernel> {
    // SAFETY: as promised.
    unsafe { arguments.launch() }
}

/// Parameters of a kernel: a tuple of [`Parameter`]s.
pub trait Parameters: Copy {
    /// The parameters that are buffers: [`Parameter::BORROWS`].
    const BORROW: &'static [bool];
    /// Their types: [`Parameter::FINGERPRINT`].
    const FINGERPRINTS: &'static [u32];
    /// Calls `f` with the addresses of the passed values and the bytes of each. Values of size 0 are not passed.
    fn pass<R>(&self, f: impl FnOnce(&[*const c_void], &[usize]) -> R) -> R;
    /// The bytes of each passed value.
    fn bytes() -> Vec<usize>;
}
macro_rules! tuples {
    ($($t:ident $x:ident)*) => {
        impl<$($t: Parameter),*> Parameters for ($($t,)*) {
            const BORROW: &'static [bool] = &[$($t::BORROWS),*];
            const FINGERPRINTS: &'static [u32] = &[$($t::FINGERPRINT),*];
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
