//! Graphs: launches that are recorded once and replayed by one call.

use std::sync::Arc;

use cudarc::driver::sys::{CUgraphInstantiate_flags, CUstreamCaptureMode};
use cudarc::driver::{CudaGraph, CudaStream, DriverError};
use tilework_kernel::launch::{self, Launches};

use crate::{Error, Gpu, Kernel};

/// Launches in their order, with their arguments, which [`replay`](Self::replay) launches by one call: for kernels that take less time than their
/// launches.
pub struct Graph {
    recorded: CudaGraph,
    /// That of the GPU: a graph is recorded on another, on which nothing runs.
    stream: Arc<CudaStream>,
}

/// What [`Gpu::graph`] records by.
pub struct Recorder {
    stream: Arc<CudaStream>,
    launches: usize,
}
impl Recorder {
    /// Records a launch, after those that were recorded before. Nothing runs.
    ///
    /// # Errors
    /// Those of [`Kernel::launch`].
    pub fn launch<'a, K: launch::Kernel>(
        &mut self,
        kernel: &Kernel<K>,
        with: impl Launches<'a, Gpu, Kernel = K>,
    ) -> Result<(), Error> {
        self.launches += 1;
        kernel.launch_on(&self.stream, with.launched())
    }
}

/// Why there is no graph.
fn refused(launches: usize) -> Option<Error> {
    (launches == 0).then(|| {
        Error::new("graph: nothing was recorded: write `record.launch(&kernel, mine { from: &from, .. })` in what `graph` is given")
    })
}

impl Gpu {
    /// The launches that `record` makes by its [`Recorder`], to be replayed. What it launches by [`Kernel::launch`] runs at once, and is not recorded.
    ///
    /// # Safety
    /// The buffers of the launches live as long as the graph is replayed, and what else the kernels ask holds in each replay.
    ///
    /// # Errors
    /// Where nothing is recorded; those of `record`, and of the driver.
    ///
    /// ```no_run
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # use tilework::{layout, operation::try_zipped_divide, try_layout};
    /// use tilework_device::{Gpu, promise};
    /// use tilework_kernels::scaled_copy::scaled_copy;
    ///
    /// let gpu = Gpu::first(tilework_kernels::PTX)?;
    /// let (m, n) = (64_u32, 4_u32);
    /// let (mut x, mut y) = (gpu.upload(&[1.0_f32; 4 * 64 * 4])?, gpu.poisoned::<f32>(4 * 64 * 4)?);
    /// let tiles = try_zipped_divide(try_layout!((m,n):(1,m))?, layout!(<64,4>))?;
    /// let kernel = gpu.kernel::<scaled_copy>([1, 1, 1], 256, 0)?;
    /// // SAFETY: both buffers live until the end, and are as long as the layout reaches.
    /// let there_and_back = unsafe {
    ///     gpu.graph(|record| {
    ///         record.launch(&kernel, promise(scaled_copy { from: &x, to: &mut y, matrix: tiles, factor: 2.0 }))?;
    ///         record.launch(&kernel, promise(scaled_copy { from: &y, to: &mut x, matrix: tiles, factor: 2.0 }))
    ///     })?
    /// };
    /// for _ in 0..3 {
    ///     there_and_back.replay()?;
    /// }
    /// assert_eq!(gpu.download(&x)?[0], 64.0);
    /// # Ok(())
    /// # }
    /// ```
    pub unsafe fn graph(
        &self,
        record: impl FnOnce(&mut Recorder) -> Result<(), Error>,
    ) -> Result<Graph, Error> {
        let failed = |error: DriverError| Error::driver("graph", error);
        let stream = self.context.new_stream().map_err(failed)?;
        let mut recorder = Recorder { stream: stream.clone(), launches: 0 };
        // Of this stream alone, so that what else the program does meanwhile is as always.
        let mode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
        stream.begin_capture(mode).map_err(failed)?;
        let recorded = record(&mut recorder);
        // Also after an error, so that recording ends.
        let ended = stream.end_capture(CUgraphInstantiate_flags(0));
        recorded?;
        if let Some(error) = refused(recorder.launches) {
            return Err(error);
        }
        let recorded = ended.map_err(failed)?;
        let recorded = recorded.ok_or_else(|| Error::new("graph: the driver has recorded none"))?;
        Ok(Graph { recorded, stream: self.stream.clone() })
    }
}

impl Graph {
    /// Launches all that was recorded, after what was launched before.
    ///
    /// # Errors
    /// Those of the driver.
    pub fn replay(&self) -> Result<(), Error> {
        let failed = |error: DriverError| Error::driver("graph", error);
        self.stream.context().bind_to_thread().map_err(failed)?;
        // SAFETY: the graph is of this context, and its buffers live, as was promised where it was recorded.
        unsafe {
            cudarc::driver::result::graph::launch(
                self.recorded.cu_graph_exec(),
                self.stream.cu_stream(),
            )
        }
        .map_err(failed)
    }
}

#[cfg(test)]
mod tests {
    use super::refused;

    #[test]
    fn a_graph_of_nothing_is_refused_with_what_to_write() {
        assert!(refused(1).is_none());
        let says = refused(0).unwrap().to_string();
        assert!(says.contains("graph: nothing was recorded: write `record.launch("), "{says}");
    }
}
