//! Graphs: launches that are recorded once and replayed by one call.

use std::sync::Arc;

use cudarc::driver::sys::{CUgraphInstantiate_flags, CUstreamCaptureMode};
use cudarc::driver::{CudaGraph, CudaStream, DriverError};
use tilework_device::launch::{self, Launches};

use crate::{Error, Gpu, Kernel};

/// Recorded launches in order, with their arguments. One call of [`replay`](Self::replay) launches them all. It is for
/// kernels that are shorter than their launch overhead.
pub struct Graph {
    recorded: CudaGraph,
    /// The stream of the GPU. The graph is recorded on another stream, on which nothing runs.
    stream: Arc<CudaStream>,
}

/// Records the launches of [`Gpu::graph`].
pub struct Recorder {
    stream: Arc<CudaStream>,
    launches: usize,
}
impl Recorder {
    /// Records a launch after those before. Nothing runs yet.
    ///
    /// # Errors
    /// As for [`Kernel::launch`].
    pub fn launch<'a, K: launch::Kernel>(
        &mut self,
        kernel: &Kernel<K>,
        with: impl Launches<'a, Gpu, Kernel = K>,
    ) -> Result<(), Error> {
        self.launches += 1;
        kernel.launch_on(&self.stream, with.launched())
    }
}

/// The error if nothing was recorded.
fn refused(launches: usize) -> Option<Error> {
    (launches == 0).then(|| {
        Error::new("graph: nothing was recorded: write `record.launch(&kernel, mine { from: &from, .. })` in what `graph` is given")
    })
}

impl Gpu {
    /// Records the launches that `record` makes by its [`Recorder`], to be replayed. Launches by [`Kernel::launch`] in
    /// `record` run at once and are not recorded.
    ///
    /// # Safety
    /// The buffers of the launches live as long as the graph is replayed, and the other requirements of the kernels
    /// hold in each replay.
    ///
    /// # Errors
    /// If nothing is recorded; errors of `record` and of the driver.
    ///
    /// ```no_run
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # use tilework::{layout, operation::try_zipped_divide, try_layout};
    /// use tilework_host::{Gpu, promise};
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
        // It captures this stream alone, so that the rest of the program works as usual meanwhile.
        let mode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
        stream.begin_capture(mode).map_err(failed)?;
        let recorded = record(&mut recorder);
        // Recording must end even after an error.
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
    /// Launches everything that was recorded, after earlier launches.
    ///
    /// # Errors
    /// Errors of the driver.
    pub fn replay(&self) -> Result<(), Error> {
        let failed = |error: DriverError| Error::driver("graph", error);
        self.stream.context().bind_to_thread().map_err(failed)?;
        // SAFETY: the graph belongs to this context, and its buffers live, as the recording promised.
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
