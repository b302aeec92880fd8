//! The GPU: its memory, its kernels, and their times.

use std::fmt;
use std::marker::PhantomData;
use std::path::Path;
use std::sync::Arc;
#[cfg(feature = "products")]
use std::sync::OnceLock;

use cudarc::driver::sys::{CUdevice_attribute, CUevent_flags, CUfunction_attribute_enum};
use cudarc::driver::{CudaContext, CudaModule, CudaStream, DriverError, LaunchConfig};
use cudarc::nvrtc::Ptx;
use tilework_device::launch;
use tilework_ptx::Module;

#[cfg(feature = "products")]
use crate::Buffer;
use crate::launch::blocks;
use crate::{Device, Error, Kernel, device};

/// The reason why there is no usable GPU.
#[derive(Debug)]
pub struct NoGpu(String);
#[cfg(feature = "multi_gpu")]
impl NoGpu {
    pub(crate) fn because(words: String) -> Self {
        NoGpu(words)
    }
}
impl fmt::Display for NoGpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
impl std::error::Error for NoGpu {}

/// Converts an error of the driver to the reason why there is no GPU.
fn because(what: &'static str) -> impl Fn(DriverError) -> NoGpu {
    move |error| NoGpu(Error::driver(what, error).to_string())
}

/// Converts an error that the driver returned for a request.
fn driver(of: &str) -> impl Fn(DriverError) -> Error + '_ {
    move |error| Error::driver(of, error)
}

/// A GPU with loaded kernels.
pub struct Gpu {
    pub(crate) context: Arc<CudaContext>,
    pub(crate) stream: Arc<CudaStream>,
    /// True if the stream is one of another library, which frees what it gave in the order of the stream.
    pub(crate) foreign: bool,
    module: Arc<CudaModule>,
    kernels: Module<'static>,
    capability: (u32, u32),
    #[cfg(feature = "products")]
    workspace: OnceLock<(Buffer<f32>, Buffer<u32>)>,
}

impl launch::Machine for Gpu {}

impl Gpu {
    /// The first GPU, with the kernels of this PTX: [`Gpu::new`] with 0.
    ///
    /// # Errors
    /// As for [`Gpu::new`].
    pub fn first(ptx: &'static str) -> Result<Self, NoGpu> {
        Gpu::new(0, ptx)
    }

    /// The GPU with this number among [`Gpu::all`], with the kernels of this PTX. `tilework-ptx` has written the PTX.
    /// Only kernels whose instructions the GPU has are loaded.
    ///
    /// # Errors
    /// [`NoGpu`] with the reason: there is no driver, no GPU with this number, no kernel for it, or the text is not
    /// such PTX.
    ///
    /// ```no_run
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use tilework_host::Gpu;
    /// for device in Gpu::all()? {
    ///     println!("{device}");
    /// }
    /// let second = Gpu::new(1, tilework_kernels::PTX)?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn new(ordinal: usize, ptx: &'static str) -> Result<Self, NoGpu> {
        let devices = Gpu::all()?;
        let device =
            devices.get(ordinal).ok_or_else(|| NoGpu(device::missing(ordinal, &devices)))?;
        let context = CudaContext::new(ordinal).map_err(because("the GPU does not answer"))?;
        // SAFETY: all accesses to buffers are on the stream of the `Gpu`, unless the caller promises to order streams.
        // The driver's legacy default stream is shared by all `Gpu`s of a device.
        unsafe { context.disable_event_tracking() };
        let capability = device.capability;
        let kernels = Module::read(ptx)
            .ok_or_else(|| NoGpu("the text of the kernels is no PTX of tilework-ptx".to_owned()))?;
        let text = kernels.for_gpu(capability).ok_or_else(|| NoGpu(device::too_old(device)))?;
        let module = context.load_module(Ptx::from_src(text));
        let module = module.map_err(because("the driver does not take the kernels"))?;
        let stream = context.default_stream();
        Ok(Gpu {
            context,
            stream,
            foreign: false,
            module,
            kernels,
            capability,
            #[cfg(feature = "products")]
            workspace: OnceLock::new(),
        })
    }

    /// The same GPU with a stream of its own. The two streams do not wait for each other, so copies run beside kernels.
    /// [`Gpu::wait_for`] orders them.
    ///
    /// # Errors
    /// Errors of the driver.
    ///
    /// # Safety
    /// An access to a buffer on one stream, and its drop, must wait for accesses on the other stream, by
    /// [`Gpu::wait_for`] or [`Gpu::synchronize`].
    ///
    /// ```no_run
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use tilework_host::Gpu;
    ///
    /// let gpu = Gpu::first(tilework_kernels::PTX)?;
    /// let from = gpu.pinned::<f32>(1024)?;
    /// let mut next = gpu.poisoned::<f32>(1024)?;
    /// gpu.synchronize()?;
    /// // SAFETY: `next` was written before, and is read after the copy.
    /// let copies = unsafe { gpu.with_stream()? };
    /// copies.upload_from(&from, &mut next)?;
    /// // Kernels on other buffers run here, and then:
    /// gpu.wait_for(&copies)?;
    /// assert_eq!(gpu.download(&next)?[0], 0.0);
    /// # Ok(())
    /// # }
    /// ```
    pub unsafe fn with_stream(&self) -> Result<Self, Error> {
        let stream = self.context.new_stream().map_err(driver("a stream"))?;
        Ok(self.on(stream, false))
    }

    /// The same GPU with this stream.
    pub(crate) fn on(&self, stream: Arc<CudaStream>, foreign: bool) -> Self {
        let (context, module) = (self.context.clone(), self.module.clone());
        Gpu {
            context,
            stream,
            foreign,
            module,
            kernels: self.kernels.clone(),
            capability: self.capability,
            #[cfg(feature = "products")]
            workspace: OnceLock::new(),
        }
    }

    /// Makes later launches and copies wait for those that `other` has begun.
    ///
    /// # Errors
    /// Errors of the driver.
    pub fn wait_for(&self, other: &Gpu) -> Result<(), Error> {
        self.stream.join(&other.stream).map_err(driver("waiting for another stream"))
    }

    /// [`Gpu::new`] with the PTX in a file. The text stays in memory until the program ends.
    ///
    /// # Errors
    /// As for [`Gpu::new`], and if the file cannot be read.
    ///
    /// ```no_run
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let gpu = tilework_host::Gpu::with_file(0, "kernels.ptx")?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn with_file(ordinal: usize, ptx: impl AsRef<Path>) -> Result<Self, NoGpu> {
        Gpu::new(ordinal, device::read(ptx.as_ref()).map_err(NoGpu)?.leak())
    }

    /// All GPUs in the order of their numbers.
    ///
    /// # Errors
    /// [`NoGpu`] if there is no GPU or no driver.
    pub fn all() -> Result<Vec<Device>, NoGpu> {
        // SAFETY: it loads the driver's library, and its initializers are those of the system.
        if !unsafe { cudarc::driver::sys::is_culib_present() } {
            return Err(NoGpu(
                "no NVIDIA driver here: the library `libcuda` was not found".to_owned(),
            ));
        }
        let none = "the driver finds no GPU";
        let count = CudaContext::device_count().map_err(because(none))?;
        if count == 0 {
            return Err(NoGpu(none.to_owned()));
        }
        (0..count as usize).map(|ordinal| Device::of(ordinal).map_err(because(none))).collect()
    }

    /// The number of multiprocessors. A kernel with persistent blocks is launched with as many.
    ///
    /// # Errors
    /// Errors of the driver.
    pub fn multiprocessors(&self) -> Result<u32, Error> {
        let count = CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT;
        let count = self.context.attribute(count);
        count.map(|count| count as u32).map_err(driver("multiprocessors"))
    }

    /// The name of the GPU.
    pub fn name(&self) -> String {
        self.context.name().unwrap_or_default()
    }

    /// The addresses of the memory where blocks of a kernel add up their sums: 32768 sums for each multiprocessor, and
    /// a counter for each multiprocessor, which is 0 before and after a kernel. All kernels on this stream share it,
    /// one after another, as long as this `Gpu` lives.
    #[cfg(feature = "products")]
    pub(crate) fn workspace(&self) -> Result<[u64; 2], Error> {
        if self.workspace.get().is_none() {
            let count = self.multiprocessors()? as usize;
            // SAFETY: no number is read before a kernel has written it.
            let both = (unsafe { self.memory::<f32>(32768 * count)? }, self.zeros::<u32>(count)?);
            // If another thread was faster, its memory stays and this one is freed.
            let _ = self.workspace.set(both);
        }
        let (sums, arrived) = self.workspace.get().expect("it was set");
        Ok([sums.address(), arrived.address()])
    }

    /// The kernel `K` for a grid with these numbers of blocks in `x`, `y` and `z`. Each block has `threads` threads and
    /// `shared` bytes of shared memory; 0 bytes means what its arrays need. [`Gpu::run`] launches a kernel whose
    /// attribute gives these numbers.
    ///
    /// # Errors
    /// If the GPU lacks something that the kernel needs; if the kernel is for another number of threads, for clusters
    /// that do not divide the grid, or for more shared memory; if the grid is too large; and errors of the driver.
    pub fn kernel<K: launch::Kernel>(
        &self,
        grid: [u32; 3],
        threads: u32,
        shared: u32,
    ) -> Result<Kernel<K>, Error> {
        let name = K::NAME;
        let entry = self.kernels.entry(name).cloned();
        let entry = entry.ok_or_else(|| Error::new(format!("the PTX has no kernel {name}")))?;
        if !entry.needs.are_met(self.capability) {
            return Err(Error::new(entry.needs.unmet(name, self.capability)));
        }
        if let Some(wrong) = blocks(&entry, grid, threads, shared) {
            return Err(Error::new(wrong));
        }
        let shared = shared.max(entry.shared);
        let failed = |error: DriverError| Error::driver(name, error);
        let has = CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN;
        let has = self.context.attribute(has).map_err(failed)?;
        if i64::from(shared) > i64::from(has) {
            return Err(Error::new(format!(
                "{name} needs {shared} bytes of shared memory; a block of this GPU has {has}"
            )));
        }
        let function = self.module.load_function(name).map_err(failed)?;
        let most = CUfunction_attribute_enum::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        function.set_attribute(most, shared as i32).map_err(failed)?;
        let launch = LaunchConfig {
            grid_dim: (grid[0], grid[1], grid[2]),
            block_dim: (threads, 1, 1),
            shared_mem_bytes: shared,
        };
        let stream = self.stream.clone();
        Ok(Kernel { entry, function, stream, launch, together: false, of: PhantomData })
    }

    /// Waits for everything that was launched.
    ///
    /// # Errors
    /// Errors of the kernels.
    pub fn synchronize(&self) -> Result<(), Error> {
        self.stream.synchronize().map_err(driver("synchronize"))
    }

    /// The median of the milliseconds that `run(i)` takes on the GPU. `i` increases, so that a program can change
    /// buffers. Some runs before are not counted.
    ///
    /// # Errors
    /// Errors of the driver.
    pub fn median_ms(
        &self,
        repeats: usize,
        mut run: impl FnMut(usize) -> Result<(), Error>,
    ) -> Result<f64, Error> {
        let warm = 3;
        for i in 0..warm {
            run(i)?;
        }
        let flags = Some(CUevent_flags::CU_EVENT_DEFAULT);
        let event = || self.context.new_event(flags).map_err(driver("event"));
        let mut events = Vec::new();
        for i in 0..repeats {
            let (begin, end) = (event()?, event()?);
            begin.record(&self.stream).map_err(driver("event"))?;
            run(warm + i)?;
            end.record(&self.stream).map_err(driver("event"))?;
            events.push((begin, end));
        }
        self.synchronize()?;
        let times: Result<Vec<f32>, _> =
            events.iter().map(|(begin, end)| begin.elapsed_ms(end)).collect();
        let mut times = times.map_err(driver("event"))?;
        times.sort_by(f32::total_cmp);
        Ok(f64::from(times[times.len() / 2]))
    }
}
