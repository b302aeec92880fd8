//! Launches of kernels: what is checked before a GPU is asked.

use std::sync::Arc;

use cudarc::driver::{
    CudaFunction, CudaSlice, CudaStream, DeviceRepr, LaunchArgs, LaunchConfig, PushKernelArg,
};
use tilework_ptx::Entry;

use crate::Error;

/// A kernel, and the blocks that it is launched in.
pub struct Kernel {
    pub(crate) entry: Entry<'static>,
    pub(crate) function: CudaFunction,
    pub(crate) stream: Arc<CudaStream>,
    pub(crate) launch: LaunchConfig,
}
impl Kernel {
    /// A launch without arguments, which are added in their order.
    pub fn with(&self) -> Launch<'_> {
        Launch {
            kernel: self,
            arguments: self.stream.launch_builder(&self.function),
            bytes: Vec::new(),
        }
    }
}

/// A launch of a kernel, with the arguments that it has so far.
pub struct Launch<'a> {
    kernel: &'a Kernel,
    arguments: LaunchArgs<'a>,
    bytes: Vec<usize>,
}
impl<'a> Launch<'a> {
    /// The next argument is the address of what the kernel reads.
    pub fn read<T>(mut self, data: &'a CudaSlice<T>) -> Self {
        self.bytes.push(size_of::<u64>());
        self.arguments.arg(data);
        self
    }
    /// The next argument is the address of what the kernel writes.
    pub fn write<T>(mut self, data: &'a mut CudaSlice<T>) -> Self {
        self.bytes.push(size_of::<u64>());
        self.arguments.arg(data);
        self
    }
    /// The next argument is a value: a number, the leaves of a layout, a tensor map.
    pub fn value<T: DeviceRepr>(mut self, value: &'a T) -> Self {
        self.bytes.push(size_of::<T>());
        self.arguments.arg(value);
        self
    }

    /// Launches. Of a grid without blocks nothing runs.
    ///
    /// # Errors
    /// Where arguments are too few, too many, or of other sizes than the kernel has them; those of the driver.
    ///
    /// # Safety
    /// The arguments are what the kernel takes: buffers of these elements, as many as the layouts reach.
    pub unsafe fn launch(mut self) -> Result<(), Error> {
        let Kernel { entry, launch, .. } = self.kernel;
        if let Some(wrong) = arguments(entry, &self.bytes) {
            return Err(Error::new(wrong));
        }
        let (x, y, z) = launch.grid_dim;
        if x == 0 || y == 0 || z == 0 {
            return Ok(());
        }
        // SAFETY: as promised; the blocks are those that the kernel is for.
        let launched = unsafe { self.arguments.launch(*launch) };
        launched.map(|_| ()).map_err(|error| Error::driver(entry.name, error))
    }
}

/// What is wrong with the blocks of a launch, if anything is.
pub(crate) fn blocks(entry: &Entry<'_>, grid: [u32; 3], threads: u32) -> Option<String> {
    let (name, cluster, [x, y, z]) = (entry.name, entry.cluster, grid);
    if let Some(right) = entry.threads.filter(|right| *right != threads) {
        return Some(format!("{name} is for blocks of {right} threads, not of {threads}"));
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

/// What is wrong with arguments of so many bytes, if anything is.
fn arguments(entry: &Entry<'_>, bytes: &[usize]) -> Option<String> {
    let words = |bytes: &[usize]| {
        let bytes: Vec<String> = bytes.iter().map(usize::to_string).collect();
        bytes.join(", ")
    };
    let (name, right) = (entry.name, &entry.parameters);
    (right != bytes).then(|| {
        format!(
            "{name} takes {} arguments of {} bytes, not {} of {}",
            right.len(),
            words(right),
            bytes.len(),
            words(bytes)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::{arguments, blocks};
    use crate::ptx::module;

    /// Blocks of the kernels as the programs launch them, and others.
    #[test]
    fn blocks_are_those_that_a_kernel_is_for() {
        let wrong =
            |name: &str, grid, threads| blocks(module().entry(name).unwrap(), grid, threads);
        assert_eq!(wrong("copy", [256, 256, 1], 256), None);
        assert_eq!(wrong("gemm_f16", [132, 1, 1], 384), None);
        for (name, grid, threads, says) in [
            ("copy", [1, 1, 1], 128, "copy is for blocks of 256 threads, not of 128"),
            (
                "attention_64",
                [1, 1, 1],
                256,
                "attention_64 is for blocks of 384 threads, not of 256",
            ),
            ("gemm_f16", [131, 1, 1], 384, "clusters of 2 blocks, and 131 blocks are no multiple"),
            ("gemm_f32", [1, 65536, 1], 256, "not 1 x 65536 x 1"),
        ] {
            let found = wrong(name, grid, threads).unwrap();
            assert!(found.contains(says), "{found}");
        }
        // Each says how many.
        assert!(module().entries().iter().all(|entry| entry.threads.is_some()));
    }

    #[test]
    fn arguments_have_the_sizes_of_the_kernel() {
        let wrong = |name: &str, bytes: &[usize]| arguments(module().entry(name).unwrap(), bytes);
        // A buffer, leaves of 5 numbers, a buffer, and of 3; tensor maps of 128.
        assert_eq!(wrong("copy_to_tiles", &[8, 20, 8, 12]), None);
        assert_eq!(wrong("gemm_f16", &[128, 128, 128, 8, 4]), None);
        assert_eq!(
            wrong("copy_to_tiles", &[8, 8, 20]).unwrap(),
            "copy_to_tiles takes 4 arguments of 8, 20, 8, 12 bytes, not 3 of 8, 8, 20"
        );
        assert!(wrong("gemm_f16", &[8, 8, 8, 8, 4]).unwrap().contains("128, 128, 128, 8, 4 bytes"));
    }
}
