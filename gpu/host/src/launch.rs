//! Launches of kernels, with the checks before the driver is called.

use std::marker::PhantomData;
use std::sync::Arc;

use cudarc::driver::{CudaFunction, CudaStream, LaunchConfig, PushKernelArg};
use tilework_device::launch::{self, Grid, Launch, Launches, Parameters};
use tilework_ptx::Entry;

use crate::{Error, Gpu};

/// A kernel `K` together with its grid.
pub struct Kernel<K> {
    pub(crate) entry: Entry<'static>,
    pub(crate) function: CudaFunction,
    pub(crate) stream: Arc<CudaStream>,
    pub(crate) launch: LaunchConfig,
    /// True if all blocks run at the same time.
    pub(crate) together: bool,
    pub(crate) of: PhantomData<fn(K)>,
}
impl<K> Kernel<K> {
    /// The same kernel as a cooperative launch: all blocks run at the same time, so that they may wait for one another.
    /// It begins when there is room for all of them. The driver returns an error if the GPU never has room for so many.
    #[must_use]
    pub fn together(self) -> Self {
        Kernel { together: true, ..self }
    }
}
impl<K: launch::Kernel> Kernel<K> {
    /// Launches it with these arguments. A grid without blocks runs nothing.
    ///
    /// # Errors
    /// If the PTX has other parameters than `K`, because they are of two versions of the kernel; errors of the driver.
    ///
    /// Arguments of another kernel are a compile error:
    ///
    /// ```compile_fail,E0271
    /// # use tilework_host::{Error, Gpu, Kernel, promise};
    /// # use tilework_kernels::{scaled_copy::scaled_copy, stencil::stencil};
    /// # fn of_another(gpu: &Gpu, kernel: &Kernel<scaled_copy>) -> Result<(), Error> {
    /// let (window, mut to) = (gpu.upload(&[1.0_f32; 9])?, gpu.poisoned::<f32>(1)?);
    /// kernel.launch(unsafe { promise(stencil { window: &window, to: &mut to, n: 1 }) })
    /// # }
    /// ```
    pub fn launch<'a>(&self, with: impl Launches<'a, Gpu, Kernel = K>) -> Result<(), Error> {
        self.launch_on(&self.stream, with.launched())
    }

    /// The same, on this stream.
    pub(crate) fn launch_on(
        &self,
        stream: &Arc<CudaStream>,
        with: Launch<'_, Gpu, K>,
    ) -> Result<(), Error> {
        let Kernel { entry, launch, .. } = self;
        let (x, y, z) = launch.grid_dim;
        if let Some(wrong) = types(entry, K::NAMES, <K::Parameters as Parameters>::FINGERPRINTS) {
            return Err(Error::new(wrong));
        }
        // SAFETY: they are for this launch. All later accesses to the borrowed memory come after it on the stream.
        let parameters = unsafe { with.parameters([x, y, z]) };
        parameters.map_err(Error::new)?.pass(|addresses, bytes| {
            if let Some(wrong) = arguments(entry, bytes) {
                return Err(Error::new(wrong));
            }
            if x == 0 || y == 0 || z == 0 {
                return Ok(());
            }
            let mut builder = stream.launch_builder(&self.function);
            for &address in addresses {
                // SAFETY: it points to a parameter, and the driver copies as many bytes as the kernel's parameter has.
                builder.arg(unsafe { &*address.cast::<u8>() });
            }
            // SAFETY: the arguments have the types that the kernel takes, and its other requirements were promised
            // where they were made. The kernel accepts these blocks.
            let launched = unsafe {
                if self.together {
                    builder.launch_cooperative(*launch)
                } else {
                    builder.launch(*launch)
                }
            };
            launched.map(|_| ()).map_err(|error| Error::driver(entry.name, error))
        })
    }
}

/// The grid with a block for each tile of something with these extents: `extent / tile`, rounded up, in `x`, `y` and
/// `z`. Tiles may reach past an extent; the kernel has to check for this. A kernel with `#[kernel(blocks =
/// blocks_for(..))]` is launched without a grid, by [`Gpu::run`].
///
/// # Errors
/// For a tile without elements, and for more extents than a grid has.
///
/// ```
/// use tilework_host::blocks_for;
/// assert_eq!(blocks_for([4096, 100], [16, 8])?, [256, 13, 1]);
/// # Ok::<(), tilework_host::Error>(())
/// ```
pub fn blocks_for<const RANK: usize>(
    extents: [u32; RANK],
    tile: [u32; RANK],
) -> Result<[u32; 3], Error> {
    launch::blocks_for(extents, tile).map_err(Error::new)
}

impl Gpu {
    /// Launches a kernel with its arguments, with the blocks and threads that its attribute gives and the shared memory
    /// that it needs.
    ///
    /// # Errors
    /// As for [`Gpu::kernel`] and [`Kernel::launch`].
    ///
    /// ```no_run
    /// # use tilework::try_layout;
    /// use tilework_host::{Gpu, promise};
    /// use tilework_kernels::softmax::softmax;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let gpu = Gpu::first(tilework_kernels::PTX)?;
    /// let (from, mut to) = (gpu.upload(&[1.0_f32; 3 * 4096])?, gpu.poisoned::<f32>(3 * 4096)?);
    /// let rows = 3_u32;
    /// let rows = try_layout!(((256,4),rows):((1,256),1024))?;
    /// // SAFETY: both buffers are as long as the layout reaches.
    /// gpu.run(unsafe { promise(softmax { from: &from, to: &mut to, rows }) })?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn run<'a, A: Launches<'a, Gpu, Kernel: Grid>>(&self, kernel: A) -> Result<(), Error> {
        let launch = kernel.launched();
        let grid = launch.blocks().map_err(Error::new)?;
        let (threads, shared) = (A::Kernel::THREADS, A::Kernel::SHARED);
        self.kernel::<A::Kernel>(grid, threads, shared)?.launch(launch)
    }
}

/// The error in the blocks of a launch, if there is one.
pub(crate) fn blocks(
    entry: &Entry<'_>,
    grid: [u32; 3],
    threads: u32,
    shared: u32,
) -> Option<String> {
    let (name, cluster, [x, y, z]) = (entry.name, entry.cluster, grid);
    if let Some(right) = entry.threads.filter(|right| *right != threads) {
        return Some(format!("{name} is for blocks of {right} threads, not of {threads}"));
    }
    if shared < entry.shared && shared > 0 {
        let needs = entry.shared;
        return Some(format!(
            "{name} needs {needs} bytes of shared memory, and the launch has {shared}: of 0 it takes what it needs"
        ));
    }
    if !x.is_multiple_of(cluster) {
        return Some(format!(
            "{name} is for clusters of {cluster} blocks, and {x} blocks are no multiple of it"
        ));
    }
    let most = [i32::MAX as u32, 65535, 65535];
    if grid.iter().zip(most).any(|(blocks, most)| *blocks > most) {
        return Some(format!(
            "{name}: a grid has at most {} x {} x {} blocks, not {x} x {y} x {z}",
            most[0], most[1], most[2]
        ));
    }
    None
}

/// The error in the sizes of the parameters, if there is one.
fn arguments(entry: &Entry<'_>, bytes: &[usize]) -> Option<String> {
    let words = |bytes: &[usize]| {
        let bytes: Vec<String> = bytes.iter().map(usize::to_string).collect();
        bytes.join(", ")
    };
    let (name, right) = (entry.name, &entry.parameters);
    (right != bytes).then(|| {
        format!(
            "{name} of the PTX takes {} arguments of {} bytes, and that of the program {} of {}: compile the kernels again",
            right.len(),
            words(right),
            bytes.len(),
            words(bytes)
        )
    })
}

/// The error in the types of the parameters, if there is one.
fn types(entry: &Entry<'_>, names: &[&str], program: &[u32]) -> Option<String> {
    let differs = |(place, of): &&(usize, u32)| program.get(*place) != Some(of);
    let (place, _) = entry.types.iter().find(differs)?;
    let (name, parameter) = (entry.name, names.get(*place).unwrap_or(&"?"));
    Some(format!(
        "{name} of the PTX has another type of `{parameter}` than the program, such as other static extents or strides: compile the kernels again"
    ))
}

#[cfg(test)]
mod tests {
    use super::{Parameters, arguments, blocks, blocks_for, launch, types};
    use tilework_ptx::Module;

    /// The kernels of this repository.
    fn module() -> Module<'static> {
        Module::read(tilework_kernels::PTX).unwrap()
    }

    /// Blocks of the kernels as the programs launch them, and wrong ones.
    #[test]
    fn blocks_are_those_that_a_kernel_is_for() {
        let wrong = |name: &str, grid, threads, shared| {
            blocks(module().entry(name).unwrap(), grid, threads, shared)
        };
        assert_eq!(wrong("copy", [256, 256, 1], 256, 0), None);
        assert_eq!(wrong("gemm_f16", [132, 1, 1], 384, 0), None);
        assert_eq!(wrong("softmax", [1, 1, 1], 256, 32), None);
        for (name, grid, threads, shared, says) in [
            ("copy", [1, 1, 1], 128, 0, "copy is for blocks of 256 threads, not of 128"),
            (
                "attention_64",
                [1, 1, 1],
                256,
                0,
                "attention_64 is for blocks of 384 threads, not of 256",
            ),
            (
                "softmax",
                [1, 1, 1],
                256,
                1,
                "softmax needs 32 bytes of shared memory, and the launch has 1: of 0 it takes what it needs",
            ),
            (
                "gemm_f16",
                [131, 1, 1],
                384,
                0,
                "clusters of 2 blocks, and 131 blocks are no multiple",
            ),
            ("gemm_f32", [1, 65536, 1], 256, 0, "not 1 x 65536 x 1"),
        ] {
            let found = wrong(name, grid, threads, shared).unwrap();
            assert!(found.contains(says), "{found}");
        }
        // Each kernel gives its number of threads.
        assert!(module().entries().iter().all(|entry| entry.threads.is_some()));
    }

    /// Each element lies in one block's tile, and each block has a tile.
    #[test]
    fn a_grid_has_a_block_for_each_tile() {
        for extent in 0..40 {
            for tile in 1..10 {
                let [blocks, y, z] = blocks_for([extent], [tile]).unwrap();
                assert_eq!((y, z), (1, 1));
                assert!(blocks * tile >= extent && (blocks == 0 || (blocks - 1) * tile < extent));
            }
        }
        assert_eq!(blocks_for([u32::MAX], [u32::MAX - 1]).unwrap(), [2, 1, 1]);
        let says = blocks_for([1; 4], [1; 4]).unwrap_err().to_string();
        assert!(says.contains("a grid has three modes, and 1 x 1 x 1 x 1 are 4"), "{says}");
    }

    #[test]
    fn arguments_have_the_sizes_of_the_kernel() {
        let wrong = |name: &str, bytes: &[usize]| arguments(module().entry(name).unwrap(), bytes);
        // A buffer, the 5 dynamic leaves of a layout, a buffer, and 3 leaves; tensor maps of 128 bytes.
        assert_eq!(wrong("copy_to_tiles", &[8, 20, 8, 12]), None);
        assert_eq!(wrong("gemm_f16", &[128, 128, 128, 8, 4]), None);
        assert_eq!(
            wrong("copy_to_tiles", &[8, 8, 20]).unwrap(),
            "copy_to_tiles of the PTX takes 4 arguments of 8, 20, 8, 12 bytes, and that of the program 3 of 8, 8, 20: compile the kernels again"
        );
    }

    /// PTX of a kernel whose layout had other static extents, and PTX that says nothing of types.
    #[test]
    fn types_are_those_of_the_program() {
        use tilework_device::Parameter;
        let text =
            "// needs 8.0: \n// types 0 5, 2 4294967295\n.visible .entry one(\n)\n{\n\tret;\n}\n";
        let module = Module::read(text).unwrap();
        let says = |program: &[u32]| types(&module.entries()[0], &["from", "map", "to"], program);
        assert_eq!(says(&[5, 0, u32::MAX]), None);
        assert_eq!(
            says(&[5, 0, 7]).unwrap(),
            "one of the PTX has another type of `to` than the program, such as other static extents or strides: compile the kernels again"
        );
        assert!(says(&[4, 0, 7]).unwrap().contains("another type of `from`"));
        assert!(says(&[5]).is_some());
        let nothing = text.replace("// types 0 5, 2 4294967295\n", "");
        assert_eq!(types(&Module::read(&nothing).unwrap().entries()[0], &[], &[]), None);
        // Types that pass the same bytes.
        type N = tilework::Dyn<u32>;
        type Of<L> = tilework_device::Input<f32, L>;
        let all = [
            <Of<tilework::Layout!((N,8):(8,1))> as Parameter>::FINGERPRINT,
            <Of<tilework::Layout!((N,16):(16,1))> as Parameter>::FINGERPRINT,
            <Of<tilework::Layout!((8,N):(8,1))> as Parameter>::FINGERPRINT,
            <Of<tilework::Layout!((N,(2,4)):(8,(4,1)))> as Parameter>::FINGERPRINT,
            <Of<tilework::Layout!((8,8):(N,1))> as Parameter>::FINGERPRINT,
            <tilework_device::Output<f32, tilework::Layout!((N,8):(8,1))> as Parameter>::FINGERPRINT,
            <tilework_device::Input<u8, tilework::Layout!((N,8):(8,1))> as Parameter>::FINGERPRINT,
            u32::FINGERPRINT,
            f32::FINGERPRINT,
            <[u32; 2]>::FINGERPRINT,
        ];
        let different: std::collections::BTreeSet<u32> = all.into_iter().collect();
        assert_eq!(different.len(), all.len());
    }

    /// The parameter types pass the same numbers of bytes as each kernel's parameters in the PTX.
    #[test]
    fn each_kernel_has_the_parameters_of_its_type() {
        use tilework_kernels::{
            attention, attention_masked, copy, gemm_e4m3, gemm_f16, gemm_f16_batched,
            gemm_f16_grouped, gemm_f16_parts, gemm_f16_with, gemm_f32, gemm_f32_ragged, gemm_mma,
        };
        use tilework_kernels::{scaled_copy, searched, softmax, stencil, strided_copy, transpose};
        macro_rules! compared {
            ($($module:ident: $($name:ident)*;)*) => {
                [$($(compared::<$module::$name>()),*),*]
            };
        }
        fn compared<K: launch::Kernel>() -> &'static str {
            let bytes = <K::Parameters as Parameters>::bytes();
            let entry = module().entry(K::NAME).unwrap().clone();
            assert_eq!(arguments(&entry, &bytes), None);
            assert_eq!(types(&entry, K::NAMES, <K::Parameters as Parameters>::FINGERPRINTS), None);
            K::NAME
        }
        let mut names = compared! {
            attention: attention_64;
            attention_masked: attention_masked_128 attention_masked_64;
            copy: copy copy_from_tiles copy_to_tiles;
            searched: transpose_found transpose_planned transpose_ragged_found;
            gemm_e4m3: gemm_e4m3_blocks gemm_e4m3_blocks_128 gemm_e4m3_rows;
            gemm_f16: gemm_bf16 gemm_bf16_128 gemm_bf16_128_k2 gemm_bf16_k4 gemm_bf16_n16 gemm_bf16_n32 gemm_bf16_n32_k2
                gemm_bf16_n64 gemm_bf16_n64_k2 gemm_bf16_n128 gemm_bf16_n128_k2 gemm_bf16_192_n128_k2 gemm_f16 gemm_bf16_nn gemm_bf16_tn gemm_bf16_tt
                gemm_f16_128 gemm_f16_n16 gemm_f16_n32 gemm_f16_n64 gemm_f16_n128_k2 gemm_tf32 gemm_e4m3 gemm_e4m3_f32 gemm_s8;
            gemm_f16_batched: gemm_bf16_128_batched gemm_bf16_batched gemm_f16_batched;
            gemm_f16_grouped: gemm_bf16_grouped gemm_f16_grouped;
            gemm_f16_parts: gemm_bf16_parts;
            gemm_f16_with: gemm_bf16_128_k2_with gemm_bf16_128_with gemm_bf16_n128_k2_with gemm_bf16_n16_with gemm_bf16_n32_with
                gemm_bf16_n64_with gemm_bf16_with gemm_f16_with gemm_bf16_nn_with gemm_bf16_tn_with gemm_bf16_tt_with gemm_f16_nn_with
                gemm_f16_tn_with gemm_f16_tt_with gemm_f16_128_with gemm_f16_n16_with gemm_f16_n32_with gemm_f16_n64_with
                gemm_f16_n128_k2_with;
            gemm_f32: gemm_f32;
            gemm_f32_ragged: gemm_f32_ragged;
            gemm_mma: gemm_mma_bf16 gemm_mma_f16;
            scaled_copy: scaled_copy;
            softmax: softmax;
            stencil: stencil;
            strided_copy: strided_add_f32 strided_copy_16 strided_copy_2 strided_copy_4;
            transpose: transpose transpose_ragged;
        };
        names.sort_unstable();
        let all: Vec<String> =
            module().entries().iter().map(|entry| entry.name.to_owned()).collect();
        assert_eq!(names.as_slice(), all);
    }
}
