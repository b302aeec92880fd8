//! Launches: a kernel with its arguments, whose types are those of its parameters.
//!
//! [`kernel`](crate::device::kernel) writes for each kernel a struct of its name, whose fields are the arguments: each has the name of its parameter,
//! and takes what a program has in its place:
//!
//! | parameter of the kernel | argument of the launch |
//! |---|---|
//! | `*const T` | `&buffer`, of elements `T` or of those that a `T` consists of ([`ConsistsOf`]) |
//! | `*mut T` | `&mut buffer` |
//! | `Slice<T>` | `&buffer`, which the kernel has with how many elements there are |
//! | `SliceMut<T>` | `&mut buffer` |
//! | `Input<T, L>` | `(&buffer, layout)`: a buffer that is shorter than the layout reaches is an error of the launch |
//! | `Output<T, L>` | `(&mut buffer, layout)` |
//! | `&TensorMap<T>` | `&map`, of the same boxes `T` |
//! | a layout, a number, `[u32; 3]` | the same |
//!
//! So arguments of one type are not exchanged either, as two buffers that a kernel reads, or numbers of rows and columns: `gpu.run(scale { from: (&from, tiles), to: (&mut to,
//! tiles), factor: 2.5 })`. Where the kernel is `unsafe`, who launches it promises what it asks, by [`promise`]: `gpu.run(unsafe { promise(mine { .. }) })`.
//! That is mostly that buffers are as long as layouts reach, and that there are blocks for all of it.
//!
//! What runs it is a [`Machine`]: `Gpu` of `tilework-device`, or [`Host`]. A kernel whose attribute says how many threads and blocks there are, as
//! `#[kernel(threads = 256, blocks = rows.extents().0)]`, is launched by `gpu.run` and `host.run`, and no number is left that could
//! be wrong ([`Grid`]). Shared memory is what the arrays of [`shared!`](crate::device::shared) need. Of others the numbers are written where they are launched.
//!
//! Who writes `fn` and not `unsafe fn` promises that the kernel does nothing undefined, whatever the grid and the arguments are. It has
//! `Input` and `Output` then, and not pointers, of which nobody has compared lengths.

use core::ffi::c_void;
use core::fmt::Display;
use core::marker::PhantomData;
use core::ops::Range;

use tilework::AnyLayout;

use crate::Parameter;
use crate::device::{self, ConsistsOf, Slice, SliceMut, TensorMap};
use crate::host::{Buffer, Host};

/// A kernel: a type that [`kernel`](crate::device::kernel) writes.
///
/// # Safety
/// The entry of this name in the PTX takes these parameters, and so does [`call`](Kernel::call).
pub unsafe trait Kernel {
    /// Its name, that of the entry in the PTX.
    const NAME: &'static str;
    /// Its parameters, in their order.
    type Parameters: Parameters;
    /// Which of them are arguments of a launch as they are.
    #[doc(hidden)]
    const BY_VALUE: &'static [bool];
    /// Calls it, as a thread of the CPU.
    ///
    /// # Safety
    /// As the kernel asks.
    unsafe fn call(parameters: &Self::Parameters);
}

/// A kernel whose attribute says how it is launched: `#[kernel(threads = 256, blocks = rows.extents().0)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say in how many blocks it is launched",
    label = "a kernel without `blocks`",
    note = "write `#[kernel(threads = 256, blocks = rows.extents().0)]`, computed from its parameters, or launch it in blocks of your own: \
            `gpu.kernel::<K>(grid, threads, shared)?.launch(..)` and `host.run_in(cluster, grid, threads, shared, ..)`"
)]
pub trait Grid: Kernel {
    /// How many threads a block has.
    const THREADS: u32;
    /// How many bytes of shared memory a block has beside those of `shared!`.
    const SHARED: u32;
    /// How many blocks that follow one another in `x` run together.
    const CLUSTER: u32;
    /// How many blocks there are with these parameters.
    ///
    /// # Errors
    /// Where there is no such grid, in words.
    fn blocks(parameters: &Self::Parameters) -> Result<[u32; 3], String>;
}

/// How many blocks there are in `x`, in `x` and `y`, or in all three: what `blocks` is in `#[kernel(blocks = ..)]`. A number, an array, or what `extents` of a
/// layout gives of its modes.
#[diagnostic::on_unimplemented(
    message = "blocks are numbers, `[x, y]`, the `extents` of a layout or what `blocks_for` computes, not `{Self}`"
)]
pub trait Blocks {
    /// The numbers, of tuples one after another.
    ///
    /// # Errors
    /// Where there are none, in words.
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

/// The grid of so many blocks.
#[doc(hidden)]
pub fn grid(blocks: impl Blocks) -> Result<[u32; 3], String> {
    let blocks = blocks.numbers()?;
    let ones = vec![1; blocks.len()];
    blocks_for_numbers(&blocks, &ones)
}

/// The grid that has a block for each tile of what has these extents, in `x`, `y` and `z`: `extent / tile`, rounded up. Where a tile reaches past an extent,
/// the kernel has to ask.
///
/// # Errors
/// For a tile without elements, extents of more than 32 bits, and more of them than a grid has.
///
/// ```
/// use tilework::layout;
/// use tilework_kernel::launch::blocks_for;
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

/// Where kernels run.
pub trait Machine {}

/// A buffer: an argument for `*const T` and `Slice<T>`, which a kernel reads, and for `*mut T` and `SliceMut<T>`, which it writes.
///
/// # Safety
/// For `'a` the memory that the kernel has of it is there, for elements of the type of `P`, as many as `P` says. Nobody else writes it, and of what a kernel
/// writes nobody else reads it.
#[diagnostic::on_unimplemented(
    message = "the kernel has a `{P}` here, not `{Self}`",
    label = "write `&buffer` for what it reads, `&mut buffer` for what it writes, of the same elements",
    note = "what it reads is `*const T` or `Slice<T>`, what it writes `*mut T` or `SliceMut<T>`; a buffer of `f32` is one of `F32x4`, too"
)]
pub unsafe trait Data<'a, M, P> {
    /// What the kernel has of it.
    ///
    /// # Safety
    /// It is used while what it is made of is borrowed, by one launch.
    #[doc(hidden)]
    unsafe fn data(self, name: &'static str, seen: &mut Seen) -> P;
}
/// A tensor map: an argument for `&TensorMap<T>`.
///
/// # Safety
/// For `'a` the tensor of the map is there, on the machine `M`.
#[diagnostic::on_unimplemented(
    message = "the kernel has a `{T}` here, not `{Self}`",
    label = "write `&map`, of boxes of the same type",
    note = "`gpu.tensor_map::<T>(&buffer, columns)` is a `TensorMap<T>`"
)]
pub unsafe trait Map<'a, M, T> {
    /// The map that the kernel has.
    ///
    /// # Safety
    /// As of [`Data::data`].
    #[doc(hidden)]
    unsafe fn map(self) -> T;
}

/// A buffer with its layout: an argument for `Input<T, L>` and for `Output<T, L>`.
///
/// # Safety
/// As of [`Data`]; the layout reaches no more elements than there are, or [`view`](View::view) has said that it does.
#[diagnostic::on_unimplemented(
    message = "the kernel has a `{V}` here, not `{Self}`",
    label = "write `(&buffer, layout)` for what it reads, `(&mut buffer, layout)` for what it writes",
    note = "the layout is of the type that the kernel has, and a buffer of `f32` is one of `F32x4`, too"
)]
pub unsafe trait View<'a, M, V> {
    /// What the kernel has of it.
    ///
    /// # Safety
    /// As of [`Data::data`].
    #[doc(hidden)]
    unsafe fn view(self, name: &'static str, seen: &mut Seen) -> V;
}

/// What has been seen of the buffers of a launch, one parameter after another.
#[doc(hidden)]
#[derive(Default)]
pub struct Seen {
    buffers: Vec<(&'static str, Range<u64>, bool)>,
    wrong: Option<String>,
}
impl Seen {
    /// The parameter of this name has a buffer of so many bytes, of which its layout reaches so many elements `T`.
    pub fn reaches<T, L: AnyLayout + Display>(&mut self, name: &str, bytes: usize, layout: L) {
        let (reached, has) = (layout.cosize(), bytes / size_of::<T>());
        if reached > has {
            self.wrong.get_or_insert_with(|| {
                format!("`{name}`: the layout {layout} reaches {reached} elements, and the buffer has {has}")
            });
        }
    }
    /// The parameter of this name has a buffer at these addresses, and may write it.
    pub(crate) fn buffer(&mut self, name: &'static str, at: Range<u64>, writes: bool) {
        let meets = |(_, other, written): &&(&str, Range<u64>, bool)| {
            (writes || *written) && at.start < other.end && other.start < at.end
        };
        if let Some((other, ..)) = self.buffers.iter().find(meets) {
            self.wrong.get_or_insert_with(|| {
                format!("`{other}` and `{name}` are the same buffer, and the kernel writes it: a GPU has one of its own for each")
            });
        }
        self.buffers.push((name, at, writes));
    }
}
/// That no parameter of the kernel which is passed as it is is a buffer.
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
    pub unsafe fn new(parameters: K::Parameters, seen: Seen) -> Self {
        Launch { parameters, wrong: seen.wrong, of: PhantomData }
    }
    /// The parameters.
    ///
    /// # Errors
    /// Where a buffer is shorter than its layout reaches, or written and given twice, in words.
    ///
    /// # Safety
    /// They are used while this lives, by one launch.
    pub unsafe fn parameters(&self) -> Result<&K::Parameters, String> {
        match &self.wrong {
            Some(wrong) => Err(format!("{}: {wrong}", K::NAME)),
            None => Ok(&self.parameters),
        }
    }
    /// How many blocks there are.
    ///
    /// # Errors
    /// As of [`Launch::parameters`], and where there is no such grid.
    pub fn blocks(&self) -> Result<[u32; 3], String>
    where
        K: Grid,
    {
        // SAFETY: to count blocks, nothing is launched.
        K::blocks(unsafe { self.parameters()? })
    }
}

/// What there is of a kernel, whatever its arguments are: so that one of another type is one error.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no kernel with its arguments",
    label = "write `mine {{ from: &from, to: &mut to }}`, by the names of the parameters"
)]
pub trait OfKernel {
    /// The kernel.
    type Kernel: Kernel;
}

/// A kernel with its arguments: a struct that [`kernel`](crate::device::kernel) writes, whose fields have the names of the parameters.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no kernel with its arguments",
    label = "write `mine {{ from: &from, to: &mut to }}`, by the names of the parameters"
)]
pub trait Arguments<'a, M>: OfKernel {
    /// Its launch with these arguments: [`promise`].
    ///
    /// # Safety
    /// As the kernel asks.
    unsafe fn launch(self) -> Launch<'a, M, Self::Kernel>;
}

/// What a machine launches: a safe kernel with its arguments, or an unsafe one of which somebody promised what it asks: [`promise`].
#[diagnostic::on_unimplemented(
    message = "nobody has promised what `{Self}` asks",
    label = "a kernel that is `unsafe`: write `unsafe {{ promise(mine {{ from: &from, .. }}) }}`",
    note = "`tilework_kernel::launch::promise` says that what the kernel asks holds for these arguments and blocks"
)]
pub trait Launches<'a, M>: OfKernel {
    /// Its launch.
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
/// What the kernel asks holds, mostly that buffers are as long as layouts reach, and that there are blocks for all of it.
pub unsafe fn promise<'a, M, A: Arguments<'a, M>>(arguments: A) -> Launch<'a, M, A::Kernel> {
    // SAFETY: as promised.
    unsafe { arguments.launch() }
}

/// Parameters of a kernel: a tuple of [`Parameter`]s.
pub trait Parameters: Copy {
    /// Which of them are buffers: [`Parameter::BORROWS`].
    const BORROW: &'static [bool];
    /// Calls `f` with the addresses of what is passed, and how many bytes each is. What takes no room is not passed.
    fn pass<R>(&self, f: impl FnOnce(&[*const c_void], &[usize]) -> R) -> R;
    /// The bytes of what is passed.
    fn bytes() -> Vec<usize>;
}
macro_rules! tuples {
    ($($t:ident $x:ident)*) => {
        impl<$($t: Parameter),*> Parameters for ($($t,)*) {
            const BORROW: &'static [bool] = &[$($t::BORROWS),*];
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
// SAFETY: buffers stay as long as the machine, which checks each access; a buffer is `Copy`, and that none is written and given twice has been seen.
unsafe impl<'a, T, E: ConsistsOf<T>> Data<'a, Host, *const E> for &'a Buffer<T> {
    unsafe fn data(self, name: &'static str, seen: &mut Seen) -> *const E {
        seen.buffer(name, self.range(), false);
        self.pointer()
    }
}
// SAFETY: as above.
unsafe impl<'a, T, E: ConsistsOf<T>> Data<'a, Host, *mut E> for &'a mut Buffer<T> {
    unsafe fn data(self, name: &'static str, seen: &mut Seen) -> *mut E {
        seen.buffer(name, self.range(), true);
        self.pointer_mut()
    }
}
// SAFETY: as above, of so many elements as the buffer has.
#[diagnostic::do_not_recommend]
unsafe impl<'a, T, E: ConsistsOf<T>> Data<'a, Host, Slice<E>> for &'a Buffer<T> {
    unsafe fn data(self, name: &'static str, seen: &mut Seen) -> Slice<E> {
        seen.buffer(name, self.range(), false);
        // SAFETY: so many elements as the buffer has.
        unsafe { Slice::from_raw_parts(self.pointer(), self.bytes() / size_of::<E>()) }
    }
}
// SAFETY: as above.
#[diagnostic::do_not_recommend]
unsafe impl<'a, T, E: ConsistsOf<T>> Data<'a, Host, SliceMut<E>> for &'a mut Buffer<T> {
    unsafe fn data(self, name: &'static str, seen: &mut Seen) -> SliceMut<E> {
        seen.buffer(name, self.range(), true);
        // SAFETY: as above.
        unsafe { SliceMut::from_raw_parts(self.pointer_mut(), self.bytes() / size_of::<E>()) }
    }
}
// SAFETY: as of buffers. Maps of one tensor may be read by one parameter and written by another, as those of a GPU.
unsafe impl<'a, T> Map<'a, Host, TensorMap<T>> for &'a TensorMap<T> {
    unsafe fn map(self) -> TensorMap<T> {
        *self
    }
}

macro_rules! views {
    ($($buffer:ty: $view:ident $pointer:ident $writes:literal;)*) => {$(
        // SAFETY: as of `Data`; of a buffer that is too short `seen` is told.
        #[diagnostic::do_not_recommend]
        unsafe impl<'a, T, E, L> View<'a, Host, device::$view<E, L>> for ($buffer, L)
        where
            E: ConsistsOf<T>,
            L: AnyLayout + Display,
        {
            unsafe fn view(self, name: &'static str, seen: &mut Seen) -> device::$view<E, L> {
                let (buffer, layout) = self;
                seen.reaches::<E, L>(name, buffer.bytes(), layout);
                seen.buffer(name, buffer.range(), $writes);
                // SAFETY: a launch of a shorter buffer is refused.
                unsafe { device::$view::from_raw_parts(buffer.$pointer(), layout) }
            }
        }
    )*};
}
views! {
    &'a Buffer<T>: Input pointer false;
    &'a mut Buffer<T>: Output pointer_mut true;
}

/// Addresses and numbers, which all threads have.
struct Shared<P>(P);
impl<P> Shared<P> {
    fn get(&self) -> &P {
        &self.0
    }
}
// SAFETY: any thread may have parameters, as `Parameter` says: they are numbers, and addresses of the machine's memory.
unsafe impl<P> Sync for Shared<P> {}

impl Host {
    /// Runs a kernel with its arguments, in as many blocks as its attribute says.
    ///
    /// # Panics
    /// With what is wrong in the kernel.
    #[track_caller]
    pub fn run<'a, A: Launches<'a, Host, Kernel: Grid>>(&mut self, kernel: A) {
        let launch = kernel.launched();
        let grid = launch.blocks().unwrap_or_else(|wrong| panic!("{wrong}"));
        let (cluster, threads) = (A::Kernel::CLUSTER, A::Kernel::THREADS);
        self.run_in(cluster, grid, threads, A::Kernel::SHARED as usize, launch);
    }

    /// Runs a kernel with its arguments, in a grid of blocks of `threads` threads with `shared` bytes of shared memory each, of
    /// which so many that follow one another in `x` are a cluster.
    ///
    /// # Panics
    /// With what is wrong in the kernel.
    #[track_caller]
    pub fn run_in<'a, A: Launches<'a, Host>>(
        &mut self,
        cluster: u32,
        grid: [u32; 3],
        threads: u32,
        shared: usize,
        kernel: A,
    ) {
        let launch = kernel.launched();
        // SAFETY: for this launch, which ends before `launch` does.
        let parameters = unsafe { launch.parameters() };
        let parameters = Shared(*parameters.unwrap_or_else(|wrong| panic!("{wrong}")));
        // SAFETY: as promised where the launch was made.
        self.launch_clusters(cluster, grid, threads, shared, || unsafe {
            A::Kernel::call(parameters.get())
        });
    }
}
